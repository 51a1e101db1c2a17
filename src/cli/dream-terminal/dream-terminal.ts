// `memvault dream` at a terminal: what is pending, what an engine proposes, page by page a person's word about it, and
// only then a write. All on stderr. Until the last question nothing is written, so whoever stops leaves all as it was.
import { countReviews } from '../../curate/review/review.ts';
import { dayOf } from '../../model/day.ts';
import { mustBeExpected } from '../../model/errors.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import type { Dreamt, DreamWishes } from '../../tasks/dream.ts';
import { applyPlan } from '../../tasks/plan-dream.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { pendingIds, readPending } from '../../vault/pending.ts';
import { renderOnlyToday, renderOverview } from '../render/dream-page.ts';
import { renderAbout, renderProposed } from '../render/dream.ts';
import { renderRehearsal } from '../render/rehearsal.ts';
import { faceOf } from '../terminal/face.ts';
import { choose, stopped } from '../terminal/prompts.ts';
import { chooseEngine, planOrRules } from './engine.ts';
import { askAboutPage } from './page.ts';
import {
  agreedOn,
  factsBehind,
  isMoved,
  putFactsOff,
  type TouchedPage,
  touchedPages,
  type Walk,
  type Walking,
} from './walk.ts';
import { EXIT } from '../spec.ts';

/**
 * What was written; an exit status where nothing was, and why has been said. Where somebody else wrote to the vault
 * during the questions, they start again. Throws `interrupted` where a person ended the program.
 */
export async function dreamAtTerminal(context: Context, start: Date, wishes: DreamWishes): Promise<Dreamt | number> {
  for (;;)
    try {
      return await askFromTheStart(context, start, wishes);
    } catch (error) {
      if (!isMoved(error)) throw error;
      context.answer.warn('\nThe vault was changed meanwhile, and nothing was written: the questions start again.\n');
    }
}

async function askFromTheStart(context: Context, start: Date, wishes: DreamWishes): Promise<Dreamt | number> {
  const { answer, settings } = context;
  const before = await readViewNow(context);
  const now = dayOf(start);
  const facts = [...pendingIds(readPending(before, now, wishes))].flatMap((id) => before.factById.get(id) ?? []);
  const today = before.facts.filter(({ id, day }) => day === now && !before.forgotten.has(id)).length;
  const asked = { today, reviews: countReviews(before) };
  if (facts.length > 0) answer.warn(`${renderOverview(facts, asked, faceOf(context, 'stderr'))}\n`);
  const chosen = await chooseEngine(context, before, start, wishes);
  if (chosen === null) return EXIT.done;
  const planned = await planOrRules(chosen, start, wishes);
  if (typeof planned === 'number') return planned;
  const { result, file } = planned;
  // What a model has said by then was paid for.
  if (result.interrupted && !result.runs.some(({ usage }) => usage.calls > 0)) throw stopped();
  if (result.runs.length === 0) {
    answer.print(
      result.left.length + result.closed.length === 0 && today > 0
        ? renderOnlyToday(today, now, settings.consolidate, faceOf(context))
        : renderRehearsal(result, faceOf(context)),
    );
    return EXIT.done;
  }
  answer.warn(renderProposed(result, faceOf(context, 'stderr')));
  const walking: Walking = { context, before };
  const agreed = await walk(walking, { file, result, agreed: new Map(), off: new Set() });
  if (agreed === null || agreed.result.runs.length === 0) {
    answer.remark(agreed === null ? 'Nothing was written.' : 'Nothing was written: all of it waits.');
    return EXIT.done;
  }
  return await write(context, agreed, wishes);
}

/** An exit status where a person would not wait for another run to end. Throws `refused` if the vault moved. */
async function write(context: Context, { file }: Walk, wishes: DreamWishes): Promise<Dreamt | number> {
  for (;;) {
    try {
      return await applyPlan(context, file, wishes);
    } catch (error) {
      mustBeExpected(error, 'locked');
      context.answer.warn(`${error.message}.`);
    }
    const picked = await choose<'again' | 'drop'>(
      context,
      'Try again?',
      [{ value: 'again', label: 'Try again', hint: 'what you accepted is kept meanwhile' }, DROP],
      'again',
    );
    if (picked === 'again') continue;
    context.answer.remark('Nothing was written.');
    return EXIT.done;
  }
}

