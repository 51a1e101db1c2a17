// Appends facts to the daily logs: one write per day's log, fsync, no lock. Judges nothing.
import { dayOf, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Statement } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { NewId } from '../model/ports.ts';
import { type EntryFact, renderEntry, sessionLabel } from '../page/fact-line.ts';
import { appendToDay, readDay } from '../vault/daily.ts';
import type { Vault } from '../vault/vault.ts';
import type { LogItem } from './request.ts';

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
