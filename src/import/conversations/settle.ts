// Decides which candidates of a conversation to log: those that are new, confident enough, not forgotten and not an
// echo. Pure. The store remembers sessions; if it is lost, the facts that cite a session stand in for it.
import { createHash } from 'node:crypto';
import { normalForm } from '../../language/normal-form.ts';
import { parseSlot } from '../../language/slots/parse-slot.ts';
import { missingSpecifics, negationsIn } from '../../language/specifics.ts';
import { encodeText } from '../../model/bytes.ts';
import { experienceKind } from '../../model/experience.ts';
import type { Fact, Statement } from '../../model/fact.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import { type Candidate, type Conversation, digestUpTo, parseSource } from './conversation.ts';

/** Why a candidate is not logged. `seen`: already logged. `many`: the model gave others with more confidence. */
export type Reason = 'seen' | 'echo' | 'own' | 'forgotten' | 'unsure' | 'many';

export interface Dropped {
  readonly candidate: Candidate;
  readonly reason: Reason;
}

export interface Settled {
  readonly taken: readonly Candidate[];
  readonly dropped: readonly Dropped[];
}

/** The store's record of an earlier run. */
export interface Before {
  readonly done: number;
  readonly digest: string;
}

/** Candidates with less confidence are dropped. */
const MIN_CONFIDENCE = 0.62;
/** The most facts per session from a model, by confidence. */
const MAX_FACTS = 12;

export interface SettleInput {
  readonly conversation: Conversation;
  readonly candidates: readonly Candidate[];
  /** The last event that was already read. */
  readonly seen: number;
  /** The vault's facts that cite this session. */
  readonly known: readonly Fact[];
  /** Digests of facts logged earlier from this session, independent of wording. */
  readonly logged: ReadonlySet<string>;
  readonly terms: Terms;
  /** Whether a fact that cited this event was forgotten. */
  readonly isClosed: (event: number) => boolean;
  /** Whether another session already logged it, as for a session resumed in a new file. */
  readonly isCopy: (candidate: Candidate) => boolean;
  readonly isForgotten: (text: string) => boolean;
  readonly echoOf: EchoTest;
  /** Candidates from a model. */
  readonly byModel: ReadonlySet<Candidate>;
}

export function settle(input: SettleInput): Settled {
  const { conversation, known, terms, byModel } = input;
  const identities = new Set(known.map((fact) => identityOf(fact, terms)));
  const whyNot = makeWhyNot(input);
  const taken: Candidate[] = [];
  const dropped: Dropped[] = [];
  // In conversation order.
  for (const candidate of input.candidates.toSorted((a, b) => lastOf(a) - lastOf(b))) {
    const identity = identityOf(candidate.statement, terms);
    const isTold = isPath(candidate)
      ? isLoggedPath(candidate, known)
      : identities.has(identity) || input.logged.has(digestOf(conversation.session, identity));
    const reason = isTold ? 'seen' : whyNot(candidate);
    if (reason !== null) dropped.push({ candidate, reason });
    else {
      identities.add(identity);
      taken.push(candidate);
    }
  }
  // Drops a model's surplus with the least confidence; if equal, the later one.
  const many = taken
    .filter((candidate) => byModel.has(candidate))
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(MAX_FACTS);
  return {
    taken: taken.filter((candidate) => !many.includes(candidate)),
    dropped: [...dropped, ...many.map((candidate) => ({ candidate, reason: 'many' as const }))],
  };
}

const isPath = ({ statement }: Candidate): boolean => experienceKind(statement) === 'path';

/** A path is identified by its request: the same procedure may be run twice in a session. */
const isLoggedPath = ({ events }: Candidate, known: readonly Fact[]): boolean =>
  known.some((fact) => experienceKind(fact) === 'path' && parseSource(fact.fields)?.first === events[0]);

