// Turns conversations into facts: reads them, compares with the vault, screens for secrets, logs through the code of
// `log`, and records the session in the store.
import {
  type Candidate,
  type Conversation,
  digestUpTo,
  earlierNames,
  lastWhole,
  parseEvents,
  parseSource,
  renderEvents,
  renderSource,
  type Span,
} from '../import/conversations/conversation.ts';
import type { LookedAt, NotRead } from '../import/conversations/model/candidates.ts';
import { pathsOf } from '../import/conversations/rules/paths.ts';
import { extractByRules } from '../import/conversations/rules/rules.ts';
import {
  digestOf,
  type Dropped,
  echoTest,
  identityOf,
  lookedAt,
  type Memory,
  settle,
  type Settled,
  type Terms,
} from '../import/conversations/settle.ts';
import { toMoment } from '../import/values.ts';
import { openTokenizer } from '../index/tokenizer.ts';
import { normalForm } from '../language/normal-form.ts';
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import { findSecrets } from '../language/secrets/secrets.ts';
import type { ModelReader } from '../llm/port.ts';
import { type Logged, type Screened, screenItems } from '../log/log.ts';
import { checkItem, type LogItem } from '../log/request.ts';
import { dayOf, isDay, timeOf } from '../model/day.ts';
import type { Fact, Fields, Statement } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { makeId } from '../model/ids.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import { type Cancel, type Progress, UNWATCHED } from '../model/ports.ts';
import { readText } from '../vault/disk.ts';
import { readRecallTimes } from '../vault/recalls.ts';
import { maySay } from '../vault/scrub.ts';
import {
  KEEP_SESSION_DAYS,
  quarantinedSources,
  readSession,
  type SessionRecord,
  withSession,
  writeSession,
} from '../vault/sessions.ts';
import { forgottenTest } from '../vault/tombstones.ts';
import { absolute, RUN_LOG_FILE, SUMMARY_FILE } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { holdSuspects, logMany, type Quarantined } from './log-facts.ts';
import { readViewNow } from './record-by-hand.ts';

export interface ExtractWishes {
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly look: Look['look'];
}

/** The result for one conversation. */
export interface Extracted {
  readonly conversation: Conversation;
  /** The facts logged. In a dry run: those that would be, without ids. */
  readonly facts: readonly Taken[];
  readonly dropped: readonly Dropped[];
  /** The number of likely secrets put aside. */
  readonly held: number;
  readonly looked: Omit<Looked, 'candidates'>;
}

export interface Taken {
  readonly logged: Omit<Logged, 'id' | 'path'> & { readonly id: string | null; readonly path: string | null };
  readonly time: string | null;
  readonly quote: string;
}

/** What an earlier run left, and which events to skip. */
interface LookBefore {
  readonly before: SessionRecord | null;
  readonly seen: number;
  readonly isClosed: (event: number) => boolean;
}

/** Reads the vault once for any number of conversations, and collects their results. */
export async function openExtraction(context: Context, wishes: ExtractWishes) {
  const tokenizer = await openTokenizer(context.settings.retrieve.languages);
  const view = await readViewNow(context);
  const now = context.world.now();
  const known = groupBy(
    view.facts.filter(({ fields }) => parseSource(fields) !== null),
    ({ fields }) => parseSource(fields)?.session ?? '',
  );
  return {
    context,
    wishes,
    view,
    now,
    terms: (text: string): readonly string[] => tokenizer.terms(text),
    /** Facts that cite a session, by session. */
    known,
    copies: new Set([...known.values()].flat().map((fact) => copyKey(fact.text, fact.day, fact.time))),
    memory: memoryOf(context, view, now),
    mayBeSaid: maySay(view),
    closedBefore: closedBy(view),
    records: new Map<string, SessionRecord>(),
    /** Everything put aside: `quarantined` for `log --json`, `warning` for stderr. */
    quarantined: [] as Quarantined[],
    warning: [] as string[],
  };
}

