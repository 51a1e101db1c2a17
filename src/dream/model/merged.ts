// The statement that may stand for several claims: what a model drafts is held against all of them. For three and more
// it is asked for one, several clusters in a call. Where there is none, or it cannot be taken, nothing is lost: a
// person sees the claims' own words.
import * as z from 'zod/mini';
import { missingSpecifics } from '../../markdown/specifics.ts';
import { estimateTokens } from '../../llm/tokens.ts';
import type { ModelRequest } from '../../llm/port.ts';
import { eventDay } from '../../model/fact.ts';
import { bagOf } from '../rules/alike.ts';
import { createStem } from '../rules/terms.ts';
import { flatten } from './answer.ts';
import type { Cluster } from './clusters.ts';
import { numbered } from './numbered.ts';
import { fence, fillPrompt } from './prompt.ts';
import type { Stated } from './support.ts';
import type { ClassifyInput } from './types.ts';
import { isMarkedUp, isOtherScript } from '../../markdown/plain-text.ts';
import { isObject } from '../../model/json.ts';

const CLUSTERS_A_CALL = 4;
/** So much of a text is read at once as a bag of words. */
const PIECE = /[\s\S]{1,400}(?=\s|$)|[\s\S]{1,400}/g;

/** By cluster the statement of the model, for those of which it may be taken. Each has three claims or more. */
export async function draftMerged(
  clusters: readonly Cluster[],
  { mergePrompt, asker, mayAsk }: Pick<ClassifyInput, 'mergePrompt' | 'asker' | 'mayAsk'>,
): Promise<Map<Cluster, string>> {
  const drafts = new Map<Cluster, string>();
  for (let at = 0; at < clusters.length && mayAsk();) {
    const { request, answerTokens, shown } = fitting(clusters.slice(at, at + CLUSTERS_A_CALL), mergePrompt, asker.fits);
    at += Math.max(1, shown.length);
    if (shown.length === 0) continue;
    const asked = await asker.ask(request, { label: 'claims that say the same', answerTokens });
    if (asked.kind !== 'answer' && asked.kind !== 'cut') break;
    if (asked.kind === 'answer')
      for (const [cluster, text] of readDrafts(asked.value, shown))
        if (isDraft(text, cluster.claims)) drafts.set(cluster, text);
  }
  return drafts;
}

interface Call {
  readonly request: ModelRequest;
  readonly answerTokens: number;
  readonly shown: readonly Cluster[];
}

/** As many of these as fit into one call. */
function fitting(clusters: readonly Cluster[], prompt: string, fits: ClassifyInput['asker']['fits']): Call {
  for (let count = clusters.length; ; count = Math.floor(count / 2)) {
    const shown = clusters.slice(0, count);
    const request = {
      name: 'merge',
      system: fillPrompt(prompt, {}),
      prompt: renderClusters(shown),
      schema: mergeSchema(count),
    };
    const answerTokens = shown.reduce(
      (sum, { claims }) => sum + 30 + claims.reduce((all, { text }) => all + estimateTokens(text), 0),
      50,
    );
    if (count === 0 || fits(request, answerTokens)) return { request, answerTokens, shown };
  }
}

function renderClusters(clusters: readonly Cluster[]): string {
  const rows = clusters.map(({ claims }, at) =>
    JSON.stringify({
      id: `m${at + 1}`,
      statements: claims.map(({ text, facts }) => ({ says: text, day: facts[0] && eventDay(facts[0]) })),
    }),
  );
  return (
    `${fence(`{"clusters":[\n${rows.join(',\n')}\n]}`)}\n\nWrite one statement for each cluster. Answer with ` +
    'JSON alone.'
  );
}

/** JSON schema of the answer about so many clusters. */
export function mergeSchema(count: number): Record<string, unknown> {
  const ids = Array.from({ length: Math.max(1, count) }, (_, at) => `m${at + 1}`);
  const cluster = z.strictObject({ cluster: z.enum(ids), text: z.nullable(z.string()) });
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ clusters: z.array(cluster) }));
  return flatten(schema) as Record<string, unknown>;
}

/** The first of each cluster counts. Takes any value. */
function readDrafts(value: unknown, clusters: readonly Cluster[]): Map<Cluster, string> {
  const list: unknown = isObject(value) ? value.clusters : value;
  const found = new Map<Cluster, string>();
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isObject(one)) continue;
    const cluster = numbered(clusters, one.cluster ?? one.id, 'm');
    if (cluster && !found.has(cluster)) found.set(cluster, typeof one.text === 'string' ? one.text.trim() : '');
  }
  return found;
}

/** Does it say what all of them say, in their words, and nothing else? */
export function isDraft(draft: string, claims: readonly Stated[]): boolean {
  const said = [...claims.map(({ text }) => text), ...claims.flatMap(({ facts }) => facts.map(({ text }) => text))];
  const all = said.join('\n');
  const longest = claims.reduce((sum, { text }) => sum + text.length, 20);
  if (draft === '' || draft.length > longest || isMarkedUp(draft, all) || isOtherScript(draft, all)) return false;
  if (
    said.some((text) => missingSpecifics(text, draft).length > 0) ||
    missingSpecifics(draft, all).some((specific) => specific !== 'not')
  )
    return false;
  const have = wordsIn(said);
  return [...wordsIn([draft])].every((word) => have.has(word));
}

/** The telling words, of all of a text. */
function wordsIn(texts: readonly string[]): Set<string> {
  const stem = createStem();
  return new Set(texts.flatMap((text) => text.match(PIECE) ?? []).flatMap((piece) => [...bagOf(piece, stem).words]));
}
