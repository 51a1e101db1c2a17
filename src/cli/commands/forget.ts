// `memvault forget`: takes facts off every page and out of search, with a tombstone each; verifies that they are gone;
// undoes it.
import type { Remaining } from '../../forget/plan.ts';
import type { Verified } from '../../forget/verify.ts';
import { plain } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { plural } from '../../model/text.ts';
import { isOfSession } from '../../page/fact-line.ts';
import type { Context } from '../../tasks/context.ts';
import { ambiguousFacts, lineOf, lookUp, short } from '../../tasks/find-subject.ts';
import {
  carryOutForget,
  type ForgetOutcome,
  mustNotRepeat,
  rehearseForget,
  rememberFacts,
  verifyNow,
} from '../../tasks/forget.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { isForgotten, type View } from '../../vault/view.ts';
import { sayCommit } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, failure, isOn, textValue, usage } from '../spec.ts';
import { type Face, faceOf, firstOf, linesOf, wrapFor } from '../terminal/face.ts';
import { askYes, choose } from '../terminal/prompts.ts';

export const run: Command = async (context, { args, values }) => {
  const { answer, world } = context;
  const session = textValue(values, 'session') ?? null;
  if (isOn(values, 'verify')) return await verify(context, args);
  if (session !== null && args.length > 0)
    throw usage('--session takes no other facts', 'say what to forget by its session alone');
  if (args.length === 0 && session === null)
    throw usage('nothing to forget', 'give an id or the words of a fact: memvault forget k3v9x2ab4q');
  const [dryRun, undo, purge] = [isOn(values, 'dry-run'), isOn(values, 'undo'), isOn(values, 'purge')];
  const wishes = {
    start: world.now(),
    purge,
    commit: isOn(values, 'commit'),
    reason: textValue(values, 'reason')?.trim() || null,
  };
  // Finishes an interrupted run before asking, so that the question shows the final state.
  if (!dryRun) await finishCutShort(context);
  const view = await readViewNow(context);
  const sought = undo ? { ...view, forgotten: new Set<string>() } : view;
  const isMeant = (fact: Fact): boolean => purge || isForgotten(fact.id, view) === undo;
  const ids =
    session === null
      ? await whichFacts(context, sought, args)
      : factsOfSession(view.facts.filter(isMeant), session, undo ? 'forgotten' : 'left');
  if (ids === null) return EXIT.done;
  mustNotRepeat(view, ids, wishes.reason);
  if (undo) return await remember(context, view, ids, { ...wishes, dryRun });
  if (!dryRun && !(await agrees(context, ids, session !== null, purge))) return EXIT.done;
  const outcome = await (dryRun ? rehearseForget(context, view, ids, wishes) : carryOutForget(context, ids, wishes));
  answer.document(toForgetDocument(outcome));
  answer[dryRun ? 'print' : 'report'](renderForget(outcome, faceOf(context)));
  if (outcome.inGit.length > 0)
    answer.remark(
      `git keeps earlier versions of ${outcome.inGit.join(', ')}, and so does everyone who pulled them.\n` +
        'docs/forget.md says how to rewrite the history.',
    );
  const status = sayCommit(context, outcome.commit);
  if (outcome.interrupted) {
    answer.remark('Stopped before all files were checked for remaining traces: run memvault forget --verify.');
    return EXIT.interrupted;
  }
  // Nobody should take for gone what is still somewhere.
  return !dryRun && outcome.remaining.length > 0 ? EXIT.partly : status;
};

function factsOfSession(facts: readonly Fact[], session: string, what: string): string[] {
  const ids = facts.filter((fact) => isOfSession(fact, session)).map(({ id }) => id);
  if (ids.length > 0) return ids;
  throw failure(
    'not-found',
    `no fact of the session ${JSON.stringify(short(session))} is ${what}`,
    'a daily log shows the session of its facts behind their time',
  );
}