type Extraction = Awaited<ReturnType<typeof openExtraction>>;

/**
 * Logs nothing if the conversation was not read. Throws `locked` if another process still works on it after
 * `patienceMs`, `io` if nothing could be logged, and what `Look` throws.
 */
export async function extract(
  extraction: Extraction,
  read: Conversation,
  patienceMs: number,
): Promise<Extracted | NotRead> {
  const { context, wishes, known, records, mayBeSaid, terms } = extraction;
  const { world, vault } = context;
  const isKnown = (name: string): boolean => known.has(name) || records.has(name) || readSession(vault, name) !== null;
  const session = isKnown(read.session) ? read.session : (earlierNames(read).find(isKnown) ?? read.session);
  const conversation = { ...read, session };
  // Runs before the session is locked, because a model may be slow. What another process logs in the meantime is seen
  // after locking.
  const looked = await wishes.look(conversation, { ...lookBefore(extraction, conversation), maySay: mayBeSaid, terms });
  if (typeof looked === 'string') return looked;
  const taking = async (): Promise<Extracted> => await take(extraction, conversation, looked);
  if (wishes.dryRun) return await taking();
  const { now, pid, host, processes } = world;
  const owner = { pid, host, start: now().toISOString(), verb: 'import' };
  return await withSession(vault, session, { owner, processes, patienceMs }, taking);
}

function lookBefore(
  { context, wishes, records, view, known, closedBefore }: Extraction,
  conversation: Conversation,
): LookBefore {
  const { session } = conversation;
  const held = records.get(session) ?? null;
  // The file takes precedence, since another process may have updated it while a model was running.
  const before = (wishes.dryRun ? held : null) ?? readSession(context.vault, session) ?? held;
  const closed = [
    ...(closedBefore.get(session) ?? []),
    ...(before?.facts ?? []).flatMap(({ id, events }) =>
      id === null || view.forgotten.has(id) ? (parseEvents(events) ?? []) : [],
    ),
  ];
  return {
    before,
    seen: wishes.again ? 0 : lookedAt(conversation, before, known.get(session) ?? []),
    isClosed: (event) => closed.some(({ first, last }) => event >= first && event <= last),
  };
}

function settleNow(
  { context, known, terms, memory, now, copies }: Extraction,
  conversation: Conversation,
  { candidates, byModel }: Looked,
  { before, seen, isClosed }: LookBefore,
): Settled {
  const isForgotten = forgottenTest(context.vault);
  return settle({
    conversation,
    candidates: [...candidates, ...pathsOf(conversation)],
    seen,
    known: known.get(conversation.session) ?? [],
    logged: new Set(before?.facts.map(({ is }) => is)),
    terms,
    isClosed,
    byModel,
    isForgotten: (text) => isForgotten({ id: '', text }),
    echoOf: echoTest(conversation, memory),
    isCopy: (candidate) => {
      const when = whenSaid(conversation, candidate, now);
      return when !== null && copies.has(copyKey(candidate.statement.text, when.day, when.time));
    },
  });
}

