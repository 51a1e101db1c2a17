// What comes out of the vault must not come in again as if somebody had said it: lines that memvault printed or a dream
// wrote, and statements that a search or a bundle has just shown. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import type { Candidate, Conversation } from './conversation.ts';

/**
 * A statement that was shown to someone, and when: ISO in UTC. `times`: how often up to then, of which the others are
 * not told.
 */
export interface Shown {
  readonly text: string;
  readonly at: string;
  readonly times: number;
}

export interface Memory {
  readonly shown: readonly Shown[];
  /** Lines that a dream wrote: MEMORY.md, log.md. */
  readonly written: readonly string[];
}

/** What a candidate is besides a statement of somebody: null where it is nothing of the kind. */
export type EchoTest = (candidate: Candidate) => 'echo' | 'own' | null;

/** A session may begin with what was asked for it. */
const BEFORE_MS = 10 * 60_000;
/** What a run counts as shown several times was so within a day or so. */
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

/** Where no time is told, any may be that of the session. */
function spanOf(times: readonly number[]): readonly [number, number] {
  const known = times.filter((time) => !Number.isNaN(time));
  if (known.length === 0) return [-Infinity, Infinity];
  return [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b)) + 60_000];
}

interface Place {
  readonly line: string;
  readonly above: string;
}

/** The lines that hold a quote or are a part of it. */
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

/** Without list mark, quote mark, and what a bundle sets before a statement. */
function statementOf(line: string): string {
  return normalForm(line.replace(/^[\s>]*(?:[-*+] +)?(?:\d{4}-\d\d-\d\d )?(?:\[[\p{L}\p{N} _-]+\] )?/u, ''));
}
