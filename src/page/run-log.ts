// `log.md`, the journal of runs: one header and one line a run, newest last. Prose around it is a person's.
import { textDigest } from '../model/bytes.ts';
import { isDay } from '../model/day.ts';
import { ID_PATTERN, RUN_ID_PATTERN } from '../model/ids.ts';
import { RUN_KINDS, type RunKind } from '../model/journal.ts';
import type { Usage } from '../model/plan.ts';
import { plural } from '../model/text.ts';
import { fencedLines, type FenceRules, splitLines } from '../note/lines.ts';

export interface RunEntry {
  /** Local day of the run. */
  readonly day: string;
  readonly kind: RunKind;
  readonly about: string;
  readonly watermark: string | null;
  /** The run id that the line below begins with, or null. */
  readonly run: string | null;
  /** The line below, after the run id. */
  readonly summary: string;
  /** 1-based line of the header. */
  readonly line: number;
}

const HEADER = new RegExp(String.raw`^## \[(\d{4}-\d{2}-\d{2})\] (${RUN_KINDS.join('|')})(?:\s(.*))?$`, 's');
const TOKEN = /(?:^|\s)watermark=(\d{4}-\d{2}-\d{2})$/;
const RUN = new RegExp(`^(${RUN_ID_PATTERN})\\b[,:]?\\s*(.*)$`, 's');

export const RUN_LOG_TITLE = '# Log\n';

export function parseRunLog(text: string): RunEntry[] {
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  const fenced = fencedLines(lines, FENCES);
  const entries: RunEntry[] = [];
  lines.forEach((line, index) => {
    const parsed = fenced[index] ? null : parseHeader(line);
    if (!parsed) return;
    const header = { ...parsed, line: index + 1 };
    const runs = runsBelow(lines, index + 1);
    if (runs.length === 0) entries.push({ ...header, run: null, summary: '' });
    for (const { run, summary } of runs) entries.push({ ...ownHeader(header, summary, runs.length > 1), run, summary });
  });
  return entries;
}

function parseHeader(line: string): Pick<RunEntry, 'day' | 'kind' | 'about' | 'watermark'> | null {
  const match = line.startsWith('## [') ? HEADER.exec(line.trimEnd()) : null;
  if (!match) return null;
  const rest = match[3] ?? '';
  const token = TOKEN.exec(rest);
  const about = (token ? rest.slice(0, token.index) : rest).trim();
  if (about !== '' && !about.startsWith('|')) return null;
  return {
    day: match[1] ?? '',
    kind: match[2] as RunKind,
    about: about.slice(1).trim(),
    watermark: token?.[1] ?? null,
  };
}

// A fence that a person left open above an entry does not hide it; a fence that quotes one does.
const FENCES: FenceRules = {
  isHeader: (line) => parseHeader(line) !== null,
  isEntryAt: (lines, index) => FENCES.isHeader(lines[index] ?? '') && FENCES.endsEntry(lines[index + 1] ?? ''),
  endsEntry: (line) => RUN.test(line),
};

/** The runs below a header: one, or after a merge that folded two equal headers several. */
function runsBelow(lines: readonly string[], start: number): { run: string; summary: string }[] {
  const runs: { run: string; summary: string }[] = [];
  for (let i = start; i < lines.length && !(lines[i] ?? '').startsWith('#'); i++) {
    const match = RUN.exec(lines[i] ?? '');
    if (match) runs.push({ run: match[1] ?? '', summary: match[2] ?? '' });
  }
  return runs;
}

/**
 * What stands above a run's line, which a union merge may have put below another's header: equal headers fold
 * into one. Then the line itself says what it did, and up to which day its facts go. `isFolded`: several lines
 * stand below the header, so not each need be of its kind.
 */
function ownHeader<H extends Pick<RunEntry, 'kind' | 'watermark' | 'about'>>(
  header: H,
  summary: string,
  isFolded: boolean,
): H {
  if (header.kind !== 'undo' && summary.startsWith(UNDO_OF))
    return { ...header, kind: 'undo', about: '', watermark: null };
  if (INGESTED.test(summary))
    return header.kind === 'ingest'
      ? header
      : { ...header, kind: 'ingest', about: 'daily logs', watermark: SOURCES.exec(summary)?.[1] ?? null };
  const said = isFolded ? WORDS.find(({ words }) => words.test(summary)) : undefined;
  return said === undefined || said.kind === header.kind
    ? header
    : { ...header, kind: said.kind, about: said.about ?? '', watermark: null };
}

/** How the line of a run that took others back begins. */
export const UNDO_OF = 'undo of ';
const PASS_LINE = /^\S+\/\S+: (?:passed over|compared) /;
const INGESTED = /^\S+\/\S+: \d+ facts?: /;
/**
 * How the line of every other kind of run begins: one that is not known here is taken for what the header above it
 * says.
 */