async function take(extraction: Extraction, conversation: Conversation, found: Looked): Promise<Extracted> {
  const { context, wishes, view, now, terms, known, records } = extraction;
  const { candidates: _candidates, ...looked } = found;
  const { session } = conversation;
  const earlier = lookBefore(extraction, conversation);
  const { before } = earlier;
  const settled = settleNow(extraction, conversation, found, earlier);
  const done = lastWhole(conversation);
  const items = settled.taken.map((candidate) => itemOf(conversation, candidate, now));
  const quotes = new Map(items.map((item, at) => [item.statement, settled.taken[at]?.quote ?? '']));
  const { clean, suspects } = await screenItems(items);
  // Without those that an earlier run put aside.
  const asideBefore = suspects.length === 0 ? null : quarantinedSources(context.vault);
  const held = suspects.filter(
    ({ item: { statement } }) => !asideBefore?.has(`${statement.fields.source ?? ''}\n${statement.text}`),
  );
  const told = [...(before?.facts ?? []), ...toldElsewhere(session, before, known.get(session) ?? [], view, terms)];
  const record = (facts: readonly Logged[]): SessionRecord => ({
    ...aboutOf(conversation),
    done,
    digest: digestUpTo(conversation, done),
    extractor: looked.engine,
    facts: [...told, ...facts.flatMap(({ id, statement }) => recordOf(session, id, statement, terms))],
    at: now.toISOString(),
  });
  const logged = wishes.dryRun ? [] : await write(extraction, conversation, { clean, held, earlier, record });
  if (wishes.dryRun) records.set(session, record([]));
  const byStatement = new Map(logged.map((fact) => [fact.statement, fact]));
  const facts = clean.map(({ statement, day, time }): Taken => {
    const { id = null, path = null } = byStatement.get(statement) ?? {};
    return { logged: { id, path, day: day ?? dayOf(now), statement }, time, quote: quotes.get(statement) ?? '' };
  });
  return { conversation, dropped: settled.dropped, held: held.length, looked, facts };
}

interface ToWrite {
  readonly clean: readonly LogItem[];
  readonly held: Screened['suspects'];
  readonly earlier: LookBefore;
  readonly record: (facts: readonly Logged[]) => SessionRecord;
}

async function write(
  { context, now, quarantined, warning, records, known, copies }: Extraction,
  conversation: Conversation,
  { clean, held, earlier: { before, seen }, record }: ToWrite,
): Promise<readonly Logged[]> {
  const { vault, world } = context;
  const { session } = conversation;
  if (held.length > 0) {
    const put = holdSuspects(vault, { clean, suspects: held }, { piped: true, now });
    quarantined.push(put.quarantined);
    warning.push(...put.warning);
  }
  // Days are written one at a time. If a kill separates them, the next run must start over, not after the last fact.
  if (new Set(clean.map(({ day }) => day)).size > 1)
    writeSession(vault, { ...record([]), done: seen, digest: digestUpTo(conversation, seen) });
  const toLog = clean.map((item) => ({ item, id: makeId(world.random) }));
  // A conversation is logged as a whole or not at all.
  const { facts: logged } = await logMany(context, toLog, { now, ...UNWATCHED });
  // The next conversation of this call must know what was just logged.
  const times = new Map(clean.map(({ statement, time }) => [statement, time]));
  for (const { id, day, path, statement } of logged) {
    const time = times.get(statement) ?? null;
    const fact: Fact = { ...statement, id, computed: false, day, time, session, path, line: 0 };
    known.set(session, [...(known.get(session) ?? []), fact]);
    copies.add(copyKey(statement.text, day, time));
  }
  const next = record(logged);
  if (logged.length > 0 || held.length > 0 || isNews(before, next)) writeSession(vault, next);
  records.set(session, next);
  return logged;
}

/** Events per session with a forgotten fact; nothing more is extracted from them. */
function closedBy({ facts, forgotten }: View): ReadonlyMap<string, readonly Span[]> {
  const spans = facts.flatMap(({ id, fields }) => (forgotten.has(id) ? (parseSource(fields) ?? []) : []));
  return groupBy(spans, ({ session }) => session);
}

/** The store's record of a fact; empty for one that cites no session. `id`: null for a forgotten fact. */
function recordOf(session: string, id: string | null, statement: Statement, terms: Terms): SessionRecord['facts'] {
  const source = parseSource(statement.fields);
  return source === null
    ? []
    : [{ id, events: renderEvents(source), is: digestOf(session, identityOf(statement, terms)) }];
}

/**
 * Facts of the session missing from its record, such as those of another clone. Recorded so that they do not come back
 * after a person changes their lines.
 */
