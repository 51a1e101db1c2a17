// Selects the notes that editorial rules check: memvault's own pages, plus what the settings include, minus what they
// exclude. Never daily logs or generated lists, which nobody edits for style.
import type { Settings } from '../config/settings.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { CATALOGUE_MARKERS, findOwnPart, NO_MARKERS, SUMMARY_MARKERS } from '../page/own-part.ts';
import { compilePatterns } from '../vault/notes.ts';
import { type FileText, LISTING_FILES } from '../vault/own-files.ts';
import { CATALOGUE_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { PageText } from '../vault/view.ts';
import type { LintInput } from './input.ts';

/** The scope in the settings. */
export interface LintScope {
  /** Patterns of notes to check besides memvault's own pages. */
  readonly include: readonly string[];
  /** Patterns of notes to skip in any case. */
  readonly exclude: readonly string[];
}

/** The default. */
export const OWN_PAGES_ALONE: LintScope = { include: [], exclude: [] };

/** The scope in a vault's settings. */
export function lintScope({ lint }: Pick<Settings, 'lint'>): LintScope {
  const [exclude, include] = [true, false].map((isOut) => lint.include.filter((one) => one.startsWith('!') === isOut));
  return { include: include ?? [], exclude: (exclude ?? []).map((pattern) => pattern.slice(1)) };
}

/**
 * The generated lists at the top of the vault, without an `index.md` or `MEMORY.md` that has no markers and is a
 * person's own.
 */
export function listingsAmong(files: readonly FileText[]): ReadonlySet<string> {
  const markers = new Map([
    [CATALOGUE_FILE, CATALOGUE_MARKERS],
    [SUMMARY_FILE, SUMMARY_MARKERS],
  ]);
  const isOwn = ({ path, text }: FileText): boolean => {
    const of = markers.get(path);
    return of !== undefined && findOwnPart(text, of) === NO_MARKERS;
  };
  const own = new Set(files.filter(isOwn).map(({ path }) => path));
  return new Set([...LISTING_FILES].filter((path) => !own.has(path)));
}

/** What the scope depends on besides the settings. */
interface Known {
  readonly dailyDir: string;
  /** The paths of pages with memvault's claims. */
  readonly own: ReadonlySet<string>;
  readonly listings: ReadonlySet<string>;
}

/** Returns whether the note at a path is checked. Patterns are as in .gitignore, relative to the vault's root. */
export function scopeOf(
  { dailyDir, own, listings }: Known,
  { include, exclude }: Pick<LintScope, 'include' | 'exclude'>,
): (path: string) => boolean {
  const isIncluded = compilePatterns(include);
  const isExcluded = compilePatterns(exclude);
  return (path) => {
    if (isExcluded(path)) return false;
    return own.has(path) || (isIncluded(path) && !listings.has(path) && !path.startsWith(`${dailyDir}/`));
  };
}

// Remarks about the scope of lint: patterns without effect, and notes that were skipped. Pure.

/** A sentence if the patterns of `lint.include` have no effect. */
export function remarksOnScope({
  scope,
  pages,
  lookedAt,
  looksAt,
}: Pick<LintInput, 'scope' | 'pages' | 'lookedAt' | 'looksAt'>): string[] {
  const { include, exclude } = scope;
  if (include.length > 0 && lookedAt.length === pages.filter(({ path }) => looksAt(path)).length)
    return [
      `lint.include (${include.join(', ')}) matches no further note: what it names does not exist` +
        (exclude.length === 0 ? '' : `, is excluded by !${exclude.join(', !')}`) +
        ', or is checked anyway.',
    ];
  return [];
}

/** The number of these notes outside memvault's folders: in no zone, not a daily log, not at the root. */
export function countOthers({ zones, dailyDir }: Pick<Vault, 'zones' | 'dailyDir'>, paths: Iterable<string>): number {
  const folders = new Set(Object.values(zones));
  let count = 0;
  for (const path of paths)
    if (path.includes('/') && !path.startsWith(`${dailyDir}/`) && !folders.has(path.split('/')[0] ?? '')) count++;
  return count;
}

// Finds memvault's pages: those with its claims. A person's own note may have footnotes that happen to look like ids
// (`[^references]`) and does not count.

/** A footnote definition whose name looks like an id. */
export interface Definition {
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  /** The text after the colon. */
  readonly source: string;
  /** It links to a daily log, so memvault wrote it. */
  readonly toLog: boolean;
}

/** A page with memvault's claims, and the sources that it defines. */
export interface OwnPage extends PageText {
  readonly definitions: readonly Definition[];
}

const DEFINITION = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

/**
 * The pages that cite a fact of this vault, or that cite an id and define a daily log as its source. `isKnown`: whether
 * there was ever a fact with that id.
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

// Finds templates: notes in a folder that Obsidian's settings name, and notes with placeholders (`{{…}}`, `<%`).

const FILLED_IN = /\{\{[^{}\n]*\}\}|<%/;

/** Whether the note at this path is a template. An unreadable one is not, unless its folder is a template folder. */
export function isTemplate(
  { templateFolders, textOf }: Pick<LintInput, 'templateFolders' | 'textOf'>,
  path: string,
): boolean {
  return templateFolders.some((folder) => path.startsWith(folder)) || FILLED_IN.test(textOf(path) ?? '');
}
