// Reads the vault for the rules of lint, within the scope in the settings.
import { standingAgain } from '../forget/plan.ts';
import { openTokenizer } from '../index/tokenizer.ts';
import {
  askAboutPairs,
  type AskedPairs,
  type ClaimPair,
  type Contradiction,
  relatedPairs,
} from '../lint/contradictions.ts';
import { type LintInput, lintScope, readLintInput } from '../lint/input.ts';
import { type LintResult, mayBeAccepted, planBaseline, resultOf } from '../lint/lint.ts';
import { planRepairs, repairersFor, type RepairPlan } from '../lint/repair.ts';
import { checksOf, labelOf, type Rule } from '../lint/rule.ts';
import { LLMError } from '../llm/errors.ts';
import { textDigest } from '../model/bytes.ts';
import { dayOf } from '../model/day.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import type { Usage } from '../model/plan.ts';
import { renderLink } from '../note/link-map.ts';
import { appendBaseline, foldBaseline, type PairAnswer, readAskedPairs, writeAskedPairs } from '../vault/reviews.ts';
import { CATALOGUE_FILE, type Vault } from '../vault/vault.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './git.ts';
import { forgetOnPages, NOTHING_OFF, type TakenOff, withVaultLock } from './hold-lock.ts';
import { mustAnswer, openAskedModel } from './model-engine.ts';
import { applyByHand, type Made, planByHand, readViewNow, settleByHand } from './record-by-hand.ts';

/**
 * Reads everything that the rules check. `keep`: update the cache of notes. Shows progress if a first run has many
 * notes to read.
 */
export async function readInput(
  { vault, settings, world, answer }: Context,
  now: Date,
  keep = true,
): Promise<LintInput> {
  return readLintInput(
    vault,
    dayOf(now),
    settings.consolidate.max_wait_days,
    (await readOpenMerge(world, vault))?.paths,
    lintScope(settings),
    keep,
    await answer.progress(),
  );
}

// `lint --fix`: removes forgotten facts that came back, and makes the safe repairs as one run that `--dry-run` shows
// and `dream --undo` reverts.

/** What was repaired, or would be. */
export interface Fixed {
  /** The vault before the repairs, for which `plan.now` holds. Still current if nothing was written. */
  readonly input: LintInput;
  readonly plan: RepairPlan;
  /** Every file that was written, or would be. */
  readonly files: readonly FileChange[];
  /** Null if nothing was written. */
  readonly run: string | null;
  /** Why pages were skipped because somebody edited them at the same moment; one sentence each. */
  readonly unwritten: readonly string[];
  /** The forgotten facts that were removed again. */
  readonly off: TakenOff;
  /** In a dry run: the number of forgotten facts that are back on pages. */
  readonly again: number;
  readonly commit: CommitOutcome | null;
}

export interface FixWishes {
  readonly rules: readonly Rule[];
  readonly dryRun: boolean;
  readonly commit: boolean;
}

/** Repairs under the lock, or only plans to. Throws what the lock throws, `io`, `refused`. */
export async function fixVault(context: Context, start: Date, wishes: FixWishes): Promise<Fixed> {
  if (wishes.dryRun) {
    const { made: _, ...planned } = await planNow(context, start, wishes);
    return {
      ...planned,
      run: null,
      unwritten: [],
      off: NOTHING_OFF,
      again: standingAgain(context.vault, planned.input.view, start).facts.length,
      commit: null,
    };
  }
  return await withVaultLock(context, 'lint', async () => {
    const off = forgetOnPages(context, await readViewNow(context), start, false, true);
    const { made, ...planned } = await planNow(context, start, wishes);
    const applied = made === null ? null : applyByHand(context, made);
    const isWritten = applied !== null || off.run !== null;
    const commit = isWritten ? await settleByHand(context, start, wishes.commit) : null;
    return {
      ...planned,
      run: applied?.journal.run ?? null,
      unwritten: applied?.unwritten ?? [],
      off,
      again: 0,
      commit,
    };
  });
}

/** Plans the repairs of the current vault; `made` is null if there is nothing to do. */
async function planNow(
  context: Context,
  start: Date,
  { rules, commit, dryRun }: FixWishes,
): Promise<Pick<Fixed, 'input' | 'plan' | 'files'> & { readonly made: Made | null }> {
  const input = await readInput(context, start, !dryRun);
  const plan = planRepairs(input, rules, repairersFor(rules));
  const isOutOfStep =
    input.catalogue !== null && rules.some(({ name }) => name === 'catalogue') && !input.unmerged.has(CATALOGUE_FILE);
  if (plan.pages.length === 0 && !isOutOfStep) return { input, plan, files: [], made: null };
  const summary = [
    ...summaryOf(plan),
    ...(plan.pages.length === 0 ? [`updated ${renderLink('index', 'log.md', CATALOGUE_FILE)}`] : []),
  ].join('; ');
  const made = planByHand(
    context,
    { ...input.view, merge: await readOpenMerge(context.world, context.vault) },
    'lint',
    start,
    commit,
    { changes: [], lines: [], edits: plan.pages, about: 'repairs', summary },
  );
  return { input, plan, files: [...made.journal.pages, ...made.journal.generated], made };
}

