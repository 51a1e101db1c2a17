// Forgets facts: planned from the view, carried out under the lock, then everything else is searched for what still
// says them. Also takes forgetting back.
import { findFacts, type ForgetPlan, makeForget, planForget, planRemember, type Remaining } from '../forget/plan.ts';
import { type Verified, verifyForgotten } from '../forget/verify.ts';
import { gitIn } from '../git/repository.ts';
import { says, seek } from '../language/forgotten-words.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Cancel } from '../model/ports.ts';
import { CATALOGUE_MARKERS, ownLines, SUMMARY_MARKERS } from '../page/own-part.ts';
import { readText } from '../vault/disk.ts';
import { carryOutHandRun } from '../vault/record-run.ts';
import { absolute, CATALOGUE_FILE, OWN, SUMMARY_FILE } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { foldId, looksLikeId, short } from './find-subject.ts';
import { repositoryOf, unlessGitFails } from './git.ts';
import { followTombstones, newSalt, withVaultLock } from './hold-lock.ts';
import { readViewNow, settleByHand } from './record-by-hand.ts';

export interface ForgetWishes {
  readonly start: Date;
  readonly purge: boolean;
  readonly commit: boolean;
  readonly reason: string | null;
}

export interface ForgetOutcome {
  readonly plan: ForgetPlan;
  /** Null if there was nothing to do, and in a dry run. */
  readonly run: string | null;
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly remaining: readonly Remaining[];
  /** Purged logs that git still has. */
  readonly inGit: readonly string[];
  readonly commit: CommitOutcome | null;
  /** Whether a person stopped the search for what is left. */
  readonly interrupted: boolean;
}

/**
 * What would be forgotten. Of files that memvault writes itself the plan says what remains; only others are searched.
 */
export async function rehearseForget(
  context: Context,
  view: View,
  ids: readonly string[],
  wishes: ForgetWishes,
): Promise<ForgetOutcome> {
  const { vault } = context;
  const plan = planForget(vault, view, { ids, ...wishes });
  const textOf = (path: string): string => readText(absolute(vault, path)) ?? '';
  const made = new Map([
    [SUMMARY_FILE, ownLines(textOf(SUMMARY_FILE), SUMMARY_MARKERS)],
    [CATALOGUE_FILE, ownLines(textOf(CATALOGUE_FILE), CATALOGUE_MARKERS)],
  ]);
  const isMade = ({ path, line }: Remaining): boolean => made.get(path)?.(line - 1) === true;
  const { still } = await stillSaid(context, view, plan, new Set());
  const others = still.filter((one) => !view.pages.has(one.path) && !one.path.startsWith(`${OWN}/`) && !isMade(one));
  const remaining = eachPlace([...plan.remaining, ...plan.traces, ...others]);
  return { plan, run: null, dryRun: true, purge: wishes.purge, remaining, inGit: [], commit: null, interrupted: false };
}

/** Ctrl-C does not stop the forgetting, only the search for traces after it. */
export async function carryOutForget(
  context: Context,
  ids: readonly string[],
  wishes: ForgetWishes,
): Promise<ForgetOutcome> {
  const { vault, answer, world } = context;
  const { purge, start } = wishes;
  return await withVaultLock(context, 'forget', async () => {
    const cancel = world.cancellable();
    const progress = await answer.progress();
    // The previous holder of the lock may have written pages.
    const view = await readViewNow(context);
    const plan = planForget(vault, view, { ids, ...wishes });
    const journal = makeForget(vault, view, plan, { ...wishes, newSalt: newSalt(context) });
    progress.update('Forgetting', 0, 0);
    const unwritten = journal === null ? new Map<string, string>() : carryOutHandRun(vault, journal);
    const failed = [...unwritten].map(([path, why]) => ({ path, line: 1, what: `cites it: ${why}`, failed: true }));
    progress.update('Updating the index', 0, 0);
    const commit = await settleByHand(context, start, journal !== null && wishes.commit, true);
    followTombstones(vault, journal !== null);
    progress.end();
    // Names everything else that still says it, while the text is known.
    const gone = new Set(plan.purges.map(({ fact }) => fact));
    const { still, interrupted } = await stillSaid(context, view, plan, gone, cancel);
    return {
      plan: { ...plan, edits: plan.edits.filter(({ path }) => !unwritten.has(path)) },
      run: journal?.run ?? null,
      dryRun: false,
      purge,
      remaining: eachPlace([...plan.remaining, ...failed, ...still]),
      inGit: await committedAmong(context, new Set(plan.purges.map(({ path }) => path))),
      commit,
      interrupted,
    };
  });
}

