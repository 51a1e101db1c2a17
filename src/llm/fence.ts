// How data stands in a prompt: apart from what the model is to do, between two marks that occur nowhere in it. Pure.
import { createHash } from 'node:crypto';

/** Places such as {{conventions}} filled, each wherever it stands; one without a filling is left empty. */
export function fillPrompt(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) => parts[name] ?? '').trim();
}

/** Between two lines with a mark that does not occur in the data. */
export function fence(data: string): string {
  let mark = '';
  for (let turn = 0; mark === '' || data.includes(mark); turn++)
    mark = `data-${createHash('sha256').update(`${turn}\n${data}`).digest('hex').slice(0, 8)}`;
  return `<${mark}>\n${data}\n</${mark}>`;
}