const WORDS: readonly { readonly kind: RunKind; readonly about?: string; readonly words: RegExp }[] = [
  { kind: 'lint', about: 'repairs', words: /^(?:\d+ repairs?: |updated \[index\]\(index\.md\)$)/ },
  { kind: 'lint', about: 'by night', words: /^\d+ errors?, \d+ warnings?, \d+ notes?; health \d+/ },
  { kind: 'curate', about: 'passes', words: PASS_LINE },
  { kind: 'inbox', about: 'inbox', words: /^\S+\/\S+: \d+ files?\b/ },
  { kind: 'forget', words: /^(?:\d+ facts? (?:forgotten\b|pending again$)|what was forgotten )/ },
  {
    kind: 'tags',
    words: new RegExp(
      `^(?:${ID_PATTERN}: |${ID_PATTERN} (?:approved|rejected): (?:one more alias|two tags stay apart) in ` +
        `|aliases of \\[)`,
    ),
  },
  { kind: 'review', words: new RegExp(`^${ID_PATTERN} (?:approved|rejected): `) },
  { kind: 'fix', words: new RegExp(`^(?:the claim of |${ID_PATTERN}(?:, ${ID_PATTERN})* (?:has|is|are|holds?)\\b)`) },
];
const SOURCES = /; sources (?:\d{4}-\d{2}-\d{2} to )?(\d{4}-\d{2}-\d{2})$/;

/** The kinds of runs in a night. A person's own changes are undone separately. */
export const NIGHT_KINDS: ReadonlySet<RunEntry['kind']> = new Set<RunEntry['kind']>(['ingest', 'curate', 'inbox']);

/** The runs that `undo` entries name, and their own: none of them counts. */
export function undoneRuns(entries: readonly RunEntry[]): Set<string> {
  return new Set(
    entries
      .filter((entry) => entry.kind === 'undo')
      .flatMap(({ run, about, summary }) => `${run} ${about} ${summary}`.match(new RegExp(RUN_ID_PATTERN, 'g')) ?? []),
  );
}

/** The greatest watermark of `ingest` and `skip` entries that are not undone; only real days before today count. */
export function watermarkOf(entries: readonly RunEntry[], today: string): string | null {
  const undone = undoneRuns(entries);
  let greatest: string | null = null;
  for (const { kind, watermark, run } of entries) {
    if (watermark === null || (kind !== 'ingest' && kind !== 'skip') || (run !== null && undone.has(run))) continue;
    if (isDay(watermark) && watermark < today && (greatest === null || watermark > greatest)) greatest = watermark;
  }
  return greatest;
}

/** One entry, to be appended. */
export function renderRunEntry(entry: Omit<RunEntry, 'line'>): string {
  const token = entry.watermark === null ? '' : `  watermark=${entry.watermark}`;
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const about = oneLine(entry.about).replaceAll('watermark=', 'watermark =');
  return (
    `\n## [${entry.day}] ${entry.kind} | ${about}${token}\n` +
    (entry.run === null ? '' : `${entry.run}, `) +
    `${oneLine(entry.summary)}\n`
  );
}

// What a run cost, as its entry in log.md says it: `asked a model 3 times, 8200 tokens`.

/** Null for a run that asked nobody. */
export function renderUsage({ calls, tokens }: Usage): string | null {
  return calls === 0 ? null : `asked a model ${calls === 1 ? 'once' : `${calls} times`}, ${plural(tokens, 'token')}`;
}

const USAGE = /(?:^|; )asked a model (?:(once)|(\d{1,9}) times), (\d{1,15}) tokens?(?:;|$)/;

/** Null where the entry says nothing of it. */
export function parseUsage(summary: string): Usage | null {
  const match = USAGE.exec(summary);
  return match === null ? null : { calls: match[1] === undefined ? Number(match[2]) : 1, tokens: Number(match[3]) };
}

// What the entry of a pass says: the page, and the headings that it made, by their digests: log.md only grows, and
// words of a heading may be forgotten.

export interface PassEntry {
  readonly run: string;
  /** The run itself, and those that took it back: what they left was seen, too. */
  readonly runs: readonly string[];
  /** Local day of the run. */
  readonly day: string;
  /** The page that was looked over, and what came of it; none where claims were compared across pages. */
  readonly pages: readonly string[];
  readonly isOfPairs: boolean;
  /** Digests of headings. */
  readonly heads: readonly string[];
}

/** Of a heading, for `PassEntry`. */
export const headDigest = (head: string): string => textDigest(head).slice(0, 6);

const PASSED = /^\S+\/\S+: passed over `([^`]+)`/;
const COMPARED = /^\S+\/\S+: compared /;
const CREATED = /; created ((?:\[(?:\\.|[^\\\]])*\]\([^()\s]+\)(?:, )?)+)/;
const HEADS = /; headings ((?:[0-9a-f]{6} ?)+)(?:;|$)/;

const BACKTICKS = /[%`]/g;
export const renderPassed = (page: string): string => `passed over \`${page.replace(BACKTICKS, encodeURIComponent)}\``;

/** The passes over pages and pairs, those that were taken back too: they are not done again for that. */
export function passesIn(entries: readonly RunEntry[]): PassEntry[] {
  const undos = entries.filter(({ kind }) => kind === 'undo');
  return entries.flatMap(({ kind, run, day, summary }): PassEntry[] => {
    const [, page] = PASSED.exec(summary) ?? [];
    const isOfPairs = COMPARED.test(summary);
    if (kind !== 'curate' || run === null || (page === undefined && !isOfPairs)) return [];
    const takers = undos.flatMap((undo) => (`${undo.about} ${undo.summary}`.includes(run) ? (undo.run ?? []) : []));
    const [, created = ''] = CREATED.exec(summary) ?? [];
    const [, heads = ''] = HEADS.exec(summary) ?? [];
    return [
      {
        run,
        runs: [run, ...takers],
        day,
        pages:
          page === undefined
            ? []
            : [page, ...[...created.matchAll(/\]\(([^()\s]+)\)/g)].map(([, to = '']) => to)].map(decoded),
        isOfPairs,
        heads: heads.split(' ').filter((head) => head !== ''),
      },
    ];
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
