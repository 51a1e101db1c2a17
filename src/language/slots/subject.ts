// What a statement is about, as one key: "User", "the user" and "I" are one; a pronoun that points to
// another statement is none.
import words from '../../../templates/slots/words.json';
import { normalForm } from '../normal-form.ts';
import type { Judged } from './types.ts';

const NOT_FIRST = new Set(words.notSubject);
const NOT_WITHIN = new Set(words.notInSubject);
const GENERAL = new Set(words.generalCategories);
const SEVERAL = new Set(words.several);
/** A name in a list that begins with one of these is no name. */
const LEADING =
  /^(?:the|this|these|those|one|two|three|some|no|in|on|at|for|from|to|with|about|you|your|all|both|every|each)$/;
const SPEAKER = new Set(['i', 'me', 'myself']);
const WE = new Set(['we', 'us']);

/** All words with meaning have a capital or a digit: a name or a title. */
export function isNameLike(text: string): boolean {
  let found = false;
  for (const word of text.split(/[\s-]+/)) {
    if (/^["“'(]?[\p{Lu}\p{N}]|^\p{Ll}{1,2}\p{Lu}/u.test(word)) found = true;
    else if (/^\p{Ll}{4,}/u.test(word) && !/^(?:from|with|into|over|under|without)$/.test(word)) return false;
  }
  return found;
}

/** Is it a noun phrase that can be what a statement is about? `raw` without the article. */
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
    NOT_FIRST.has(lower) &&
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

/** May several go by these words? "User's brother" and "the bug" do not say which. */
export function isOneOfSeveral(subject: string): boolean {
  const head = subject.slice(subject.lastIndexOf(' ') + 1).toLowerCase();
  if (!SEVERAL.has(head)) return false;
  // "the bug": which one only its time tells. "The project" is the one at hand.
  const common =
    /^\p{Ll}+(?: \p{Ll}+)?$/u.test(subject) &&
    !/^(?:project|home|house|family|garden|group|team|work|life)$/.test(head);
  return common || /^(?:user|we|i)['’]s /iu.test(subject) || /['’]s (?!\p{Lu})/u.test(subject);
}

/** The subject as a key, or null where only its place in a talk tells who is meant. */
export function subjectKey(raw: string, { fields, category }: Judged): string | null {
  const chinese = /^(用户|我们|我)(的.+)?$/u.exec(raw);
  if (chinese)
    return `${chinese[1] === '用户' ? 'user' : chinese[1] === '我' ? speaker(fields, category) : 'we'}${chinese[2] ?? ''}`;
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

// What of a statement counts when two are compared for equality: not a label before it, not "currently" in
// a clause of state, not which tense of something achieved. Everything else counts.

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
/** "The current R is O" says no more than "the R is O". */
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
const LONGEST = 2000;

/** The text without what says nothing; compare normal forms of it. */
export function statementCore(text: string): string {
  const said = withoutLabel(text.trim());
  if (said.length > LONGEST || !CUE.test(said)) return said;
  return (PRESENT_TENSE.test(said) ? said.replace(AT_END, '') : said)
    .replace(AT_START, '')
    .replace(THE_CURRENT, '$1')
    .replace(AFTER_COPULA, '')
    .replace(BEFORE_VERB, '')
    .replace(PERFECT, (perfect) => (perfect.startsWith('has') ? 'was ' : 'were '))
    .replace(CJK_NOW, '');
}

/** Without a leading "Note:". */
export function withoutLabel(text: string): string {
  return text.replace(LABEL, '');
}