/** Why a candidate is not logged, apart from repeats within this run. */
function makeWhyNot({ known, seen, terms, isClosed, isCopy, isForgotten, echoOf }: SettleInput) {
  const sources = known.flatMap((fact) => {
    const source = parseSource(fact.fields);
    return source === null ? [] : [{ fact, source }];
  });
  return (candidate: Candidate): Reason | null => {
    const { statement, quote, events, confidence } = candidate;
    if (lastOf(candidate) <= seen || isCopy(candidate)) return 'seen';
    if (events.some(isClosed) || isForgotten(statement.text) || isForgotten(quote)) return 'forgotten';
    const isSaidAgain = sources.some(
      ({ fact, source: { first, last } }) =>
        events.some((event) => event >= first && event <= last) && saysAgain(fact, statement, terms),
    );
    if (isSaidAgain) return 'seen';
    return confidence < MIN_CONFIDENCE ? 'unsure' : echoOf(candidate);
  };
}

const lastOf = ({ events }: Candidate): number => Math.max(...events);

/** The last event that was already read; 0 for a file that was changed rather than extended. */
export function lookedAt(conversation: Conversation, before: Before | null, known: readonly Fact[]): number {
  if (before !== null) return digestUpTo(conversation, before.done) === before.digest ? before.done : 0;
  return known.reduce((last, { fields }) => Math.max(last, parseSource(fields)?.last ?? 0), 0);
}

// Identifies statements by their slots, independent of wording. Two statements with the same identity are one fact.
// Ignores slot names from a model.

/** Returns a text's stems, as in search. */
export type Terms = (text: string) => readonly string[];

/** Words that negate what follows. */
const DENIES = new RegExp(
  String.raw`\b(?:dislikes?d?|hates?d?|loathes?|detests?|avoids?(?:ed|ing)?|refuses?d?|unable|fails?(?:ed)? to|` +
    String.raw`lacks?(?:ed)?|stop(?:s|ped)?|quits?|gave up|gives? up|give up|used to|former(?:ly)?)\b|讨厌|討厭|避免|` +
    String.raw`拒绝|拒絕|戒了|戒掉|停止|放弃|以前|曾经`,
  'iu',
);
/** Liking, to any degree. */
const LIKES = new RegExp(
  String.raw`\b(?:(?:really|very much|also|still|especially|absolutely|particularly) )*(?:loves?d?|likes?d?|` +
    String.raw`enjoys?(?:ed)?|adores?d?|prefers?(?:red)?|fond of|into|a fan of)\b|(?:很|非常|特别|最)?(?:喜欢|喜歡|喜爱|热爱|爱)`,
  'giu',
);
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;
const SUBJECT = /^(?:the )?user\b(?:['’]s)?|^用户的?/iu;
/** The share of a statement's stems that an earlier one from the same turn must contain to count as the same. */
const TOLD = 0.75;
/** Stems that add no meaning. */
const LITTLE: ReadonlySet<string> = new Set(['us', 'get', 'call', 'name', 'current', 'also', 'still', 'realli']);

/** Whether the text says that something is not, or no longer, true. */
export const denies = (text: string): boolean => negationsIn(text) > 0 || DENIES.test(text);

/** Equal for statements that say the same: slot and value, else the same stems; all numbers and days. */
export function identityOf(statement: Statement, terms: Terms): string {
  const { text, category, fields } = statement;
  const { project = '' } = fields;
  const numbers = [...text.matchAll(NUMBER)]
    .map(([number]) => number)
    .toSorted()
    .join(' ');
  const slot = parseSlot({ text, category, fields: { project } });
  if (slot !== null) return ['slot', slot.key, slot.value, slot.negated, normalForm(slot.beside), numbers].join('\n');
  return [denies(text) ? 'not' : '', stemsOf(text.replace(LIKES, ' like '), terms).toSorted().join(' '), numbers].join(
    '\n',
  );
}

/** For a store that keeps no text. */
export const digestOf = (session: string, identity: string): string =>
  createHash('sha256')
    .update(encodeText(`${session}\n${identity}`))
    .digest('hex')
    .slice(0, 16);

/** Whether an earlier statement from the same words already says everything in a later one. */
export function saysAgain(earlier: Statement, later: Statement, terms: Terms): boolean {
  if (
    denies(earlier.text) !== denies(later.text) ||
    missingSpecifics(later.text, earlier.text).some((one) => one !== 'not')
  )
    return false;
  const [old, told] = [stemsOf(earlier.text, terms), stemsOf(later.text, terms).filter((word) => !LITTLE.has(word))];
  return told.length > 0 && told.filter((word) => old.includes(word)).length >= told.length * TOLD;
}

const stemsOf = (text: string, terms: Terms): string[] => [...new Set(terms(text.replace(SUBJECT, '')))];

// Detects echoes: the vault's own output must not come back as if somebody had said it. Covers lines that memvault
// printed or a dream wrote, and statements that a search or a bundle has just shown.

/** A statement that was shown, and when: ISO in UTC. `times`: how often by then; earlier times are not recorded. */
export interface Shown {
  readonly text: string;
  readonly at: string;
  readonly times: number;
}

export interface Memory {
  readonly shown: readonly Shown[];
  /** Lines that a dream wrote: in MEMORY.md, log.md. */
  readonly written: readonly string[];
}

/** Returns what kind of echo a candidate is; null for none. */
export type EchoTest = (candidate: Candidate) => 'echo' | 'own' | null;

/** A bundle may have been requested shortly before the session. */
const BEFORE_MS = 10 * 60_000;
/** A run counts repeated recalls together, within about a day. */
const COUNTED_MS = 86_400_000;

export function echoTest({ turns }: Pick<Conversation, 'turns'>, memory: Memory): EchoTest {
  const [from, to] = spanOf(turns.flatMap(({ at }) => (at === null ? [] : [new Date(at).getTime()])));
  const shown = new Set(
    memory.shown.flatMap(({ text, at, times }) =>
      Date.parse(at) >= from - BEFORE_MS && Date.parse(at) <= to + (times > 1 ? COUNTED_MS : 0)
        ? [normalForm(text)]
        : [],
    ),
  );
  const written = new Set(memory.written.map(statementOf).filter((line) => line !== ''));
  const byEvent = new Map(turns.map((turn) => [turn.event, turn.text.split('\n')]));
  return ({ events, quote, statement }) => {
    const lines = events.flatMap((event) => around(byEvent.get(event) ?? [], quote));
    if (lines.some(({ line, above }) => isOwnLine(line, above))) return 'own';
    const said = [quote, ...lines.map(({ line }) => line)].map(statementOf);
    if (said.some((form) => written.has(form))) return 'own';
    return [normalForm(statement.text), ...said].some((form) => shown.has(form)) ? 'echo' : null;
  };
}

/** Without timestamps, any time may be within the session. */
function spanOf(times: readonly number[]): readonly [number, number] {
  const known = times.filter((time) => !Number.isNaN(time));
  if (known.length === 0) return [-Infinity, Infinity];
  return [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b)) + 60_000];
}