const DROP = { value: 'drop', label: 'Drop all', hint: 'nothing is written' } as const;

/** What is to be written; null for nothing. */
async function walk(walking: Walking, begin: Walk): Promise<Walk | null> {
  const former: Walk[] = [];
  let now = begin;
  let isChanged = false;
  for (;;) {
    const open = openPages(walking, now);
    const [page] = open;
    if (page === undefined) {
      const last = now.result.runs.length === 0 ? 'write' : await confirm(walking, now, former.length > 0);
      if (last === 'write') return now;
      if (last === 'drop') return null;
      now = former.pop() ?? now;
      continue;
    }
    const handled = now.agreed.size + now.off.size;
    const answered = await askAboutPage(walking, now, page, {
      number: handled + 1,
      of: handled + open.length,
      back: former.length > 0,
      isChanged,
    });
    isChanged = typeof answered !== 'string';
    if (answered === 'back') now = former.pop() ?? now;
    else if (answered === 'quit' || answered === 'escape') {
      const end = await quit(walking, now, open, answered === 'escape' || former.length > 0);
      if (end !== 'back') return end;
    } else {
      former.push(now);
      now =
        answered === 'accept'
          ? accept(now, [page])
          : answered === 'all'
            ? accept(now, open)
            : answered === 'off'
              ? await putPageOff(walking, now, page)
              : answered;
    }
  }
}

/** Pages about which a person has not said all that they bring now. */
function openPages({ before }: Walking, { file, result, agreed, off }: Walk): TouchedPage[] {
  return touchedPages(before, result).filter((page) => {
    const known = agreed.get(keyOf(page));
    return !off.has(keyOf(page)) && (known === undefined || [...agreedOn(page, file)].some((one) => !known.has(one)));
  });
}

const keyOf = ({ path }: TouchedPage): string => path ?? '';

function accept(now: Walk, pages: readonly TouchedPage[]): Walk {
  return {
    ...now,
    agreed: new Map([...now.agreed, ...pages.map((page) => [keyOf(page), agreedOn(page, now.file)] as const)]),
  };
}

/** The facts of the page stay pending, and with them what rests on them elsewhere. */
async function putPageOff(walking: Walking, now: Walk, page: TouchedPage): Promise<Walk> {
  const next = await putFactsOff(walking, now, factsBehind(page, now.file));
  const stays = touchedPages(walking.before, next.result).find((one) => keyOf(one) === keyOf(page));
  if (stays !== undefined)
    walking.context.answer.remark(
      `What is left for ${page.path ?? 'no page'} follows from what is already on the pages, and cannot wait.`,
    );
  const agreed = new Map(next.agreed);
  agreed.delete(keyOf(page));
  return { ...next, agreed, off: new Set([...next.off, keyOf(page)]) };
}

/** The last question. */
async function confirm({ context }: Walking, { result }: Walk, back: boolean): Promise<'write' | 'back' | 'drop'> {
  const waiting = result.left.filter(({ why }) => why === 'later').length;
  context.answer.warn('');
  return await choose<'write' | 'back' | 'drop'>(
    context,
    `Write ${renderAbout(result, waiting)}`,
    [
      { value: 'write', label: 'Write', hint: 'memvault dream --undo takes it back' },
      back && { value: 'back', label: 'Back', hint: 'to the last question' },
      DROP,
    ],
    'write',
    'back',
  );
}

/** `asks`: also where nothing was accepted yet. */
async function quit(
  walking: Walking,
  now: Walk,
  open: readonly TouchedPage[],
  asks: boolean,
): Promise<Walk | null | 'back'> {
  const isEmpty = now.agreed.size === 0;
  if (isEmpty && !asks) return null;
  const picked = await choose<'write' | 'drop' | 'back'>(
    walking.context,
    isEmpty ? 'Quit?' : 'Quit: what becomes of what you accepted?',
    [
      !isEmpty && { value: 'write', label: `Write what was accepted`, hint: plural(now.agreed.size, 'page') },
      isEmpty ? { ...DROP, label: 'Quit' } : DROP,
      { value: 'back', label: 'Go on' },
    ],
    'back',
  );
  if (picked === 'drop') return null;
  if (picked === 'back') return 'back';
  return await putFactsOff(walking, now, new Set(open.flatMap((page) => [...factsBehind(page, now.file)])));
}
