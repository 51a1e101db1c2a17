// `memvault dream` at a terminal: shows what is pending and what an engine proposes, asks about each page, and only
// then writes. Everything goes to stderr. Nothing is written before the last question, so stopping changes nothing.
import { countReviews } from '../../curate/review/review.ts';
import { estimateUsage } from '../../dream/propose/model/engine.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { shown } from '../../llm/address.ts';
import { plain } from '../../model/controls.ts';
import { dayOf } from '../../model/day.ts';
import { mustBeExpected } from '../../model/errors.ts';
import type { Usage } from '../../model/plan.ts';
import { isLoopback } from '../../model/ports.ts';
import { plural, waits } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { applyPlan, type Dreamt, type DreamWishes, planDream, rulesFor } from '../../tasks/dream.ts';
import { modelOf } from '../../tasks/model-engine.ts';
import { modelAddress, readModelChoice, untrusted } from '../../tasks/model.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { claimsToSummarise } from '../../vault/memory-file.ts';
import { pendingIds, readPending } from '../../vault/pending.ts';
import type { View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { renderAbout, renderProposed, renderRehearsal, renderReviewsWaiting } from '../render/dream.ts';
import { faceOf } from '../terminal/face.ts';
import { choose, chooseYes, stopped } from '../terminal/prompts.ts';
import {
  agreedOn,
  askAboutPage,
  factsBehind,
  isMoved,
  putFactsOff,
  type TouchedPage,
  touchedPages,
  type Walk,
  type Walking,
} from './page.ts';

/**
 * Returns what was written, or an exit status if nothing was and the reason has been printed. If the vault changes
 * during the questions, they start over. Throws `interrupted` if the person ended the program.
 */
export async function dreamAtTerminal(context: Context, start: Date, wishes: DreamWishes): Promise<Dreamt | number> {
  for (;;)
    try {
      return await askFromTheStart(context, start, wishes);
    } catch (error) {
      if (!isMoved(error)) throw error;
      context.answer.warn('\nThe vault has changed and nothing was written: starting over.\n');
    }
}

async function askFromTheStart(context: Context, start: Date, wishes: DreamWishes): Promise<Dreamt | number> {
  const { answer } = context;
  const before = await readViewNow(context);
  const now = dayOf(start);
  const facts = [...pendingIds(readPending(before, now, wishes))].flatMap((id) => before.factById.get(id) ?? []);
  const today = before.facts.filter(({ id, day }) => day === now && !before.forgotten.has(id)).length;
  if (facts.length > 0) {
    const days = new Set(facts.map(({ day }) => day)).size;
    const are = facts.length === 1 ? 'is' : 'are';
    answer.warn(`${plural(facts.length, 'fact')} of ${plural(days, 'day')} ${are} pending.`);
    for (const line of renderReviewsWaiting(countReviews(before))) answer.warn(line);
  }
  if (!(await mayAsk(context, before, now, wishes))) {
    answer.remark('Nothing was written; --engine rules works without a model.');
    return EXIT.done;
  }
  const { result, file } = await planDream(context, start, wishes);
  // Keep a model's answers, which have been paid for.
  if (result.interrupted && !result.runs.some(({ usage }) => usage.calls > 0)) throw stopped();
  if (result.runs.length === 0) {
    answer.print(renderRehearsal(result, faceOf(context)));
    if (today > 0)
      answer.remark(`${waits(today, 'fact')} until today is over: memvault dream --dry-run shows where to.`);
    return result.left.some(({ why }) => why === 'model') ? EXIT.partly : EXIT.done;
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

/**
 * Returns an exit status if the person did not wait for another run to finish. Throws `refused` if the vault changed.
 */
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

/** Returns what to write; null for nothing. */
async function walk(walking: Walking, begin: Walk): Promise<Walk | null> {
  let now = begin;
  for (;;) {
    const open = openPages(walking, now);
    const [page] = open;
    if (page === undefined) return now.result.runs.length === 0 || (await confirms(walking, now)) ? now : null;
    const handled = now.agreed.size + now.off.size;
    const place = { number: handled + 1, of: handled + open.length };
    const answered = await askAboutPage(walking, now, page, place);
    if (answered === 'quit') {
      const end = await quit(walking, now, open);
      if (end !== 'back') return end;
    } else if (answered === 'accept' || answered === 'all') now = accept(now, answered === 'all' ? open : [page]);
    else now = answered === 'off' ? await putPageOff(walking, now, page) : answered;
  }
}

/** Pages with decisions that the person has not agreed to yet. */
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

/** Keeps the page's facts pending, and facts elsewhere that depend on them. */
async function putPageOff(walking: Walking, now: Walk, page: TouchedPage): Promise<Walk> {
  const next = await putFactsOff(walking, now, factsBehind(page, now.file));
  const stays = touchedPages(walking.before, next.result).find((one) => keyOf(one) === keyOf(page));
  if (stays !== undefined)
    walking.context.answer.remark(
      `The remaining changes${page.path === null ? '' : ` to ${page.path}`} do not depend on these facts and ` +
        'cannot wait.',
    );
  const agreed = new Map(next.agreed);
  agreed.delete(keyOf(page));
  return { ...next, agreed, off: new Set([...next.off, keyOf(page)]) };
}

/** The final question. */
async function confirms({ context }: Walking, { result, agreed }: Walk): Promise<boolean> {
  const waiting = result.left.filter(({ why }) => why === 'later').length;
  context.answer.warn('');
  const shown = [...agreed.keys()].filter((path) => path !== '').length;
  const question = `Write ${renderAbout(result, shown, waiting)}`;
  const write = { value: 'write', label: 'Write', hint: 'memvault dream --undo reverts it' } as const;
  return (await choose<'write' | 'drop'>(context, question, [write, DROP], 'write', 'drop')) === 'write';
}

async function quit(walking: Walking, now: Walk, open: readonly TouchedPage[]): Promise<Walk | null | 'back'> {
  if (now.agreed.size === 0) return null;
  const picked = await choose<'write' | 'drop' | 'back'>(
    walking.context,
    'Quit: write what you accepted so far?',
    [
      { value: 'write', label: `Write what was accepted`, hint: plural(now.agreed.size, 'page') },
      DROP,
      { value: 'back', label: 'Go on' },
    ],
    'back',
  );
  if (picked !== 'write') return picked === 'drop' ? null : 'back';
  return await putFactsOff(walking, now, new Set(open.flatMap((page) => [...factsBehind(page, now.file)])));
}

// Announces what a model will be asked.

/**
 * Tells the person what a model will be asked about the pending facts, and asks for consent if it is remote. True if
 * none will be: none is configured, the vault is not trusted, or there is nothing to ask. Contacts no model. Throws
 * `interrupted`, `settings`.
 */
async function mayAsk(context: Context, before: View, today: string, { retry }: DreamWishes): Promise<boolean> {
  const { vault, world, answer } = context;
  const facts = readPending(before, today, { retry }).facts.filter((fact) => !isSecret(fact));
  const choice = readModelChoice(context);
  if (facts.length === 0 || choice.kind === null || untrusted(context, choice) !== null) return true;
  const progress = await answer.progress();
  const rules = rulesFor(context)(before.facts.filter(({ id, day }) => day < today && !before.forgotten.has(id)));
  const claims = claimsToSummarise(vault, before, world.now()).length;
  const usage = await estimateUsage(facts, before, { rules, claims }, progress, world.cancellable());
  progress.end();
  if (usage.calls === 0) return true;
  const address = modelAddress(choice, world);
  const isHere = address !== null && isLoopback(address);
  const where =
    address === null ? '' : ` at ${plain(shown(new URL(address)))}${isHere ? '' : ', which is not this machine'}`;
  const cost = renderUsage(usage, choice.settings.models.max_calls);
  answer.warn(`${plain(modelOf(context, choice).name)} is asked${where}: ${cost}`);
  return isHere || (await chooseYes(context, 'Ask it?'));
}

function renderUsage({ calls, tokens }: Usage, maxCalls: number): string {
  const most =
    calls > maxCalls ? ` Of these ${plural(maxCalls, 'call')} are made (models.max_calls), and the rest waits.` : '';
  // Rounded to two digits, since it is an estimate.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  const about = (Math.round(tokens / unit) * unit).toLocaleString('en-US');
  return `about ${plural(calls, 'call')} with ${about} tokens.${most}`;
}
