// Statements that something is over: "User left Siemens", "User and Anna got divorced", 我和王敏离婚了. Such a
// statement ends the value that it names, or where nobody is named the one that there is, and is no value itself.
// English and Chinese, by templates/slots/ends.json. Pure.
import data from '../../../templates/slots/ends.json';
import { withoutArticle } from './relations.ts';
import { isSubject, subjectKey, withoutContractions } from './sentence.ts';
import type { Judged } from './slots.ts';

/** Whose value of which relation is over. */
export interface Ending {
  readonly subject: string;
  readonly relation: string;
  /** As said; null for whichever it is. */
  readonly value: string | null;
}

interface Row {
  readonly relations: readonly string[];
  /** These end too, where a value is named. */
  readonly named?: readonly string[];
  /** It ends for the one who is named as well. */
  readonly mutual?: boolean;
  readonly says: readonly string[];
  readonly pairs?: readonly string[];
}

interface Said {
  readonly row: Row;
  /** What every statement of the pattern holds. It takes a hundredth of the time to make. */
  readonly cue: RegExp;
  readonly pattern: () => RegExp;
  /** Of two people, who stand before the verb. */
  readonly isPair: boolean;
}

const LONGEST = 200;
const HAN = /\p{Script=Han}/u;
const LEAD = new RegExp(`^${data.en.leads}`, 'iu');
const [OFF, OFF_ZH] = [new RegExp(data.en.off, 'u'), new RegExp(data.zh.off, 'u')];
const ONES = "(?:I's|my|our|their|his|her)";
const ONE_NAME = String.raw`(?:\p{Lu}|\p{N}|\p{Ll}+\p{Lu})[\p{L}\p{N}&.'+-]*`;
const KIN_OF = new Map(Object.entries(data.whose).flatMap(([id, words]) => words.map((word) => [word, id] as const)));
const KIN = `(?:ex-|former |then )?(?:${[...KIN_OF.keys()].join('|')})`;
const VALUE =
  `(?<O>(?:the )?${ONE_NAME}(?: (?:(?:of|and|the|&|de|van|von|der) )*${ONE_NAME})*|${ONES} ${KIN}(?: ${ONE_NAME}` +
  ')*)';
const OF_KIN = new RegExp(`^(?:${ONES} |[我他她]的)?前?(?<former>${KIN})(?<name>.*)$`, 'iu');
/** Nobody in particular. */
const OTHERS = /^(?:others|they|我们|等人)$/iu;
/** In a subject of Chinese: it is more than who. */
const NO_WHO = /[和跟与，,、：:]|^[在从被他她它这那]|(?<!^用户|^我)的/u;

interface Table {
  readonly cue: RegExp;
  readonly said: readonly Said[];
}

let english: Table | undefined;
let chinese: Table | undefined;

/** All that it says is over; none for any other statement. */
export function endingsIn(statement: Judged): readonly Ending[] {
  const { text } = statement;
  if (text.length > LONGEST) return [];
  const isChinese = HAN.test(text) && !/^[\x20-\x7e]{12}/u.test(text);
  return isChinese ? inChinese(statement) : inEnglish(statement);
}

function inEnglish(statement: Judged): readonly Ending[] {
  english ??= tableOf(data.en.ends, englishCue, englishPattern);
  if (!english.cue.test(statement.text)) return [];
  const said = withoutContractions(
    statement.text
      .trim()
      .replace(/[‘’ʼ]/g, "'")
      .replace(/[.!\s]+$/, ''),
  );
  const text = said.replace(LEAD, '').replace(/^my (?=\p{L})/iu, "I's ");
  if (OFF.test(said) || /[.!;] /.test(text)) return [];
  return firstOfRows(english, text, ({ row, isPair }, { S = '', O }) => {
    const [who = '', other, ...more] = S.split(' and ');
    return S === '' || more.length > 0 || isPair !== (other !== undefined)
      ? []
      : endOf(statement, row, who, isPair ? other : O);
  });
}

function inChinese(statement: Judged): readonly Ending[] {
  chinese ??= tableOf(data.zh.ends, chineseCue, chinesePattern);
  const text = statement.text.trim().replace(/[。.!！\s]+$/u, '');
  if (!chinese.cue.test(text) || OFF_ZH.test(text)) return [];
  return firstOfRows(chinese, text, ({ row }, { S = '', O }) => {
    return S === '' || NO_WHO.test(S) ? [] : endOf(statement, row, S, O);
  });
}

