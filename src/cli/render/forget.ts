// The result of forgetting, for people and as JSON. Never quotes what was forgotten, except in a dry run.
import type { Remaining } from '../../forget/plan.ts';
import type { Verified } from '../../forget/verify.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import { plural } from '../../model/text.ts';
import type { ForgetOutcome } from '../../tasks/forget.ts';
import { type Face, firstOf, linesOf } from '../terminal/face.ts';

export function toForgetDocument({ plan, run, dryRun, purge, remaining }: ForgetOutcome): Record<string, unknown> {
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

export function renderForget({ plan, run, dryRun, purge, remaining }: ForgetOutcome, face: Face): string {
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
    lines.push('The daily log keeps its line; --purge removes that, too, and --undo restores the fact.');
  return [...lines, ...renderRemaining(remaining, face)].join('\n');
}

function renderRemaining(remaining: readonly Remaining[], { paint }: Face): string[] {
  if (remaining.length === 0) return [];
  const lines = remaining.map(({ path, line, what }) => `  ${plain(path)}:${line}  ${paint('yellow', what)}`);
  return ['Left for you to do:', ...firstOf(lines, SHOWN, (more) => `  and ${more} more; --json names all`)];
}

/** Nobody reads more. */
const SHOWN = 20;

export function toVerifyDocument({ files, facts, leaks, alsoSaid, unread, hasGit }: Verified): Record<string, unknown> {
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

export function renderVerified({ files, facts, leaks, alsoSaid, unread, hasGit }: Verified, { paint }: Face): string {
  const nameOf = (fact: string): string => (fact === '' ? 'the text' : fact);
  return linesOf(
    leaks.map(
      ({ fact, path, line, what }) => `${paint('red', 'leaked')}: ${plain(path)}:${line}  ${what} (${nameOf(fact)})`,
    ),
    facts.map(({ fact, path, line }) =>
      path === null
        ? `${paint('dim', fact)}  in no daily log, known by its digest alone`
        : `${paint('dim', fact)}  still in the daily log, as it must be: ${plain(path)}:${line ?? 1}; --purge ` +
          'removes it',
    ),
    alsoSaid.map(
      ({ fact, by }) =>
        `${paint('dim', nameOf(fact))}  ${by} says it, too, and is not forgotten, so its words were not searched for`,
    ),
    unread.map((path) => `${paint('yellow', 'not read')}: ${plain(path)}`),
    facts.some(({ path }) => path === null) &&
      'What is known by its digest alone is found only where a whole line, sentence, quotation, link or ' +
        'name says exactly that; inside a longer sentence, in part or in other words it cannot be found ' +
        'any more.',
    (leaks.length === 0 ? 'No leak' : plural(leaks.length, 'leak')) +
      ` in ${plural(files, 'file')}.` +
      (hasGit ? ' Former versions in .git were not searched.' : ''),
  ).join('\n');
}
