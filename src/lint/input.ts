// Everything that the rules check, read once, and what is derived from it. Rules are pure functions of it; nothing here
// judges.
import type { Settings } from '../config/settings.ts';
import { decodeBytes } from '../model/bytes.ts';
import { type LedgerLine, purgedFacts } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import type { Progress } from '../model/ports.ts';
import { splitLines } from '../note/lines.ts';
import type { LinkMap, Resolved } from '../note/link-map.ts';
import type { NoteLink } from '../note/links.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { CATALOGUE_MARKERS, findOwnPart, NO_MARKERS, SUMMARY_MARKERS } from '../page/own-part.ts';
import { parseRunLog, type RunEntry } from '../page/run-log.ts';
import { parseSchema, type Schema, templateRoutes } from '../page/schema.ts';
import { confined, confinedPage, isPagePath } from '../vault/confine.ts';
import { dailyPath, listDays, readDay } from '../vault/daily.ts';
import { readBytes, readText } from '../vault/disk.ts';
import { catalogueChange } from '../vault/generated.ts';
import { parseJsonLines } from '../vault/ledger.ts';
import {
  linkMapOf,
  type NoteFacts,
  readNoteFacts,
  readStrayLinks,
  readTemplateFolders,
  readVaultFiles,
  type StrayLink,
} from '../vault/note-files.ts';
import { compilePatterns } from '../vault/notes.ts';
import { type FileText, LISTING_FILES, readOwnFiles } from '../vault/own-files.ts';
import { type Pending, readPending } from '../vault/pending.ts';
import { readBaseline } from '../vault/reviews.ts';
import { readStanding } from '../vault/tombstones.ts';
import {
  absolute,
  CATALOGUE_FILE,
  LEDGER_DIR,
  RUN_LOG_FILE,
  SCHEMA_FILES,
  SUMMARY_FILE,
  type Vault,
} from '../vault/vault.ts';
import { type PageText, readView, type View } from '../vault/view.ts';
import type { Contradiction } from './contradictions.ts';
import type { Baseline } from './lint.ts';
import type { Place } from './rule.ts';

// The place of a ledger line in its file. Computed only after a finding: a clean vault may have a hundred thousand
// lines.

/**
 * Returns a function that gives a ledger line's place. Lines with the same fact, run and disposition share the last
 * place; a line in no file gets line 1 of its month.
 */
function makePlaceOf(files: readonly FileText[]): (line: LedgerLine) => Place {
  let places: Map<string, Place> | null = null;
  return (line) => {
    places ??= placesIn(files);
    return places.get(keyOf(line)) ?? { path: `${LEDGER_DIR}/${line.day.slice(0, 7)}.jsonl`, line: 1 };
  };
}

const keyOf = ({ fact, run, as }: Pick<LedgerLine, 'fact' | 'run' | 'as'>): string => `${fact} ${run} ${as}`;

/** In a damaged file, values may not be texts; such lines cannot be looked up. */
const isKey = (value: object): value is LedgerLine =>
  (['fact', 'run', 'as'] as const).every((name) => typeof (value as Partial<LedgerLine>)[name] === 'string');

function placesIn(files: readonly FileText[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { path, text } of files) {
    if (!path.startsWith(`${LEDGER_DIR}/`)) continue;
    // Lines that are not such objects are reported by conservation, by line number.
    for (const { line, value } of parseJsonLines(text))
      if (value !== null && isKey(value)) places.set(keyOf(value), { path, line });
  }
  return places;
}

interface LogText extends FileText {
  readonly day: string;
}

/** A line with one of memvault's ids that is not read as a fact, because it is in a code fence. */
export interface HiddenFact extends Place {
  readonly id: string;
}

/** Where a path in the ledger or the schema leads: to a page of a zone, elsewhere in the vault, or out of the vault. */
type Reach = 'page' | 'elsewhere' | 'outside';

