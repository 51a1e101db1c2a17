// A literature page as text: what text it is about, what that says in its own words, and where it lies. Pure.
import { findSecrets } from '../../language/secrets/secrets.ts';
import { isHistory } from '../../model/page.ts';
import { escapeWords } from '../../note/escape.ts';
import { renderScalar } from '../../note/front-matter.ts';
import { renderLink } from '../../note/link-map.ts';
import { withoutMarks } from '../../page/claim-text.ts';
import type { View } from '../../vault/view.ts';
import type { Extract } from './extract.ts';
import type { Heading, Link } from './outline.ts';
import type { PageName, Reading } from './source.ts';

/** All that the page says. */
export interface LiteraturePage {
  /** From the vault's root. */
  readonly path: string;
  readonly extract: Extract;
  /** What a model found in it; null without one. */
  readonly reading: Reading | null;
  /** What read it, such as `extract/1`. */
  readonly engine: string;
  /** Where the text lies from now on, and the SHA-256 of its bytes in hex. */
  readonly source: { readonly path: string; readonly digest: string };
  /** Local day of the run. */
  readonly updated: string;
}

/** Headings and links that are listed; the text has the rest. */
const MOST = 40;

/** The whole file, front matter included. */
export function renderLiterature({ path, extract, reading, engine, source, updated }: LiteraturePage): string {
  const { title, url, sentences, heads, links, extent } = extract;
  const from = url === null ? '' : ` from ${new URL(url).host}`;
  const front: readonly (readonly [key: string, value: string])[] = [
    ['type', 'literature'],
    ['title', renderScalar(title)],
    ['description', renderScalar(`A text of ${extent}${from}`)],
    ['tags', '[]'],
    ['status', 'draft'],
    ['review', 'current'],
    ['updated', updated],
    ...(url === null ? [] : [['url', renderScalar(url)] as const]),
    ['engine', renderScalar(engine)],
    ['source_digest', source.digest],
  ];
  const how =
    reading === null
      ? 'What follows is taken from it word for word'
      : `What follows is what ${engine.replace(/\/[^/]*$/, '')} found in it; what stands in quotation marks is ` +
        'in the text word for word';
  const parts = [
    section('Overview', [`A text of ${extent}${from}. ${how}; none of it was logged by anyone.`]),
    ...(reading === null
      ? [
          section(
            'Key Sentences',
            sentences.map(({ text, isCut }) => `- ${renderQuote(text, isCut)}`),
          ),
        ]
      : readingSections(reading, path)),
    section('Contents', contentsOf(heads)),
    section('Links', linksOf(links)),
    section('Sources', [
      `- ${renderLink(source.path.slice(source.path.lastIndexOf('/') + 1), path, source.path)}`,
      ...(url === null ? [] : [`- <${url}>`]),
    ]),
  ];
  return (
    `---\n` +
    front.map(([key, value]) => `${key}: ${value}`).join('\n') +
    `\n---\n\n` +
    parts.filter((part) => part !== '').join('\n')
  );
}

/** In quotation marks. `isCut`: more followed in the text, which an ellipsis says. */
function renderQuote(text: string, isCut = false): string {
  return `“${escapeWords(text)}”${isCut ? ' …' : ''}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}\n`;
}

function readingSections({ claims, methods, against, related }: Reading, path: string): string[] {
  const said = ({ text, quote }: Reading['claims'][number]): string =>
    text === null ? `- ${renderQuote(quote)}` : `- ${stated(text.replace(/[.:;。：；]$/, ''))}: ${renderQuote(quote)}`;
  return [
    section('Claims', claims.map(said)),
    section('Methods', methods.map(said)),
    section(
      'Contradictions',
      against.map(
        ({ quote, page, title }) =>
          `- ${renderQuote(quote)} speaks against what ${renderLink(title, path, page)} says.`,
      ),
    ),
    section(
      'In the Vault',
      related.map(({ page, title }) => `- ${renderLink(title, path, page)}`),
    ),
  ];
}

/** Words of a model's own or of a heading, such that they begin no list and no task of their own. */
const stated = (text: string): string => withoutMarks(escapeWords(text));

/** The headings as a nested list, each below the one that it belongs to. */
function contentsOf(heads: readonly Heading[]): string[] {
  const open: number[] = [];
  const lines = heads.slice(0, MOST).map(({ level, title }) => {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return `${'  '.repeat(Math.min(open.length, 4) - 1)}- ${stated(title)}`;
  });
  return [...lines, ...more(heads.length)];
}

function linksOf(links: readonly Link[]): string[] {
  const lines = links
    .slice(0, MOST)
    .map(({ text, address }) =>
      text === '' || text === address ? `- ${addressOf(address)}` : `- ${renderQuote(text)}: ${addressOf(address)}`,
    );
  return [...lines, ...more(links.length)];
}

const more = (count: number): string[] => (count > MOST ? [`- and ${count - MOST} more in the text`] : []);

/** An address in angle brackets; characters that would end it or be markup are percent-encoded. */
const addressOf = (address: string): string =>
  `<${address.toWellFormed().replace(/[\s<>\\`"{}|^[\]\p{Cc}]/gu, (char) => encodeURIComponent(char))}>`;

// The claims of the vault that are nearest to a text, for a model to compare it with: current ones, none that is
// forgotten and none that looks like a secret. Pure.

/** A claim of the vault, and the page that it stands on. */
export interface Known extends PageName {
  /** Its name within one call: `v1`, `v2` … */
  readonly id: string;
  readonly says: string;
}

/** Claims that a text is compared with, and the characters of each, at most. */
const MOST_KNOWN = 20;
const LONGEST = 400;

type Terms = (text: string) => readonly string[];

/**
 * Gives a look-up of the nearest claims, the nearest first. The stems of the claims are worked out once for all texts.
 */
export function makeKnown(
  view: Pick<View, 'pages' | 'forgotten' | 'factById' | 'ledger'>,
  terms: Terms,
): (passages: readonly string[]) => Known[] {
  const claims = [...view.pages.values()].flatMap((page) =>
    page.claims
      .filter(
        (claim) =>
          !isHistory(claim) &&
          claim.facts.some((fact) => view.factById.has(fact)) &&
          !claim.facts.some((fact) => view.forgotten.has(fact)) &&
          claim.text.length <= LONGEST,
      )
      .map(({ text }) => ({ page: page.path, title: page.head.title, says: text, terms: new Set(terms(text)) })),
  );
  const spread = new Map<string, number>();
  for (const claim of claims) for (const term of claim.terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  return (passages) => {
    const said = new Set(passages.flatMap((passage) => terms(passage)));
    const scored = claims.map((claim) => {
      let score = 0;
      for (const term of claim.terms)
        if (said.has(term)) score += Math.log(1 + claims.length / (spread.get(term) ?? 1));
      return { claim, score: score / Math.sqrt(claim.terms.size || 1) };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_KNOWN)
      .filter(({ claim }) => findSecrets(claim.says).length === 0)
      .map(({ claim: { page, title, says } }, at) => ({ id: `v${at + 1}`, page, title, says }));
  };
}
