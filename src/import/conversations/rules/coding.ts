// Decisions about how a project works: "let's use pnpm", "never push to main", "we deploy on Fridays", in English and
// Chinese, by the rules `settled` of templates/extract. Pure; a request for right now is a task and not a rule.
import en from '../../../../templates/extract/en.json';
import zh from '../../../../templates/extract/zh.json';
import { LIMITS } from '../../../model/limits.ts';
import { withDates } from './day-words.ts';
import {
  type Compiled,
  compiledOnce,
  either,
  EN,
  fillIn,
  type Found,
  inPlainWords,
  type Teller,
  withoutOpeners,
  ZH,
} from './words.ts';
import { isChinese } from './talk.ts';
import { ofHim, told } from './third-person.ts';

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  /** Templates for `valuesOf`; `over` if one thing was chosen over another. */
  readonly text: string;
  readonly over?: string;
  /** A decision about the future: a date without a year lies ahead. */
  readonly ahead?: boolean;
  /** Only if the person asks to remember it. */
  readonly reminded?: boolean;
  /** How an assistant should talk or work. */
  readonly style?: boolean;
  /** The project's components: only one's own, or those of a known project. */
  readonly setup?: boolean;
  /** With any subject, but only if that is technical. */
  readonly technical?: boolean;
  readonly says: readonly string[];
}

type Settled = Compiled<Row>;

const englishRules = compiledOnce<Row>(EN, en.settled);
const chineseRules = compiledOnce<Row>(ZH, zh.settled);

const UNSURE = new RegExp(`[?？]|${EN.source(String.raw`\b{unsettled}\b`)}|${ZH.source('{unsettled}')}`, 'iu');
const TECHNICAL = either(String.raw`\b{tech}\b`, '{tech}');

interface SettledIn {
  readonly facts: readonly Found[];
  /** Parts of the sentence that decide nothing and may say something about the person. */
  readonly rest: readonly string[];
  /** The person asks to remember it. */
  readonly reminded: boolean;
}

/** Finds the decisions in a sentence. If people talk about no project, only clearly technical ones count. */
export function settledIn(sentence: string, teller: Teller): SettledIn {
  if (UNSURE.test(sentence) || (!teller.assisted && teller.project === null && !TECHNICAL.test(sentence)))
    return { facts: [], rest: [sentence], reminded: false };
  return isChinese(sentence) ? chinese(sentence, teller) : english(sentence, teller);
}

/** References to what only the participants can see. */
const NOW = EN.pattern(String.raw`\b{now}\b`);
const ADDRESSED = EN.pattern(String.raw`\b{addressed}\b`, 'iu');
const NO_RULE = EN.pattern(String.raw`^{noRule}\b`, 'iu');
const REMINDER = EN.pattern(String.raw`^(?:(?:please|and|also|oh|but) )*{reminders}\b[:,]?\s+`, 'iu');
/** Where a decision follows something else: "the tests are slow, so let us use vitest". */
const BEGINS = EN.pattern(
  String.raw`(?<!^{occasions}\b[^,]*)(?:[,;:.]|\s[–—-])\s*(?:{links} )*(?={settles}\b|{ofMine})|\s+(?:so|and|` +
    String.raw`but)\s+(?=let us\b|we (?:(?:never|always|only) )?{shipping}\b|{furtherRule}|{ofMine})|` +
    String.raw`\s*;\s+(?:{links} )*`,
  'iu',
);
/** "Cap retries at 5 and pin the toolchain": two decisions. */
const ALSO = EN.pattern(String.raw`,? and (?=(?:{choose}|{bound}) \S)`, 'iu');
const I_SETTLE = EN.pattern(String.raw`^I (?:would )?(?:have |am )?{iSettle}\b`, 'iu');
const REASON = EN.pattern('{reasonBehind}', 'iu');
const IN_THIS = EN.pattern(' (?:{places} (?:this|the|our) {wholes}|here|in here)$', 'iu');