function toldElsewhere(
  session: string,
  before: SessionRecord | null,
  known: readonly Fact[],
  { forgotten }: View,
  terms: Terms,
): SessionRecord['facts'] {
  const listed = new Set(before?.facts.map(({ id }) => id));
  // The record keeps forgotten facts without ids, so they are matched by digest.
  const closed = new Set(before?.facts.flatMap(({ id, is }) => (id === null ? [is] : [])));
  return known
    .filter(({ id }) => !listed.has(id))
    .flatMap((fact) => recordOf(session, forgotten.has(fact.id) ? null : fact.id, fact, terms))
    .filter(({ is }) => !closed.has(is));
}

/**
 * A record that differs only in its timestamp is rewritten only after half its lifetime. An expired record would make
 * the next run read the session from the start.
 */
function isNews(before: SessionRecord | null, next: SessionRecord): boolean {
  return (
    before === null ||
    JSON.stringify({ ...before, at: '' }) !== JSON.stringify({ ...next, at: '' }) ||
    Date.parse(next.at) - Date.parse(before.at) > (KEEP_SESSION_DAYS / 2) * 86_400_000
  );
}

const copyKey = (text: string, day: string, time: string | null): string => `${day} ${time ?? ''} ${normalForm(text)}`;

function aboutOf({
  session,
  format,
  turns,
  events,
}: Conversation): Pick<SessionRecord, 'session' | 'format' | 'who' | 'from' | 'to' | 'events'> {
  const times = turns.flatMap(({ at }) => at ?? []).toSorted();
  const who = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  return { session, format, who, from: times[0] ?? null, to: times.at(-1) ?? null, events };
}

/** What was shown from this vault, and what dreams wrote. */
function memoryOf({ vault }: Context, { factById, pages, citedOn }: View, now: Date): Memory {
  const shown = readRecallTimes(vault, now).flatMap(({ fact, count, last }) => {
    const claims = (citedOn.get(fact) ?? []).flatMap((path) => pages.get(path)?.claims ?? []);
    const said = [factById.get(fact) ?? [], claims.filter(({ facts }) => facts.includes(fact))].flat();
    return said.map(({ text }) => ({ text, at: last, times: count }));
  });
  const written = [SUMMARY_FILE, RUN_LOG_FILE].flatMap((path) => (readText(absolute(vault, path)) ?? '').split('\n'));
  return { shown, written };
}

// When something was said, in local time, and the item to log for it.

/** The local day and time of the last turn cited; null for a missing or future time, so that of logging counts. */
function whenSaid({ turns }: Conversation, { events }: Candidate, now: Date): { day: string; time: string } | null {
  const last = Math.max(...events);
  const { day = '', time = null } = toMoment(turns.find(({ event }) => event === last)?.at) ?? {};
  return time !== null && `${day}T${time}` <= `${dayOf(now)}T${timeOf(now)}` ? { day, time } : null;
}

/** The local day of a turn, to resolve "yesterday". */
const localDayOf = (at: string): string | null => toMoment(at)?.day ?? null;

function itemOf(conversation: Conversation, candidate: Candidate, now: Date): LogItem {
  const { session } = conversation;
  const { statement, events, confidence } = candidate;
  const { at, ...fields } = statement.fields;
  const isWhole = at !== undefined && isDay(at.slice(0, 10));
  const item = checkItem(
    {
      text: statement.text,
      category: statement.category,
      tags: statement.tags,
      session,
      ...whenSaid(conversation, candidate, now),
      fields: {
        ...fields,
        ...(isWhole && { at }),
        confidence: fields.confidence ?? String(confidence),
        source: renderSource(session, events),
      },
    },
    now,
  );
  return isWhole || at === undefined || !isPart(at)
    ? item
    : { ...item, statement: { ...item.statement, fields: { at, ...item.statement.fields } satisfies Fields } };
}

/** Whether this is a month or a year: event dates may be that vague. */
const isPart = (at: string): boolean => /^\d{4}$/.test(at) || (/^\d{4}-\d\d$/.test(at) && isDay(`${at}-01`));

// Reads a conversation by the rules, or by the configured model, which is contacted only once there is something new to
// read. Likely secrets and forgotten text are never sent.