async function agrees(context: Context, ids: readonly string[], asks: boolean, purge: boolean): Promise<boolean> {
  const { answer } = context;
  if (!answer.asks || answer.yes) return true;
  if (asks && !(await askYes(context, `Forget ${plural(ids.length, 'fact')}?`))) return false;
  const lines = ids.length === 1 ? 'its line' : 'their lines';
  return !purge || (await askYes(context, `Remove ${lines} from the daily log for good? This cannot be undone.`));
}

/** Nobody reads more. */
const SHOWN = 20;

/** Full ids; null if the person chose none. Throws `not-found`, `ambiguous` with the list, `bad-input`. */
async function whichFacts(context: Context, view: View, args: readonly string[]): Promise<string[] | null> {
  const { answer } = context;
  if (args.length === 1 && args[0] === '-') {
    const found = (await readLines(context)).flatMap((line) => {
      const { ids, alike } = lookUp(view, [line], answer.yes);
      if (alike.length === 0) return ids;
      const hint = 'nothing was forgotten; give whole statements or ids';
      throw ambiguousFacts(alike, view, `the words of "${short(line)}"`, hint);
    });
    return [...new Set(found)];
  }
  const { ids, alike } = lookUp(view, args, answer.yes);
  const [first] = alike;
  if (first === undefined) return ids;
  const isOne = alike.length === 1;
  if (!answer.asks) {
    const hint = isOne ? 'say --yes if it is that one, or give its id' : 'give the id of the right one';
    throw ambiguousFacts(alike, view, 'these words', hint);
  }
  if (isOne) {
    answer.warn(`${first.id}  ${lineOf(first.id, view)}`);
    return (await askYes(context, 'Forget this?')) ? [first.id] : null;
  }
  const more = alike.length > SHOWN ? ` The newest ${SHOWN} of ${alike.length}; more words find fewer.` : '';
  const choices = alike.slice(0, SHOWN).map(({ id, day, category, text }) => ({
    value: id,
    label: `${day}  [${category}] ${short(text)}`,
  }));
  const question = `Which one should be forgotten?${more}`;
  const picked = await choose<string>(context, question, [...choices, { value: '', label: 'none' }], '');
  return picked === '' ? null : [picked];
}

