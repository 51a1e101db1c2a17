// Extraction without a model: what people say about themselves in a conversation, as statements that stand alone. Pure
// and deterministic; leaves out anything doubtful.
import { MONTH, WEEKDAY } from '../../../language/dates/calendar.ts';
import { nameOf, runsOf, wordsOf } from '../../../language/names.ts';
import { normalForm } from '../../../language/normal-form.ts';
import { fieldsOf } from '../../values.ts';
import { type Candidate, type Conversation, renderSource, type Turn } from '../conversation.ts';
import { chineseFacts } from './chinese.ts';
import { settledIn } from './coding.ts';
import { englishFacts } from './english.ts';
import { type Found, inPlainWords, type Teller } from './words.ts';
import { isChinese, isQuoted, sentencesOf, statedPart } from './talk.ts';

// States that follow from recent events: someone who just moved lives there, someone who just joined works there. Pure.

const HAN = /\p{Script=Han}/u;
/** The name of a place or a firm, not "new flat" or "her parents". */
const NAMED = /^(?:the )?\p{Lu}[\p{L}'’.-]*(?:,? (?:(?:of|the|de|am|an der) )?\p{Lu}[\p{L}'’.-]*){0,3}$/u;
const NAMED_ZH = /^[\p{Script=Han}·]{2,6}$/u;
const NO_NAME_ZH = /^[新旧老这那]|^(?:公司|部门)$|(?:[家房楼屋里边]|公寓|宿舍|小区|一起|附近|对面)$/u;
/** By the event's key, in English and in Chinese; `N` is the name, `V` the value. */
const STATES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['residence', ['N lives in V', 'N住在V']],
  ['employer', ['N works at V', 'N在V工作']],
]);
/** An older state may have changed since. */
const MONTHS = 3;

/** The state that a told event implies, with less confidence than the event; null if it may no longer hold. */
function stateSince(event: Found, { name, day }: Teller): Found | null {
  const { at = null } = event;
  const [english, chinese] = STATES.get(event.key) ?? [];
  if (event.kind !== 'event' || at === null || day === null || chinese === undefined) return null;
  if (at > day || monthOf(day) - monthOf(at) > MONTHS) return null;
  const value = event.value.trim();
  if (HAN.test(value) ? !NAMED_ZH.test(value) || NO_NAME_ZH.test(value) : !NAMED.test(value)) return null;
  const isChinese = !event.text.startsWith(`${name} `) && HAN.test(event.text);
  const text = (isChinese ? chinese : (english ?? ''))
    .replace('N', isChinese && name === 'User' ? '用户' : name)
    .replace('V', value);
  return { ...event, kind: 'identity', value, text, at: null, confidence: event.confidence - 0.1 };
}

/** The month of a date such as `2024-08`, counted from year 0; of a year its last. */
const monthOf = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + (date.length > 4 ? Number(date.slice(5, 7)) : 12);

const DATE = /^(\d{4}-\d\d-\d\d)/;
const PLACE = /\b(?:in|to|near) (?<place>(?:the )?\p{Lu}[\p{L}'-]+(?:[ ,]+(?:of )?\p{Lu}[\p{L}'-]+){0,3})/u;
const PLACE_ZH =
  /(?:在|到|去)(?<place>[\p{Script=Han}]{2,4})(?=旅行|旅游|出差|留学|工作|读书|上学|生活|长大|出生|度假)/u;
const LIVES = new Set(['residence', 'birthplace']);
const NO_PLACE = new RegExp(`^(?:${MONTH}|${WEEKDAY})`, 'iu');
const TEXT_LONGEST = 300;
const PASTED = 4000;

/**
 * The facts in a conversation, in order, each once. `dayOf` returns a turn's local day; by default the date at the
 * start of its time.
 */