/** What is always read, and readers for what only some rules need. */
export interface Seen {
  /** The local day. */
  readonly today: string;
  /** The age in days of the oldest pending fact at which a dream is due. */
  readonly maxWaitDays: number;
  readonly dailyDir: string;
  /** The folders of the zones. */
  readonly zones: readonly string[];
  readonly view: View;
  /** Ids of facts whose line was purged from the daily log. */
  readonly purged: ReadonlySet<string>;
  readonly logs: readonly LogText[];
  readonly hidden: readonly HiddenFact[];
  /** `log.md`, the generated files and every `.jsonl`. */
  readonly files: readonly FileText[];
  readonly runLog: readonly RunEntry[];
  readonly schema: (FileText & { readonly parsed: Schema }) | null;
  /** Where each path in the ledger or the schema leads. */
  readonly reach: ReadonlyMap<string, Reach>;
  /** Paths of unmerged files. */
  readonly unmerged: ReadonlySet<string>;
  readonly strayLinks: readonly StrayLink[];
  /** Whether there was ever a fact with that id. */
  readonly isKnown: (id: string) => boolean;
  /** The place of a ledger line. */
  readonly placeOf: (line: LedgerLine) => Place;
  /** The text of a note; null if it does not exist. */
  readonly textOf: (path: string) => string | null;
  readonly scope: LintScope;
  /** A model's findings about claims on different pages; empty if no model was asked. */
  readonly contradictions: readonly Contradiction[];
  /** The findings that a person accepted. */
  readonly baseline: Baseline;
  readonly readNotes: () => ReadonlyMap<string, NoteFacts>;
  /** The paths of all files that a link could lead to. */
  readonly readPaths: () => readonly string[];
  readonly readTemplateFolders: () => readonly string[];
  /** The change to index.md for these pages. */
  readonly readCatalogue: (view: View) => LintInput['catalogue'];
}

/** Everything that the rules check. Derived values are computed on first access. */
export interface LintInput extends Seen {
  /** What was read, for checking the vault as it would be after repairs. */
  readonly seen: Seen;
  /** What the next dream would decide or settle. */
  readonly pending: Pending;
  /** The pages with memvault's claims. */
  readonly pages: readonly OwnPage[];
  /** The generated lists at the top of the vault. */
  readonly listings: ReadonlySet<string>;
  /** Every note of the vault by path, including a person's own. */
  readonly notes: ReadonlyMap<string, NoteFacts>;
  /** Resolves links among all files of the vault. */
  readonly links: LinkMap;
  /** Every link of every note, with its target. */
  readonly followed: readonly Followed[];
  /** Folders of the person's templates, each ending in `/`. */
  readonly templateFolders: readonly string[];
  /** Whether editorial rules check the note at this path. */
  readonly looksAt: (path: string) => boolean;
  /** The paths of all such notes, sorted. */
  readonly lookedAt: readonly string[];
  /** The pending change to index.md; null if it is up to date or a person's own. */
  readonly catalogue: { readonly before: string; readonly after: string } | null;
}

/**
 * Reads the vault for lint. `today`: the local day. `maxWaitDays`: as in `Seen`. `unmerged`: unmerged paths. `keep`:
 * cache what was read of notes; nothing else is ever written. `progress`: reports the notes read. Throws `io`.
 */
export function readLintInput(
  vault: Vault,
  today: string,
  maxWaitDays: number,
  unmerged: ReadonlySet<string> = new Set(),
  scope: LintScope = OWN_PAGES_ALONE,
  keep = true,
  progress: Progress | null = null,
): LintInput {
  const view = readView(vault);
  const logs = listDays(vault).map((day): LogText => ({ day, path: dailyPath(vault, day), text: readDay(vault, day) }));
  const hidden = findHidden(logs, view);
  const hiddenIds = new Set(hidden.map((line) => line.id));
  const files = readOwnFiles(vault);
  const schema = readSchemaText(vault);
  const named = new Set([
    ...[...view.ledger.values()].flatMap((line) => line.page ?? []),
    ...(schema?.parsed.routes.values() ?? []),
  ]);
  return toLintInput({
    today,
    maxWaitDays,
    dailyDir: vault.dailyDir,
    zones: Object.values(vault.zones),
    view,
    logs,
    hidden,
    files,
    schema,
    unmerged,
    scope,
    isKnown: (id) => view.factById.has(id) || view.ledger.has(id) || view.forgotten.has(id) || hiddenIds.has(id),
    textOf: (path) => view.pages.get(path)?.text ?? readText(absolute(vault, path)),
    baseline: readBaseline(vault),
    contradictions: [],
    purged: purgedFacts(readStanding(vault)),
    runLog: parseRunLog(files.find((file) => file.path === RUN_LOG_FILE)?.text ?? ''),
    reach: new Map([...named].map((path) => [path, reachOf(vault, path)])),
    strayLinks: readStrayLinks(vault),
    placeOf: makePlaceOf(files),
    readNotes: () => readNoteFacts(vault, keep, progress),
    readPaths: () => readVaultFiles(vault),
    readTemplateFolders: () => readTemplateFolders(vault),
    readCatalogue: (pages) => catalogueChange(vault, pages),
  });
}

/**
 * Lines with one of memvault's ids that were not read as facts. Only a fence can hide such a line, so only logs with
 * fences are checked.
 */
