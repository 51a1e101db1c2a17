// Appends facts to the daily logs: one write per day's log, fsync, no lock. Judges nothing.
import { mayHoldSecret, partsOf } from '../language/secrets/may-hold.ts';
import type { Finding } from '../language/secrets/secrets.ts';
import type { LogItem } from './request.ts';
import { dayOf, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Statement } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { NewId } from '../model/ports.ts';
import { type EntryFact, renderEntry, sessionLabel } from '../page/fact-line.ts';
import { appendToDay, readDay } from '../vault/daily.ts';
import type { Vault } from '../vault/vault.ts';

export interface LogDeps {
  readonly vault: Vault;
  readonly now: Date;
  readonly newId: NewId;
  /** This clone's id, for facts without a session. */
  readonly clone: string;
}

export interface Logged {
  readonly id: string;
  readonly day: string;
  /** The daily log, relative to the vault's root. */
  readonly path: string;
  readonly statement: Statement;
}

export interface LogResult {
  readonly facts: readonly Logged[];
  /** Daily logs that were just created. */
  readonly created: readonly string[];
}

/** Logs the items in order. Throws `io` with `data.unsaved` if a day's log could not be written. */
export function logFacts(items: readonly LogItem[], deps: LogDeps): LogResult {
  const facts: Logged[] = [];
  const created: string[] = [];
  const saved = new Set<LogItem>();
  for (const [day, own] of groupBy(items, (item) => item.day ?? dayOf(deps.now))) {
    const entries = entriesOf(own, deps);
    try {
      const appended = appendToDay(
        deps.vault,
        day,
        entries.map(({ time, session, facts: list }) => renderEntry(time, session, list)).join(''),
        dayOf(deps.now),
      );
      if (appended.created) created.push(appended.path);
      for (const entry of entries)
        for (const { id, statement } of entry.facts) facts.push({ id, day, path: appended.path, statement });
      for (const item of own) saved.add(item);
    } catch (error) {
      const unsaved = items.filter((item) => !saved.has(item)).map((item) => item.statement.text);
      throw withUnsaved(error, facts.length, unsaved);
    }
  }
  return { facts, created };
}

/** The error with the statements that were not saved; errors of other kinds are returned unchanged. */
export function withUnsaved(error: unknown, saved: number, unsaved: readonly string[]): unknown {
  if (!(error instanceof MemvaultError)) return error;
  return new MemvaultError(error.code, error.message, {
    cause: error,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    data: { saved, unsaved },
  });
}

interface Entry {
  readonly time: string;
  readonly session: string;
  readonly facts: EntryFact[];
}

/** Consecutive items with the same time and session share a header. */
function entriesOf(items: readonly LogItem[], { now, newId, clone }: LogDeps): Entry[] {
  const entries: Entry[] = [];
  for (const item of items) {
    const time = item.time ?? timeOf(now);
    const session = sessionLabel(item.session, clone);
    const last = entries.at(-1);
    const fact = { id: newId(), statement: item.statement };
    if (last?.time === time && last.session === session) last.facts.push(fact);
    else entries.push({ time, session, facts: [fact] });
  }
  return entries;
}

/** The 1-based lines of facts in their daily logs. Reads each log once. */
export function readLines(vault: Vault, facts: readonly Logged[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const day of new Set(facts.map((fact) => fact.day))) {
    const wanted = new Set(facts.filter((fact) => fact.day === day).map((fact) => fact.id));
    readDay(vault, day)
      .split('\n')
      .forEach((line, index) => {
        const id = line.trimEnd().slice(-10);
        if (wanted.has(id) && !lines.has(id)) lines.set(id, index + 1);
      });
  }
  return lines;
}

// Finds items that look like secrets, before anything is logged. Loads the rules only if a quick check matches.

export interface Suspect {
  readonly item: LogItem;
  /** The rules that matched, each once. */
  readonly rules: readonly string[];
  /** The first match, masked. */
  readonly masked: string;
}

export interface Screened {
  readonly clean: readonly LogItem[];
  readonly suspects: readonly Suspect[];
}

/**
 * Separates items with a likely secret in their text, a tag or a field. Also detects a key whose lines are separate
 * items.
 */
export async function screenItems(items: readonly LogItem[]): Promise<Screened> {
  if (!items.some(({ statement }) => partsOf(statement).some(mayHoldSecret))) return { clean: items, suspects: [] };
  const [{ findSecrets }, { maskSecret }] = await Promise.all([
    import('../language/secrets/secrets.ts'),
    import('../language/secrets/secrets.ts'),
  ]);
  const inTexts = findingsByItem(items, findSecrets);
  const clean: LogItem[] = [];
  const suspects: Suspect[] = [];
  items.forEach((item, index) => {
    const [, ...others] = partsOf(item.statement);
    const found = [
      ...(inTexts.get(index) ?? []),
      ...others.flatMap((part) =>
        findSecrets(part).map(({ rule, start, end }) => ({ rule, secret: part.slice(start, end) })),
      ),
    ];
    const [first] = found;
    if (first)
      suspects.push({ item, rules: [...new Set(found.map(({ rule }) => rule))], masked: maskSecret(first.secret) });
    else clean.push(item);
  });
  return { clean, suspects };
}

interface Found {
  readonly rule: string;
  readonly secret: string;
}

/** Searches all texts joined by newlines; groups the findings by the items that they touch. */
function findingsByItem(items: readonly LogItem[], find: (text: string) => readonly Finding[]): Map<number, Found[]> {
  const texts = items.map(({ statement }) => statement.text);
  const whole = texts.join('\n');
  const findings = find(whole);
  const byItem = new Map<number, Found[]>();
  let from = 0;
  for (const [index, text] of texts.entries()) {
    const to = from + text.length;
    const own = findings.filter(({ start, end }) => start <= to && from < end);
    if (own.length > 0)
      byItem.set(
        index,
        own.map(({ rule, start, end }) => ({ rule, secret: whole.slice(start, end) })),
      );
    from = to + 1;
  }
  return byItem;
}

/** One JSON line for `log --jsonl`, with the day and time at which it would have been logged. */
export function renderSuspect({ statement, day, time, session }: LogItem, today: string, moment: string): string {
  const { text, category, tags, fields } = statement;
  return JSON.stringify({
    content: text,
    category,
    tags,
    date: day ?? today,
    time: time ?? moment,
    ...(session === null ? {} : { session }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  });
}
