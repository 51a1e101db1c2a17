// A journal less some pages that could not be written: their facts stay pending, and `log.md` counts the others.
// Pure, and needs only what the journal holds, so that whoever finishes another's run can do it too.
import type { LedgerLine } from '../../model/disposition.ts';
import type { Append, Journal } from '../../model/journal.ts';
import type { ReviewLine } from '../../model/review.ts';
import { movesLeft, withoutFiles } from '../../vault/inbox.ts';
import { RECALLS_DIR } from '../../vault/vault.ts';
import { renderRun, summarise } from '../run.ts';

/** Of an undo every line stays: what a page says in spite of it, the next dream records. */
export function withoutPages(journal: Journal, unwritten: ReadonlyMap<string, string>): Journal {
  if (journal.kind === 'inbox') return withoutFiles(journal, unwritten);
  const pages = journal.pages.filter((page) => !unwritten.has(page.path));
  // The catalogue was made for all the pages; the next dream brings it in step.
  if (journal.plan === null)
    return {
      ...journal,
      pages,
      ...movesLeft(journal, unwritten),
      generated: journal.kind === 'forget' ? journal.generated : [],
    };
  const decisions = journal.plan.decisions.filter((decision) => !unwritten.has(decision.page ?? ''));
  const waiting = new Set(
    journal.plan.decisions.filter((decision) => unwritten.has(decision.page ?? '')).map((decision) => decision.fact),
  );
  const entry = renderRun({
    run: journal.run,
    engine: journal.engine,
    start: new Date(journal.start),
    decisions,
    ...summarise(pages, decisions),
    ...(journal.usage === undefined ? {} : { usage: journal.usage }),
  });
  const [log] = journal.appends.slice(-1);
  const ledgers = journal.appends
    .slice(0, -1)
    .map((append): Append =>
      append.path.startsWith(`${RECALLS_DIR}/`) ? append : { ...append, text: withoutFacts(append.text, waiting) },
    );
  const appends =
    decisions.length === 0 || log === undefined
      ? []
      : [...ledgers.filter((append) => append.text !== ''), { ...log, text: titleOf(log) + entry }];
  return { ...journal, pages, appends, generated: [] };
}

function withoutFacts(text: string, facts: ReadonlySet<string>): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => line.trim() === '' || !factsOf(line).some((fact) => facts.has(fact)))
    .join('')
    .trimStart();
}

/** Those of a line of the ledger, or of a review: one about a fact that waits is asked when that is decided. */
function factsOf(line: string): readonly string[] {
  const { fact, facts = [] } = JSON.parse(line) as Partial<Pick<LedgerLine, 'fact'> & Pick<ReviewLine, 'facts'>>;
  return fact === undefined ? facts : [fact];
}

/** The title that a new `log.md` begins with. */
const titleOf = ({ at, text }: Append): string => (at === 0 ? text.slice(0, text.indexOf('\n## ')) : '');
