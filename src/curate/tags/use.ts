// How each tag is used by facts and pages, and the changes to tags.yaml and pages for a new alias.
import { isScalar, isSeq, parseDocument } from 'yaml';
import { compareText } from '../../model/fact.ts';
import type { FileChange } from '../../model/journal.ts';
import { MemvaultError } from '../../model/errors.ts';
import { LIMITS } from '../../model/limits.ts';
import { foldTag, type TagAlias, type TagTable } from '../../model/tag-table.ts';
import { frontMatterLines } from '../../note/blocks.ts';
import { parseFrontMatter, renderScalar, setFrontMatter } from '../../note/front-matter.ts';
import { splitLines } from '../../note/lines.ts';
import { hasMergeMarkers } from '../../page/page.ts';
import { parseTagsFile, withAlias } from '../../page/tags-file.ts';
import { mustReadTagsFile } from '../../vault/own-files.ts';
import { TAGS_FILE, type Vault } from '../../vault/vault.ts';
import { isForgotten, isLost, isOwnPage, type PageText, type View } from '../../vault/view.ts';

/** As printed by `tags list --json`. */
export type ListedTag = ReturnType<typeof listTags>[number];

/**
 * The tags in use, most facts first. An alias counts under its canonical tag. Skips forgotten facts and tags over the
 * length limit.
 */
export function listTags(view: Pick<View, 'facts' | 'forgotten' | 'ledger' | 'pages'>, table: TagTable) {
  const counting = new Map<string, { spellings: Map<string, number>; facts: Set<string>; pages: Set<string> }>();
  const count = (tag: string, what: 'facts' | 'pages', id: string): void => {
    if (foldTag(tag) === '' || foldTag(tag).length > LIMITS.tag) return;
    const key = foldTag(table.canonicalOf(tag));
    const held = counting.get(key) ?? { spellings: new Map(), facts: new Set(), pages: new Set() };
    counting.set(key, held);
    held.spellings.set(tag, (held.spellings.get(tag) ?? 0) + 1);
    held[what].add(id);
  };
  for (const fact of view.facts)
    if (!isForgotten(fact.id, view)) for (const tag of fact.tags) count(tag, 'facts', fact.id);
  for (const page of view.pages.values()) for (const tag of tagsOf(page)) count(tag, 'pages', page.path);
  return [...counting]
    .map(([key, { spellings, facts, pages }]) => {
      // All declared aliases of this tag, whether or not in use.
      const aliases = table.formsOf(key).slice(1);
      // The most frequent spelling, or that in tags.yaml.
      const tag = aliases.length === 0 ? most(spellings) : table.canonicalOf(key);
      return { tag, aliases, facts: facts.size, pages: pages.size };
    })
    .sort((a, b) => b.facts - a.facts || b.pages - a.pages || compareText(a.tag, b.tag));
}

/** Ties go to the first in code unit order. */
function most(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? '';
}

/**
 * The tags in a page's front matter. Parses the YAML only if a line near the top begins with `tags`, since parsing is
 * slow.
 */
function tagsOf(page: PageText): readonly string[] {
  return HAS_TAGS.test(page.text.slice(0, 4096)) ? page.head.tags : [];
}

