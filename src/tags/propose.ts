// Which tags of a vault may mean the same, for a person to decide: by their spelling, and where that proves nothing
// also by their use. Worked out anew each time; writes nothing, and leaves out what was decided.
import { isApart, type TagsFile } from '../markdown/tags-file.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { foldTag, type TagAlias } from '../model/tag-table.ts';
import { comparing, type CompareUse } from './context.ts';
import { type Alike, alike, keysOf, mayBeClipped, squash } from './spelling.ts';
import type { TagUse } from './use.ts';

/** That `alias` be read as `canonical`. */
export interface TagProposal {
  readonly alias: TagUse;
  readonly canonical: TagUse;
  /** Why, for a person; holds no word of a fact. */
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Proposals at one time; the others come once these are decided. */
const MOST_PROPOSALS = 50;

/** The surest first, one at most for each alias. `facts`: all of the vault. `fromModel`: pairs that a model named. */
export function proposeTags(
  uses: ReadonlyMap<string, TagUse>,
  facts: readonly Fact[],
  decided: Pick<TagsFile, 'apart' | 'table'>,
  fromModel: readonly TagAlias[] = [],
): TagProposal[] {
  const { table } = decided;
  const compare = comparing(facts);
  const isOpen = ([a, b]: readonly [TagUse, TagUse]): boolean =>
    foldTag(table.canonicalOf(a.tag)) !== foldTag(table.canonicalOf(b.tag)) &&
    !table.formsOf(a.tag).some((one) => table.formsOf(b.tag).some((other) => isApart(decided, one, other)));
  const ofModel = fromModel.flatMap(({ alias, canonical }): TagProposal[] => {
    const [a, b] = [uses.get(foldTag(alias)), uses.get(foldTag(canonical))];
    return a === undefined || b === undefined || a === b || !isOpen([a, b])
      ? []
      : [{ alias: a, canonical: b, reason: 'a model takes them for one', score: OF_MODEL }];
  });
  const found = [
    ...[...candidates(uses)].filter(isOpen).flatMap(([a, b]) => judge(a, b, compare) ?? []),
    ...ofModel,
  ].sort(
    (a, b) =>
      b.score - a.score || a.alias.key.localeCompare(b.alias.key, 'en') || (a.canonical.key < b.canonical.key ? -1 : 1),
  );
  const best = new Map<string, TagProposal>();
  for (const proposal of found) {
    // A tag that is an alias of one already stands for nothing by itself.
    const { alias } = proposal;
    if (!best.has(alias.key) && foldTag(table.canonicalOf(alias.tag)) === alias.key) best.set(alias.key, proposal);
  }
  return withoutCircles([...best.values()], table).slice(0, MOST_PROPOSALS);
}

/** The score of a pair that only a model named: less sure than what letters prove. */
const OF_MODEL = 0.5;

/** The pairs that share a key, each once. */
function* candidates(uses: ReadonlyMap<string, TagUse>): Generator<readonly [TagUse, TagUse]> {
  const buckets = new Map<string, TagUse[]>();
  const put = (key: string, use: TagUse): void => {
    const list = buckets.get(key);
    if (list === undefined) buckets.set(key, [use]);
    else if (list.length < MOST_ALIKE) list.push(use);
  };
  const all = [...uses.values()];
  for (const use of all) for (const key of keysOf(use.key)) put(key, use);
  const letters = groupBy(
    all.filter(({ key }) => /^[a-z-]{6,}$/.test(key)),
    ({ key }) => key.charAt(0),
  );
  const seen = new Set<string>();
  const once = (a: TagUse, b: TagUse): boolean => {
    const pair = [a.key, b.key].sort().join('\n');
    return a !== b && !seen.has(pair) && seen.add(pair) !== undefined;
  };
  for (const bucket of buckets.values())
    for (const [at, a] of bucket.entries()) for (const b of bucket.slice(at + 1)) if (once(a, b)) yield [a, b];
  for (const short of all) {
    if (!mayBeClipped(squash(short.key)) || short.facts.length < 2) continue;
    for (const long of letters.get(short.key.charAt(0)) ?? [])
      if (long.facts.length >= 2 && once(short, long)) yield [short, long];
  }
}

/** Tags under one key that are compared with each other; more are no spellings of one word. */
const MOST_ALIKE = 50;

/** The proposal for a pair; null where nothing says that they mean the same. */
function judge(a: TagUse, b: TagUse, compare: CompareUse): TagProposal | null {
  const like = alike(a.key, b.key);
  if (like === null) return null;
  const [alias, canonical] = directed(a, b, like);
  const used = like.needsUse ? usedAlike(alias, canonical, compare) : null;
  if (like.needsUse && used === null) return null;
  return { alias, canonical, reason: used === null ? like.reason : `${like.reason}, and ${used}`, score: like.score };
}

/** In words, how use proves what letters only suggest; null where it does not. Fewer than two facts prove nothing. */
function usedAlike(alias: TagUse, canonical: TagUse, compare: CompareUse): string | null {
  if (alias.facts.length < 2 || canonical.facts.length < 2) return null;
  const { alike: near, both, named } = compare(alias, canonical);
  const projects = new Set(canonical.projects.map((name) => name.toLowerCase()));
  if (both >= 0.6 && alias.facts.length >= 3) return 'they stand on the same facts';
  // Two tags that often stand on the same fact say two things about it.
  if (both > 0.2) return null;
  // A fact about a part names the whole too, so this proves nothing where one tag begins with the other.
  if (named >= 0.3 && near >= 0.15 && !squash(alias.key).startsWith(squash(canonical.key)))
    return 'its facts speak of the other';
  // Each project has words of its own: tags that never meet in one project must be more alike.
  const isElsewhere =
    alias.projects.length > 0 && projects.size > 0 && !alias.projects.some((name) => projects.has(name.toLowerCase()));
  return near >= (isElsewhere ? 0.55 : 0.4) ? 'they are used for the same things' : null;
}

/** The one used more stands for both, unless the letters tell which. */
function directed(a: TagUse, b: TagUse, { canonical }: Alike): readonly [alias: TagUse, canonical: TagUse] {
  const [x, y] = [weight(a), weight(b)];
  // A short form that is used far more than the long one stays.
  if (canonical === 'second' && x < MUCH_MORE * y) return [a, b];
  if (canonical === 'first' && y < MUCH_MORE * x) return [b, a];
  if (x !== y) return x > y ? [b, a] : [a, b];
  return a.key.length < b.key.length || (a.key.length === b.key.length && a.key < b.key) ? [b, a] : [a, b];
}

/** So many times the facts of the other. */
const MUCH_MORE = 10;
const weight = ({ facts }: TagUse): number => facts.length;

/** Leaves out each proposal that would make a circle of aliases together with surer ones. */
function withoutCircles(proposals: readonly TagProposal[], table: TagsFile['table']): TagProposal[] {
  const next = new Map<string, string>();
  return proposals.filter(({ alias, canonical }) => {
    const start = alias.key;
    let at = foldTag(table.canonicalOf(canonical.tag));
    for (let to = next.get(at); to !== undefined && at !== start; to = next.get(at)) at = to;
    if (at === start) return false;
    next.set(start, foldTag(table.canonicalOf(canonical.tag)));
    return true;
  });
}
