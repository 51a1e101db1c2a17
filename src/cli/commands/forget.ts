// `memvault forget`: takes facts off every page and out of search, with a tombstone each; verifies that they are gone;
// undoes it.
import { findFacts, type ForgetPlan, makeForget, planForget, planRemember, type Remaining } from '../../forget/plan.ts';
import { verifyForgotten } from '../../forget/verify.ts';
import { gitIn } from '../../git/repository.ts';
import { says, seek } from '../../language/forgotten-words.ts';
import type { Fact } from '../../model/fact.ts';
import type { Cancel } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import { CATALOGUE_MARKERS, ownLines, SUMMARY_MARKERS } from '../../page/markers.ts';
import type { Context } from '../../tasks/context.ts';
import { finishCutShort, followTombstones, newSalt, withVaultLock } from '../../tasks/hold-lock.ts';
import { repositoryOf, unlessGitFails } from '../../tasks/git.ts';
import { readViewNow, settleByHand } from '../../tasks/record-by-hand.ts';
import { isOfSession } from '../../page/daily-entry.ts';
import { readText } from '../../vault/disk.ts';
import { carryOutHandRun } from '../../vault/record-run.ts';
import { absolute, CATALOGUE_FILE, OWN, SUMMARY_FILE } from '../../vault/vault.ts';
import { isForgotten, type View } from '../../vault/view.ts';
import { openContext, sayCommit } from '../context.ts';
import {
  type ForgetOutcome,
  renderForget,
  renderVerified,
  toForgetDocument,
  toVerifyDocument,
} from '../render/forget.ts';
import { type Command, EXIT, failure, isOn, textValue, usage } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';
import { foldId, looksLikeId, short, whichFacts } from '../which-facts.ts';

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

interface Wishes {
  /** Forget all facts of this session. */
  readonly session: string | null;
  readonly start: Date;
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly commit: boolean;
  readonly reason: string | null;
}

export const run: Command = async (world, invocation) => {
  const { args, values } = invocation;
  const dryRun = isOn(values, 'dry-run');
  const [verify, undo, purge] = [isOn(values, 'verify'), isOn(values, 'undo'), isOn(values, 'purge')];
  if ([verify, undo, purge].filter((one) => one).length > 1)
    throw usage('--verify, --undo and --purge do not go together', 'say one of them');
  const session = textValue(values, 'session') ?? null;
  if (session !== null && (args.length > 0 || verify))
    throw usage('--session takes no other facts, and no --verify', 'say what to forget by its session alone');
  if (args.length === 0 && !verify && session === null)
    throw usage('nothing to forget', 'give an id or the words of a fact: memvault forget k3v9x2ab4q');
  const context = await openContext(world, invocation, [], dryRun || verify);
  if (verify) return await verifyNow(context, args);
  const wishes: Wishes = {
    session,
    start: world.now(),
    dryRun,
    purge,
    commit: isOn(values, 'commit'),
    reason: textValue(values, 'reason')?.trim() || null,
  };
  // Finishes an interrupted run before asking, so that the question shows the final state.
  if (!dryRun) await finishCutShort(context);
  return await (undo ? remember : forget)(context, args, wishes);
};

/** Returns ids; null if the person chose none. `undo`: look only at forgotten facts. */
async function factsMeant(
  context: Context,
  view: View,
  args: readonly string[],
  { session, purge }: Pick<Wishes, 'session' | 'purge'>,
  undo = false,
): Promise<string[] | null> {
  if (session === null) return await whichFacts(context, undo ? { ...view, forgotten: new Set() } : view, args);
  const isMeant = (fact: Fact): boolean => isOfSession(fact, session) && (purge || isForgotten(fact.id, view) === undo);
  const ids = view.facts.flatMap((fact) => (isMeant(fact) ? [fact.id] : []));
  if (ids.length > 0) return ids;
  throw failure(
    'not-found',
    `no fact of the session ${JSON.stringify(short(session))} is ${undo ? 'forgotten' : 'left'}`,
    'a daily log shows the session of its facts behind their time',
  );
}

