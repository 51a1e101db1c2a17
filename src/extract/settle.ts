// What of a conversation's candidates is to be logged: what was not looked at before, is sure enough, is not forgotten and
// no echo. Pure. A session is known by the store, and where that is gone by the facts that cite it.
import { normalForm } from '../markdown/normal-form.ts';
import type { Fact } from '../model/fact.ts';
import type { Candidate, Conversation } from './conversation.ts';
import type { EchoTest } from './echo.ts';
import { digestUpTo, lastWhole, parseSource } from './sources.ts';

/** Why something is not logged. `seen`: an earlier look had it. */
export type Reason = 'seen' | 'echo' | 'own' | 'forgotten' | 'unsure';

export interface Dropped {
  readonly candidate: Candidate;
  readonly reason: Reason;
}

export interface Settled {
  readonly taken: readonly Candidate[];
  readonly dropped: readonly Dropped[];
  /** The last event that is done with, and the digest up to it. */
  readonly done: number;
  readonly digest: string;
}

/** What the store keeps of an earlier look. */
export interface Before {
  readonly done: number;
  readonly digest: string;
}

export interface SettleInput {
  readonly conversation: Conversation;
  readonly candidates: readonly Candidate[];
  /** Null where the store has none. */
  readonly before: Before | null;
  /** Facts of the vault that cite this session. */
  readonly known: readonly Fact[];
  /** Look at all events, whatever was looked at before. */
  readonly again: boolean;
  /** Was it logged with the words of another session, as of one that was resumed in a new file? */
  readonly isCopy: (candidate: Candidate) => boolean;
  readonly isForgotten: (text: string) => boolean;
  readonly echoOf: EchoTest;
  readonly minConfidence: number;
}

export function settle(input: SettleInput): Settled {
  const { conversation, candidates, isForgotten, isCopy, echoOf, minConfidence } = input;
  const seen = lookedAt(input);
  const forms = new Set(input.known.map(({ text }) => normalForm(text)));
  const taken: Candidate[] = [];
  const dropped: Dropped[] = [];
  const turns = new Set(conversation.turns.map(({ event }) => event));
  // By their place in the talk; what rests on no event of it rests on nothing.
  for (const candidate of candidates.filter(({ events }) => events.length > 0 && events.every((event) => turns.has(event))).toSorted((a, b) => lastOf(a) - lastOf(b))) {
    const form = normalForm(candidate.statement.text);
    const reason = forms.has(form) || lastOf(candidate) <= seen || isCopy(candidate) ? 'seen'
      : isForgotten(candidate.statement.text) || isForgotten(candidate.quote) ? 'forgotten'
        : candidate.confidence < minConfidence ? 'unsure' : echoOf(candidate);
    if (reason !== null) {
      dropped.push({ candidate, reason });
      continue;
    }
    forms.add(form);
    taken.push(candidate);
  }
  const done = lastWhole(conversation);
  return { taken, dropped, done, digest: digestUpTo(conversation, done) };
}

const lastOf = ({ events }: Candidate): number => events.reduce((a, b) => Math.max(a, b), 0);

/** The last event that needs no other look. Of a file that was changed, not only grown, every one does. */
function lookedAt({ conversation, before, known, again }: SettleInput): number {
  if (again) return 0;
  if (before !== null) return digestUpTo(conversation, before.done) === before.digest ? before.done : 0;
  return known.reduce((last, { fields }) => Math.max(last, parseSource(fields)?.last ?? 0), 0);
}
