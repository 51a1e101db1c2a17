// Is the vault still as a plan found it, and does the plan say still what was logged? Pages by their digests, facts by
// those of their lines, and none decided since. Looks only; names pages and ids, never words of a fact.
import { factDigest } from '../../model/bytes.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { PlanFile, PlannedFact } from '../../model/plan.ts';
import { pendingIds, readPending } from '../../vault/pending.ts';
import type { View } from '../../vault/view.ts';

/** `applied`: this very plan was carried out. `moved`: a line for each thing that is other than it was. */
type State =
  | { readonly as: 'same' }
  | { readonly as: 'applied'; readonly run: string }
  | { readonly as: 'moved'; readonly what: readonly string[] };

/** Is a fact of the plan still to be decided? */
function openIn(file: PlanFile, view: View): (fact: string) => boolean {
  const pending = pendingIds(readPending(view, file.today, { retry: file.options.retry }));
  return (fact) => (file.options.redo === null ? pending.has(fact) : (view.ledger.get(fact)?.at ?? '~') < file.start);
}

/**
 * The same plan for the vault as it is now: what was said of facts that are as they were, and still to be decided.
 * Whoever replays it validates it against the pages of now. `start`: its own, for others wrote since.
 */
export function onVaultOfNow(file: PlanFile, view: View, start: string): PlanFile {
  const open = openIn(file, view);
  const holds = (one: PlannedFact): boolean => whyNot(one, view) === null;
  const batches = file.batches.map(({ facts, settled, proposals, ...rest }) => {
    const kept = facts.filter((one) => holds(one) && open(one.fact));
    const gone = new Set(
      [...facts, ...settled].map(({ fact }) => fact).filter((fact) => !kept.some((one) => one.fact === fact)),
    );
    return {
      ...rest,
      facts: kept,
      settled: settled.filter(holds),
      proposals: {
        ...proposals,
        proposals: proposals.proposals.filter(({ fact }) => !gone.has(fact)),
        waits: (proposals.waits ?? []).filter(({ fact }) => !gone.has(fact)),
      },
    };
  });
  return {
    ...file,
    start,
    batches,
    pages: Object.fromEntries(Object.keys(file.pages).map((page) => [page, view.pages.get(page)?.digest ?? null])),
  };
}

/** The pages that it touches and that are other than they were. */
export const movedPages = (file: PlanFile, view: View): ReadonlySet<string> =>
  new Set(
    Object.entries(file.pages)
      .filter(([page, digest]) => movedPage(page, digest, view).length > 0)
      .map(([page]) => page),
  );

function stateOf(file: PlanFile, view: View): State {
  const facts = new Map(file.batches.flatMap((batch) => batch.facts).map((fact) => [fact.fact, fact]));
  const settled = new Map(file.batches.flatMap((batch) => batch.settled).map((fact) => [fact.fact, fact]));
  const open = openIn(file, view);
  const own = [...facts.keys(), ...settled.keys()].flatMap((fact) => {
    const held = view.ledger.get(fact);
    return held !== undefined && held.at === file.start && !open(fact) ? [held.run] : [];
  });
  const waits = new Set(file.batches.flatMap(({ proposals }) => (proposals.waits ?? []).map(({ fact }) => fact)));
  const rest = [...facts.keys()].filter(
    (fact) =>
      open(fact) &&
      !waits.has(fact) &&
      file.batches.some(({ proposals }) => proposals.proposals.some((one) => one.fact === fact)),
  );
  const [run] = own;
  if (run !== undefined && rest.length === 0) return { as: 'applied', run };
  const what = [
    ...[...facts.values()].flatMap((fact) => whyNot(fact, view) ?? (open(fact.fact) ? [] : [decided(fact, view)])),
    // What no engine was asked about may be pending only after what comes before it in the plan.
    ...[...settled.values()].flatMap(
      (fact) => whyNot(fact, view) ?? (file.options.redo === null || open(fact.fact) ? [] : [decided(fact, view)]),
    ),
    ...Object.entries(file.pages).flatMap(([page, digest]) => movedPage(page, digest, view)),
  ];
  return what.length === 0 ? { as: 'same' } : { as: 'moved', what: [...new Set(what)] };
}

function whyNot({ fact, digest }: PlannedFact, view: View): string[] | null {
  const now = view.factById.get(fact);
  if (now === undefined) return [`${fact} is in no daily log any more`];
  if (view.forgotten.has(fact)) return [`${fact} was forgotten`];
  return factDigest(now) === digest ? null : [`the log line of ${fact} was edited`];
}

function decided({ fact }: PlannedFact, view: View): string {
  const held = view.ledger.get(fact);
  return held === undefined ? `a page cites ${fact} already` : `${fact} was decided by ${held.run}`;
}

function movedPage(page: string, digest: string | null, view: View): string[] {
  const now = view.pages.get(page)?.digest ?? null;
  if (now === digest) return [];
  return [digest === null ? `${page} was made` : now === null ? `${page} is gone` : `${page} was changed`];
}

/** A person reads so many. */
const MOST = 5;

/**
 * Throws `refused`, with what moved and what to do, also where this very plan was carried out already; and `bad-input`
 * where a person gave a fact other words in the place that only quotes it.
 */
export function mustBeAsPlanned(file: PlanFile, view: View): void {
  const state = stateOf(file, view);
  if (state.as === 'same') return mustQuote(file, view);
  if (state.as === 'applied')
    throw new MemvaultError('refused', `this plan was carried out already, as ${state.run}; nothing was written`, {
      hint: `memvault diff ${state.run} shows what it did`,
    });
  const { what } = state;
  const shown = what.length <= MOST ? what : [...what.slice(0, MOST), `and ${what.length - MOST} more`];
  throw new MemvaultError(
    'refused',
    `the vault is not as this plan found it, and nothing was written:\n${shown.map((one) => `  ${one}`).join('\n')}`,
    {
      hint:
        'make a new plan: memvault dream ' +
        (file.options.redo === null ? '' : `--redo --since ${file.options.redo} `) +
        '--plan FILE',
      data: { moved: what },
    },
  );
}

/**
 * What a fact says is for the reader of the file: who edits it there means the claim, and would wait for it in vain.
 */
function mustQuote({ batches }: PlanFile, view: View): void {
  const others = (place: string, facts: readonly PlannedFact[]): string[] =>
    facts.flatMap(({ fact, says }, at) =>
      says === '' || says === view.factById.get(fact)?.text
        ? []
        : [`${place}[${at}].says, of ${fact}, is not what was logged`],
    );
  const problems = batches.flatMap(({ facts, settled }, at) => [
    ...others(`batches[${at}].proposals`, facts),
    ...others(`batches[${at}].settled`, settled),
  ]);
  if (problems.length === 0) return;
  const shown = problems.length <= MOST ? problems : [...problems.slice(0, MOST), `and ${problems.length - MOST} more`];
  throw new MemvaultError('bad-input', `this plan cannot be applied:\n${shown.map((one) => `  ${one}`).join('\n')}`, {
    hint: 'put it back; other words for the claim are its "text", beside "as" and "page"',
    data: { problems },
  });
}
