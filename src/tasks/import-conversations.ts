// Conversations to facts as commands have it done: read, settled against the vault, screened, logged by the code of
// `log`, and noted in the store of sessions.
import {
  type Conversation,
  digestUpTo,
  earlierNames,
  lastWhole,
  parseEvents,
  parseSource,
  renderEvents,
  type Span,
} from '../import/conversations/conversation.ts';
import { type Dropped, echoTest, lookedAt, type Memory, settle, type Settled } from '../import/conversations/settle.ts';
import type { NotRead } from '../import/conversations/model/candidates.ts';
import { digestOf, identityOf, type Terms } from '../import/conversations/slots.ts';
import { openTokenizer } from '../index/tokenizer.ts';
import { normalForm } from '../language/normal-form.ts';
import type { Logged } from '../log/log.ts';
import type { LogItem } from '../log/request.ts';
import { type Screened, screenItems } from '../log/screen.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact, Statement } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { makeId } from '../model/ids.ts';
import { UNWATCHED } from '../model/ports.ts';
import { readText } from '../vault/disk.ts';
import { readRecallTimes } from '../vault/recalls.ts';
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
import { holdSuspects, type Quarantined } from './log-facts.ts';
import { logMany } from './log-facts.ts';
import type { Look, Looked } from './preview-import.ts';
import { readViewNow } from './record-by-hand.ts';
import { itemOf, maySay, whenSaid } from './said-when.ts';

export interface ExtractWishes {
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly look: Look['look'];
}

/** What came of one conversation. */
export interface Extracted {
  readonly conversation: Conversation;
  /** What was logged, or would be: then without an id. */
  readonly facts: readonly Taken[];
  readonly dropped: readonly Dropped[];
  /** What looks like a secret and was put aside. */
  readonly held: number;
  readonly looked: Omit<Looked, 'candidates'>;
}

export interface Taken {
  readonly logged: Omit<Logged, 'id' | 'path'> & { readonly id: string | null; readonly path: string | null };
  readonly time: string | null;
  readonly quote: string;
}

/** Reads the vault once, for any number of conversations. */
export async function openExtraction(context: Context, wishes: ExtractWishes): Promise<Extractor> {
  const tokenizer = await openTokenizer(context.settings.retrieve.languages);
  return new Extractor(context, wishes, await readViewNow(context), (text) => tokenizer.terms(text));
}

/** What an earlier look left, and what may not be looked at. */
interface LookBefore {
  readonly before: SessionRecord | null;
  readonly seen: number;
  readonly isClosed: (event: number) => boolean;
}

class Extractor {
  private readonly context: Context;
  private readonly wishes: ExtractWishes;
  private readonly view: View;
  private readonly terms: Terms;
  private readonly now: Date;
  /** Facts that cite a session, by that. */
  private readonly known: Map<string, Fact[]>;
  private readonly copies: Set<string>;
  private readonly memory: Memory;
  private readonly mayBeSaid: (text: string) => boolean;
  private readonly closedBefore: ReadonlyMap<string, readonly Span[]>;
  private readonly records = new Map<string, SessionRecord>();
  private readonly all: Quarantined[] = [];
  private readonly warning: string[] = [];

  constructor(context: Context, wishes: ExtractWishes, view: View, terms: Terms) {
    this.context = context;
    this.wishes = wishes;
    this.view = view;
    this.terms = terms;
    this.now = context.world.now();
    this.known = groupBy(
      view.facts.flatMap((fact) => (parseSource(fact.fields) === null ? [] : [fact])),
      (fact) => parseSource(fact.fields)?.session ?? '',
    );
    this.copies = new Set([...this.known.values()].flat().map((fact) => copyKey(fact.text, fact.day, fact.time)));
    this.memory = memoryOf(context, view, this.now);
    this.mayBeSaid = maySay(view);
    this.closedBefore = closedBy(view);
  }

  /** What was put aside in all, as `log --json` tells it, and for stderr. */
  quarantined(): { readonly all: readonly Quarantined[]; readonly warning: readonly string[] } {
    return { all: this.all, warning: this.warning };
  }

