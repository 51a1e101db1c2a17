// Whether a sentence may stand in an overview, held against the claims that it cites: it brings no number, date, name,
// link or code of its own, denies what they deny, tells what is over as past, and tells nobody what to do. The one
// check for who proposes, plans and lints. Pure.
import generic from '../../templates/words/generic.json';
import headings from '../../templates/words/headings.json';
import stopWords from '../../templates/words/stop-words.en.json';
import translations from '../../templates/words/translations.json';
import { weekdayNumber, weekdayOf } from '../language/dates/calendar.ts';
import { mentionsDay, withoutKnownDates } from '../language/dates/written-dates.ts';
import { languageOf, tellsPast, tellsPlan, upcomingDate } from '../language/event-time.ts';
import { isInstruction, isMarkedUp, isOtherScript } from '../language/model-text.ts';
import { missingSpecifics, negationAgrees, plainWeekday } from '../language/specifics.ts';
import { addDays } from '../model/day.ts';
import { type Claim, isHistory, type Sentence } from '../model/page.ts';

export type SentenceFault =
  /** It cites nothing, or a fact that no claim of the page cites. */
  | 'uncited'
  | 'elsewhere'
  | 'private'
  /** One of the claims that it cites is contested. */
  | 'conflict'
  /** It says a number, a date, a name, a link or code that its claims do not. */
  | 'specifics'
  | 'negation'
  /** It tells as current what is over. */
  | 'past'
  /** It tells as done what is only planned. */
  | 'plan'
  | 'instruction'
  /** It is no plain line. */
  | 'form';

/** What a sentence is held against. */
export interface Evidence {
  readonly title: string;
  readonly claims: readonly Pick<Claim, 'text' | 'facts' | 'past' | 'held' | 'sides'>[];
  /** The days of a fact, as `2026-07-01`, or as much as is known: when it was logged and when it happened. */
  readonly daysOf: (fact: string) => readonly string[];
  readonly isPrivate: (fact: string) => boolean;
}

export interface Fault {
  readonly fault: SentenceFault;
  /** For `specifics`, what its claims do not say; for `elsewhere` and `private`, the facts. */
  readonly what: readonly string[];
}

const LONGEST = 500;

/** Null where it may stand. */
export function checkSentence({ text, facts }: Sentence, { title, claims, daysOf, isPrivate }: Evidence): Fault | null {
  const cited = claims.filter((claim) => claim.facts.some((fact) => facts.includes(fact)));
  const unknown = facts.filter((fact) => !cited.some((claim) => claim.facts.includes(fact)));
  const texts = cited.map((claim) => claim.text);
  const hidden = cited.flatMap((claim) => claim.facts).filter(isPrivate);
  if (facts.length === 0) return { fault: 'uncited', what: [] };
  if (unknown.length > 0) return { fault: 'elsewhere', what: unknown };
  if (hidden.length > 0) return { fault: 'private', what: [...new Set(hidden)] };
  if (text.trim() === '' || text.length > LONGEST || isMarkedUp(text, [title, ...texts].join(' ')))
    return { fault: 'form', what: [] };
  if (isInstruction(text, texts)) return { fault: 'instruction', what: [] };
  if (cited.some((claim) => !isHistory(claim) && claim.sides.length > 0)) return { fault: 'conflict', what: [] };
  const isPast = tellsPast(text);
  // A fact may be cited by a claim that is over and by one that holds.
  const over = facts.flatMap((fact) => {
    const own = cited.filter((claim) => claim.facts.includes(fact));
    return own.every(isHistory) ? own : [];
  });
  if (!isPast && over.some(({ held }) => held === null || !mentionsDay(text, held.to)))
    return { fault: 'past', what: [] };
  if (isPast && !tellsPlan(text) && cited.every((claim) => isPlanned(claim, daysOf)))
    return { fault: 'plan', what: [] };
  const what = unsaid(
    text,
    [title, ...texts],
    [...facts.flatMap(daysOf), ...cited.flatMap(({ held }) => (held === null ? [] : [held.from, held.to]))],
  );
  if (what.length > 0) return { fault: 'specifics', what };
  const agrees = negationAgrees(text, {
    texts,
    past: cited.filter(isHistory).map((claim) => claim.text),
    tellsPast: isPast,
  });
  return agrees ? null : { fault: 'negation', what: [] };
}

