// A literature page as text: what text it is about, what that says in its own words, and where it lies. Pure.
import { createHash } from 'node:crypto';
import { encodeBytes, ID_LENGTH } from '../../model/ids.ts';
import { escapeWords } from '../../note/escape.ts';
import { renderScalar } from '../../note/front-matter.ts';
import { renderLink } from '../../note/link-map.ts';
import { renderCitations, withCitations, withoutMarks } from '../../page/claim-text.ts';
import { renderOverview } from '../../page/overview.ts';
import { QUOTES_SECTION } from '../../page/page.ts';
import type { Reading, Said } from './ask.ts';
import type { Extract } from './extract.ts';
import type { Heading, Link } from './source.ts';

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

/** What the footnote of a quote is called. */
export const quoteId = (quote: string): string => encodeBytes(createHash('sha256').update(quote).digest(), ID_LENGTH);

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
  const summary = reading?.summary ?? [];
  const how =
    reading === null
      ? 'What follows is taken from it word for word'
      : `${summary.length === 0 ? 'What follows' : 'What this page says'} is what ` +
        `${engine.replace(/\/[^/]*$/, '')} found in it; what stands in quotation marks is ` +
        'in the text word for word';
  const cited = [...new Set(summary.flatMap(({ facts }) => facts))];
  const lies = renderLink(source.path.slice(source.path.lastIndexOf('/') + 1), path, source.path);
  const parts = [
    section('Overview', [
      ...(summary.length === 0 ? [] : [...renderOverview([{ heading: null, as: 'text', sentences: summary }]), '']),
      `A text of ${extent}${from}. ${how}; none of it was logged by anyone.`,
    ]),
    reading === null
      ? section(
          'Key Sentences',
          sentences.map(({ text, isCut }) => `- ${renderQuote(text, isCut)}`),
        )
      : section(
          QUOTES_SECTION,
          reading.claims.map((said) => {
            const id = quoteId(said.quote);
            return withCitations(renderSaid(said), renderCitations(cited.includes(id) ? [id] : []));
          }),
        ),
    section('Contents', contentsOf(heads)),
    section('Links', linksOf(links)),
    section('Sources', [
      `- ${lies}`,
      ...(url === null ? [] : [`- <${url}>`]),
      ...(cited.length === 0 ? [] : ['', ...cited.map((id) => `[^${id}]: ${lies}`)]),
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

const renderSaid = ({ text, quote }: Said): string =>
  text === null ? `- ${renderQuote(quote)}` : `- ${stated(text.replace(/[.:;。：；]$/, ''))}: ${renderQuote(quote)}`;

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