  /**
   * Where it was not read nothing of it is logged. Throws `locked` where another process still works on it after so
   * long, `io` where nothing could be logged, and as `Look`.
   */
  async one(read: Conversation, patienceMs: number): Promise<Extracted | NotRead> {
    const { world, vault } = this.context;
    const isKnown = (name: string): boolean =>
      this.known.has(name) || this.records.has(name) || readSession(vault, name) !== null;
    const session = isKnown(read.session) ? read.session : (earlierNames(read).find(isKnown) ?? read.session);
    const conversation = { ...read, session };
    // Before it is this process's turn: a model may take long, and what another one logged meanwhile is seen then.
    const looked = await this.wishes.look(conversation, {
      ...this.lookBefore(conversation),
      maySay: this.mayBeSaid,
      terms: this.terms,
    });
    if (typeof looked === 'string') return looked;
    if (this.wishes.dryRun) return await this.take(conversation, looked);
    const { now, pid, host, processes } = world;
    const owner = { pid, host, start: now().toISOString(), verb: 'import' };
    const wait = { owner, processes, patienceMs };
    return await withSession(vault, session, wait, async () => await this.take(conversation, looked));
  }

  private lookBefore(conversation: Conversation): LookBefore {
    const { wishes, records, view, known } = this;
    const { session } = conversation;
    // The file first: a model may take long, and another process may have been here.
    const before =
      (wishes.dryRun ? records.get(session) : undefined) ??
      readSession(this.context.vault, session) ??
      records.get(session) ??
      null;
    const closed = [
      ...(this.closedBefore.get(session) ?? []),
      ...(before?.facts ?? []).flatMap(({ id, events }) =>
        id === null || view.forgotten.has(id) ? (parseEvents(events) ?? []) : [],
      ),
    ];
    return {
      before,
      seen: lookedAt(conversation, { before, known: known.get(session) ?? [], again: wishes.again }),
      isClosed: (event) => closed.some(({ first, last }) => event >= first && event <= last),
    };
  }

  private settleNow(
    conversation: Conversation,
    { candidates, byModel }: Looked,
    { before, seen, isClosed }: LookBefore,
  ): Settled {
    const isForgotten = forgottenTest(this.context.vault);
    return settle({
      conversation,
      candidates,
      seen,
      known: this.known.get(conversation.session) ?? [],
      logged: new Set(before?.facts.map(({ is }) => is)),
      terms: this.terms,
      isClosed,
      byModel,
      isForgotten: (text) => isForgotten({ id: '', text }),
      echoOf: echoTest(conversation, this.memory),
      isCopy: (candidate) => {
        const { day, time } = whenSaid(conversation, candidate, this.now);
        return day !== null && time !== null && this.copies.has(copyKey(candidate.statement.text, day, time));
      },
    });
  }

  private async take(conversation: Conversation, found: Looked): Promise<Extracted> {
    const { wishes, now, terms, known } = this;
    const { candidates: _candidates, ...looked } = found;
    const { session } = conversation;
    const earlier = this.lookBefore(conversation);
    const { before } = earlier;
    const settled = this.settleNow(conversation, found, earlier);
    const done = lastWhole(conversation);
    const items = settled.taken.map((candidate) =>
      itemOf(conversation, candidate, whenSaid(conversation, candidate, now), now),
    );
    const quotes = new Map(items.map((item, at) => [item.statement, settled.taken[at]?.quote ?? '']));
    const { clean, suspects } = await screenItems(items);
    const held = this.notHeldYet(suspects);
    const told = [
      ...(before?.facts ?? []),
      ...toldElsewhere(conversation, before, known.get(session) ?? [], { forgotten: this.view.forgotten, terms }),
    ];
    const record = (facts: readonly Logged[]): SessionRecord => ({
      ...aboutOf(conversation),
      done,
      digest: digestUpTo(conversation, done),
      extractor: looked.engine,
      facts: [...told, ...facts.flatMap(({ id, statement }) => recordOf(session, id, statement, terms))],
      at: now.toISOString(),
    });
    const logged = wishes.dryRun ? [] : await this.write(conversation, { clean, held, earlier, record });
    if (wishes.dryRun) this.records.set(session, record([]));
    const byStatement = new Map(logged.map((fact) => [fact.statement, fact]));
    const facts = clean.map(({ statement, day, time }): Taken => {
      const { id = null, path = null } = byStatement.get(statement) ?? {};
      return { logged: { id, path, day: day ?? dayOf(now), statement }, time, quote: quotes.get(statement) ?? '' };
    });
    return { conversation, dropped: settled.dropped, held: held.length, looked, facts };
  }

  /** Those that no earlier look put aside. */
  private notHeldYet(suspects: Screened['suspects']): Screened['suspects'] {
    if (suspects.length === 0) return suspects;
    const before = quarantinedSources(this.context.vault);
    return suspects.filter(({ item }) => !before.has(`${item.statement.fields.source ?? ''}\n${item.statement.text}`));
  }