async function forget(context: Context, args: readonly string[], wishes: Wishes): Promise<number> {
  const { vault, answer } = context;
  const { dryRun, purge, reason, start } = wishes;
  const view = dryRun || answer.asks ? await readViewNow(context) : null;
  // Questions are asked before taking the lock. Without a person to ask, reading the vault once is enough.
  const chosen = view === null ? [] : await factsMeant(context, view, args, wishes);
  if (chosen === null) return EXIT.done;
  if (view !== null) mustNotRepeat(view, chosen, reason);
  if (view !== null && dryRun)
    return await lookAhead(context, view, planForget(vault, view, { ids: chosen, ...wishes }), purge);
  const asks = answer.asks && !answer.yes;
  if (asks && wishes.session !== null && !(await askYes(context, `Forget ${plural(chosen.length, 'fact')}?`)))
    return EXIT.done;
  if (purge && asks) {
    const lines = chosen.length === 1 ? 'its line' : 'their lines';
    if (!(await askYes(context, `Remove ${lines} from the daily log for good? This cannot be undone.`)))
      return EXIT.done;
  }
  return await withVaultLock(context, 'forget', async () => {
    // Ctrl-C does not stop the forgetting, only the search for traces after it.
    const cancel = context.world.cancellable();
    const progress = await answer.progress();
    // The previous holder of the lock may have written pages.
    const now = await readViewNow(context);
    const ids = view === null ? ((await factsMeant(context, now, args, wishes)) ?? []) : chosen;
    mustNotRepeat(now, ids, reason);
    const plan = planForget(vault, now, { ids, ...wishes });
    const journal = makeForget(vault, now, plan, { ...wishes, newSalt: newSalt(context) });
    progress.update('Forgetting', 0, 0);
    // Pages that could not be written.
    const unwritten = journal === null ? new Map<string, string>() : carryOutHandRun(vault, journal);
    const failed = [...unwritten].map(([path, why]) => ({ path, line: 1, what: `cites it: ${why}`, failed: true }));
    progress.update('Updating the index', 0, 0);
    const committed = await settleByHand(context, start, journal !== null && wishes.commit, true);
    followTombstones(context.vault, journal !== null);
    progress.end();
    // Names everything else that still says it, while the text is known.
    const gone = new Set(plan.purges.map(({ fact }) => fact));
    const { still, interrupted } = await stillSaid(context, now, plan, gone, cancel);
    const status = say(context, {
      plan: { ...plan, edits: plan.edits.filter(({ path }) => !unwritten.has(path)) },
      run: journal?.run ?? null,
      dryRun,
      purge,
      remaining: eachPlace([...plan.remaining, ...failed, ...still]),
    });
    const kept = await committedAmong(context, new Set(plan.purges.map(({ path }) => path)));
    if (kept.length > 0)
      answer.remark(
        `git keeps earlier versions of ${kept.join(', ')}, and so does everyone who pulled them.\n` +
          'docs/forget.md says how to rewrite the history.',
      );
    const ended = Math.max(status, sayCommit(context, committed));
    if (!interrupted) return ended;
    answer.remark('Stopped before all files were checked for remaining traces: run memvault forget --verify.');
    return EXIT.interrupted;
  });
}

