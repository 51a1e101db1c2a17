// Which pages are memvault's: those that carry claims of it. A person's own note may have footnotes whose names happen
// to look like ids (`[^references]`), and is none. Pure.
import { ID_PATTERN } from '../model/ids.ts';
import type { PageText } from '../vault/view.ts';
import type { LintInput } from './input.ts';

/** A footnote definition whose name has the form of an id. */
export interface Definition {
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  /** The text behind the colon. */
  readonly source: string;
  /** It leads to a daily log, so memvault wrote it. */
  readonly toLog: boolean;
}

/** A page with claims of memvault, and the sources that it defines. */
export interface OwnPage extends PageText {
  readonly definitions: readonly Definition[];
}

const DEFINITION = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

/**
 * The pages that cite a fact of this vault, or that cite an id and define a daily log as its source. `isKnown`: was
 * there ever a fact of that id?
 */
export function ownPages(pages: Iterable<PageText>, dailyDir: string, isKnown: (id: string) => boolean): OwnPage[] {
  const own: OwnPage[] = [];
  for (const page of pages) {
    if (page.claims.length === 0) continue;
    const definitions = parseDefinitions(page.text, dailyDir);
    const logged = new Set(definitions.filter((definition) => definition.toLog).map((definition) => definition.id));
    if (page.claims.some((claim) => claim.facts.some((id) => isKnown(id) || logged.has(id))))
      own.push({ ...page, definitions });
  }
  return own;
}

function parseDefinitions(text: string, dailyDir: string): Definition[] {
  const folder = `${dailyDir.split('/').at(-1) ?? dailyDir}/`;
  const definitions: Definition[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(DEFINITION)) {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < match.index; at = text.indexOf('\n', counted)) {
      line++;
      counted = at + 1;
    }
    const source = (match[2] ?? '').trimEnd();
    const toLog = /\d{4}-\d{2}-\d{2}(?:\.md)?#\^/.test(source) || source.includes(folder);
    definitions.push({ id: match[1] ?? '', line, source, toLog });
  }
  return definitions;
}

// Which notes are templates: those in a folder that Obsidian's settings name, and those with a place to be filled in
// (`{{…}}`, `<%`).

const FILLED_IN = /\{\{[^{}\n]*\}\}|<%/;

/** Is the note of this path a template? One that cannot be read is none, unless its folder says so. */
export function isTemplate(
  { templateFolders, textOf }: Pick<LintInput, 'templateFolders' | 'textOf'>,
  path: string,
): boolean {
  return templateFolders.some((folder) => path.startsWith(folder)) || FILLED_IN.test(textOf(path) ?? '');
}
