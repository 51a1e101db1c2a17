// A plan as the text of a file, made to be read and edited: beside each proposal the fact's own words. And back, with
// every problem told by its place. Reads and writes no file; believes nothing of what it reads but its form.
import { textDigest } from '../../markdown/digest.ts';
import { toJson } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { PlanFile, PlannedBatch, PlannedFact } from '../../model/plan-file.ts';
import type { Proposal } from '../../model/plan.ts';
import { formProblems } from './plan-problems.ts';
import { type BatchText, type EntryText, type PlanText, planSchema } from './plan-schema.ts';

/** More is no plan that a person made or memvault wrote. In characters. */
const LONGEST = 256 * 1024 * 1024;

export function renderPlan({ type, version, start, today, options, batches, pages }: PlanFile): string {
  const { maxDays, reviews, reviewsInCatchUp, repeatUndone, retry, redo } = options;
  const plan: Text = {
    type,
    version,
    start,
    today,
    options: { maxDays, reviews, reviewsInCatchUp, repeatUndone, retry, redo },
    batches: batches.map(toBatchText),
    pages,
  };
  return `${toJson({ ...plan, written: digestOf(plan) }, 2)}\n`;
}

/** Did a person change what memvault wrote? Other blanks and lines are no change. Throws nothing. */
export function isEditedPlan(text: string): boolean {
  const { written, ...plan }: Text = headOf(text) ?? {};
  return written !== digestOf(plan);
}

const digestOf = (plan: Text): string => textDigest(JSON.stringify(plan));

/** Does it say that it is a plan, of this version or another? */
export function isPlanText(text: string): boolean {
  return headOf(text)?.type === 'memvault/plan';
}

const NEW = 'make a new one: memvault dream --plan FILE';

/** `name` is the file's, for messages. Throws `bad-input`. */
export function parsePlan(text: string, name: string): PlanFile {
  if (text.length > LONGEST) throw noPlan(name, 'it is too large');
  if (text.includes('\0')) throw noPlan(name, 'it is not a text');
  const value = parseJson(text, name);
  const head = headOf(text);
  if (head?.type !== 'memvault/plan') throw noPlan(name, 'it does not say "type": "memvault/plan"');
  if (head.version !== 1)
    throw new MemvaultError(
      'bad-input',
      `${name} is a plan of version ${JSON.stringify(head.version)}; this memvault reads version 1`,
      { hint: NEW },
    );
  const checked = planSchema.safeParse(value);
  if (checked.success) return toPlanFile(checked.data);
  const problems = formProblems(checked.error.issues, value);
  throw new MemvaultError(
    'bad-input',
    [`${name} cannot be applied:`, ...problems.map((problem) => `  ${problem}`)].join('\n'),
    { hint: `correct it, or ${NEW}`, data: { problems } },
  );
}

const noPlan = (name: string, why: string): MemvaultError =>
  new MemvaultError('bad-input', `${name} is no plan: ${why}`, { hint: 'memvault dream --plan FILE makes one' });

function parseJson(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    // The parser's own words quote the text.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw noPlan(
      name,
      `it is not JSON${at === undefined ? '' : `; look at line ${text.slice(0, Number(at)).split('\n').length}`}`,
    );
  }
}

function headOf(
  text: string,
): { readonly type?: unknown; readonly version?: unknown; readonly written?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Any value of JSON: only its form is checked when it is read again. */
type Text = Readonly<Record<string, unknown>>;

function toBatchText({ engine, facts, settled, proposals, summary }: PlannedBatch): Text {
  const {
    waits = [],
    pages,
    words = {},
    reviews,
    apart = [],
    heads,
    tags,
    related,
    by = {},
    notices = [],
    paid: cost = {},
  } = proposals;
  const said = new Map<string, Proposal>();
  const more: Proposal[] = [];
  const known = new Set(facts.map(({ fact }) => fact));
  for (const one of proposals.proposals) {
    if (!known.has(one.fact) || said.has(one.fact)) more.push(one);
    else said.set(one.fact, one);
  }
  const told = Object.fromEntries(Object.entries(tags).filter(([, some]) => some.length > 0));
  const entries = [
    ...facts.map((fact) => toEntry(fact, said.get(fact.fact))),
    ...more.map((one) => toEntry({ fact: one.fact }, one)),
  ];
  return {
    engine,
    proposals: entries,
    ...filled(
      {
        waits,
        pages,
        words,
        reviews,
        apart,
        settled,
        summary,
        heads,
        tags: told,
        related,
        decidedBy: by,
        notices,
        cost,
      },
      summary === null ? [] : ['summary'],
    ),
  };
}

/** The fact in its own words, then what becomes of it. */
function toEntry(
  { digest, ...fact }: Pick<PlannedFact, 'fact'> & Partial<PlannedFact>,
  proposal: Proposal | undefined,
): Text {
  const {
    fact: _,
    as,
    page,
    head,
    text,
    of,
    supersedes,
    inTurn,
    corrects,
    by,
    after,
    ends,
    with: other,
    frees,
    reason,
  } = proposal ?? { fact: '' };
  // Its own words stand right above.
  return {
    ...fact,
    as,
    page,
    head,
    text: text === fact.says ? undefined : text,
    of,
    supersedes,
    inTurn,
    corrects,
    by,
    after,
    ends,
    with: other,
    frees,
    reason,
    digest,
  };
}

/** Without what is empty, but for what means something even so. */
function filled(all: Text, kept: readonly string[]): Text {
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key, value]) =>
        kept.includes(key) || (typeof value === 'object' && value !== null && Object.keys(value).length > 0),
    ),
  );
}

function toPlanFile({ batches, written: _, ...plan }: PlanText): PlanFile {
  return { ...plan, batches: batches.map(toBatch) };
}

function toBatch({
  engine,
  proposals: entries,
  settled = [],
  summary,
  waits,
  pages = [],
  words,
  reviews = [],
  apart,
  heads = {},
  tags = {},
  related = {},
  decidedBy,
  notices,
  cost,
}: BatchText): PlannedBatch {
  const facts = entries.flatMap(({ fact, day, says = '', digest }): PlannedFact[] =>
    day === undefined || digest === undefined ? [] : [{ fact, day, says, digest }],
  );
  return {
    engine,
    facts,
    settled,
    summary: summary ?? null,
    proposals: {
      proposals: entries.flatMap(toProposal),
      pages,
      heads,
      tags,
      related,
      reviews,
      ...(words === undefined ? {} : { words }),
      ...(waits === undefined ? {} : { waits }),
      ...(apart === undefined ? {} : { apart }),
      ...(decidedBy === undefined ? {} : { by: decidedBy }),
      ...(notices === undefined ? {} : { notices }),
      ...(cost === undefined ? {} : { paid: cost }),
    },
  };
}

function toProposal({ day: _, says: __, digest: ___, as, reason = '', ...rest }: EntryText): Proposal[] {
  return as === undefined ? [] : [{ ...rest, as, reason: reason || 'a plan says so' }];
}
