// What would be other than it is after facts were decided anew, page by page.
import type { Redone } from '../../dream/planned/redo.ts';
import type { Proposal } from '../../model/plan.ts';
import { painter, plain, plural } from '../paint.ts';
import { wrap } from '../wrap.ts';

const SIGNS: Readonly<Partial<Record<Proposal['as'], string>>> = { placed: '~', duplicate: '=', superseded: '<', conflict: '?' };

/** `width`: columns of the terminal, null where there is none. */
export function renderRedo({ file, result, engine }: Redone, since: string, { color, width }: { readonly color: boolean; readonly width: number | null }): string {
  const { runs, view } = result;
  const paint = painter(color);
  const columns = width ?? Infinity;
  const decided = new Set(runs.flatMap((one) => one.decisions.map(({ fact }) => fact)));
  if (decided.size === 0) return `Nothing to do: nothing since ${since} was decided by anything older than ${engine}.`;
  const changes = file.batches.flatMap(({ proposals }) => proposals.proposals).filter(({ fact, as }) => as !== 'set-aside' && decided.has(fact));
  const says = (fact: string | undefined): string => plain(view.factById.get(fact ?? '')?.text ?? fact ?? '');
  const byPage = new Map<string, string[]>();
  for (const proposal of changes) {
    const { fact, as, of, by, with: other, text, reason } = proposal;
    const page = runs.flatMap((one) => one.decisions).find((one) => one.fact === fact)?.page ?? '';
    const then = as === 'duplicate' ? `says the same as “${says(of)}”` : as === 'superseded' ? `now “${says(by)}”` : as === 'conflict' ? `against “${says(other)}”` : text === undefined || text === says(fact) ? 'gets a claim of its own' : `“${plain(text)}”`;
    const lines = [...wrap(says(fact), columns, `  ${SIGNS[as] ?? '~'} `), ...wrap(`${then} (${plain(reason)})`, columns, '      ').map((line) => paint('dim', line))];
    byPage.set(page, [...(byPage.get(page) ?? []), ...lines]);
  }
  const blocks = [...byPage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([page, lines]) => [paint('bold', page), ...lines].join('\n'));
  const stay = decided.size - changes.length;
  const first = `${engine} looked again at ${plural(decided.size, 'fact')} since ${since}: ${changes.length} would change, ${stay} ${stay === 1 ? 'stays' : 'stay'} as ${stay === 1 ? 'it is' : 'they are'}.`;
  return [wrap(first, columns).join('\n'), ...blocks].join('\n\n');
}
