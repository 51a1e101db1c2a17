// Overviews of pages in a model's words, one call a page. Each sentence of the answer is held against the claims that
// it names; those that fail are asked for once more, and what fails again is left out and counted.
import { languageOf } from '../../../language/event-time.ts';
import { type Asked, type Asks, estimateTokens, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt, integerSchema, listSchema, objectSchema, orNull, textSchema } from '../../../llm/prompt.ts';
import { isObject, itemsOf } from '../../../model/json.ts';
import type { OverviewPart, Sentence } from '../../../model/page.ts';
import type { PageWords } from '../../../model/plan.ts';
import { checkSentence, type Fault, mayName } from '../../../page/check-sentence.ts';
import type { OverviewPage, ShownClaim } from '../../due-passes.ts';
import type { WrittenOverviews } from '../../engine.ts';
import { numbersIn, pick, textIn } from './read-answer.ts';

interface Answer {
  readonly title: string | null;
  readonly about: string | null;
  readonly parts: readonly OverviewPart[];
}

const MOST_LEAD = 6;
const MOST_PARTS = 4;
const MOST_IN_PART = 3;
const MOST_EVENTS = 10;
/** So much of the claims is tried next where all did not fit. */
const SHRINK = 0.8;
const LEAST_CLAIMS = 3;
const ANSWER_TOKENS = 1200;

const claims = listSchema(integerSchema);
const sentences = listSchema(objectSchema({ text: textSchema, claims }));
const SCHEMA = objectSchema({
  title: orNull(textSchema),
  description: orNull(textSchema),
  lead: sentences,
  parts: listSchema(objectSchema({ heading: textSchema, sentences })),
  timeline: sentences,
});
const AGAIN_SCHEMA = objectSchema({
  sentences: listSchema(objectSchema({ id: textSchema, text: orNull(textSchema), claims })),
});

interface Asking {
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
}

export interface OverviewsInput extends Asking {
  readonly pages: readonly OverviewPage[];
}

/** Throws nothing that the asker does not. */
export async function writeOverviews({ pages, ...by }: OverviewsInput): Promise<WrittenOverviews> {
  const overviews: Record<string, readonly OverviewPart[]> = {};
  const words: Record<string, PageWords> = {};
  let [leftOut, unread] = [0, 0];
  let reason: string | null = null;
  for (const page of pages) {
    const asked = await askAbout(page, by);
    if (asked.kind === 'stopped') break;
    if (asked.kind !== 'answer') {
      if (asked.kind === 'cut') unread++;
      else reason ??= asked.reason;
      if (asked.kind === 'limit' || (asked.kind === 'failed' && asked.all === true)) break;
      continue;
    }
    const answer = readAnswer(asked.value, asked.claims, page);
    if (answer === null) {
      unread++;
      continue;
    }
    const { parts, lost } = await settle(answer, { ...page, claims: asked.claims }, by);
    leftOut += lost;
    if (parts.length > 0) overviews[page.path] = parts;
    const named = wordsOf(answer, page);
    if (Object.keys(named).length > 0) words[page.path] = named;
  }
  const notices = [
    ...(leftOut === 0 ? [] : [`sentences of overviews that their claims do not support, left out: ${leftOut}`]),
    ...(unread === 0 ? [] : [`overviews that the model gave no answer for that can be read: ${unread}`]),
    ...(reason === null ? [] : [`not all overviews were written: ${reason}`]),
  ];
  return { overviews, words, notices };
}

type AskedPage =
  | Exclude<Asked, { readonly kind: 'answer' }>
  | (Extract<Asked, { readonly kind: 'answer' }> & { readonly claims: readonly ShownClaim[] });

/** With all claims, or as many as fit, what holds before what is past. */
async function askAbout(page: OverviewPage, { system, asks }: Asking): Promise<AskedPage> {
  let { claims } = page;
  for (; claims.length >= LEAST_CLAIMS; claims = claims.slice(0, Math.floor(claims.length * SHRINK))) {
    const request = requestFor({ ...page, claims }, system);
    if (!asks.fits(request, ANSWER_TOKENS)) continue;
    const asked = await asks.ask(request, `the overview of ${page.title}`);
    if (asked.kind !== 'cut' || asked.what === 'answer') return asked.kind === 'answer' ? { ...asked, claims } : asked;
  }
  return { kind: 'cut', what: 'prompt' };
}