interface Place {
  readonly line: string;
  readonly above: string;
}

/** The lines that contain the quote or a part of it. */
function around(lines: readonly string[], quote: string): Place[] {
  const parts = quote
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return lines.flatMap((line, at) =>
    line.trim() !== '' && parts.some((part) => line.includes(part)) ? [{ line, above: lines[at - 1] ?? '' }] : [],
  );
}

/** A fact line or a claim with its id, an entry of log.md, a hit with its place, a document of `--json`. */
const OWN_LINES = [
  new RegExp(String.raw`^\s*- \[[^\]]+\] .*\^${ID_PATTERN}\s*$`),
  new RegExp(String.raw`\[\^${ID_PATTERN}\]`),
  new RegExp(String.raw`^${ID_PATTERN} {2}\d{4}-\d\d-\d\d {2}`),
  /^\s*r-\d{8}-\d{4}-[0-9a-f]{6}\b/,
  /^## \[\d{4}-\d\d-\d\d\] (?:ingest|skip|undo|lint)\b/,
  /"type":"memvault\//,
];
const HIT = /^\S.*\.md:\d+ {2}/;

const isOwnLine = (line: string, above: string): boolean =>
  OWN_LINES.some((form) => form.test(line)) || HIT.test(line) || (/^ {2}\S/.test(line) && HIT.test(above));

/** The line without list and quote marks and without what a bundle puts before a statement. */
function statementOf(line: string): string {
  return normalForm(line.replace(/^[\s>]*(?:[-*+] +)?(?:\d{4}-\d\d-\d\d )?(?:\[[\p{L}\p{N} _-]+\] )?/u, ''));
}
