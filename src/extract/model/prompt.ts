// A part of a conversation as a model reads it: what it is to do, and apart from that the turns, as JSON between two
// marks that occur nowhere in it. Pure: the same part gives the same prompt.
import { fence, fillPrompt } from '../../llm/fence.ts';
import type { ModelRequest } from '../../llm/port.ts';
import { factsSchema } from './schema.ts';
import type { Row, Shown } from './windows.ts';

/** `system`: the text of the prompt file. */
export function requestFor(
  { before, rows }: Shown,
  { system, project }: { readonly system: string; readonly project: string | null },
): ModelRequest {
  const data = `{"project":${JSON.stringify(project)},\n"before":${render(before)},\n"turns":${render(rows)}}`;
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nNote down the facts of "turns". Answer with JSON alone.`,
    name: 'extract',
    schema: factsSchema(),
  };
}

/** One a line; the day where it is another than that of the one before. */
function render(rows: readonly Row[]): string {
  let last: string | null = null;
  const lines = rows.map(({ event, who, day, says }) => {
    const isOther = day !== last && day !== null;
    last = day ?? last;
    return JSON.stringify({ n: event, ...(isOther ? { day } : {}), who, says });
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
}
