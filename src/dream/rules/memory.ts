// What the rules know of the pages while they go through batches: which statements stand where, how full
// pages are, what they are called. Kept in step with the pages by their digests.
import { titleFromPath } from '../../markdown/page.ts';
import { isHistory, type Claim } from '../../model/page.ts';
import type { Fact } from '../../model/fact.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { PageText, View } from '../../vault/view.ts';
import { statementKey } from './equal.ts';

export interface Memory {
  /** A fact whose claim says the same, or null. */
  equal(key: string): string | null;
  /** From now on this fact stands for that statement. */
  remember(key: string, fact: string): void;
  pageNamed(name: string): string | null;
  name(name: string, page: string): void;
  /** Pages that mention a name. */
  pagesMentioning(name: string): readonly string[];
  /** Number of claims on a page, those of this batch included. */
  claimsOn(page: string): number;
  count(page: string): void;
  /** Brings it in step with the pages of a view, as they will be once the facts of `batch` that they cite are corrected. */
  follow(view: View, batch: readonly Fact[]): void;
}

interface Known {
  /** Of the page as it was learned; nothing where it is about to change, so that it is learned anew. */
  readonly digest: string | null;
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly titles: readonly string[];
}

/** What the rules find in facts and texts. Pages are learned anew with every batch that changed them, so each answer should be found once. */
export interface Findings {
  /** A fact's words as they stand on a page. */
  wordingOf(fact: Fact): string;
  keyOf(fact: Fact): string;
  /** The names in a text. */
  mentionsIn(text: string): readonly string[];
}

export function createMemory(findings: Findings): Memory {
  const known = new Map<string, Known>();
  const statements = new Map<string, { fact: string; page: string | null }>();
  const titles = new Map<string, string>();
  const mentions = new Map<string, Set<string>>();
  const counts = new Map<string, number>();

  const forget = (path: string, page: Known): void => {
    for (const key of page.keys) if (statements.get(key)?.page === path) statements.delete(key);
    for (const title of page.titles) if (titles.get(title) === path) titles.delete(title);
    for (const name of page.names) mentions.get(name)?.delete(path);
  };
  const learn = (page: PageText, view: View, edited: ReadonlySet<string>): void => {
    const keys = page.claims.flatMap((claim) => (isHistory(claim) ? [] : keysOf(claim, view, edited, findings)));
    for (const { key, fact } of keys) if ((statements.get(key)?.page ?? null) === null) statements.set(key, { fact, page: page.path });
    const own = titlesOf(page);
    for (const title of own) if (!titles.has(title)) titles.set(title, page.path);
    const mentioned = [...new Set(page.claims.flatMap((claim) => findings.mentionsIn(claim.text)))];
    for (const name of mentioned) mentions.set(name, (mentions.get(name) ?? new Set()).add(page.path));
    counts.set(page.path, page.claims.length);
    known.set(page.path, { digest: page.claims.some((claim) => claim.facts.some((id) => edited.has(id))) ? null : page.digest, keys: keys.map(({ key }) => key), names: mentioned, titles: own });
  };

  return {
    equal: (key) => statements.get(key)?.fact ?? null,
    remember: (key, fact) => void statements.set(key, { fact, page: null }),
    pageNamed: (name) => titles.get(name.toLowerCase()) ?? null,
    name: (name, page) => void (titles.has(name.toLowerCase()) || titles.set(name.toLowerCase(), page)),
    pagesMentioning: (name) => [...(mentions.get(name) ?? [])].sort(),
    claimsOn: (page) => counts.get(page) ?? 0,
    count: (page) => void counts.set(page, (counts.get(page) ?? 0) + 1),
    follow: (view, batch) => {
      const edited = new Set(batch.flatMap(({ id }) => (view.citedOn.has(id) ? [id] : [])));
      const changing = new Set([...edited].flatMap((id) => view.citedOn.get(id) ?? []));
      for (const [path, page] of known) {
        if (view.pages.get(path)?.digest === page.digest && !changing.has(path)) continue;
        forget(path, page);
        known.delete(path);
        counts.delete(path);
      }
      for (const page of view.pages.values()) if (!known.has(page.path)) learn(page, view, edited);
    },
  };
}

/**
 * A claim answers to its own words and to those of the facts it cites, as long as it keeps what is specific in
 * them: a person may have reworded it. An edited fact takes its new words along, and leaves the old ones to
 * the others only.
 */
function keysOf(claim: Claim, view: View, edited: ReadonlySet<string>, { wordingOf, keyOf }: Findings): { key: string; fact: string }[] {
  const facts = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
  const staying = facts.filter(({ id }) => !edited.has(id));
  const first = staying[0];
  const said = staying.filter((fact) => claim.text === wordingOf(fact) || missingSpecifics(fact.text, claim.text).length === 0);
  const own = first ? [claim.text === wordingOf(first) ? keyOf(first) : statementKey(claim.text, first), ...said.map(keyOf)] : [];
  return [
    ...[...new Set(own)].map((key) => ({ key, fact: first?.id ?? '' })),
    ...facts.filter(({ id }) => edited.has(id)).map((fact) => ({ key: keyOf(fact), fact: fact.id })),
  ];
}

function titlesOf(page: PageText): string[] {
  const { title, aliases } = page.head;
  return [...new Set([titleFromPath(page.path), title, ...aliases].map((name) => name.toLowerCase()))];
}