/** Name and version of the rules, as recorded in the store. The version changes with the rules. */
export const RULES = 'rules/2';

/** The part of a conversation to read. */
export interface Part {
  /** The last event that was already read. */
  readonly seen: number;
  readonly isClosed: (event: number) => boolean;
  /** False for text that says what was forgotten. */
  readonly maySay: (text: string) => boolean;
  readonly terms: Terms;
}

export interface Looked extends LookedAt {
  /** The reader's name, as recorded in the store. */
  readonly engine: string;
}

export interface Look {
  /** Throws `model` and `refused` if a model named by a flag is unavailable. */
  look(conversation: Conversation, part: Part): Promise<Looked | NotRead>;
  usage(): Usage;
}

/** Throws `refused` if a model named by a flag is not trusted, and `settings`. */
export async function openLook(
  context: Context,
  { progress, cancel }: { readonly progress: Progress; readonly cancel: Cancel },
): Promise<Look> {
  const chosen =
    context.settings.consolidate.engine === 'rules'
      ? null
      : (await import('./model-engine.ts')).chooseReader(context, 'the rules read', {
          prompt: 'extract',
          progress,
          cancel,
        });
  let opened: Promise<ModelReader | null> | null = null;
  let reader: ModelReader | null = null;
  return {
    look: async (conversation, part) => {
      if (chosen === null) return { ...ruled(conversation, null), engine: RULES };
      if (!hasNews(conversation, part)) return { ...NOTHING, engine: chosen.name };
      reader = await (opened ??= chosen.open());
      if (cancel.requested) return 'stopped';
      if (reader === null) return { ...ruled(conversation, 'the model cannot be asked'), engine: RULES };
      const looked = await byModel(conversation, part, reader);
      if (typeof looked === 'string') return looked;
      return {
        ...looked,
        engine: looked.ruled === 0 ? chosen.name : looked.ruled === looked.parts ? RULES : `${chosen.name}+${RULES}`,
      };
    },
    usage: () => reader?.usage() ?? NO_USAGE,
  };
}

const NOTHING: LookedAt = { candidates: [], byModel: new Set(), refused: new Map(), parts: 0, ruled: 0, reason: null };

const rulesOn = (conversation: Conversation): readonly Candidate[] => extractByRules(conversation, localDayOf);

/** `reason`: why no model read it although one was chosen. */
const ruled = (conversation: Conversation, reason: string | null): LookedAt => ({
  ...NOTHING,
  candidates: rulesOn(conversation),
  parts: 1,
  ruled: reason === null ? 0 : 1,
  reason,
});

const hasNews = (conversation: Conversation, { seen, isClosed }: Part): boolean =>
  conversation.turns.some(
    ({ event, role }) => role === 'person' && event > seen && event <= lastWhole(conversation) && !isClosed(event),
  );

async function byModel(
  conversation: Conversation,
  { seen, isClosed, maySay, terms }: Part,
  { asks, system, usage }: ModelReader,
): Promise<LookedAt | NotRead> {
  const { lookByModel } = await import('../import/conversations/model/candidates.ts');
  return await lookByModel(conversation, {
    asks,
    system,
    terms,
    isClosed,
    after: seen,
    upTo: lastWhole(conversation),
    dayOf: localDayOf,
    label: conversation.session,
    mayWait: usage().calls > 0,
    maySend: (text) =>
      withoutSecrets(text)
        .split(/(?<=[.!?。！？\n])/u)
        .filter(maySay)
        .join(''),
    byRules: () => rulesOn(conversation),
  });
}

/** Drops every line that overlaps a likely secret, because the text next to it may describe it. */
function withoutSecrets(text: string): string {
  const found = mayHoldSecret(text) ? findSecrets(text) : [];
  if (found.length === 0) return text;
  let end = -1;
  const lines = text.split('\n').filter((line) => {
    const start = end + 1;
    end = start + line.length;
    return !found.some((secret) => secret.start <= end && secret.end >= start);
  });
  return lines.join('\n');
}