/** The reason is kept in a file for good. Throws `bad-input`. */
export function mustNotRepeat(view: View, ids: readonly string[], reason: string | null): void {
  if (reason === null) return;
  const facts = ids.flatMap((id) => view.factById.get(id) ?? []);
  const sought = seek(
    facts.map(({ id, text }) => ({ fact: id, text })),
    [],
  );
  if (says(reason, sought))
    throw new MemvaultError('bad-input', 'the reason repeats what is to be forgotten', {
      hint: 'tombstones are kept for good; give a reason without its words',
    });
}

/** The places on pages and elsewhere that still say it. `gone`: purged facts. */
async function stillSaid(
  { vault, answer }: Context,
  view: View,
  plan: ForgetPlan,
  gone: ReadonlySet<string>,
  cancel?: Cancel,
): Promise<{ still: Remaining[]; interrupted: boolean }> {
  const ids = plan.forgotten.map(({ id }) => id);
  if (ids.length === 0) return { still: [], interrupted: false };
  const sought = { ids, texts: [], gone, quick: true };
  const { leaks, unread, interrupted } = await verifyForgotten(vault, view, sought, await answer.progress(), cancel);
  const closed = new Set(plan.remaining.filter(({ failed }) => failed).map(({ path }) => path));
  const still = [
    ...leaks
      .filter(({ path, what }) => !(what === 'cites it' && closed.has(path)))
      .map(({ path, line, what }) => ({ path, line, what: what.replace(/^says/, 'still says'), failed: false })),
    ...unread.map((path) => ({ path, line: 1, what: 'could not be looked through', failed: false })),
  ];
  return { still, interrupted };
}

/** One entry per place; the first one, which says what to do, wins. */
function eachPlace(remaining: readonly Remaining[]): Remaining[] {
  return [...new Map([...remaining].reverse().map((one) => [`${one.path}:${one.line}`, one])).values()].reverse();
}

/** The logs that git has ever committed, which a purge cannot reach. Empty without git or a repository. */
async function committedAmong({ vault, world }: Context, paths: ReadonlySet<string>): Promise<string[]> {
  if (paths.size === 0 || (await unlessGitFails(repositoryOf(world, vault.root))) === null) return [];
  const git = gitIn(vault.root, world);
  const held: string[] = [];
  for (const path of paths) {
    const logged = await unlessGitFails(git(['log', '--all', '-1', '--format=%H', '--', path]));
    if (logged?.status === 0 && logged.stdout.length > 0) held.push(path);
  }
  return held;
}

export type Remembered = ReturnType<typeof planRemember> & { readonly commit: CommitOutcome | null };

/** Takes forgetting back. */
export async function rememberFacts(
  context: Context,
  view: View,
  ids: readonly string[],
  { start, commit, dryRun }: Pick<ForgetWishes, 'start' | 'commit'> & { readonly dryRun: boolean },
): Promise<Remembered> {
  const { vault } = context;
  // Refused before the lock is taken.
  const planned = planRemember(vault, view, ids, { start, commit });
  if (dryRun) return { ...planned, commit: null };
  return await withVaultLock(context, 'forget', async () => {
    const made = planRemember(vault, await readViewNow(context), ids, { start, commit });
    carryOutHandRun(vault, made.journal);
    const committed = await settleByHand(context, start, commit);
    followTombstones(vault, true);
    return { ...made, commit: committed };
  });
}

/**
 * Searches every file for what is forgotten, or for the facts or the words that were typed. Throws `not-found` if all
 * words look like ids and one is unknown.
 */
export async function verifyNow(context: Context, typed: readonly string[]): Promise<Verified> {
  const { vault, answer } = context;
  const view = await readViewNow(context);
  const ids = typed.length === 0 ? null : idsToVerify(context, view, typed);
  const texts = ids !== null && ids.length === 0 ? [typed.join(' ')] : [];
  return await verifyForgotten(vault, view, { ids, texts }, await answer.progress());
}

/** None for words that no fact says, which are then searched for themselves. */
function idsToVerify({ answer }: Context, view: View, typed: readonly string[]): string[] {
  const known = [...new Set([...view.forgotten, ...view.factById.keys(), ...view.ledger.keys()])];
  const words = typed.map(foldId);
  const found = words.map((word) => (looksLikeId(word) ? known.filter((id) => id.startsWith(word)) : []));
  const unknown = typed.filter((_, at) => found[at]?.length === 0);
  // A single id-like word among others is part of a statement.
  if (unknown.length > 0 && words.every(looksLikeId))
    throw new MemvaultError(
      'not-found',
      `no fact has the id ${unknown.map(short).join(', ')}, so nothing was looked for`,
      { hint: 'memvault facts --as forgotten lists what is forgotten' },
    );
  const ids =
    unknown.length === 0
      ? [...new Set(found.flat())]
      : findFacts(view.facts, typed.join(' ')).equal.map(({ id }) => id);
  const lost = ids.filter((id) => !view.forgotten.has(id));
  if (lost.length > 0) answer.remark(`${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} not forgotten.`);
  return ids;
}
