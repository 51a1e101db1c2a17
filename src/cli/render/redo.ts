// What would be other than it is after facts were decided anew, page by page.
import { changesOf } from '../../dream/planned/redo-edit.ts';
import type { Redone } from '../../dream/planned/redo.ts';
import type { Proposal } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import { type Paint, painter, plain, plural } from '../paint.ts';
import { wrap } from '../wrap.ts';

const SIGNS: Readonly<Partial<Record<Proposal['as'], string>>> = {
  placed: '~',
  duplicate: '=',
  superseded: '<',
  conflict: '?',
};

/** Facts that it came to a decision about. */
export const decidedIn = ({ result }: Pick<Redone, 'result'>): Set<string> =>
  new Set(result.runs.flatMap((one) => one.decisions.map(({ fact }) => fact)));

/** `width`: columns of the terminal, null where there is none. */
export function renderRedo(
  redone: Redone,
  since: string,
  { color, width }: { readonly color: boolean; readonly width: number | null },
): string {
  const { file, result, engine } = redone;
  const { runs, view } = result;
  const paint = painter(color);
  const columns = width ?? Infinity;
  const decided = decidedIn(redone);
  if (decided.size === 0) return `Nothing to do: nothing since ${since} was decided by anything older than ${engine}.`;
  const changes = changesOf(file, decided);
  const byPage = new Map<string, string[]>();
  for (const proposal of changes) {
    const page = runs.flatMap((one) => one.decisions).find((one) => one.fact === proposal.fact)?.page ?? '';
    byPage.set(page, [...(byPage.get(page) ?? []), ...renderAgain(proposal, view, { columns, paint })]);
  }
  const blocks = [...byPage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, lines]) => [paint('bold', page), ...lines].join('\n'));
  const stay = decided.size - changes.length;
  const first =
    `${engine} looked again at ${plural(decided.size, 'fact')} since ${since}: ${changes.length} would change, ` +
    `${stay} ${stay === 1 ? 'stays' : 'stay'} as ${stay === 1 ? 'it is' : 'they are'}.`;
  return [wrap(first, columns).join('\n'), ...blocks].join('\n\n');
}

/** One change: the fact, and below it what becomes of it now and why. */
export function renderAgain(
  { fact, as, of, by, with: other, text, reason }: Proposal,
  view: Pick<View, 'factById'>,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string[] {
  const says = (id: string | undefined): string => plain(view.factById.get(id ?? '')?.text ?? id ?? '');
  const then =
    as === 'duplicate'
      ? `says the same as “${says(of)}”`
      : as === 'superseded'
        ? `now “${says(by)}”`
        : as === 'conflict'
          ? `against “${says(other)}”`
          : text === undefined || text === says(fact)
            ? 'gets a claim of its own'
            : `“${plain(text)}”`;
  return [
    ...wrap(says(fact), columns, `  ${SIGNS[as] ?? '~'} `),
    ...wrap(`${then} (${plain(reason)})`, columns, '      ').map((line) => paint('dim', line)),
  ];
}
