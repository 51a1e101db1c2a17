// Conversations to facts as commands have it done: read, settled against the vault, screened, logged by the code of `log`,
// and noted in the store of sessions.
import type { Candidate, Conversation } from '../extract/conversation.ts';
import { echoTest, type Memory } from '../extract/echo.ts';
import { earlierNames } from '../extract/formats/shape.ts';
import { type Dropped, settle } from '../extract/settle.ts';
import { parseSource, renderSource } from '../extract/sources.ts';
import { logFacts, type Logged } from '../log/log.ts';
import { checkItem, type LogItem } from '../log/request.ts';
import { screenItems } from '../log/screen.ts';
import { normalForm } from '../markdown/normal-form.ts';
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { makeId } from '../model/ids.ts';
import { readCloneId } from '../vault/clone.ts';
import { readText } from '../vault/disk.ts';
import { quarantinedSources } from '../vault/quarantine.ts';
import { readRecallTimes } from '../vault/recalls.ts';
import { readSession, type SessionRecord, withSession, writeSession } from '../vault/sessions.ts';
import { forgottenTest } from '../vault/tombstones.ts';
import { absolute, RUN_LOG_FILE, SUMMARY_FILE } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import { readViewNow } from './by-hand.ts';
import type { Context } from './context.ts';
import { holdSuspects, type Quarantined } from './hold-suspects.ts';

export interface ExtractWishes {
  readonly again: boolean;
  readonly dryRun: boolean;
  /** Name and version of what looks; it stands in the store. */
  readonly extractor: string;
  readonly candidatesOf: (conversation: Conversation) => readonly Candidate[];
}

/** What came of one conversation. */
export interface Extracted {
  readonly conversation: Conversation;
  /** What was logged, or would be: then without an id. */
  readonly facts: readonly Taken[];
  readonly dropped: readonly Dropped[];
  /** What looks like a secret and was put aside. */
  readonly held: number;
  /** An older extractor looked at it; `--again` has this one look. */
  readonly older: string | null;
}

export interface Taken {
  readonly logged: Omit<Logged, 'id' | 'path'> & { readonly id: string | null; readonly path: string | null };
  readonly time: string | null;
  readonly quote: string;
}

export interface Extraction {
  /** Throws `io` where nothing could be logged. */
  one(conversation: Conversation): Promise<Extracted>;
  /** What was put aside in all, as `log --json` tells it, and for stderr. */
  quarantined(): { readonly all: readonly Quarantined[]; readonly warning: readonly string[] };
}

/** Reads the vault once, for any number of conversations. */
export async function openExtraction(context: Context, wishes: ExtractWishes): Promise<Extraction> {
  const { vault, world, settings } = context;
  const now = world.now();
  const view = await readViewNow(context);
  const known = groupBy(view.facts.flatMap((fact) => (parseSource(fact.fields) === null ? [] : [fact])), (fact) => parseSource(fact.fields)?.session ?? '');
  const copies = new Set([...known.values()].flat().map((fact) => copyKey(fact.text, fact.day, fact.time)));
  const isForgotten = forgottenTest(vault);
  const memory = memoryOf(context, view, now);
  const records = new Map<string, SessionRecord>();
  const [all, warning]: [Quarantined[], string[]] = [[], []];

  async function one(read: Conversation): Promise<Extracted> {
    const isKnown = (name: string): boolean => known.has(name) || records.has(name) || readSession(vault, name) !== null;
    const session = isKnown(read.session) ? read.session : (earlierNames(read).find(isKnown) ?? read.session);
    const conversation = { ...read, session };
    return wishes.dryRun ? await take(conversation) : await withSession(vault, session, async () => await take(conversation));
  }

  async function take(conversation: Conversation): Promise<Extracted> {
    const { session } = conversation;
    const before = records.get(session) ?? readSession(vault, session);
    const whenOf = (candidate: Candidate): When => whenSaid(conversation, candidate, now);
    const settled = settle({
      conversation, candidates: wishes.candidatesOf(conversation), before, known: known.get(session) ?? [], again: wishes.again, minConfidence: settings.extract.min_confidence,
      isForgotten: (text) => isForgotten({ id: '', text }), echoOf: echoTest(conversation, memory),
      isCopy: (candidate) => {
        const { day, time } = whenOf(candidate);
        return day !== null && time !== null && copies.has(copyKey(candidate.statement.text, day, time));
      },
    });
    const items = settled.taken.map((candidate) => itemOf(conversation, candidate, whenOf(candidate), now));
    const screened = await screenItems(items);
    const quotes = new Map(items.map((item, at) => [item.statement, settled.taken[at]?.quote ?? '']));
    const taken = (item: LogItem, logged: Pick<Logged, 'id' | 'path'> | null): Taken => ({
      logged: { id: logged?.id ?? null, path: logged?.path ?? null, day: item.day ?? dayOf(now), statement: item.statement }, time: item.time, quote: quotes.get(item.statement) ?? '',
    });
    const older = before !== null && before.extractor !== wishes.extractor && !wishes.again ? before.extractor : null;
    const beforeHeld = screened.suspects.length > 0 ? quarantinedSources(vault) : new Set<string>();
    const held = screened.suspects.filter(({ item }) => !beforeHeld.has(`${item.statement.fields.source ?? ''}\n${item.statement.text}`));
    const result = { conversation, dropped: settled.dropped, held: held.length, older };
    const record = (facts: readonly string[]): SessionRecord => ({
      ...aboutOf(conversation), done: settled.done, digest: settled.digest, extractor: older ?? wishes.extractor, facts: [...(before?.facts ?? []), ...facts], at: now.toISOString(),
    });
    if (wishes.dryRun) {
      records.set(session, record([]));
      return { ...result, facts: screened.clean.map((item) => taken(item, null)) };
    }
    if (held.length > 0) {
      const put = holdSuspects(vault, { clean: screened.clean, suspects: held }, { piped: true, now });
      all.push(put.quarantined);
      warning.push(...put.warning);
    }
    const logged = logFacts(screened.clean, { vault, now, newId: () => makeId(world.random), clone: readCloneId(vault, world.random) }).facts;
    const byStatement = new Map(logged.map((fact) => [fact.statement, fact]));
    note(known, copies, session, screened.clean, logged);
    const next = record(logged.map(({ id }) => id));
    if (logged.length > 0 || held.length > 0 || isNews(before, next)) writeSession(vault, next);
    records.set(session, next);
    return { ...result, facts: screened.clean.map((item) => taken(item, byStatement.get(item.statement) ?? null)) };
  }
  return { one, quarantined: () => ({ all, warning }) };
}

