// When something was said, by the local clock, and what is logged of it.
import { type Candidate, type Conversation, renderSource } from '../import/conversations/conversation.ts';
import { says, seek } from '../language/forgotten-words.ts';
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import { checkItem, type LogItem } from '../log/request.ts';
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fields } from '../model/fact.ts';
import type { View } from '../vault/view.ts';

/** Null where the moment of logging counts. */
export interface When {
  readonly day: string | null;
  readonly time: string | null;
}

/**
 * The local day and time of the last turn that it rests on. Where the format tells none, or one that is yet to come, it
 * counts as said now.
 */
export function whenSaid(
  { turns }: Pick<Conversation, 'turns'>,
  { events }: Pick<Candidate, 'events'>,
  now: Date,
): When {
  const last = Math.max(...events);
  const at = turns.find(({ event }) => event === last)?.at ?? null;
  const { day, time } = at === null ? UNKNOWN : localTime(at);
  const isPast = `${day ?? ''}T${time ?? ''}` <= `${dayOf(now)}T${timeOf(now)}`;
  return day !== null && time !== null && isPast ? { day, time } : UNKNOWN;
}

/** The local day of a turn's time, for who resolves "yesterday". */
export const localDayOf = (at: string): string | null => localTime(at).day;

const UNKNOWN: When = { day: null, time: null };

function localTime(at: string): When {
  const instant = new Date(at);
  const [day, time] = at.endsWith('Z')
    ? Number.isNaN(instant.getTime())
      ? ['', '']
      : [dayOf(instant), timeOf(instant)]
    : [at.slice(0, 10), at.slice(11, 16)];
  return { day: isDay(day) ? day : null, time: isTime(time) ? time : null };
}

export function itemOf(
  { session }: Pick<Conversation, 'session'>,
  { statement, events, confidence }: Candidate,
  { day, time }: When,
  now: Date,
): LogItem {
  const { at, ...fields } = statement.fields;
  const isWhole = at !== undefined && isDay(at.slice(0, 10));
  const item = checkItem(
    {
      text: statement.text,
      category: statement.category,
      tags: statement.tags,
      session,
      ...(day === null ? {} : { day }),
      ...(time === null ? {} : { time }),
      fields: {
        ...fields,
        ...(isWhole ? { at } : {}),
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

/** A month or a year: of such an event `at` says no more. What is no date says nothing. */
const isPart = (at: string): boolean => /^\d{4}$/.test(at) || (/^\d{4}-\d\d$/.test(at) && isDay(`${at}-01`));

// Words that a person types for a page or a merged statement hold no secret that their facts do not hold.

/** Throws `refused`, without the secret. `known`: the words of the facts. */
export async function mustHoldNoSecret(text: string, known: readonly string[]): Promise<void> {
  if (!mayHoldSecret(text)) return;
  const { findSecrets } = await import('../language/secrets/secrets.ts');
  const found = findSecrets(text).filter(
    ({ start, end }) => !known.some((words) => words.includes(text.slice(start, end))),
  );
  const rules = [...new Set(found.map(({ rule }) => rule))];
  if (rules.length > 0)
    throw new MemvaultError('refused', `these words look like a secret (${rules.join(', ')}); nothing was changed`, {
      hint: 'take it out',
      data: { rules },
    });
}

// Words of what is forgotten but still stands in a daily log: they go onto no page and to no model, whoever else says
// them.

/** True for a text that says nothing of it. */
export function maySay({
  facts,
  factById,
  forgotten,
}: Pick<View, 'facts' | 'factById' | 'forgotten'>): (text: string) => boolean {
  const phrases = [...forgotten].flatMap((id) => factById.get(id) ?? []).map(({ text }) => ({ fact: '', text }));
  if (phrases.length === 0) return () => true;
  const sought = seek(
    phrases,
    facts.flatMap(({ id, text }) => (forgotten.has(id) ? [] : [text])),
  );
  return (text) => !says(text, sought);
}
