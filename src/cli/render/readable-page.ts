// A page as a person reads its claims: line by line, without front matter, footnote marks and sources. Pure.
import { ID_PATTERN } from '../../model/ids.ts';

export interface ReadableLine {
  readonly text: string;
  /** The facts that its footnotes name. */
  readonly facts: readonly string[];
}

const MARK = new RegExp(String.raw`\[\^(${ID_PATTERN})\]`, 'g');
const DEFINITION = /^\[\^[^\]\s]+\]:/;

export const isEmptyLine = ({ text }: ReadableLine): boolean => text.trim() === '';

/** `overview`: whether that is wanted too. */
export function readable(page: string, { overview }: { readonly overview: boolean }): ReadableLine[] {
  const body = page.startsWith('---\n') ? page.slice(Math.max(0, page.indexOf('\n---\n') + 5)) : page;
  let section = '';
  return body.split('\n').flatMap((line) => {
    section = /^##? (.*)$/.exec(line)?.[1]?.trim() ?? section;
    if (section === 'Sources' || (section === 'Overview' && !overview) || DEFINITION.test(line)) return [];
    return [{ text: line.replace(MARK, '').trimEnd(), facts: [...line.matchAll(MARK)].map(([, id = '']) => id) }];
  });
}