/** A record that says the same but for the moment is not written again. */
const isNews = (before: SessionRecord | null, next: SessionRecord): boolean => before === null || JSON.stringify({ ...before, at: '' }) !== JSON.stringify({ ...next, at: '' });

/** For the next conversation of this call: what was just logged is known. */
function note(known: Map<string, Fact[]>, copies: Set<string>, session: string, items: readonly LogItem[], logged: readonly Logged[]): void {
  const times = new Map(items.map(({ statement, time }) => [statement, time]));
  for (const { id, day, path, statement } of logged) {
    const time = times.get(statement) ?? null;
    const fact: Fact = { ...statement, id, computed: false, day, time, session, path, line: 0 };
    known.set(session, [...(known.get(session) ?? []), fact]);
    copies.add(copyKey(statement.text, day, time));
  }
}

const copyKey = (text: string, day: string, time: string | null): string => `${day} ${time ?? ''} ${normalForm(text)}`;

function aboutOf({ session, format, turns, events }: Conversation): Pick<SessionRecord, 'session' | 'format' | 'who' | 'from' | 'to' | 'events'> {
  const times = turns.flatMap(({ at }) => at ?? []).toSorted();
  const who = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  return { session, format, who, from: times[0] ?? null, to: times.at(-1) ?? null, events };
}

interface When {
  readonly day: string | null;
  readonly time: string | null;
}

/** The local day and time of the last turn that it rests on. Where the format tells none, or one that is yet to come, it counts as said now. */
function whenSaid({ turns }: Conversation, { events }: Candidate, now: Date): When {
  const last = Math.max(...events);
  return localTime(turns.find(({ event }) => event === last)?.at ?? null, now);
}

function localTime(at: string | null, now: Date): When {
  const unknown = { day: null, time: null };
  if (at === null) return unknown;
  const instant = new Date(at);
  const [day, time] = at.endsWith('Z') ? (Number.isNaN(instant.getTime()) ? ['', ''] : [dayOf(instant), timeOf(instant)]) : [at.slice(0, 10), at.slice(11, 16)];
  const isPast = `${day}T${time}` <= `${dayOf(now)}T${timeOf(now)}`;
  return isDay(day) && isTime(time) && isPast ? { day, time } : unknown;
}

/** The local day of a turn's time, for who resolves "yesterday". */
export function localDayOf(at: string): string | null {
  const day = at.endsWith('Z') ? dayOf(new Date(at)) : at.slice(0, 10);
  return isDay(day) ? day : null;
}

function itemOf({ session }: Conversation, { statement, events, confidence }: Candidate, { day, time }: When, now: Date): LogItem {
  // Of an event that is known to the month only, `at` says no more.
  const { at, ...fields } = statement.fields;
  const isWhole = at === undefined || !/^\d{4}(?:-\d\d)?$/.test(at);
  const item = checkItem({
    text: statement.text, category: statement.category, tags: statement.tags, session, ...(day === null ? {} : { day }), ...(time === null ? {} : { time }),
    fields: { ...(isWhole ? statement.fields : fields), confidence: fields.confidence ?? String(confidence), source: renderSource(session, events) },
  }, now);
  return isWhole ? item : { ...item, statement: { ...item.statement, fields: { at, ...item.statement.fields } } };
}

/** What was shown from this vault, and what dreams wrote. */
function memoryOf({ vault }: Context, { factById, pages }: View, now: Date): Memory {
  const claims = groupBy([...pages.values()].flatMap((page) => page.claims.flatMap(({ text, facts }) => facts.map((fact) => ({ fact, text })))), ({ fact }) => fact);
  const shown = readRecallTimes(vault, now).flatMap(({ fact, last }) => [factById.get(fact)?.text, ...(claims.get(fact) ?? []).map(({ text }) => text)].flatMap((text) => (text === undefined ? [] : [{ text, at: last }])));
  const written = [SUMMARY_FILE, RUN_LOG_FILE].flatMap((path) => (readText(absolute(vault, path)) ?? '').split('\n'));
  return { shown, written };
}

/** Errors of a person's input, which leave the other files to be read. */
export function isOfFile(error: unknown): error is MemvaultError {
  return error instanceof MemvaultError && ['not-found', 'bad-input', 'io'].includes(error.code);
}
