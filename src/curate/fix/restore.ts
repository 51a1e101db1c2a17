// `--restore`: a fact that is in History, or on no page, has a current claim again.
import { isSecret } from '../../language/secrets/secrets.ts';
import { CITED, foldLedger } from '../../model/disposition.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import { titleFromPath } from '../../page/page.ts';
import type { View } from '../../vault/view.ts';
import { type Already, type DecisionLine, keptApart, lineWith, type Remedy } from './remedy.ts';
import { type Cited, claimOf, mustBeCited, mustBeWritable, onItsOwn, refused, type Standing } from './standing.ts';

const REASON = 'a person says that it holds';

/** `to`: the page for one that stands on none; null for the one that it had. Throws `refused`. */
export function restore(standing: Standing, view: View, to: string | null): Remedy | Already {
  const { fact, held, claim } = standing;
  if (claim === null) return onPage(standing, view, to ?? formerPage(view, fact.id));
  if (!CITED.has(held.as)) return { already: `${fact.id} stands on ${claim.page} already; the next dream records it` };
  if (held.as !== 'superseded' && !isHistory(claim))
    return { already: `${fact.id} is current on ${claim.page} already` };
  const cited = mustBeCited(standing, view, { withNotes: true });
  if (to !== null && to !== claim.page)
    throw refused(
      `${fact.id} stands in the History of ${claim.page}`,
      `memvault fix ${fact.id} --restore makes it current there; then memvault fix ${fact.id} --to moves it`,
    );
  return isHistory(claim)
    ? revived(cited, view)
    : {
        ...onItsOwn(cited, view, REASON),
        reviews: keptApart(view, fact.id, successorsOf(fact.id, view), 'supersede'),
        summary: `${fact.id} has a claim of its own again, beside ${held.by ?? ''}`,
      };
}

function revived({ fact, claim }: Cited, view: View): Remedy {
  const gone = claim.facts.filter((id) => view.ledger.get(id)?.as === 'superseded');
  const successors = [...new Set(gone.flatMap((id) => successorsOf(id, view)))];
  return {
    changes: [
      {
        kind: 'revive',
        page: claim.page,
        claim: fact.id,
        head: headBeside(successors, claim.page, view),
        facts: claim.facts,
        reason: REASON,
      },
    ],
    lines: revivedLines(claim.facts, claim.page, view),
    reviews: gone.flatMap((id) => keptApart(view, id, successors, 'supersede')),
    summary:
      `${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} current again` +
      (successors.length === 0 ? '' : `, beside ${successors.at(-1) ?? ''}`),
  };
}

/** Those that were superseded have a claim again; those that repeat one of them go on doing so. */
export function revivedLines(facts: readonly string[], page: string, view: View): DecisionLine[] {
  return facts.flatMap((id): DecisionLine[] => {
    const line = view.ledger.get(id);
    return line?.as === 'superseded' ? [lineWith(line, 'placed', page)] : [];
  });
}

/** The facts that took the place of one, the last of them last. */
export function successorsOf(id: string, view: View): string[] {
  const found: string[] = [];
  for (
    let by = view.ledger.get(id)?.by;
    by !== undefined && by !== id && !found.includes(by);
    by = view.ledger.get(by)?.by
  )
    found.push(by);
  return found;
}

/** The head under which the successor stands on that page, or null. */
export function headBeside(successors: readonly string[], page: string, view: View): string | null {
  const held = view.ledger.get(successors.at(-1) ?? '');
  const claim = held === undefined ? null : claimOf(view, held);
  return claim?.page === page && !isHistory(claim) ? claim.head : null;
}

function onPage({ fact, held }: Standing, view: View, page: string | null): Remedy {
  if (isSecret(fact))
    throw refused(
      `${fact.id} looks like a secret, which no page gets`,
      `take it out of ${fact.path}, line ${fact.line}, and the next dream places the rest; memvault forget ` +
        `${fact.id} --purge takes it out everywhere`,
    );
  if (page === null)
    throw refused(`${fact.id} was never on a page`, `say which: memvault fix ${fact.id} --restore --to PAGE`);
  mustBeWritable(view, page);
  return {
    changes: [
      ...createIfMissing(page, view, [fact.id]),
      { kind: 'add', page, text: fact.text, head: null, facts: [fact.id], reason: REASON },
    ],
    lines: [lineWith(held, 'placed', page)],
    reviews: keptApart(
      view,
      fact.id,
      [...(held.of === undefined ? [] : [held.of]), ...successorsOf(fact.id, view)],
      'merge',
    ),
    summary: `${fact.id} has a claim again`,
  };
}

/** A page that is not there yet is made, with its file's name as its title. */
export function createIfMissing(page: string, view: View, facts: readonly string[]): Change[] {
  const title = titleFromPath(page);
  return view.pages.has(page)
    ? []
    : [
        {
          kind: 'create',
          page,
          type: 'note',
          title,
          about: `What is known under ${title}`,
          facts,
          reason: 'a person puts a claim there',
        },
      ];
}

/** The page that the last line named that put the fact on one. */
function formerPage(view: View, id: string): string | null {
  const placed = view.ledgerRead.lines.filter((line) => line.fact === id && CITED.has(line.as));
  return foldLedger(placed).get(id)?.page ?? null;
}
