// Everything that the rules check, read once. Rules are pure functions of it; nothing here judges.
import { type Baseline } from './lint.ts';
import { decodeBytes } from '../model/bytes.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Progress } from '../model/ports.ts';
import { purgedFacts } from '../model/tombstone.ts';
import { splitLines } from '../note/lines.ts';
import type { LinkMap } from '../note/link-map.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { parseRunLog, type RunEntry } from '../page/run-log.ts';
import { parseSchema, type Schema, templateRoutes } from '../page/schema.ts';
import { confined, confinedPage, isPagePath } from '../vault/confine.ts';
import { dailyPath, listDays, readDay } from '../vault/daily.ts';
import { readBytes, readText } from '../vault/disk.ts';
import { catalogueChange } from '../vault/generated.ts';
import { parseJsonLines } from '../vault/ledger.ts';
import {
  type NoteFacts,
  readNoteFacts,
  readStrayLinks,
  readTemplateFolders,
  readVaultFiles,
  type StrayLink,
} from '../vault/note-files.ts';
import { type FileText, readOwnFiles } from '../vault/own-files.ts';
import type { Pending } from '../vault/pending.ts';
import { readBaseline } from '../vault/reviews.ts';
import { readStanding } from '../vault/tombstones.ts';
import { absolute, LEDGER_DIR, RUN_LOG_FILE, SCHEMA_FILES, type Vault } from '../vault/vault.ts';
import { readView, type View } from '../vault/view.ts';
import type { Contradiction } from './contradictions.ts';
import { type Followed, toLintInput } from './follow.ts';
import type { Place } from './rule.ts';
import { type LintScope, OWN_PAGES_ALONE, type OwnPage } from './scope.ts';

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

export interface LogText extends FileText {
  readonly day: string;
}

/** A line with one of memvault's ids that is not read as a fact, because it is in a code fence. */
export interface HiddenFact extends Place {
  readonly id: string;
}

/** Where a path in the ledger or the schema leads: to a page of a zone, elsewhere in the vault, or out of the vault. */
export type Reach = 'page' | 'elsewhere' | 'outside';

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
export function dailyLogOf({ dailyDir }: Pick<LintInput, 'dailyDir'>, day: string): string {
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