/** Does it say what was to come when it was said, and nothing that was over? */
function isPlanned(claim: Evidence['claims'][number], daysOf: Evidence['daysOf']): boolean {
  const [text, facts] = [claim.text.slice(0, LONGEST), claim.facts];
  if (isHistory(claim) || tellsPast(text)) return false;
  const isAhead = (day: string): boolean => day.length === 10 && upcomingDate(text, day, addDays(day, 1)) !== null;
  return tellsPlan(text) || facts.flatMap(daysOf).some(isAhead);
}

/** Days of the week and small numbers as claims in other languages have them. */
const IN_OTHER_WORDS: Readonly<Record<string, readonly string[] | undefined>> = translations;

const COMMON: ReadonlySet<string> = new Set([
  ...stopWords.words,
  ...headings.words,
  ...Object.values(generic).flatMap((one) => (Array.isArray(one) ? one : [])),
]);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** What is specific in a text, or in a title, and neither in these nor a date that is known. */
function unsaid(text: string, said: readonly string[], days: readonly string[], isTitle = false): string[] {
  const dateless = withoutKnownDates(text, days, said);
  const missing = missingSpecifics(dateless, said.join('\n')).filter((one) => one !== 'not');
  if (missing.length === 0) return missing;
  const words = new Set(said.flatMap((one) => one.toLowerCase().match(WORD) ?? []));
  const weekdays = new Set(days.filter((day) => day.length === 10).map(weekdayOf));
  const isAnyCase = isTitle || languageOf(text) === 'de';
  return missing.filter((one) => {
    if (one === 'user' || one === 'users') return false;
    const weekday = plainWeekday(one);
    const others = IN_OTHER_WORDS[one] ?? [];
    if (others.some((other) => words.has(other) || (isHan(other) && said.some((text) => text.includes(other)))))
      return false;
    if (weekday !== null) return !weekdays.has((weekdayNumber(weekday) + 1) % 7);
    // A capital says nothing at the beginning of a sentence, and in German and in titles nothing at all.
    const isPlain = /^\p{Ll}[\p{Ll}\p{M}-]*$/u.test(one) && (isAnyCase || isOnlyFirst(one, dateless));
    return !isPlain || !(COMMON.has(one) || [...words].some((word) => isRelated(word, one)));
  });
}

const isHan = (word: string): boolean => /\p{Script=Han}/u.test(word);

function isOnlyFirst(word: string, text: string): boolean {
  const places = Array.from(text.matchAll(WORD)).filter(
    ({ 0: one }) => one.toLowerCase() === word && /^\p{Lu}/u.test(one),
  );
  return places.every(({ index }) => /(?:^|[.!?…:]\s+)\P{L}*$/u.test(text.slice(0, index)));
}

/** "deployment" and "deployed". */
function isRelated(a: string, b: string): boolean {
  const short = Math.min(a.length, b.length);
  let common = 0;
  while (common < short && a[common] === b[common]) common++;
  return common >= 4 && common >= short - 3;
}

const LONGEST_NAME = 120;
/** Letters that look like others, and what strikes or hides them. */
const ODD = /[\uFF21-\uFF3A\uFF41-\uFF5A\u00A0\u0335-\u0338\uFE00-\uFE0F]/u;

/**
 * May these words be the title of a page, a heading on it or its description? Any plain line may that tells nobody what
 * to do and names no number, name or date that neither these texts nor these days have.
 */
export function mayName(words: string, said: readonly string[], days: readonly string[] = []): boolean {
  const text = words.trim();
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    [...text].length <= LONGEST_NAME &&
    !ODD.test(text) &&
    !isMarkedUp(text, said.join(' ')) &&
    !isOtherScript(text, said.join(' ')) &&
    !isInstruction(text, []) &&
    unsaid(text, said, days, true).length === 0 &&
    negationAgrees(text, { texts: said, past: [], tellsPast: false })
  );
}