/** The places on pages and elsewhere that still say it. */
async function stillSaid(
  { vault, answer }: Context,
  view: View,
  plan: ForgetPlan,
  gone: ReadonlySet<string>,
  cancel?: Cancel,
): Promise<{ still: Remaining[]; interrupted: boolean }> {
  const ids = plan.forgotten.map(({ id }) => id);
  if (ids.length === 0) return { still: [], interrupted: false };
  const { leaks, unread, interrupted } = await verifyForgotten(
    vault,
    view,
    { ids, texts: [], gone, quick: true },
    await answer.progress(),
    cancel,
  );
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

/** Searches only the files that memvault does not write; the plan covers the others. */
async function lookAhead(context: Context, view: View, plan: ForgetPlan, purge: boolean): Promise<number> {
  const textOf = (path: string): string => readText(absolute(context.vault, path)) ?? '';
  const made = new Map([
    [SUMMARY_FILE, ownLines(textOf(SUMMARY_FILE), SUMMARY_MARKERS)],
    [CATALOGUE_FILE, ownLines(textOf(CATALOGUE_FILE), CATALOGUE_MARKERS)],
  ]);
  const isMade = ({ path, line }: Remaining): boolean => made.get(path)?.(line - 1) === true;
  const { still } = await stillSaid(context, view, plan, new Set());
  const others = still.filter((one) => !view.pages.has(one.path) && !one.path.startsWith(`${OWN}/`) && !isMade(one));
  return say(context, {
    plan,
    run: null,
    dryRun: true,
    purge,
    remaining: eachPlace([...plan.remaining, ...plan.traces, ...others]),
  });
}

/** Exits with `partly` if anything is left, so that nobody takes it for gone. */
function say(context: Context, outcome: ForgetOutcome): number {
  const { answer } = context;
  answer.document('forget', toForgetDocument(outcome));
  answer[outcome.dryRun ? 'print' : 'report'](renderForget(outcome, faceOf(context)));
  return !outcome.dryRun && outcome.remaining.length > 0 ? EXIT.partly : EXIT.done;
}

/** The reason is kept in a file for good. */
function mustNotRepeat(view: View, ids: readonly string[], reason: string | null): void {
  if (reason === null) return;
  const sought = seek(
    ids.flatMap((id) => view.factById.get(id) ?? []).map(({ id, text }) => ({ fact: id, text })),
    [],
  );
  if (says(reason, sought))
    throw failure(
      'bad-input',
      'the reason repeats what is to be forgotten',
      'tombstones are kept for good; give a reason without its words',
    );
}

async function remember(context: Context, args: readonly string[], wishes: Wishes): Promise<number> {
  const { start, commit, dryRun } = wishes;
  const { vault } = context;
  const first = await readViewNow(context);
  const ids = await factsMeant(context, first, args, wishes, true);
  if (ids === null) return EXIT.done;
  const planned = planRemember(vault, first, ids, { start, commit });
  if (dryRun) return sayRemembered(context, planned, true);
  return await withVaultLock(context, 'forget', async () => {
    const made = planRemember(vault, await readViewNow(context), ids, { start, commit });
    carryOutHandRun(vault, made.journal);
    const committed = await settleByHand(context, start, commit);
    followTombstones(context.vault, true);
    return Math.max(sayRemembered(context, made, false), sayCommit(context, committed));
  });
}

function sayRemembered(
  { answer }: Context,
  { facts, journal }: ReturnType<typeof planRemember>,
  dryRun: boolean,
): number {
  answer.document('forget', {
    run: dryRun ? null : journal.run,
    dryRun,
    remembered: facts.map(({ id, day, path, line }) => ({ id, date: day, path, line })),
    forgotten: [],
    pages: [],
    remaining: [],
  });
  const did = dryRun ? 'Would bring back' : 'Brought back';
  const lines = facts.map(({ id, day }) => `${did} ${id} of ${day}: it is pending again`);
  answer[dryRun ? 'print' : 'report'](lines.join('\n'));
  return EXIT.done;
}

async function verifyNow(context: Context, args: readonly string[]): Promise<number> {
  const { vault, answer } = context;
  const view = await readViewNow(context);
  const ids = args.length === 0 ? null : idsToVerify(context, view, args);
  const texts = ids !== null && ids.length === 0 ? [args.join(' ')] : [];
  const found = await verifyForgotten(vault, view, { ids, texts }, await answer.progress());
  answer.document('forget', toVerifyDocument(found));
  answer.print(
    found.facts.length + texts.length === 0 ? 'Nothing is forgotten here.' : renderVerified(found, faceOf(context)),
  );
  return found.leaks.length > 0 ? EXIT.problems : found.unread.length > 0 ? EXIT.partly : EXIT.done;
}

/**
 * The ids to verify; none for words that no fact says, which are then searched for themselves. Throws `not-found` if
 * all words look like ids and one is unknown.
 */
function idsToVerify(context: Context, view: View, args: readonly string[]): string[] {
  const known = [...new Set([...view.forgotten, ...view.factById.keys(), ...view.ledger.keys()])];
  const words = args.map(foldId);
  const found = words.map((word) => (looksLikeId(word) ? known.filter((id) => id.startsWith(word)) : []));
  const unknown = args.filter((_, at) => found[at]?.length === 0);
  // A single id-like word among others is part of a statement.
  if (unknown.length > 0 && words.every(looksLikeId))
    throw failure(
      'not-found',
      `no fact has the id ${unknown.map(short).join(', ')}, so nothing was looked for`,
      'memvault facts --as forgotten lists what is forgotten',
    );
  const ids =
    unknown.length === 0 ? [...new Set(found.flat())] : findFacts(view.facts, args.join(' ')).equal.map(({ id }) => id);
  const lost = ids.filter((id) => !view.forgotten.has(id));
  if (lost.length > 0) context.answer.remark(`${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} not forgotten.`);
  return ids;
}
