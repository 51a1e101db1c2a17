// The prompt for a whole page: its claims, numbered, under their headings, and the model's suggestions. A claim missing
// in the answer keeps its place, so no answer can lose one. Calls no model itself. Pure.
import { isInstruction, isMarkedUp } from '../../../language/model-text.ts';
import type { Asks, ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt, listSchema, numberSchema, objectSchema, orNull, textSchema } from '../../../llm/prompt.ts';
import { isObject, itemsOf } from '../../../model/json.ts';
import type { Outline } from '../../../model/plan.ts';
import { isMonth } from '../../../page/key-facts.ts';
import { numbersIn, pick, textIn } from './read-answer.ts';

/** A claim as shown to the model. */
export interface ShownClaim {
  /** A fact that identifies it. */
  readonly fact: string;
  readonly text: string;
  /** The local day of its first fact. */
  readonly since: string;
  readonly head: string | null;
}

/** One call. */
export interface PassCall {
  readonly claims: readonly ShownClaim[];
  readonly request: ModelRequest;
  readonly answerTokens: number;
}

export interface PassAnswer {
  readonly groups: Outline['groups'];
  /** Pairs of facts that identify claims, unordered. */
  readonly same: readonly (readonly [string, string])[];
  /** The outdated claim, and the one that replaces it. */
  readonly over: readonly (readonly [string, string])[];
  /** Claims that belong on another page, with its title as shown. */
  readonly elsewhere: readonly { readonly fact: string; readonly page: string }[];
  /** The heading that should get a page of its own. */
  readonly ownPage: string | null;
  /** The number of unreadable parts. */
  readonly bad: number;
}

/** The most claims per call. */
const MOST_CLAIMS = 120;
/** Characters shown of a claim. */
const LONGEST_CLAIM = 300;
const LONGEST_HEAD = 60;
const SECTIONS = new Set(['overview', 'key facts', 'history', 'related', 'sources']);

/** What a call says besides the claims. */
export interface PassPage {
  readonly title: string;
  /** Titles of other pages, to which claims may go. */
  readonly others: readonly string[];
}

/** The calls for these claims, heading by heading, with as many claims each as fit; empty if almost none fit. */
export function passCalls(
  page: PassPage,
  claims: readonly ShownClaim[],
  { system, fits }: Pick<Asks, 'fits'> & { readonly system: string },
): PassCall[] {
  const heads = [...new Set(claims.map(({ head }) => head))];
  const calls: PassCall[] = [];
  for (let rest = heads.flatMap((head) => claims.filter((claim) => claim.head === head)); rest.length > 1;) {
    let call: PassCall | null = null;
    for (let count = Math.min(MOST_CLAIMS, rest.length); call === null; count = Math.ceil(count * 0.7)) {
      const tried = passCall(page, { claims: rest.slice(0, count), heads }, system);
      if (fits(tried.request, tried.answerTokens)) call = tried;
      else if (count <= 2) return [];
    }
    calls.push(call);
    rest = rest.slice(call.claims.length);
  }
  return calls;
}