function english(sentence: string, teller: Teller): SettledIn {
  const plain = inPlainWords(sentence);
  const reminded = REMINDER.test(plain);
  const said = withoutOpeners(plain.replace(REMINDER, ''));
  const pieces = halvesOf(said).flatMap((half) => half.split(BEGINS));
  const found = sortPieces(pieces, reminded ? said : sentence, reminded, (piece) => settle(piece, reminded, teller));
  const whole = pieces.length === 1 || found.facts.length > 0 ? [] : settle(said, reminded, teller);
  return whole.length > 0 ? { facts: whole, rest: [], reminded } : found;
}

/** What is settled in each piece; the rest is the whole if nothing is. */
function sortPieces(
  pieces: readonly string[],
  whole: string,
  reminded: boolean,
  settle: (piece: string) => readonly Found[],
): SettledIn {
  const found = pieces.map((piece) => ({ piece, facts: settle(piece) }));
  const facts = found.flatMap((one) => one.facts);
  const rest = facts.length === 0 ? [whole] : found.flatMap((one) => (one.facts.length === 0 ? [one.piece] : []));
  return { facts, rest, reminded };
}

const BOTH = new RegExp(
  String.raw`^(?<first>(?:.{0,40}?,? )?(?<not>always|never) (?<verb>\p{L}+) .+?)(?:,| and| but|, and|, but) ` +
    String.raw`(?<second>(?:always|never) (?<next>\p{L}+) .+)$`,
  'iu',
);
const BARE_HALF = /^(?:in|with|at|to|for|on|by|as|like|from|before|after)$/iu;

/** "From now on always answer in lists, never in paragraphs": two rules; the second may lack its verb. */
function halvesOf(said: string): string[] {
  const { first, second = '', verb = '', next = '' } = BOTH.exec(said)?.groups ?? {};
  if (first === undefined) return [said];
  return [first, BARE_HALF.test(next) ? second.replace(/ /u, ` ${verb} `) : second];
}

function settle(piece: string, reminded: boolean, teller: Teller): Found[] {
  if (/^I\b/u.test(piece) && !I_SETTLE.test(piece)) return [];
  const clause = withoutOpeners(piece)
    .replace(REASON, '')
    .replace(IN_THIS, '')
    .replace(/[\s.,!…]+$/u, '');
  for (const rule of englishRules()) {
    if ((rule.reminded && !reminded) || (rule.technical && !TECHNICAL.test(clause))) continue;
    // Capitalised names are kept where one was chosen.
    const [first, second] = rule.over === undefined ? [lower(clause), clause] : [clause, lower(clause)];
    const groups = (rule.pattern.exec(first) ?? rule.pattern.exec(second))?.groups;
    if (!groups) continue;
    const { V: verb = '', O = '' } = groups;
    const [object = O, ...others] = verb === '' ? [O] : O.split(ALSO);
    const found = foundBy(rule, { ...groups, O: object }, teller);
    return found === null ? [] : [found, ...others.flatMap((other) => settle(`let us ${other}`, reminded, teller))];
  }
  return [];
}

/** Drops a final part that only the participants understand, such as ", only the ones of yesterday". */
function plainPart(object: string): string {
  const end = Math.max(object.lastIndexOf(', '), object.lastIndexOf(' and '));
  return end > MIN_OBJECT && NOW.test(object.slice(end)) && !NOW.test(object.slice(0, end))
    ? object.slice(0, end)
    : object;
}

const MIN_OBJECT = 12;

/** Removes the project's name, which the statement adds itself: "use Postgres for atlas" becomes "use Postgres". */
function withoutProject(object: string, project: string | null): string {
  if (project === null || project.length > LIMITS.word) return object;
  const name = project.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const less = object.replace(
    new RegExp(String.raw` (?:for|in|on|of) (?:the )?${name}(?: project)?(?=$|[\s,.;])`, 'iu'),
    '',
  );
  return less.trim() === '' ? object : less;
}

type Groups = Readonly<Record<string, string | undefined>>;

