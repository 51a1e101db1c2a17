// Pairs of tags that may mean the same, as reviews and as a question to a model, of whose answer only pairs that it
// was shown are taken.
import { findSecrets } from '../../language/secrets/secrets.ts';
import type { Asks, ModelRequest } from '../../llm/port.ts';
import { fence, fillPrompt } from '../../llm/prompt.ts';
import { reviewId } from '../../model/bytes.ts';
import { MemvaultError } from '../../model/errors.ts';
import { compareText } from '../../model/fact.ts';
import type { ReviewStatus } from '../../model/review.ts';
import { foldTag, type TagAlias } from '../../model/tag-table.ts';
import type { TagsFile } from '../../page/tags-file.ts';
import type { View } from '../../vault/view.ts';
import { proposeTags, type TagProposal } from './propose.ts';
import { countTags, type TagUse } from './use.ts';

/** The question whether two tags are one. */
export interface TagReview {
  readonly id: string;
  readonly kind: 'tag';
  readonly status: Extract<ReviewStatus, 'pending' | 'approved' | 'rejected'>;
  readonly alias: TagUse;
  readonly canonical: TagUse;
  readonly reason: string;
  /** 0 to 0.5, so that it stands behind reviews of facts: a tag is never urgent. */
  readonly score: number;
  /** The day of the newest fact with the alias, as an ISO time; empty where no fact carries it. */
  readonly at: string;
}

export interface TagReviewsAsked {
  /** Also those that are decided. */
  readonly all: boolean;
  /** What a model proposed. A pair counts only while both tags are in use. */
  readonly fromModel?: readonly TagAlias[];
}

/** The surest first. None where tags.yaml cannot be read: then nobody knows what was decided. */
export function listTagReviews(view: View, decided: TagsFile, { all, fromModel = [] }: TagReviewsAsked): TagReview[] {
  if (decided.broken !== null) return [];
  const uses = countTags({ ...view, pages: new Map() });
  const waiting = proposeTags(uses, view.facts, decided, fromModel).map((proposal) => toReview(proposal, 'pending'));
  if (!all) return waiting;
  const useOf = (tag: string): TagUse =>
    uses.get(foldTag(tag)) ?? { key: foldTag(tag), tag, facts: [], pages: [], projects: [] };
  const said = (alias: string, canonical: string, status: 'approved' | 'rejected'): TagReview =>
    toReview({ alias: useOf(alias), canonical: useOf(canonical), reason: 'a person said so', score: 0 }, status);
  return [
    ...waiting,
    ...decided.aliases.map(({ alias, canonical }) => said(alias, canonical, 'approved')),
    ...decided.apart.map(([one, other]) => said(one, other, 'rejected')),
  ];
}

function toReview({ alias, canonical, reason, score }: TagProposal, status: TagReview['status']): TagReview {
  const day = alias.facts.at(-1)?.day;
  return {
    id: tagReviewId(alias.key, canonical.key),
    kind: 'tag',
    status,
    alias,
    canonical,
    reason,
    score: Math.round(score * 50) / 100,
    at: day === undefined ? '' : `${day}T00:00:00.000Z`,
  };
}

/** The id of the review of two tags: the same whichever of them comes first. */
export const tagReviewId = (one: string, other: string): string =>
  reviewId([`tag ${foldTag(one)}`, `tag ${foldTag(other)}`]);

/**
 * Which tag is read as which: `keep` names the one that stays, null leaves it as proposed. Throws `usage` where `keep`
 * is neither.
 */
export function directionOf(
  { id, alias, canonical }: TagReview,
  keep: string | null,
): { alias: string; canonical: string } {
  const wanted = keep === null ? canonical.key : foldTag(keep);
  if (wanted === canonical.key) return { alias: alias.tag, canonical: canonical.tag };
  if (wanted === alias.key) return { alias: canonical.tag, canonical: alias.tag };
  throw new MemvaultError(
    'usage',
    `${id} is about ${alias.tag} and ${canonical.tag}, not about ${JSON.stringify(keep)}`,
    { hint: 'name one of the two' },
  );
}

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
