// Parses a text as one simple statement about the present, or null for anything else, and reduces its subject to a key:
// "User", "the user" and "I" are one.
import words from '../../../templates/slots/words.json';
import { MONTH, SEASON, SHORT_MONTH, WEEKDAY } from '../dates/calendar.ts';
import { normalForm } from '../normal-form.ts';
import type { Judged } from './slots.ts';

export interface Sentence {
  /** English with contractions expanded and time words removed. */
  readonly text: string;
  readonly negated: boolean;
  readonly changed: boolean;
  /** Additional information such as "since June". */
  readonly beside: string;
}

/** No slot needs a longer statement. */
export const LONGEST = 300;

const NOT_STATE = new Set(words.notState);
const SEVERAL_SENTENCES =
  /(?<!\b(?:Dr|Mr|Mrs|Ms|St|Jr|Sr|Prof|Inc|Corp|Ltd|Co|vs|No|Mt|Ave|approx|Bros|\p{Lu}))[.!…]\s+[\p{Lu}"“]/u;
const TIME =
  String.raw`(?:(?:early|late|mid|the beginning of|the end of|last|this)[ -])?(?:${MONTH}|${SHORT_MONTH}|${WEEKDAY}|` +
  String.raw`today|yesterday|tonight|${SEASON}|week|month|year|quarter|(?:19|20)\d\d(?:-\d\d){0,2}|q[1-4])\.?` +
  String.raw`(?: \d{1,2}(?:st|nd|rd|` +
  String.raw`th)?)?(?:,? (?:19|20)\d\d)?(?: \((?:19|20)\d\d-\d\d-\d\d\))?`;
const SINCE = new RegExp(
  String.raw`,? (?:since|starting(?: in| on| from)?|as of|effective|from) (${TIME}|now|now on)(?: on| onwards?)?$`,
  'i',
);
const SINCE_FIRST = new RegExp(
  String.raw`^(?:since|starting(?: in| on| from)?|as of|effective|from) (${TIME}|now|now on)(?: on| onwards?)?,? `,
  'i',
);
const PRESENT = new RegExp(
  String.raw`,? (?<!\b(?:right|by|until|till|for) )(?:currently|presently|at present|at the moment|these days|` +
    String.raw`nowadays|still)(?=[ ,]|$),?`,
  'g',
);
const HAS_BEEN =
  / (?:has|have) been (?=married|employed|engaged|based|located|maintained|owned|led|managed|hosted|deployed|the )/;
const NOW = /,? (?<!\b(?:by|until|till|just|for|every) )(?:right )?now(?=[ ,]|$),?/g;
const PASSING = / (?:just|recently|finally|already|officially|permanently|meanwhile)(?= )/g;
const CHANGE_FIRST = /^(?:now|from now on|update:|updated:|change:|news:|as of now),? /i;
const PRESENT_FIRST = /^(?:currently|presently|at present|at the moment|these days|nowadays|actually),? /i;

const NOT_FIRST = new RegExp(
  String.raw`^(?:if|unless|when|whenever|while|although|though|because|but|maybe|perhaps|probably|possibly|` +
    String.raw`originally|formerly|previously|initially|ideally|sometimes|often|usually|occasionally|apparently|` +
    String.raw`supposedly|allegedly|today|tonight|tomorrow|yesterday|let|let's|please|once|until|also|every|` +
    String.raw`never|imagine|suppose|in \S+|on \S+|by \S+) `,
  'i',
);

/** English only. */
export function readSentence(statement: string): Sentence | null {
  let text = withoutLabel(statement.trim());
  if (text.length > LONGEST || /[?？\n;]/.test(text)) return null;
  text = text
    .replace(/[.!\s]+$/, '')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ');
  if (SEVERAL_SENTENCES.test(text)) return null;
  let changed = false;
  let negated = false;
  let beside = '';
  const take = (pattern: RegExp, change: boolean, by = ''): boolean => {
    const rest = text.replace(pattern, by);
    if (rest === text) return false;
    text = rest;
    changed ||= change;
    return true;
  };
  text = withoutContractions(text).replace(' postponed until ', ' postponed to ');
  take(CHANGE_FIRST, true);
  take(PRESENT_FIRST, false);
  for (const since of [SINCE, SINCE_FIRST]) {
    const found = since.exec(text)?.[1];
    if (found === undefined) continue;
    take(since, true);
    if (!found.toLowerCase().startsWith('now')) beside = found.toLowerCase();
    text = text
      .replace(/ (?:has|have) (?:lived|been living) /, ' lives ')
      .replace(/ (?:has|have) (?:worked|been working) /, ' works ')
      .replace(HAS_BEEN, ' is ');
  }
  if (take(/ no longer(?= )/, true)) negated = true;
  take(/ (?:any ?more|any longer)$/, true);
  take(/,? instead$/, true);
  take(NOW, true);
  take(PRESENT, false);
  take(PASSING, false);
  // "planning" is also an event that takes place.
  for (const word of text.replace(/(?<!\b(?:is|are|am|been)) planning\b/, '').split(/[ ,]+/))
    if (NOT_STATE.has(word)) return null;
  if (NOT_FIRST.test(text)) return null;
  return { text: text.trim(), negated, changed, beside };
}

/** "isn't" becomes "is not"; the possessive `'s` stays. */
export function withoutContractions(text: string): string {
  if (!text.includes("'")) return text.replace(/\bcannot\b/g, 'can not');
  return text
    .replace(/\b(c)an't\b/gi, '$1an not')
    .replace(/\b(w)on't\b/gi, '$1ill not')
    .replace(/n't\b/g, ' not')
    .replace(/\bI'm\b/g, 'I am')
    .replace(/\b(we|they|you)'re\b/gi, '$1 are')
    .replace(/\b(he|she|it|that|there)'s\b/gi, '$1 is')
    .replace(/\b(I|we|they|you)'ve\b/gi, '$1 have')
    .replace(/\bcannot\b/g, 'can not');
}

const NOT_SUBJECT_FIRST = new Set(words.notSubject);
const NOT_WITHIN = new Set(words.notInSubject);
const GENERAL = new Set(words.generalCategories);
const SEVERAL = new Set(words.several);
/** A list that starts with one of these is not a name. */
const LEADING =
  /^(?:the|this|these|those|one|two|three|some|no|in|on|at|for|from|to|with|about|you|your|all|both|every|each)$/;
const SPEAKER = new Set(['i', 'me', 'myself']);
const WE = new Set(['we', 'us']);

/** True if all content words have a capital or a digit: a name or a title. */
export function isNameLike(text: string): boolean {
  let found = false;
  for (const word of text.split(/[\s-]+/)) {
    if (/^["“'(]?[\p{Lu}\p{N}]|^\p{Ll}{1,2}\p{Lu}/u.test(word)) found = true;
    else if (/^\p{Ll}{4,}/u.test(word) && !/^(?:from|with|into|over|under|without)$/.test(word)) return false;
  }
  return found;
}

/** True for a noun phrase that can be the subject of a statement. `raw` has no article. */
export function isSubject(raw: string): boolean {
  const list = raw.split(' ');
  const first = list[0] ?? '';
  const lower = first.toLowerCase();
  if (
    list.length > 12 ||
    /[$|<>{}]|[,“"(]$| (?:and|or|in|of|to|with|for|on|at|by)$/.test(raw) ||
    !/[\p{L}\p{N}]/u.test(raw) ||
    /[:=→]/.test(raw)
  )
    return false;
  const named = isNameLike(raw);
  if (
    NOT_SUBJECT_FIRST.has(lower) &&
    !(named && list.length > 1 && !['and', 'or', 'so'].includes(lower) && /^\p{Lu}/u.test(first) && LEADING.test(lower))
  )
    return false;
  if (/^an?$/.test(lower)) return list.length > 1 && named;
  if (/^(?:user|i|we)$/.test(lower) && list.length > 1 && list[1] !== 'and' && !(named && lower === 'i')) return false;
  if (named) return true;
  if (list.length > 7 || /,/.test(raw)) return false;
  return !list.some(
    (word, at) =>
      NOT_WITHIN.has(word) || (word === 'and' && /^\p{Ll}/u.test(list[at + 1] ?? 'x') && list[at + 1] !== 'the'),
  );
}

/** True if there may be several: "User's brother" and "the bug" do not say which. */
export function isOneOfSeveral(subject: string): boolean {
  const head = subject.slice(subject.lastIndexOf(' ') + 1).toLowerCase();
  if (!SEVERAL.has(head)) return false;
  // "the bug": only the context tells which. "The project" is the current one.
  const common =
    /^\p{Ll}+(?: \p{Ll}+)?$/u.test(subject) &&
    !/^(?:project|home|house|family|garden|group|team|work|life)$/.test(head);
  return common || /^(?:user|we|i)['’]s /iu.test(subject) || /['’]s (?!\p{Lu})/u.test(subject);
}

/** The key of a subject; null if only the context of a conversation tells who is meant. */
export function subjectKey(raw: string, { fields, category }: Judged): string | null {
  if (raw === '用户') return 'user';
  if (raw === '我') return speaker(fields, category);
  const form = normalForm(raw.replace(/^A (?=\p{Ll})/u, 'A^ ').replace(/['’]s?$/, (end) => (end.length > 1 ? '' : end)))
    .replaceAll('^', '')
    .replace(/^(?:the|an?) /, '');
  const [first = '', ...rest] = form.split(' ');
  const owner = first.replace(/'s$/, '');
  const owns = owner !== first;
  const own = SPEAKER.has(owner) ? speaker(fields, category) : WE.has(owner) ? 'we' : null;
  if (own !== null) return [owns ? `${own}'s` : own, ...rest].join(' ');
  return form === '' || /^(?:he|she|it|they|this|that|his|her|its|their|you|your)(?:'s)?$/.test(first) ? null : form;
}

function speaker(fields: Judged['fields'], category: string): string {
  const persons = fields.persons?.trim() ?? '';
  if (persons !== '') return normalForm(persons);
  return GENERAL.has(category.trim().toLowerCase()) ? 'user' : `i of ${category.trim().toLowerCase()}`;
}

// The parts of a statement that matter for equality: ignores a label before it, "currently" with a state, and the tense
// of an achievement. Everything else matters.

const LABEL =
  /^(?:note|nb|n\.b\.|fyi|reminder|info|fact|memo|remember|for the record|备注|注|注意|提示|备忘|提醒|记住)\s?[:：]\s*(?=\S)/i;
/** "is currently", "lives currently": where it adds nothing to the present tense. */
const AFTER_COPULA =
  /(?<=\b(?:is|are|am|has|have)) (?:currently|presently|now)(?= (?!that\b|known\b|on\b|at\b|over\b|or\b))/g;
const BEFORE_VERB = new RegExp(
  String.raw` (?:currently|presently|now)(?= (?:lives?|works?|plays?|uses?|runs?|owns?|holds?|speaks?|follows?|` +
    String.raw`studies|study|belongs?|resides?|prefers?|listens?|maintains?|leads?|reports?|serves?|manages?|` +
    String.raw`requires?|supports?|needs?)\b)`,
  'g',
);
const AT_START = /^(?:currently|presently|at present|at the moment),? /i;
/** "The current R is O" means the same as "the R is O". */
const THE_CURRENT = /^(the |.{1,60}?'s )(?:current|present) (?=[^.;]{1,200}? (?:is|are) )/i;
const AT_END = /,? (?:currently|presently|at present|at the moment)(?=[.!]?$)/;
const PRESENT_TENSE = /\b(?:is|are|am|lives?|works?|plays?|uses?|runs?|resides?)\b/;
const PERFECT = new RegExp(
  String.raw`\b(?:has|have) been (?=(?:first |originally )?(?:${words.achieved.join('|')})(?: (?:by|in|at|on|` +
    String.raw`from|for)\b|[.!]?$))`,
  'g',
);
const CJK_NOW = /(?<=^|[\p{L}\p{N}])(?:目前|现在)(?=住在|是|在|居住|就职|任职|使用|用)/u;
const CUE = /current|present|at the moment|now|been|目前|现在/i;
const LONGEST_STATEMENT = 2000;

/** Removes redundant words; compare normal forms of the result. */
export function statementCore(text: string): string {
  const said = withoutLabel(text.trim());
  if (said.length > LONGEST_STATEMENT || !CUE.test(said)) return said;
  return (PRESENT_TENSE.test(said) ? said.replace(AT_END, '') : said)
    .replace(AT_START, '')
    .replace(THE_CURRENT, '$1')
    .replace(AFTER_COPULA, '')
    .replace(BEFORE_VERB, '')
    .replace(PERFECT, (perfect) => (perfect.startsWith('has') ? 'was ' : 'were '))
    .replace(CJK_NOW, '');
}

/** Removes a leading "Note:". */
function withoutLabel(text: string): string {
  return text.replace(LABEL, '');
}

const FIRST = new RegExp(
  String.raw`^(?:(?:(?:sorry|oops|ups|ah|no)[,!.]? )?(?:correction|corrected|erratum|typo|my mistake|` +
    String.raw`i misspoke|i was wrong)\s?[:：,.—–-]\s*|(?:(?:sorry|oops|no|` +
    String.raw`well)[,!.]? )?(?:actually,? )?i (?:actually |really )?(?:meant|mean)(?: to (?:say|` +
    String.raw`write))?(?: that)?[:,]? |(?:更正|纠正|订正|勘误|修正)(?:一下)?\s?[:：,，]\s*|(?:不对|抱歉|说错了|写错了)?[,，]?(?:我是说|` +
    String.raw`我的意思是|我是想说|我想说的是)[:：,，]?\s*)(?=\S)`,
  'i',
);
const TOOLS = new Set(words.tools);
const BEFORE = /(?<!\S)(?:I meant|I mean|correction)\b/i;

/**
 * "Correction: …", "I meant …": returns what is stated instead, or null. "I mean it" and "I meant to call" correct
 * nothing.
 */
export function isCorrection(text: string): { rest: string } | null {
  const said = text.trim().slice(0, 2000);
  const label = FIRST.exec(said)?.[0];
  if (label === undefined) return null;
  const rest = said.slice(label.length).trim();
  if (
    BEFORE.test(label) &&
    /^(?:it|that|to|for|no|well|business|what|everything|every word|the world|a lot|so much|nothing|good|harm)\b/i.test(
      rest,
    )
  )
    return null;
  return rest === '' ? null : { rest };
}

/**
 * The content of a correction as a statement of its own: without the label, and capitalised like a sentence. Other
 * texts are returned unchanged.
 */
export function statementWithoutLabel(text: string): string {
  const rest = isCorrection(text)?.rest;
  if (rest === undefined) return text;
  const [first = ''] = rest.split(/[\s'’]/);
  return /^\p{Ll}+$/u.test(first) && !TOOLS.has(first) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}