function requestFor(page: OverviewPage, system: string): ModelRequest {
  return {
    name: 'overview',
    system: fillPrompt(system, {}),
    prompt: `${fence(render(page))}\n\nWrite the overview. Answer with JSON alone.`,
    schema: SCHEMA,
  };
}

function render({ title, isNew, isOfEvents, claims }: OverviewPage): string {
  const rows = claims.map(({ text, day, until, head }, at) =>
    until === null
      ? { n: at + 1, day, ...(head === null ? {} : { under: head }), says: text }
      : { n: at + 1, from: day, to: until, says: text },
  );
  const list = (items: readonly object[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const [current, past] = [rows.filter((row) => !('to' in row)), rows.filter((row) => 'to' in row)];
  return (
    `{"title":${JSON.stringify(title)},"new":${String(isNew)},"events":${String(isOfEvents)},` +
    `\n"claims":${list(current)},\n"past":${list(past)}}`
  );
}

/** Takes any value; null where it is no overview. */
function readAnswer(value: unknown, claims: readonly ShownClaim[], { isOfEvents }: OverviewPage): Answer | null {
  if (!isObject(value)) return null;
  const parts: OverviewPart[] = [];
  const add = (part: Omit<OverviewPart, 'sentences'>, said: unknown, most: number): void => {
    const sentences = sentencesIn(said, claims).slice(0, most);
    if (sentences.length > 0) parts.push({ ...part, sentences });
  };
  add({ heading: null, as: 'text' }, value.lead, MOST_LEAD);
  for (const topic of itemsOf(value.parts).slice(0, MOST_PARTS)) {
    const heading = textIn(pick(topic, 'heading', 'title'));
    if (heading !== null) add({ heading, as: 'text' }, pick(topic, 'sentences', 'lines'), MOST_IN_PART);
  }
  const events = sentencesIn(value.timeline, claims);
  // One event makes no timeline.
  if (events.length > 1) {
    const language = languageOf(events.map(({ text }) => text).join(' '));
    add({ heading: TIMELINE[language], as: 'list' }, value.timeline, isOfEvents ? MOST_EVENTS * 2 : MOST_EVENTS);
  }
  if (parts.length === 0) return null;
  return { title: textIn(value.title), about: textIn(pick(value, 'description', 'about')), parts };
}

const TIMELINE = { en: 'Timeline', de: 'Zeitleiste', fr: 'Chronologie', es: 'Cronología', zh: '时间线' } as const;

function sentencesIn(value: unknown, claims: readonly ShownClaim[]): Sentence[] {
  return itemsOf(value).flatMap((row): Sentence[] => {
    const text = textIn(pick(row, 'text', 'sentence'))?.replace(/^[-*•] +/, '');
    return text === undefined ? [] : [{ text, facts: factsOf(pick(row, 'claims', 'n'), claims) }];
  });
}

/** Of the claims that are named; a number that was not shown names a fact of no page. */
function factsOf(value: unknown, claims: readonly ShownClaim[]): string[] {
  return [...new Set(numbersIn(value).flatMap((n) => claims[n - 1]?.facts ?? [NO_FACT]))];
}

const NO_FACT = '';

/** The parts with the sentences that may stand, and how many were lost. */
async function settle(
  { parts }: Answer,
  page: OverviewPage,
  by: Asking,
): Promise<{ parts: OverviewPart[]; lost: number }> {
  const all = parts.flatMap(({ sentences }) => sentences);
  const failed = all.flatMap((one): Failed[] => {
    const fault = checkSentence(one, page.evidence);
    return fault === null ? [] : [{ one, fault }];
  });
  const better = failed.length === 0 ? new Map<Sentence, Sentence>() : await askAgain(failed, page, by);
  const isHeading = (heading: string | null): boolean =>
    heading === null ||
    Object.values<string>(TIMELINE).includes(heading) ||
    mayName(heading, [page.title, ...page.claims.map(({ text }) => text)]);
  const kept = parts.flatMap(({ heading, as, sentences }): OverviewPart[] => {
    const own = sentences.flatMap((one) => (failed.some((other) => other.one === one) ? (better.get(one) ?? []) : one));
    return own.length === 0 ? [] : [{ heading: isHeading(heading) ? heading : null, as, sentences: own }];
  });
  return { parts: kept, lost: all.length - kept.flatMap(({ sentences }) => sentences).length };
}

/** A sentence that may not stand, and why. */
interface Failed {
  readonly one: Sentence;
  readonly fault: Fault;
}

const WHY: Readonly<Record<Fault['fault'], string>> = {
  uncited: 'it names no claim',
  elsewhere: 'it names a claim that was not shown',
  private: 'it names a claim that was not shown',
  conflict: 'its claim is contested',
  specifics: 'its claims do not say',
  negation: 'it denies what its claims affirm, or affirms what they deny',
  past: 'it tells what is past as if it held',
  plan: 'it tells what is only planned as if it had happened',
  instruction: 'it tells the reader what to do',
  form: 'it is not one plain line',
};

/** One call for all that failed; by each what may stand in its place. */
async function askAgain(
  failed: readonly Failed[],
  page: OverviewPage,
  { system, asks }: Asking,
): Promise<Map<Sentence, Sentence>> {
  const rows = failed.map(({ one, fault }, index) =>
    JSON.stringify({
      id: `s${index + 1}`,
      text: one.text,
      wrong: fault.fault === 'specifics' ? `${WHY.specifics} ${fault.what.join(', ')}` : WHY[fault.fault],
    }),
  );
  const request: ModelRequest = {
    name: 'overview-again',
    system: fillPrompt(system, {}),
    prompt:
      `${fence(`${render(page).slice(0, -1)},\n"sentences":[\n${rows.join(',\n')}\n]}`)}\n\n` +
      `The program did not take these "sentences"; "wrong" says why. Write each anew by the same rules, with "text" ` +
      `null where that cannot be done. Answer with JSON alone: {"sentences":[{"id":"s1","text":"…","claims":[1]}]}`,
    schema: AGAIN_SCHEMA,
  };
  const answerTokens = failed.reduce((sum, { one }) => sum + 30 + estimateTokens(one.text), 60);
  const found = new Map<Sentence, Sentence>();
  if (!asks.fits(request, answerTokens)) return found;
  const asked = await asks.ask(request, `the overview of ${page.title}`);
  if (asked.kind !== 'answer') return found;
  const list = isObject(asked.value) ? asked.value.sentences : asked.value;
  for (const row of itemsOf(list)) {
    const [number = 0] = numbersIn(pick(row, 'id'));
    const one = failed[number - 1]?.one;
    const [better] = sentencesIn([row], page.claims);
    if (one !== undefined && better !== undefined && !found.has(one)) found.set(one, better);
  }
  for (const [one, better] of found) if (checkSentence(better, page.evidence) !== null) found.delete(one);
  return found;
}

/** Title and description, as far as they may be taken; of what has them nothing. */
function wordsOf({ title, about }: Answer, page: OverviewPage): PageWords {
  const said = [page.title, ...page.claims.map(({ text }) => text)];
  const days = page.claims.flatMap(({ day, until }) => (until === null ? [day] : [day, until]));
  const plain = (words: string | null): string | null =>
    words === null ? null : words.replace(/(?<!\.)[.。]$/, '').trim();
  const [newTitle, newAbout] = [plain(title), plain(about)];
  return {
    ...(page.isNew && newTitle !== null && newTitle !== page.title && mayName(newTitle, said, days)
      ? { title: newTitle }
      : {}),
    ...(!page.hasDescription && newAbout !== null && mayName(newAbout, said, days) ? { about: newAbout } : {}),
  };
}