const HAS_TAGS = /^["']?tags["']?\s*:/m;

// Renames tags in front matter by position: every other byte stays, including a list's lines and comments.

/**
 * Applies `nameOf` to each tag and removes duplicates. Returns the text unchanged if nothing changes or the tags cannot
 * be edited.
 */
function retag(text: string, nameOf: (tag: string) => string): string {
  const { data } = parseFrontMatter(text);
  const before: unknown = data.tags;
  // Tags in one string, separated by spaces or commas, stay one string.
  if (typeof before === 'string') return setFrontMatter(text, { tags: before.replace(/[^\s,#]+/g, nameOf) });
  if (!Array.isArray(before) || !before.every((tag) => typeof tag === 'string' || typeof tag === 'number')) return text;
  const after: string[] = [];
  for (const tag of before.map(String))
    if (!after.some((one) => foldTag(one) === foldTag(nameOf(tag)))) after.push(nameOf(tag));
  if (JSON.stringify(before.map(String)) === JSON.stringify(after)) return text;
  const inPlace = spliced(text, nameOf);
  return inPlace !== null &&
    JSON.stringify(tagsIn(inPlace)) === JSON.stringify(after) &&
    sameOthers(data, parseFrontMatter(inPlace).data)
    ? inPlace
    : setFrontMatter(text, { tags: after });
}

const tagsIn = (text: string): unknown => {
  const { tags } = parseFrontMatter(text).data;
  return Array.isArray(tags) ? tags.map(String) : tags;
};

function sameOthers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify({ ...a, tags: null }) === JSON.stringify({ ...b, tags: null });
}

/** Edits item by item; a duplicate is removed with its line or comma. */
function spliced(text: string, nameOf: (tag: string) => string): string | null {
  const lines = splitLines(text);
  const count = frontMatterLines(lines);
  const from = text.indexOf('\n') + 1;
  const block = text
    .slice(from)
    .split('\n')
    .slice(0, count - 2)
    .join('\n');
  const list = parseDocument(block).get('tags', true);
  if (!isSeq(list)) return null;
  const cuts: { at: number; to: number; put: string }[] = [];
  const seen = new Set<string>();
  let end = 0;
  for (const [index, item] of list.items.entries()) {
    if (!isScalar(item) || !item.range) return null;
    const name = nameOf(String(item.value));
    const [at, to] = item.range;
    if (seen.has(foldTag(name))) {
      const lineEnd = block.indexOf('\n', to);
      if (list.flow === true) cuts.push({ at: index === 0 ? at : end, to, put: '' });
      else cuts.push({ at: block.lastIndexOf('\n', at) + 1, to: lineEnd < 0 ? block.length : lineEnd + 1, put: '' });
    } else if (name !== String(item.value)) cuts.push({ at, to, put: renderScalar([name]).slice(1, -1) });
    seen.add(foldTag(name));
    end = to;
  }
  let edited = block;
  for (const { at, to, put } of cuts.reverse()) edited = edited.slice(0, at) + put + edited.slice(to);
  return text.slice(0, from) + edited + text.slice(from + block.length);
}

/** What happens to the notes with an alias. */
export interface Retagging {
  /** Changes to memvault's own pages. */
  readonly edits: readonly FileChange[];
  /** Paths of a person's own notes, which keep the alias. */
  readonly others: readonly string[];
  /** Paths of memvault's pages that keep it for now, because they are unmerged or their zone is missing. */
  readonly closed: readonly string[];
}

/** Covers all pages of the zones; no edits for an empty table. */
export function retagPages(view: View, table: TagTable): Retagging {
  const edits: FileChange[] = [];
  const others: string[] = [];
  const closed: string[] = [];
  if (table.size === 0) return { edits, others, closed };
  const nameOf = (tag: string): string =>
    foldTag(table.canonicalOf(tag)) === foldTag(tag) ? tag : table.canonicalOf(tag);
  for (const page of view.pages.values()) {
    if (!tagsOf(page).some((tag) => nameOf(tag) !== tag)) continue;
    const after = retag(page.text, nameOf);
    if (!isOwnPage(page, view)) others.push(page.path);
    else if (hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true || isLost(view, page.path))
      closed.push(page.path);
    else if (after !== page.text) edits.push({ path: page.path, before: page.text, after });
  }
  return { edits, others, closed };
}

// A new alias: the change to tags.yaml and to the pages.

export interface PlannedAlias extends Retagging {
  readonly tags: FileChange;
}

/**
 * Null if tags.yaml already has the alias. Throws `refused` if it contradicts another entry, `settings` if tags.yaml
 * cannot be read or edited.
 */
export function planAlias(vault: Vault, view: View, alias: TagAlias): PlannedAlias | null {
  const { text: before } = mustReadTagsFile(vault);
  const after = withAlias(before ?? '', alias);
  if (after === null)
    throw new MemvaultError('settings', `${TAGS_FILE} is written in a way that cannot be edited safely`, {
      hint: 'put it in by hand: a line `firmware: [fw]` below aliases:',
    });
  return after === before
    ? null
    : { ...retagPages(view, mustHold(before ?? '', after)), tags: { path: TAGS_FILE, before, after } };
}

/** The alias table after the change. Throws `refused` if the change adds a contradiction. */
function mustHold(before: string, after: string): TagTable {
  const known = new Set(parseTagsFile(before).problems.map(({ message }) => message));
  const { table, problems } = parseTagsFile(after);
  const problem = problems.map(({ message }) => message).find((message) => !known.has(message));
  if (problem === undefined) return table;
  throw new MemvaultError('refused', `${TAGS_FILE} would contradict itself: ${problem}`, {
    hint: `remove the contradicting entry from ${TAGS_FILE}`,
  });
}
