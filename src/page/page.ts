// A page's text to its claims. Finds them by their footnotes, wherever a person moved them.
import { type Claim, isHistory } from '../model/page.ts';
import { type Block, type Blocks, parseBlocks } from '../note/blocks.ts';
import { citationsIn, parseParts, parsePlain, textOf } from './claim-text.ts';
import { type Callout, type CalloutSide, parseCallout } from './conflict.ts';
import { parseBygone } from './history.ts';

const NO_SIDES: Claim['sides'] = [];

/** The claims of a page. One pass over its lines; needs no YAML. */
export function parseClaims(path: string, blocks: Blocks): Claim[] {
  const claims: Claim[] = [];
  for (const block of blocks.blocks) {
    const plain = block.kind === 'item' ? parsePlain(block.text) : null;
    const facts = plain ? plain.facts : holdsClaim(block) ? citationsIn(block.text) : [];
    if (facts.length === 0) continue;
    const callout = calloutIn(block);
    if (callout) {
      const place = { page: path, line: block.start + 1, section: block.section, head: block.head };
      for (const claim of claimsOf(callout, block, facts)) claims.push({ ...place, ...claim });
      continue;
    }
    const words = plain?.words ?? parseParts(block.text).words;
    const bygone = parseBygone(words);
    // Field by field: an object that another is spread into costs several times as much to make and to read.
    claims.push({
      page: path,
      line: block.start + 1,
      section: block.section,
      head: block.head,
      text: ownCopy(textOf(bygone?.words ?? words)),
      facts,
      past: bygone !== null || block.section === 'History',
      held: bygone?.held ?? null,
      sides: NO_SIDES,
    });
  }
  return claims;
}

/**
 * What is cut out of a text keeps all of it in memory, and claims are remembered for longer than the page as it was.
 */
const ownCopy = (text: string): string => ` ${text}`.slice(1);

type Said = Pick<Claim, 'text' | 'facts' | 'past' | 'held' | 'sides'>;

/**
 * The sides that still stand against each other, as one claim; one that does so alone is a plain one, and each that a
 * person struck is past.
 */
function claimsOf({ sides }: Callout, block: Block, all: readonly string[]): Said[] {
  const open = sides.filter(({ struck }) => struck === null);
  const struck = sides.flatMap((side): Said[] =>
    side.struck === null
      ? []
      : [{ text: ownCopy(textOf(side.struck)), facts: side.facts, past: true, held: null, sides: [] }],
  );
  const [only] = open;
  if (only === undefined) return struck;
  // A footnote that stands nowhere else is theirs, too.
  const gone = new Set(struck.flatMap((side) => side.facts));
  const facts = all.filter((fact) => !gone.has(fact));
  const past = block.section === 'History';
  const isPlain = open.length === 1;
  const text = ownCopy(textOf(isPlain ? only.words : parseParts(block.text).words));
  return [
    {
      text,
      facts,
      past,
      held: null,
      sides: isPlain
        ? []
        : open.map((side) => ({ text: ownCopy(textOf(side.words)), facts: side.facts, day: side.day })),
    },
    ...struck,
  ];
}

/** Is what the block says of that fact past? It stands in History, or a person struck it through. */
export function isPastIn(block: Block, fact: string): boolean {
  if (block.section === 'History') return true;
  const callout = calloutIn(block);
  if (!callout) return parseBygone(parseParts(block.text).words) !== null;
  return callout.sides.some(({ facts, struck }) => struck !== null && facts.includes(fact));
}

/** Of the kinds that can be a claim, where they cite a fact. */
export function holdsClaim({ kind }: Pick<Block, 'kind'>): boolean {
  return kind === 'item' || kind === 'paragraph' || kind === 'quote';
}

/** The callout of conflicting claims that the block is; null for any other. */
export const calloutIn = ({ kind, text }: Pick<Block, 'kind' | 'text'>): Callout | null =>
  kind === 'quote' ? parseCallout(text) : null;

/** A block that cites a fact as a claim, among those of its page. */
export interface FoundClaim {
  readonly page: Blocks;
  readonly index: number;
  readonly block: Block;
  readonly facts: readonly string[];
  readonly callout: Callout | null;
  /** The side of the callout that cites the fact. */
  readonly side: CalloutSide | undefined;
}

/** The first block that cites the fact as a claim. */
export function findClaim(
  text: string,
  fact: string,
  isWanted: (block: Block) => boolean = () => true,
): FoundClaim | null {
  const page = parseBlocks(text);
  const index = page.blocks.findIndex(
    (block) => holdsClaim(block) && isWanted(block) && citationsIn(block.text).includes(fact),
  );
  const block = page.blocks[index];
  if (!block) return null;
  const callout = calloutIn(block);
  const side = callout?.sides.find(({ facts }) => facts.includes(fact));
  return { page, index, block, facts: citationsIn(block.text), callout, side };
}

/** The words that stand for that fact: those of its side of a callout, else the claim's. */
export function sayingOf(claim: Pick<Claim, 'text' | 'sides'>, fact: string): string {
  return claim.sides.find((side) => side.facts.includes(fact))?.text ?? claim.text;
}

/** Does a callout of conflicting claims stand on the page, for a person to decide? */
export function hasConflict(claims: readonly Claim[]): boolean {
  return claims.some((claim) => claim.sides.length > 0 && !isHistory(claim));
}

/** The file's name without folder and ending. */
export function titleFromPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** The dates that a page's own `## Sources` gives for its facts: id to `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`. */
export function parseSources(blocks: Blocks): Map<string, string> {
  const sources = new Map<string, string>();
  for (const block of blocks.blocks) {
    if (block.kind !== 'definition') continue;
    const match = /^\[\^([^\]]+)\]:\s*(?:\[(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)\])?/.exec(block.text);
    if (match?.[1] !== undefined) sources.set(match[1], match[2] ?? '');
  }
  return sources;
}

/**
 * Is this line one of the four kinds that git writes around the two sides of a conflict? Takes the line without its
 * end.
 */
export const isMergeMarker = (line: string): boolean => /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/.test(line);

/**
 * Does a text hold a conflict that git left? Such a page is left alone until a person has settled it. A line of
 * `=======` alone may be a heading's.
 */
export function hasMergeMarkers(text: string): boolean {
  return /^(?:<{7}|>{7})(?: |$)/m.test(text);
}

// How a literature page says which text it was made of, a line of its front matter, and where it quotes that. Pure.

/** The section of the quotes. */
export const QUOTES_SECTION = 'Claims';

/**
 * The claims of a page that rest on facts. The quotes of a literature page bear out its overview in the same form, and
 * nobody logged what they say.
 */
export function withoutQuotes<T extends Pick<Claim, 'section'>>(claims: readonly T[], text: string): readonly T[] {
  return sourceDigestOf(text) === null ? claims : claims.filter((claim) => !isQuote(claim));
}

/** On a literature page. */
export const isQuote = ({ section }: { readonly section: string | null }): boolean => section === QUOTES_SECTION;

/** Of the bytes of the text: SHA-256, in hexadecimal digits. Null for any other page. */
export function sourceDigestOf(text: string): string | null {
  if (!text.startsWith('---')) return null;
  const end = text.indexOf('\n---', 3);
  if (end < 0) return null;
  return /^source_digest: ([0-9a-f]{64})\r?$/m.exec(text.slice(0, end))?.[1] ?? null;
}
