// `memvault forget`: facts off every page and out of search, with a tombstone each; looks for them in every file; takes
// it back.
import { findFacts } from '../../forget/find.ts';
import { makeForget } from '../../forget/forget.ts';
import { planForget, type ForgetPlan } from '../../forget/plan.ts';
import { planRemember } from '../../forget/remember.ts';
import { verifyForgotten } from '../../forget/verify.ts';
import { seek, says } from '../../markdown/forget/words.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Journal } from '../../model/journal.ts';
import { carryOutHandRun } from '../../vault/hand-run.ts';
import { markCaches } from '../../vault/scrub.ts';
import type { View } from '../../vault/view.ts';
import { askYes } from '../ask-yes.ts';
import { readViewNow, settleByHand } from '../by-hand.ts';
import { openContext, type Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { committedLines, renderFormerVersions } from '../former-versions.ts';
import { finishCutShort, withVaultLock } from '../hold-lock.ts';
import { followTombstones, newSalt } from '../follow-tombstones.ts';
import { makeProgress } from '../progress.ts';
import { renderForget, renderRemembered, renderVerified, toForgetDocument, toVerifyDocument, type ForgetOutcome } from '../render/forget.ts';
import { sayCommit } from '../say-commit.ts';
import { isOn, textValue, type Command } from '../spec.ts';
import { whichFacts } from '../which-facts.ts';

interface Wishes {
  readonly start: Date;
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly commit: boolean;
  readonly reason: string | null;
}

export const run: Command = async (world, { args, values, ...invocation }) => {
  const dryRun = isOn(values, 'dry-run');
  const [verify, undo, purge] = ['verify', 'undo', 'purge'].map((name) => isOn(values, name));
  if ([verify, undo, purge].filter((one) => one === true).length > 1) throw new MemvaultError('usage', '--verify, --undo and --purge do not go together', { hint: 'say one of them' });
  if (args.length === 0 && verify !== true) throw new MemvaultError('usage', 'it is not said what to forget', { hint: 'give an id or the words of a fact: memvault forget k3v9x2ab4q' });
  const context = await openContext(world, { ...invocation, args, values }, [], dryRun || verify === true);
  const wishes: Wishes = { start: world.now(), dryRun, purge: purge === true, commit: isOn(values, 'commit'), reason: textValue(values, 'reason')?.trim() || null };
  if (verify === true) return await verifyNow(context, args);
  return undo === true ? await remember(context, args, wishes) : await forget(context, args, wishes);
};

async function forget(context: Context, args: readonly string[], wishes: Wishes): Promise<number> {
  const { vault, answer, settings } = context;
  // What was cut short is finished before anybody is asked about what there is.
  if (!wishes.dryRun) await finishCutShort(context);
  const view = wishes.dryRun || answer.asks ? await readViewNow(context) : null;
  // Questions are asked before the lock is taken; where nobody is there to ask, one look is enough.
  const chosen = view === null ? [] : await whichFacts(context, view, args);
  if (chosen === null) return EXIT.done;
  if (view !== null) mustNotRepeat(view, chosen, wishes.reason);
  if (view !== null && wishes.dryRun) return say(context, { plan: planForget(vault, view, { ids: chosen, ...wishes }), run: null, dryRun: true, purge: wishes.purge, remaining: null });
  if (wishes.purge && answer.asks && !answer.yes && !(await askYes(context, `Take ${chosen.length === 1 ? 'its line' : 'their lines'} out of the daily log for good? There is no way back.`))) return EXIT.done;
  return await withVaultLock(context, 'forget', async () => {
    // Whoever held the lock before may have written pages.
    const progress = makeProgress(context.world, answer);
    const now = await readViewNow(context);
    const ids = view === null ? ((await whichFacts(context, now, args)) ?? []) : chosen;
    mustNotRepeat(now, ids, wishes.reason);
    const caches = markCaches(vault);
    const plan = planForget(vault, now, { ids, ...wishes });
    const journal = makeForget(vault, now, plan, { ...wishes, newSalt: newSalt(context) });
    progress.update('Forgetting', 0, 0);
    const failed = journal === null ? [] : carry(context, journal, settings.maintain.keep_runs);
    progress.update('Bringing the index in step', 0, 0);
    const committed = journal === null ? null : await settleByHand(context, wishes.start, wishes.commit);
    followTombstones(context, journal === null ? null : caches);
    progress.end();
    const left = new Set(failed.map(({ path }) => path));
    const status = say(context, { plan: { ...plan, edits: plan.edits.filter(({ path }) => !left.has(path)) }, run: journal?.run ?? null, dryRun: false, purge: wishes.purge, remaining: [...plan.remaining, ...failed] });
    const kept = await committedLines(context, plan.purges);
    if (kept.length > 0) answer.remark(renderFormerVersions(kept));
    return Math.max(status, sayCommit(context, committed));
  });
}

/** What could not be written in this very moment. */
function carry({ vault }: Context, journal: Journal, keepRuns: number): ForgetPlan['remaining'] {
  return [...carryOutHandRun(vault, journal, keepRuns)].map(([path, why]) => ({ path, line: 1, what: `cites it: ${why}`, failed: true }));
}

function say({ answer }: Context, { remaining, ...outcome }: Omit<ForgetOutcome, 'remaining'> & { remaining: ForgetPlan['remaining'] | null }): number {
  const whole: ForgetOutcome = { ...outcome, remaining: remaining ?? outcome.plan.remaining };
  answer.document('forget', toForgetDocument(whole));
  if (outcome.dryRun) answer.print(renderForget(whole, answer.color));
  else answer.report(renderForget(whole, answer.color));
  return !outcome.dryRun && whole.remaining.some(({ failed }) => failed) ? EXIT.partly : EXIT.done;
}

/** The reason stands in a file for good. */
function mustNotRepeat(view: View, ids: readonly string[], reason: string | null): void {
  if (reason === null) return;
  const sought = seek(ids.flatMap((id) => view.factById.get(id) ?? []).map(({ id, text }) => ({ fact: id, text })), []);
  if (says(reason, sought)) throw new MemvaultError('bad-input', 'the reason repeats what is to be forgotten', { hint: 'tombstones are kept for good; give a reason without its words' });
}

async function remember(context: Context, args: readonly string[], { start, commit, dryRun }: Wishes): Promise<number> {
  const { vault, answer, settings } = context;
  if (!dryRun) await finishCutShort(context);
  const idsIn = async (view: View): Promise<string[] | null> => await whichFacts(context, { ...view, forgotten: new Set() }, args);
  const first = await readViewNow(context);
  const ids = await idsIn(first);
  if (ids === null) return EXIT.done;
  const { facts } = planRemember(vault, first, ids, { start, commit });
  if (dryRun) return told(facts, null);
  return await withVaultLock(context, 'forget', async () => {
    const caches = markCaches(vault);
    const made = planRemember(vault, await readViewNow(context), ids, { start, commit });
    carryOutHandRun(vault, made.journal, settings.maintain.keep_runs);
    const committed = await settleByHand(context, start, commit);
    followTombstones(context, caches);
    return Math.max(told(made.facts, made.journal.run), sayCommit(context, committed));
  });

  function told(back: typeof facts, run: string | null): number {
    answer.document('forget', { run, dryRun: run === null, remembered: back.map(({ id, day, path, line }) => ({ id, date: day, path, line })), forgotten: [], pages: [], remaining: [] });
    if (run === null) answer.print(renderRemembered(back, true));
    else answer.report(renderRemembered(back, false));
    return EXIT.done;
  }
}

async function verifyNow(context: Context, args: readonly string[]): Promise<number> {
  const { vault, answer, world } = context;
  const view = await readViewNow(context);
  const ids = args.length === 0 ? null : idsToVerify(context, view, args);
  const texts = ids !== null && ids.length === 0 ? [args.join(' ')] : [];
  const found = verifyForgotten(vault, view, ids, texts, makeProgress(world, answer));
  answer.document('forget', toVerifyDocument(found));
  answer.print(found.facts.length + texts.length === 0 ? 'Nothing is forgotten here.' : renderVerified(found, answer.color));
  return found.leaks.length > 0 ? EXIT.problems : found.unread.length > 0 ? EXIT.partly : EXIT.done;
}

/** None for words that no fact says: then the words themselves are looked for. */
function idsToVerify(context: Context, view: View, args: readonly string[]): string[] {
  const standing = [...view.forgotten].filter((id) => args.some((arg) => arg.length >= 6 && id.startsWith(arg.replace(/^\^/, ''))));
  if (standing.length > 0) return standing;
  const { equal } = findFacts(view.facts, args.join(' '));
  const lost = equal.filter(({ id }) => !view.forgotten.has(id));
  if (lost.length > 0) context.answer.remark(`${lost.map(({ id }) => id).join(', ')} ${lost.length === 1 ? 'says' : 'say'} it and ${lost.length === 1 ? 'is' : 'are'} not forgotten.`);
  return equal.map(({ id }) => id);
}