async function readLines({ world }: Context): Promise<string[]> {
  const hint = 'pipe ids or statements, one a line';
  if (world.stdinIsTerminal) throw usage('there is nothing to forget', hint);
  const lines = (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw failure('bad-input', 'there is nothing to forget', hint);
  return lines;
}

async function remember(
  context: Context,
  view: View,
  ids: readonly string[],
  wishes: Parameters<typeof rememberFacts>[3],
): Promise<number> {
  const { answer } = context;
  const { dryRun } = wishes;
  const { facts, journal, commit } = await rememberFacts(context, view, ids, wishes);
  answer.document({
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
  return sayCommit(context, commit);
}

async function verify(context: Context, args: readonly string[]): Promise<number> {
  const { answer, world } = context;
  const found = await verifyNow(context, args);
  answer.document(toVerifyDocument(found));
  const verified =
    found.facts.length === 0 && args.length === 0
      ? 'Nothing is forgotten here.'
      : renderVerified(found, faceOf(context));
  answer.print(wrapFor(world.stdout, verified));
  return found.leaks.length > 0 ? EXIT.problems : found.unread.length > 0 ? EXIT.partly : EXIT.done;
}

// The result, for people and as JSON. Never quotes what was forgotten, except in a dry run.

function toForgetDocument({ plan, run, dryRun, purge, remaining }: ForgetOutcome): Record<string, unknown> {
  return {
    run,
    dryRun,
    forgotten: plan.forgotten.map(({ id, day, fact, equal }) => ({
      id,
      date: day,
      path: fact?.path ?? null,
      line: fact?.line ?? null,
      equal,
      purged: purge && fact !== null,
    })),
    pages: plan.edits.map(({ path, after }) => ({ path, removed: after === null })),
    remaining: remaining.map(({ path, line, what }) => ({ path, line, what })),
  };
}

function renderForget({ plan, run, dryRun, purge, remaining }: ForgetOutcome, face: Face): string {
  const { paint } = face;
  const done = dryRun ? 'Would forget' : 'Forgot';
  if (run === null && !dryRun)
    return ['Nothing to do: it is forgotten already.', ...renderRemaining(remaining, face)].join('\n');
  const lines = linesOf(
    plan.forgotten.map(
      (one) =>
        `${done} ${paint('dim', one.id)} of ${one.day}${one.equal ? ', which says the same' : ''}` +
        (dryRun && one.fact ? `: ${plain(one.fact.text)}` : ''),
    ),
    plan.forgotten.length === 0 && `${dryRun ? 'Would remove' : 'Removed'} forgotten facts from pages.`,
    plan.edits.map((edit) => `  ${edit.after === null ? 'removed ' : 'updated '} ${plain(edit.path)}`),
    [...groupBy(plan.purges, ({ path }) => path)].map(
      ([path, own]) => `  ${dryRun ? 'would go' : 'gone'} from ${plain(path)}: ${plural(own.length, 'line')}`,
    ),
  );
  if (!dryRun && !purge && plan.forgotten.some(({ fact }) => fact !== null))
    lines.push('The daily log keeps its line. --purge removes that too; --undo restores the fact.');
  return [...lines, ...renderRemaining(remaining, face)].join('\n');
}

function renderRemaining(remaining: readonly Remaining[], { paint }: Face): string[] {
  if (remaining.length === 0) return [];
  const lines = remaining.map(({ path, line, what }) => `  ${plain(path)}:${line}  ${paint('yellow', what)}`);
  return ['Left for you to do:', ...firstOf(lines, SHOWN, (more) => `  and ${more} more; --json names all`)];
}

function toVerifyDocument({ files, facts, leaks, alsoSaid, unread, hasGit }: Verified): Record<string, unknown> {
  return {
    verified: facts,
    files,
    remaining: leaks.map(({ path, line, what, fact }) => ({ path, line, what, fact: fact === '' ? null : fact })),
    alsoSaid: alsoSaid.map(({ fact, by }) => ({ fact: fact === '' ? null : fact, by })),
    unread,
    gitSearched: false,
    git: hasGit,
  };
}

function renderVerified({ files, facts, leaks, alsoSaid, unread, hasGit }: Verified, { paint }: Face): string {
  const nameOf = (fact: string): string => (fact === '' ? 'the text' : fact);
  return linesOf(
    leaks.map(
      ({ fact, path, line, what }) => `${paint('red', 'leaked')}: ${plain(path)}:${line}  ${what} (${nameOf(fact)})`,
    ),
    facts.map(({ fact, path, line }) =>
      path === null
        ? `${paint('dim', fact)}  in no daily log; only its digest is known`
        : `${paint('dim', fact)}  still in the daily log, as expected: ${plain(path)}:${line ?? 1}; --purge ` +
          'removes it',
    ),
    alsoSaid.map(
      ({ fact, by }) =>
        `${paint('dim', nameOf(fact))}  ${by} says the same and is not forgotten, so the words were not searched for`,
    ),
    unread.map((path) => `${paint('yellow', 'not read')}: ${plain(path)}`),
    facts.some(({ path }) => path === null) &&
      'A fact of which only the digest is known is found only where a whole line, sentence, quotation, link or ' +
        'name says exactly the same. Inside a longer sentence, in part or in other words it can no longer be found.',
    (leaks.length === 0 ? 'No leaks' : plural(leaks.length, 'leak')) +
      ` in ${plural(files, 'file')}.` +
      (hasGit ? ' Older versions in .git were not searched.' : ''),
  ).join('\n');
}