/** `3 repairs: links/missing 2, unlinked/back-link 1`. */
function summaryOf({ mended }: RepairPlan): string[] {
  if (mended.length === 0) return [];
  const rules = [...groupBy(mended, labelOf)].map(([label, some]) => `${label} ${some.length}`);
  return [`${mended.length} repair${mended.length === 1 ? '' : 's'}: ${rules.join(', ')}`];
}

// `lint --llm`: asks the configured model about pairs of claims on related pages. A person asked for it, so an
// unavailable model is an error. Answers are cached until a claim, the model or the prompt changes.

/** The most pairs per run. */
const MOST_PAIRS = 80;

export interface LookedByModel extends AskedPairs {
  readonly pairs: number;
  /** The number of pairs answered from the cache. */
  readonly known: number;
  readonly model: string;
  readonly usage: Usage;
}

/**
 * Asks about the pairs that are not in the cache. `keep`: cache the answers. Throws `model` if none is configured or it
 * does not answer, `refused` if it is not trusted, `settings`.
 */
export async function askForContradictions(context: Context, input: LintInput, keep: boolean): Promise<LookedByModel> {
  const { model, name, system, asks, progress, cancel, usage, mayRead } = await openAskedModel(
    context,
    'contradictions',
    'memvault lint --llm',
  );
  const tokenizer = await openTokenizer(context.settings.retrieve.languages);
  const pairs = relatedPairs(input, (text) => tokenizer.terms(text), MOST_PAIRS, mayRead);
  const keyOf = ({ older, newer }: ClaimPair): string =>
    textDigest(JSON.stringify([name, system, ...[older, newer].map(({ title, day, text }) => [title, day, text])]));
  const before = readAskedPairs(context.vault);
  const known = pairs.filter((pair) => before.has(keyOf(pair)));
  const open = pairs.filter((pair) => !before.has(keyOf(pair)));
  if (open.length > 0) await mustAnswer(model, cancel.signal);
  const asked = await askAboutPairs(open, system, asks);
  progress.end();
  const said = new Map(asked.found.map((one) => [keyOf(one), answerOf(one)]));
  const answers = new Map(
    [...known, ...asked.certain]
      .map(keyOf)
      .map((key): [string, PairAnswer] => [key, said.get(key) ?? before.get(key) ?? null]),
  );
  if (keep && answers.size > 0) writeAskedPairs(context.vault, before, answers);
  if (asked.reason !== null && asked.answered.length === 0) throw new LLMError(`${model.name}: ${asked.reason}`);
  const found = [...known.flatMap((pair) => contradictionIn(pair, before.get(keyOf(pair)) ?? null)), ...asked.found];
  return { ...asked, found, pairs: pairs.length, known: known.length, model: name, usage: usage() };
}

function answerOf({ older, newer, olderQuote, newerQuote }: Contradiction): PairAnswer {
  const [from, to] = [older.text.indexOf(olderQuote), newer.text.indexOf(newerQuote)];
  return [from, from + olderQuote.length, to, to + newerQuote.length];
}

function contradictionIn(pair: ClaimPair, answer: PairAnswer): Contradiction[] {
  if (answer === null) return [];
  const [olderStart, olderEnd, newerStart, newerEnd] = answer;
  const [olderQuote, newerQuote] = [
    pair.older.text.slice(olderStart, olderEnd),
    pair.newer.text.slice(newerStart, newerEnd),
  ];
  return olderQuote === '' || newerQuote === '' ? [] : [{ ...pair, olderQuote, newerQuote }];
}

/**
 * Accepts everything that these rules find now, and drops accepted findings that they no longer find. Returns what is
 * still shown, and the number of lines written (or to be written). Throws `io`, `refused`.
 */
export function acceptFindings(
  vault: Vault,
  input: LintInput,
  { findings, accepted }: LintResult,
  { rules, at, dryRun }: { readonly rules: readonly Rule[]; readonly at: Date; readonly dryRun: boolean },
): { readonly result: LintResult; readonly lines: number } {
  const labels = new Set(rules.flatMap(checksOf).map(({ label }) => label));
  const lines = planBaseline(
    [...findings.filter(mayBeAccepted), ...accepted],
    input.baseline,
    (label) => labels.has(label),
    at,
  );
  if (!dryRun) appendBaseline(vault, lines);
  const baseline = foldBaseline([...input.baseline.values(), ...lines]);
  return { result: resultOf([...findings, ...accepted], baseline, input.lookedAt.length), lines: lines.length };
}
