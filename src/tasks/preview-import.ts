// How a conversation is read: by the rules, or by the model that the settings choose, which is asked once somebody said
// something new. Nothing that looks like a secret or is forgotten is sent.
import { type Candidate, type Conversation, lastWhole } from '../import/conversations/conversation.ts';
import type { LookedAt, NotRead } from '../import/conversations/model/candidates.ts';
import { extractByRules } from '../import/conversations/rules/rules.ts';
import type { Terms } from '../import/conversations/slots.ts';
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import type { ModelReader } from '../llm/port.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { Context } from './context.ts';
import { localDayOf } from './said-when.ts';

/** Name and version of the rules, as the store keeps them: another version is another reading. */
export const RULES = 'rules/2';

/** What of a conversation is to be looked at. */
export interface Part {
  /** The last event that needs no look any more. */
  readonly seen: number;
  readonly isClosed: (event: number) => boolean;
  /** False for words of what is forgotten. */
  readonly maySay: (text: string) => boolean;
  readonly terms: Terms;
}

export interface Looked extends LookedAt {
  /** Who looked, as the store keeps it. */
  readonly engine: string;
}

export interface Look {
  /** Throws `model` and `refused` where a model was named by a flag and cannot be asked. */
  look(conversation: Conversation, part: Part): Promise<Looked | NotRead>;
  usage(): Usage;
}

/** Throws `refused` where a model was named by a flag and is not trusted, `settings`. */
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
  if (chosen === null)
    return {
      look: async (conversation) => await Promise.resolve({ ...ruled(conversation, null), engine: RULES }),
      usage: () => NO_USAGE,
    };
  let opened: Promise<ModelReader | null> | null = null;
  let reader: ModelReader | null = null;
  return {
    look: async (conversation, part) => {
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

/** `reason`: why no model read it, where one was to. */
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
  const [{ lookByModel }, withoutSecrets] = await Promise.all([
    import('../import/conversations/model/candidates.ts'),
    secretFilter(),
  ]);
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
    maySend: (text) => sentencesThat(maySay, withoutSecrets(text)),
    byRules: () => rulesOn(conversation),
  });
}

async function secretFilter(): Promise<(text: string) => string> {
  const { findSecrets } = await import('../language/secrets/secrets.ts');
  return (text) => {
    const found = mayHoldSecret(text) ? findSecrets(text) : [];
    if (found.length === 0) return text;
    let end = -1;
    // All of a line that one touches: what stands beside it tells of it.
    return text
      .split('\n')
      .filter((line) => {
        const start = end + 1;
        end = start + line.length;
        return !found.some((secret) => secret.start <= end && secret.end >= start);
      })
      .join('\n');
  };
}

function sentencesThat(maySay: (text: string) => boolean, text: string): string {
  return maySay(text)
    ? text
    : text
        .split(/(?<=[.!?。！？\n])/u)
        .filter(maySay)
        .join('');
}
