// The links of a note, each with where it stands: what Obsidian and GitHub would follow inside a vault. It never
// resolves one and never throws, whatever the text.

export interface NoteLink {
  /** `definition`: the target of `[name]: target`; `property`: a wikilink in quotes in the front matter. */
  readonly form: 'wiki' | 'markdown' | 'definition' | 'property';
  /** Shown in place: `![[…]]`, `![…](…)`. */
  readonly embed: boolean;
  /** 1-based line on which the target stands. */
  readonly line: number;
  /** Offsets in UTF-16 units of the whole link, its `!` included. */
  readonly start: number;
  readonly end: number;
  /** The file that it names, decoded, without anchor; empty for one inside the note itself. */
  readonly target: string;
  /** What stands between the first `#` and the end, decoded: headings joined by `#`, or `^` and a block id; empty without one. */
  readonly anchor: string;
  /** What is shown instead of the target; null where nothing is said. */
  readonly alias: string | null;
  /** Offsets of what is written for the target, without its anchor and without angle brackets. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** The name of the footnote in whose definition it stands; null elsewhere. */
  readonly footnote: string | null;
}

const WIKI = /(!?)\[\[([^\]\n|#]*)(#[^\]\n|]*)?(?:\|([^\]\n]*))?\]\]/g;

/** In the order in which they stand. */
export function parseNoteLinks(text: string): NoteLink[] {
  const links: NoteLink[] = [];
  for (const match of text.matchAll(WIKI)) {
    const [whole, bang = '', target = '', anchor = '', alias] = match;
    const start = match.index;
    const targetStart = start + bang.length + 2;
    links.push({
      form: 'wiki', embed: bang !== '', line: text.slice(0, start).split('\n').length, start, end: start + whole.length,
      target: target.trim(), anchor: anchor.slice(1), alias: alias ?? null, targetStart, targetEnd: targetStart + target.length, footnote: null,
    });
  }
  return links;
}
