// `log.md`, the journal of runs: one header and one line a run, newest last. Prose around it is a person's.
import { isDay } from '../model/day.ts';
import { splitLines } from './lines.ts';

export type RunKind = 'ingest' | 'skip' | 'undo' | 'lint';

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

const HEADER = /^## \[(\d{4}-\d{2}-\d{2})\] (ingest|skip|undo|lint)(?: \| (.*?))?(?:\s+watermark=(\d{4}-\d{2}-\d{2}))?\s*$/;
const RUN = /^(r-\d{8}-\d{4}-[0-9a-f]{6})\b[,:]?\s*(.*)$/;

export const RUN_LOG_TITLE = '# Log\n';

export function parseRunLog(text: string): RunEntry[] {
  const lines = splitLines(text);
  const entries: RunEntry[] = [];
  lines.forEach((line, index) => {
    const match = line.startsWith('## [') ? HEADER.exec(line) : null;
    if (!match) return;
    const header = { day: match[1] ?? '', kind: match[2] as RunKind, about: match[3] ?? '', watermark: match[4] ?? null, line: index + 1 };
    const runs = runsBelow(lines, index + 1);
    if (runs.length === 0) entries.push({ ...header, run: null, summary: '' });
    for (const { run, summary } of runs) entries.push({ ...header, run, summary });
  });
  return entries;
}

/** The runs below a header: one, or after a merge that folded two equal headers several. */
function runsBelow(lines: readonly string[], start: number): { run: string; summary: string }[] {
  const runs: { run: string; summary: string }[] = [];
  for (let i = start; i < lines.length && !(lines[i] ?? '').startsWith('#'); i++) {
    const match = RUN.exec(lines[i] ?? '');
    if (match) runs.push({ run: match[1] ?? '', summary: match[2] ?? '' });
  }
  return runs;
}

/** The greatest watermark of `ingest` and `skip` entries that are not undone; only real days before today count. */
export function watermarkOf(entries: readonly RunEntry[], today: string): string | null {
  const undone = new Set(entries.filter((entry) => entry.kind === 'undo').flatMap((entry) => entry.summary.match(/r-\d{8}-\d{4}-[0-9a-f]{6}/g) ?? []));
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
  return `\n## [${entry.day}] ${entry.kind} | ${entry.about}${token}\n${entry.run ?? ''}, ${entry.summary}\n`;
}