function passCall(
  { title, others }: PassPage,
  { claims, heads }: { readonly claims: readonly ShownClaim[]; readonly heads: readonly (string | null)[] },
  system: string,
): PassCall {
  const rows = [`# ${title}`, ...(others.length === 0 ? [] : [`Other pages: ${others.join('; ')}`])];
  for (const head of heads) {
    const own = claims.flatMap((claim, at) => (claim.head === head ? [{ claim, n: at + 1 }] : []));
    // Headings without claims in this call are listed too, since some claims may belong there.
    if (head !== null) rows.push(`## ${head}`);
    for (const { claim, n } of own) rows.push(`${n} ${claim.since} ${clip(claim.text)}`);
  }
  return {
    claims,
    request: {
      name: 'pass',
      system: fillPrompt(system, {}),
      prompt: `${fence(rows.join('\n'))}\n\nPut claims 1 to ${claims.length} in order. Answer with JSON alone.`,
      schema: SCHEMA,
    },
    answerTokens: claims.length * 6 + 200,
  };
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM).toWellFormed()}…`;
}

const numbers = listSchema(numberSchema);
const SCHEMA = objectSchema({
  headings: listSchema(objectSchema({ title: textSchema, claims: numbers })),
  same: listSchema(numbers),
  over: listSchema(objectSchema({ claim: numberSchema, by: numberSchema })),
  elsewhere: listSchema(objectSchema({ claim: numberSchema, page: textSchema })),
  own_page: orNull(textSchema),
});

/** Accepts any value. Skips unknown numbers; of a repeated number the first place counts. */
export function readPass(
  value: unknown,
  { claims }: Pick<PassCall, 'claims'>,
  about: { readonly title: string; readonly heads: ReadonlySet<string> },
): PassAnswer {
  let bad = 0;
  const factsOf = (said: unknown): string[] =>
    numbersIn(said).flatMap((n) => {
      const fact = claims[n - 1]?.fact;
      if (fact === undefined) bad++;
      return fact ?? [];
    });
  const seen = new Set<string>();
  const groups = new Map<string | null, string[]>();
  for (const [title, numbers] of headingsIn(value)) {
    const facts = factsOf(numbers).filter((fact) => !seen.has(fact) && seen.add(fact));
    const head = headIn(title, about);
    if (head === undefined) bad++;
    else if (facts.length > 0) groups.set(head, [...(groups.get(head) ?? []), ...facts]);
  }
  const over = itemsOf(pick(value, 'over', 'outdated', 'superseded')).flatMap((row): [string, string][] => {
    const [old] = factsOf(isObject(row) ? pick(row, 'claim', 'old', 'id', 'n') : Array.isArray(row) ? row[0] : null);
    const [by] = factsOf(isObject(row) ? pick(row, 'by', 'new', 'because') : Array.isArray(row) ? row[1] : null);
    return old === undefined || by === undefined || old === by ? [] : [[old, by]];
  });
  const same = itemsOf(pick(value, 'same', 'duplicates')).flatMap((row): [string, string][] => {
    const [first, ...others] = [...new Set(factsOf(isObject(row) ? pick(row, 'claims', 'same') : row))];
    return first === undefined ? [] : others.map((other): [string, string] => [first, other]);
  });
  const elsewhere = itemsOf(pick(value, 'elsewhere', 'moves')).flatMap((row) => {
    const [fact] = factsOf(pick(row, 'claim', 'n'));
    const page = textIn(pick(row, 'page', 'to'));
    return fact === undefined || page === null ? [] : [{ fact, page }];
  });
  const own = headIn(textIn(pick(value, 'own_page', 'own page', 'ownPage')) ?? '', about);
  return {
    groups: [...groups].map(([head, facts]) => ({ head, facts })),
    same: same.slice(0, claims.length),
    over: over.slice(0, claims.length),
    elsewhere: elsewhere.slice(0, claims.length),
    ownPage: own != null && groups.has(own) ? own : null,
    bad,
  };
}

/** The headings of an answer with their claims, wherever they are. */
function headingsIn(value: unknown): [unknown, unknown][] {
  const list = pick(value, 'headings', 'outline', 'groups', 'sections') ?? value;
  if (Array.isArray(list))
    return itemsOf(list).flatMap((row): [unknown, unknown][] =>
      isObject(row) ? [[pick(row, 'title', 'heading', 'name') ?? '', pick(row, 'claims', 'numbers', 'ids')]] : [],
    );
  if (!isObject(list)) return [];
  return Object.entries(list).filter(([, numbers]) => Array.isArray(numbers) && list !== value);
}

/** A heading as it may appear on a page; null for none, undefined for an invalid one. Existing headings are valid. */
function headIn(
  value: unknown,
  { title, heads }: { readonly title: string; readonly heads: ReadonlySet<string> },
): string | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value !== 'string') return undefined;
  const plain = value
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s#*]+|[\s*:.]+$/g, '');
  if (plain === '' || /^(?:none|null|no heading|general|other|misc(?:ellaneous)?|key facts)$/i.test(plain)) return null;
  const there = [...heads].find((head) => head === value || head.toLowerCase() === plain.toLowerCase());
  if (there !== undefined) return there;
  return mayBeHeading(plain) && plain.toLowerCase() !== title.toLowerCase() ? plain : undefined;
}

/** One plain line, without instructions to the reader. */
function mayBeHeading(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  return (
    [...text].length <= LONGEST_HEAD &&
    words.length > 0 &&
    !isMarkedUp(text, '') &&
    !/[\r\n]|\p{Cc}|https?:/u.test(text) &&
    !isMonth(text) &&
    !SECTIONS.has(text.toLowerCase()) &&
    !isInstruction(text, []) &&
    !words.some((word) => ['assistant', 'you', 'your', 'prompt'].includes(word))
  );
}
