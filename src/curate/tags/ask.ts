// A model is asked which tags mean the same. Only pairs of tags that it was shown are taken from its answer, and a
// person decides about each.
import { findSecrets } from '../../language/secrets/secrets.ts';
import { fence, fillPrompt } from '../../llm/fence.ts';
import type { Asks, ModelRequest } from '../../llm/port.ts';
import { compareText } from '../../model/fact.ts';
import { foldTag, type TagAlias } from '../../model/tag-table.ts';
import type { TagUse } from './use.ts';

/** What came of asking. */
export interface AskedTags {
  /** What it named, each alias once. */
  readonly pairs: readonly TagAlias[];
  /** How many tags it was shown. */
  readonly shown: number;
  /**
   * How many of its pairs were not taken: of tags that it was not shown, of one tag twice, or of an alias that it had
   * named before.
   */
  readonly dropped: number;
  /** Why there is no answer; null where there is one. */
  readonly reason: string | null;
}

/** Tags in one call, those on the most facts; fewer where they do not fit, down to two. */
const MOST = 200;
const LEAST = 2;
const SHRINK = 0.7;
const ANSWER_TOKENS = 1500;
/** Characters of the one fact that is shown for a tag. */
const EXAMPLE = 100;

/** Asks in one call, in further ones with fewer tags where they do not fit. `system`: the text of the prompt file. */
export async function askAboutTags(uses: Iterable<TagUse>, system: string, asks: Asks): Promise<AskedTags> {
  let shown = [...uses]
    .filter(({ tag }) => findSecrets(tag).length === 0)
    .sort((a, b) => b.facts.length - a.facts.length || compareText(a.key, b.key))
    .slice(0, MOST);
  while (shown.length >= LEAST) {
    const request = requestFor(shown, system);
    const asked = asks.fits(request, ANSWER_TOKENS)
      ? await asks.ask(request, { label: `${shown.length} tags`, answerTokens: ANSWER_TOKENS })
      : { kind: 'cut' as const };
    if (asked.kind === 'cut') shown = shown.slice(0, Math.floor(shown.length * SHRINK));
    else if (asked.kind === 'answer') {
      const answer = parseAliases(asked.value, shown);
      return answer === null
        ? { pairs: [], shown: shown.length, dropped: 0, reason: 'the model gave an answer that cannot be read' }
        : { ...answer, shown: shown.length, reason: null };
    } else
      return {
        pairs: [],
        shown: shown.length,
        dropped: 0,
        reason: asked.kind === 'stopped' ? 'it was stopped' : asked.reason,
      };
  }
  return { pairs: [], shown: 0, dropped: 0, reason: null };
}

/** Tags and facts stand in the prompt as data; a fact that looks like a secret does not. */
function requestFor(shown: readonly TagUse[], system: string): ModelRequest {
  const rows = shown.map(({ tag, facts, projects }) => {
    const such = facts.findLast(({ text }) => findSecrets(text).length === 0)?.text ?? '';
    return JSON.stringify({
      tag,
      notes: facts.length,
      projects: projects.slice(0, 3),
      such: such.length > EXAMPLE ? `${such.slice(0, EXAMPLE).toWellFormed()}…` : such,
    });
  });
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(`{"tags":[\n${rows.join(',\n')}\n]}`)}\n\nWhich of these tags are one? Answer with JSON alone.`,
    name: 'tags',
    schema: ANSWER_SCHEMA,
  };
}

const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['aliases'],
  properties: {
    aliases: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['alias', 'tag'],
        properties: { alias: { type: 'string' }, tag: { type: 'string' } },
      },
    },
  },
};

/** The pairs of an answer, of each alias the first; null for a value that is no answer. */
function parseAliases(
  value: unknown,
  shown: readonly Pick<TagUse, 'key' | 'tag'>[],
): { readonly pairs: TagAlias[]; readonly dropped: number } | null {
  const list: unknown = typeof value === 'object' && value !== null && 'aliases' in value ? value.aliases : null;
  if (!Array.isArray(list)) return null;
  const known = new Map(shown.map((use) => [use.key, use.tag]));
  const pairs = new Map<string, TagAlias>();
  for (const said of list as unknown[]) {
    const { alias, tag } = typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
    const [from, to] = [alias, tag].map((one) => (typeof one === 'string' ? foldTag(one) : ''));
    if (from === undefined || to === undefined || from === to || pairs.has(from)) continue;
    const [fromTag, toTag] = [known.get(from), known.get(to)];
    if (fromTag !== undefined && toTag !== undefined) pairs.set(from, { alias: fromTag, canonical: toTag });
  }
  return { pairs: [...pairs.values()], dropped: list.length - pairs.size };
}