/** Of each row the first that fits: one that names a value stands before one that names none. */
function firstOfRows(
  { said: all }: Table,
  text: string,
  read: (said: Said, groups: Readonly<Record<string, string | undefined>>) => readonly Ending[],
): readonly Ending[] {
  const found = new Map<Row, readonly Ending[]>();
  for (const said of all) {
    if (found.has(said.row) || !said.cue.test(text)) continue;
    const endings = read(said, said.pattern().exec(text)?.groups ?? {});
    if (endings.length > 0) found.set(said.row, endings);
  }
  return [...found.values()].flat();
}

/** What ends for `who`, and for `what` where that is another person. */
function endOf(statement: Judged, row: Row, who: string, what: string | undefined): readonly Ending[] {
  const own = endFor(statement, row, who, what);
  return row.mutual === true && what !== undefined ? [...own, ...endFor(statement, row, what, who)] : own;
}

function endFor(
  statement: Judged,
  { relations, named = [] }: Row,
  who: string,
  what: string | undefined,
): readonly Ending[] {
  const raw = withoutArticle(who.trim());
  const isPlain = !OF_KIN.test(raw) && !OTHERS.test(raw) && (HAN.test(raw) || (raw.length <= 40 && isSubject(raw)));
  const subject = isPlain ? subjectKey(raw, statement) : null;
  if (subject === null) return [];
  const of = (ids: readonly string[], value: string | null): readonly Ending[] =>
    ids.map((relation) => ({ subject, relation, value }));
  const { former = '', name = '' } = OF_KIN.exec(what ?? '')?.groups ?? {};
  const kin = KIN_OF.get(former.toLowerCase().replace(/^(?:ex-|former |then )/u, ''));
  if (kin !== undefined) return of([kin], name.trim() || null);
  if (what === undefined || OTHERS.test(what)) return of(relations, null);
  return of([...relations, ...named], /^(?:I|me|我)$/u.test(what) ? 'user' : what);
}

function tableOf(rows: readonly Row[], cueOf: (said: string) => string, patternOf: (said: string) => RegExp): Table {
  const one = (row: Row, said: string, isPair: boolean): Said => {
    let pattern: RegExp | undefined;
    return { row, cue: new RegExp(cueOf(said)), pattern: () => (pattern ??= patternOf(said)), isPair };
  };
  const said = rows.flatMap((row) => [
    ...(row.pairs ?? []).map((pair) => one(row, pair, true)),
    ...row.says.map((single) => one(row, single, false)),
  ]);
  return { cue: new RegExp(said.map(({ cue }) => cue.source).join('|')), said };
}

/** Without who it is of, and with anything for what may be many things. */
const englishCue = (said: string): string =>
  said
    .replace(/^\{S\}(?:'s\?)? (?:\(\?:\{be\} \)\?|\{be\} )?/, '')
    .replaceAll("{one's}", '.+')
    .replaceAll('{be}', '.+')
    .replaceAll('{O}', '.+');
const chineseCue = (said: string): string => said.replaceAll('{S}', '').replaceAll('{O}', '.+');

function englishPattern(said: string): RegExp {
  const { aside, tails } = data.en;
  const source = said
    .replace(/^\{S\} /, `{S} (?:${aside} )*`)
    .replace('{S}', '(?<S>[^,:]{1,60}?)')
    .replace('{O}', VALUE)
    .replaceAll("{one's}", `(?:${ONES}|the)`)
    .replaceAll('{be}', `(?:am|is|are|was|were|got|been)(?: ${aside})*`);
  return new RegExp(`^${source}(?:,? (?:${tails})(?!\\p{L}).*)?$`, 'u');
}

function chinesePattern(said: string): RegExp {
  const { when } = data.zh;
  const source = said
    .replace('{S}', `(?<S>[\\p{Script=Han}A-Za-z ]{1,10}?)${when}`)
    .replace('{O}', '(?<O>[^，,。；;]{1,16}?)');
  return new RegExp(`^${when}${source}(?:[，,].*)?$`, 'u');
}