export function extractByRules(
  conversation: Conversation,
  dayOf: (at: string) => string | null = (at) => DATE.exec(at)?.[1] ?? null,
): Candidate[] {
  const assisted = conversation.turns.some(({ role }) => role === 'assistant');
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  const states: [Candidate, string][] = [];
  const said = new Set<string>();
  for (const turn of conversation.turns) {
    if (turn.role !== 'person') continue;
    const teller: Teller = {
      name: nameOfSpeaker(turn),
      assisted: assisted || turn.speaker === null,
      project: conversation.project,
      day: turn.at === null ? null : dayOf(turn.at),
    };
    for (const { fact, quote, follows } of factsOf(turn.text, teller)) {
      const form = normalForm(fact.text);
      if (seen.has(form) || fact.text.length > TEXT_LONGEST) continue;
      seen.add(form);
      const candidate = candidateOf(fact, quote, turn, conversation, teller);
      candidates.push(candidate);
      const slot = `${teller.name}\n${fact.key}`;
      if (follows === true) states.push([candidate, slot]);
      else if (fact.kind === 'identity') said.add(slot);
    }
  }
  // A state that somebody states outright is not also inferred from an event.
  const guessed = new Set(states.filter(([, slot]) => said.has(slot)).map(([candidate]) => candidate));
  return candidates.filter((candidate) => !guessed.has(candidate));
}

/** The speaker's name in facts: that of the transcript, else "User". */
export function nameOfSpeaker({ speaker }: Pick<Turn, 'speaker'>): string {
  const name = speaker?.trim() ?? '';
  return name === '' || /^(?:user|human|me|you|i|用户|我)$/iu.test(name) ? 'User' : name;
}

/** `follows`: not said in these words, but implied by an event. */
function factsOf(text: string, teller: Teller): { fact: Found; quote: string; follows?: true }[] {
  const facts: { fact: Found; quote: string; follows?: true }[] = [];
  let context = '';
  for (const sentence of sentencesOf(teller.assisted ? ownWords(text) : text)) {
    const stated = isQuoted(sentence) ? '' : statedPart(sentence);
    if (stated !== '') {
      const settled = settledIn(stated, teller);
      const own = settled.rest.flatMap((part) =>
        isChinese(part) ? chineseFacts(part, teller) : englishFacts(part, context, teller, settled.reminded),
      );
      for (const fact of own) {
        facts.push({ fact, quote: sentence });
        const state = stateSince(fact, teller);
        if (state !== null) facts.push({ fact: state, quote: sentence, follows: true });
      }
      for (const fact of settled.facts) facts.push({ fact, quote: sentence });
    }
    context += ` ${inPlainWords(sentence)}`;
  }
  return facts;
}

/** Of a very long message only the first and last paragraph; the rest is probably pasted. */
function ownWords(text: string): string {
  if (text.length < PASTED) return text;
  const paragraphs = text.split(/\n\s*\n/u);
  return paragraphs.length < 3 ? text.slice(0, PASTED / 4) : `${paragraphs[0] ?? ''}\n\n${paragraphs.at(-1) ?? ''}`;
}

function candidateOf(fact: Found, quote: string, turn: Turn, conversation: Conversation, teller: Teller): Candidate {
  const { kind, key, value, text, at, persons: others = [] } = fact;
  const confidence = Math.round(Math.max(0, Math.min(1, fact.confidence)) * 100) / 100;
  const settled = kind === 'decision' || ['rule', 'practice', 'setup'].includes(key);
  const persons = [...new Set([...(teller.name === 'User' ? [] : [teller.name]), ...others])];
  const isNowhere = settled || kind === 'preference' || kind === 'skill' || key === 'employer' || key === 'ended';
  const fields = fieldsOf({
    kind,
    key,
    value,
    persons: persons.join(', '),
    entities: entitiesIn(text, [teller.name, ...others]).join(', '),
    location: isNowhere ? null : LIVES.has(key) ? value : placeOf(text, persons),
    at,
    project: settled ? conversation.project : null,
    confidence: String(confidence),
    source: renderSource(conversation.session, [turn.event]),
  });
  return { statement: { category: kind, text, tags: [], fields }, events: [turn.event], quote, confidence };
}

/** The names in a text, without known persons and the first word. */
function entitiesIn(text: string, known: readonly string[]): string[] {
  const words = wordsOf(text);
  const names = runsOf(words)
    .filter(({ start }) => start > 0)
    .map((run) => nameOf(words, run));
  return [...new Set(names.filter((name) => !known.includes(name) && !NO_PLACE.test(name) && name !== 'I'))];
}

function placeOf(text: string, persons: readonly string[]): string | undefined {
  const place =
    PLACE.exec(text)?.groups?.place ?? (/\p{Script=Han}/u.test(text) ? PLACE_ZH.exec(text)?.groups?.place : undefined);
  return place === undefined || NO_PLACE.test(place) || persons.includes(place) ? undefined : place;
}