function findHidden(logs: readonly LogText[], view: View): HiddenFact[] {
  const fenced = logs.filter(({ text }) => text.includes('```') || text.includes('~~~'));
  if (fenced.length === 0) return [];
  const paths = new Set(fenced.map((log) => log.path));
  const read = new Set(view.facts.filter((fact) => paths.has(fact.path)).map((fact) => `${fact.path}:${fact.line}`));
  return fenced.flatMap(({ path, text }) =>
    splitLines(text).flatMap((line, index) => {
      const id = read.has(`${path}:${index + 1}`) ? null : (parseFactLine(line)?.id ?? null);
      return id === null ? [] : [{ path, line: index + 1, id }];
    }),
  );
}

function readSchemaText(vault: Vault): LintInput['schema'] {
  for (const path of SCHEMA_FILES) {
    const bytes = readBytes(absolute(vault, path));
    if (bytes === null) continue;
    const text = decodeBytes(bytes);
    return { path, text, parsed: parseSchema(text, templateRoutes(vault.zones)) };
  }
  return null;
}

function reachOf(vault: Vault, path: string): Reach {
  const page = isPagePath(vault, path);
  try {
    if (page) confinedPage(vault, path);
    else confined(vault, path);
    return page ? 'page' : 'elsewhere';
  } catch (error) {
    if (error instanceof MemvaultError) return 'outside';
    throw error;
  }
}

/** The path of a day's log. */
export function dailyLogOf({ dailyDir }: LintInput, day: string): string {
  return `${dailyDir}/${day}.md`;
}

/** Facts whose line was edited after it was consolidated; the next dream corrects their claims. */
export function editedFacts({ view, pending }: LintInput): Fact[] {
  return pending.facts.filter((fact) => isDecided(view, fact.id));
}

/** Whether the fact has a disposition that was not undone. */
export function isDecided(view: View, fact: string): boolean {
  const held = view.ledger.get(fact);
  return held !== undefined && held.as !== 'pending';
}

// The links of all notes.

/** One link of a note. */
export interface Followed {
  /** The note's path. */
  readonly from: string;
  readonly link: NoteLink;
  readonly to: Resolved;
}

/** Every link of these notes, in order. */
export function followLinks(notes: Iterable<NoteFacts>, links: LinkMap): Followed[] {
  const followed: Followed[] = [];
  for (const { path, links: found } of notes)
    for (const link of found) followed.push({ from: path, link, to: links.resolve(path, link.target) });
  return followed;
}

// Derives, lazily, what the rules need from what lint read: link targets, memvault's pages, the notes to check. Reads
// nothing itself.

/** Adds everything derived from what was read. Calls each reader at most once. */
export function toLintInput(seen: Seen): LintInput {
  const { view, today, dailyDir, scope, isKnown } = seen;
  const readPaths = once(seen.readPaths);
  const input: LintInput = lazily(
    { ...seen, seen, readPaths },
    {
      notes: seen.readNotes,
      links: () => linkMapOf(readPaths(), input.notes.values()),
      followed: () => followLinks(input.notes.values(), input.links),
      templateFolders: seen.readTemplateFolders,
      catalogue: () => seen.readCatalogue(view),
      pending: () => readPending(view, today),
      pages: () => ownPages(view.pages.values(), dailyDir, isKnown),
      listings: () => listingsAmong(seen.files),
      looksAt: () =>
        scopeOf({ dailyDir, own: new Set(input.pages.map(({ path }) => path)), listings: input.listings }, scope),
      lookedAt: () =>
        (scope.include.length === 0 ? input.pages.map(({ path }) => path) : [...input.notes.keys()]).filter(
          input.looksAt,
        ),
    },
  );
  return input;
}

/** Adds lazy properties, computed on first access. */
function lazily<Given extends object, More extends object>(
  given: Given,
  more: { readonly [Key in keyof More]: () => More[Key] },
): Given & More {
  for (const [key, work] of Object.entries(more) as [string, () => unknown][]) {
    const get = once(work);
    Object.defineProperty(given, key, { enumerable: true, get });
  }
  return given as Given & More;
}

/** Computes a value on first call and caches it. */
function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}

// Selects the notes that editorial rules check: memvault's own pages, plus what the settings include, minus what they
// exclude. Never daily logs or generated lists, which nobody edits for style.

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
function listingsAmong(files: readonly FileText[]): ReadonlySet<string> {
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
function scopeOf(
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
export function remarksOnScope({ scope, pages, lookedAt, looksAt }: LintInput): string[] {
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
export function isTemplate({ templateFolders, textOf }: LintInput, path: string): boolean {
  return templateFolders.some((folder) => path.startsWith(folder)) || FILLED_IN.test(textOf(path) ?? '');
}
