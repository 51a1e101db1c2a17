// Renders a literature page: which text it is about, what that text says, and where it is. Pure.
import { createHash } from 'node:crypto';
import { encodeBytes, ID_LENGTH } from '../../model/ids.ts';
import { escapeWords } from '../../note/escape.ts';
import { renderScalar } from '../../note/front-matter.ts';
import { renderLink } from '../../note/link-map.ts';
import { renderCitations, withCitations, withoutMarks } from '../../page/claim-text.ts';
import { renderOverview } from '../../page/overview.ts';
import { QUOTES_SECTION } from '../../page/page.ts';
import type { Reading, Said } from './ask.ts';
import type { Link } from '../prose.ts';
import type { Extract, Heading } from './extract.ts';

/** The contents of the page. */
export interface LiteraturePage {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly extract: Extract;
  /** What a model found in it; null without a model. */
  readonly reading: Reading | null;
  /** The reader, such as `extract/1`. */
  readonly engine: string;
  /** The text's final path, and the SHA-256 of its bytes in hex. */
  readonly source: { readonly path: string; readonly digest: string };
  /** Local day of the run. */
  readonly updated: string;
}

/** The footnote id of a quote. */
export const quoteId = (quote: string): string => encodeBytes(createHash('sha256').update(quote).digest(), ID_LENGTH);

/** The most headings and links listed. */
const MOST = 40;

/** The whole file with its front matter. */
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

/** Adds quotation marks, and an ellipsis if `isCut`. */
function renderQuote(text: string, isCut = false): string {
  return `“${escapeWords(text)}”${isCut ? ' …' : ''}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}\n`;
}

const renderSaid = ({ text, quote }: Said): string =>
  text === null ? `- ${renderQuote(quote)}` : `- ${stated(text.replace(/[.:;。：；]$/, ''))}: ${renderQuote(quote)}`;

/** Escapes a model's words or a heading so that they do not start a list or a task. */
const stated = (text: string): string => withoutMarks(escapeWords(text));

/** The headings as a nested list. */
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

/** An address in angle brackets, with unsafe characters percent-encoded. */
const addressOf = (address: string): string =>
  `<${address.toWellFormed().replace(/[\s<>\\`"{}|^[\]\p{Cc}]/gu, (char) => encodeURIComponent(char))}>`;