  private async write(
    conversation: Conversation,
    {
      clean,
      held,
      earlier: { before, seen },
      record,
    }: {
      readonly clean: readonly LogItem[];
      readonly held: Screened['suspects'];
      readonly earlier: LookBefore;
      readonly record: (facts: readonly Logged[]) => SessionRecord;
    },
  ): Promise<readonly Logged[]> {
    const { context, now } = this;
    const { vault, world } = context;
    const { session } = conversation;
    if (held.length > 0) {
      const put = holdSuspects(vault, { clean, suspects: held }, { piped: true, now });
      this.all.push(put.quarantined);
      this.warning.push(...put.warning);
    }
    // Days are written one by one. Who is killed between two of them looks at all of it again, and not from the last
    // fact on.
    if (new Set(clean.map(({ day }) => day)).size > 1)
      writeSession(vault, { ...record([]), done: seen, digest: digestUpTo(conversation, seen) });
    // A conversation is logged whole or not at all.
    const { facts: logged } = await logMany(
      context,
      clean.map((item) => ({ item, id: makeId(world.random) })),
      { now, ...UNWATCHED },
    );
    this.note(session, clean, logged);
    const next = record(logged);
    if (logged.length > 0 || held.length > 0 || isNews(before, next)) writeSession(vault, next);
    this.records.set(session, next);
    return logged;
  }

  /** For the next conversation of this call: what was just logged is known. */
  private note(session: string, items: readonly LogItem[], logged: readonly Logged[]): void {
    const times = new Map(items.map(({ statement, time }) => [statement, time]));
    for (const { id, day, path, statement } of logged) {
      const time = times.get(statement) ?? null;
      const fact: Fact = { ...statement, id, computed: false, day, time, session, path, line: 0 };
      this.known.set(session, [...(this.known.get(session) ?? []), fact]);
      this.copies.add(copyKey(statement.text, day, time));
    }
  }
}

/** Events of each session of which a fact is forgotten: nothing is taken from them any more. */
function closedBy({ facts, forgotten }: View): ReadonlyMap<string, readonly Span[]> {
  const spans = facts.flatMap(({ id, fields }) => (forgotten.has(id) ? (parseSource(fields) ?? []) : []));
  return groupBy(spans, ({ session }) => session);
}

/** What the store keeps of a fact; nothing of one that cites no session. `id`: null for one that is forgotten. */
function recordOf(session: string, id: string | null, statement: Statement, terms: Terms): SessionRecord['facts'] {
  const source = parseSource(statement.fields);
  return source === null
    ? []
    : [{ id, events: renderEvents(source), is: digestOf(session, identityOf(statement, terms)) }];
}

/**
 * Facts of it that no record has, as those of another clone: what a person makes of their lines later does not bring
 * them back.
 */
function toldElsewhere(
  { session }: Conversation,
  before: SessionRecord | null,
  known: readonly Fact[],
  { forgotten, terms }: { readonly forgotten: ReadonlySet<string>; readonly terms: Terms },
): SessionRecord['facts'] {
  const listed = new Set(before?.facts.map(({ id }) => id));
  // What is forgotten stands there without its id, and may be one of these.
  const closed = new Set(before?.facts.flatMap(({ id, is }) => (id === null ? [is] : [])));
  return known
    .filter(({ id }) => !listed.has(id))
    .flatMap((fact) => recordOf(session, forgotten.has(fact.id) ? null : fact.id, fact, terms))
    .filter(({ is }) => !closed.has(is));
}

/**
 * A record that says the same but for the moment is not written again, unless it would go soon: what is still named is
 * not read from its beginning.
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
function memoryOf({ vault }: Context, { factById, pages }: View, now: Date): Memory {
  const claims = groupBy(
    [...pages.values()].flatMap((page) =>
      page.claims.flatMap(({ text, facts }) => facts.map((fact) => ({ fact, text }))),
    ),
    ({ fact }) => fact,
  );
  const shown = readRecallTimes(vault, now).flatMap(({ fact, count, last }) =>
    [factById.get(fact)?.text, ...(claims.get(fact) ?? []).map(({ text }) => text)].flatMap((text) =>
      text === undefined ? [] : [{ text, at: last, times: count }],
    ),
  );
  const written = [SUMMARY_FILE, RUN_LOG_FILE].flatMap((path) => (readText(absolute(vault, path)) ?? '').split('\n'));
  return { shown, written };
}

/** Errors of a person's input, which leave the other files to be read. */
export function isOfFile(error: unknown): error is MemvaultError {
  return error instanceof MemvaultError && ['not-found', 'bad-input', 'io'].includes(error.code);
}
