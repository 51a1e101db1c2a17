// A dream as far as a person at the terminal has gone through it, and how it changes: it is rehearsed anew with what
// they put off or decided otherwise. Writes nothing.
import type { DreamResult } from '../../dream/dream.ts';
import { proposalFor, PUT_OFF, putOff, restingOn } from '../../dream/plan-file/edit.ts';
import { MemvaultError } from '../../model/errors.ts';
import { compareText } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Decision, PlanFile, Update } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { rehearsePlan } from '../../tasks/plan-dream.ts';
import type { PageText, View } from '../../vault/view.ts';
import { decisionsOf, noticesOf, renderNotices, updatesOf } from '../render/dream.ts';
import { fit } from '../terminal/face.ts';
import { stopped } from '../terminal/prompts.ts';

// What a dream would do, page by page, for a person who goes through them: each page as it was and as it would be, with
// what is decided there. Pure.

export interface TouchedPage {
  /** Null for what goes on no page. */
  readonly path: string | null;
  readonly before: PageText | null;
  readonly after: PageText | null;
  readonly decisions: readonly Decision[];
  /** Of other pages too, in which a claim may go for one here. */
  readonly all: readonly Decision[];
  readonly updates: readonly Update[];
}

/** Pages on which something is decided, by path; last what goes on none. */
export function touchedPages(before: View, { runs, view }: Pick<DreamResult, 'runs' | 'view'>): TouchedPage[] {
  const all = decisionsOf(runs);
  const byPage = groupBy(all, ({ page }) => page ?? '');
  const updates = runs.flatMap(updatesOf);
  const paths = [...byPage.keys()].sort((a, b) => Number(a === '') - Number(b === '') || compareText(a, b));
  return paths.map((path) => ({
    path: path === '' ? null : path,
    before: before.pages.get(path) ?? null,
    after: view.pages.get(path) ?? null,
    decisions: byPage.get(path) ?? [],
    all,
    updates: updates.filter(({ page }) => page === path),
  }));
}

/** The facts that a person puts off with a page: those of the batch, and those that change what was decided before. */
export function factsBehind({ decisions }: Pick<TouchedPage, 'decisions'>, file: PlanFile): Set<string> {
  const named = decisions
    .flatMap(({ fact, beside, by, with: other }) => (beside === true ? [by, other] : [fact]))
    .filter((id) => id !== undefined);
  return new Set(named.filter((id) => proposalFor(file, id) !== undefined));
}

/** What a person agrees to with a page. Whatever is not in it later is new to them. */
export function agreedOn({ decisions }: TouchedPage, file: PlanFile): Set<string> {
  return new Set(
    decisions.map(({ fact, as, page, of, by, with: other }) => {
      const { text, head } = proposalFor(file, fact) ?? {};
      return JSON.stringify([fact, as, page, of, by, other, text, head]);
    }),
  );
}

/** Each answer makes a new one, so that they can go back. */
export interface Walk {
  readonly file: PlanFile;
  /** What the file comes to. */
  readonly result: DreamResult;
  /** By page what was agreed to. */
  readonly agreed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pages of which all that can wait was put off. */
  readonly off: ReadonlySet<string>;
}

export interface Walking {
  readonly context: Context;
  /** The vault as it was when the questions began. */
  readonly before: View;
}

/** These stay pending, and with them what rests on them. */
export async function putFactsOff(walking: Walking, now: Walk, facts: ReadonlySet<string>): Promise<Walk> {
  const along = restingOn(now.file, facts);
  const waited = new Set(now.result.left.map(({ fact }) => fact));
  const more = along.filter((fact) => !waited.has(fact));
  const next = await replayed(walking, { ...now, file: putOff(now.file, new Set([...facts, ...along])) });
  const pages = new Set(
    touchedPages(walking.before, now.result)
      .filter(({ decisions }) => decisions.some(({ fact }) => more.includes(fact)))
      .map(({ path }) => path ?? 'no page'),
  );
  if (more.length > 0)
    walking.context.answer.remark(
      `${plural(more.length, 'fact')} for ${[...pages].join(', ')} ` +
        `${more.length === 1 ? 'depends' : 'depend'} on ${facts.size === 1 ? 'it' : 'them'} and ` +
        `${more.length === 1 ? 'waits' : 'wait'}, too.`,
    );
  return next;
}

/**
 * Replays the file of the walk, and says what the plan did not take as it was said. Throws `refused` if the vault
 * moved.
 */
export async function replayed(walking: Walking, walk: Walk): Promise<Walk> {
  const { context } = walking;
  const result = await rehearsePlan(context, walk.file);
  if (result.interrupted) throw stopped();
  const known = new Set(noticesOf(walk.result.runs));
  const notices = noticesOf(result.runs).filter((notice) => !known.has(notice));
  const waited = new Set(walk.result.left.map(({ fact }) => fact));
  const reasons = result.left
    .filter(({ fact, reason }) => !waited.has(fact) && reason !== PUT_OFF)
    .map(({ fact, reason }) => `${fact} waits: ${reason}`);
  for (const line of renderNotices([...notices, ...reasons].map((one) => named(one, walking.before))))
    context.answer.remark(line);
  return { ...walk, result };
}

/** Columns of the words that a person knows a fact by. */
const LONGEST_NAME = 60;

/** Facts by their words instead of their ids. */
const named = (notice: string, { factById }: Pick<View, 'factById'>): string =>
  notice.replace(/(?<![\w-])[0-9a-z]{10}(?![\w-])/g, (id) => {
    const fact = factById.get(id);
    return fact === undefined ? id : `“${fit(fact.text, LONGEST_NAME)}”`;
  });

/** Did somebody write to the vault while a person looked at what would be done? */
export const isMoved = (error: unknown): boolean =>
  error instanceof MemvaultError && error.code === 'refused' && Array.isArray(error.data?.['moved']);