function foundBy(rule: Settled, groups: Groups, teller: Teller): Found | null {
  const dated = withDates(groups.O ?? '', teller.day, rule.ahead);
  const object = withoutProject(plainPart(dated.text.trim()).replace(/^our\b/iu, 'the'), teller.project);
  const pointing = rule.style ? object.replace(ADDRESSED, '') : object;
  if (
    object.length < 2 ||
    dated.unclear ||
    NOW.test(pointing) ||
    NO_RULE.test(object) ||
    (!rule.style && ADDRESSED.test(object))
  )
    return null;
  if (rule.setup && teller.project === null && !/^our|^my/iu.test(groups.S ?? '')) return null;
  const sentence = (OVER.test(object) ? rule.over : undefined) ?? rule.text;
  return {
    kind: rule.kind,
    key: rule.key,
    value: told(valueOf(object, groups), teller.name),
    text: fillIn(sentence, valuesOf(object, groups, teller)),
    at: rule.kind === 'decision' ? dated.at : null,
    confidence: rule.confidence,
  };
}

const valueOf = (object: string, { V = '', Q = '', N, D = '' }: Groups): string =>
  [N === undefined ? '' : 'not', D, lower(V), object, Q].filter((part) => part !== '').join(' ');
const lower = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const conjugated = (text: string): string =>
  text.replace(/^(?:do (?=not\b)|\p{L}+)/u, (verb) => (verb.startsWith('do ') ? 'does ' : ofHim(verb.toLowerCase())));

const OVER = / (?:over|instead of|rather than) /u;

function valuesOf(object: string, { A, D, N, P, Q, T, V = '' }: Groups, { name, project }: Teller) {
  const where = project === null ? '' : ` for ${project}`;
  return {
    name,
    whose: project ?? name,
    team: project === null ? `${name}'s team` : `The ${project} team`,
    where,
    here: Q === undefined && (D !== undefined || ANSWERS.test(object)) ? '' : where,
    O: told(object, name),
    plain: told(object.replace(/^we (?:will )?(?=\p{Ll})/iu, ''), name),
    low: told(lower(object), name),
    does: T === '' ? object : told(conjugated(object.replace(ONGOING, 'are $&')), name),
    not: N === undefined ? '' : 'not ',
    verb: lower(V).replace(/^going with$/iu, 'go with'),
    on: (N ?? P) ? ` ${N ?? P ?? ''}` : ':',
    adverb: A === undefined ? '' : `${lower(A)} `,
    how: D === undefined ? '' : `${D} `,
    end: Q === undefined ? '' : ` ${Q}`,
  };
}

/** "We are using": keeps the "are". */
const ONGOING = EN.pattern(String.raw`^{ongoing}\b`, 'iu');
/** How an assistant talks does not depend on a project. */
const ANSWERS = EN.pattern(String.raw`^{answerVerbs}\b`, 'iu');

const ZH_NOW = ZH.pattern('{pointing}');
const ZH_OPENER = ZH.pattern('^{settledOpeners}+');

function chinese(sentence: string, teller: Teller): SettledIn {
  const said = sentence.trim().replace(/[。.!！…~～\s]+$/u, '');
  return sortPieces(said.split(/[，,；;：:]/u), sentence, false, (piece) =>
    chineseClause(piece.trim().replace(ZH_OPENER, ''), teller),
  );
}

function chineseClause(clause: string, { name: called, project }: Teller): Found[] {
  for (const { pattern, kind, key, text, confidence } of chineseRules()) {
    const groups = pattern.exec(clause)?.groups;
    const O = groups?.O?.trim().replace(/吧$/u, '').trim();
    if (O === undefined || ZH_NOW.test(O)) continue;
    const V = groups?.V ?? '';
    const name = called === 'User' ? '用户' : called;
    const verb = /^(?:采用|改用|用|换成|选|选用)$/u.test(V) ? '使用' : V;
    const where = project === null ? '' : `在${project}中`;
    const values = { name, where, whose: project ?? name, O, V, verb };
    return [{ kind, key, value: V + O, text: fillIn(text, values), confidence }];
  }
  return [];
}
