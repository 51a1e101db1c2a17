// The state of a vault: what is pending, how the last runs went, whether and why a dream is due, and the state of git.
import { countReviews } from '../curate/review/review.ts';
import { standingAgain } from '../forget/plan.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { type RunEntry, watermarkOf } from '../page/run-log.ts';
import { readText } from '../vault/disk.ts';
import { openRuns } from '../vault/journal.ts';
import { readLock } from '../vault/lock.ts';
import { readRunLog } from '../vault/record-run.ts';
import { readState } from '../vault/state.ts';
import { absolute, CATALOGUE_FILE, peekCloneId, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import { isForgotten, isOwnPage, type View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { readDue } from './dream-due.ts';
import { readGitStatus } from './git.ts';
import { elsewhere, otherHost } from './model.ts';
import { lookAtInbox } from './process-inbox.ts';
import { peekIndex } from './refresh-index.ts';

export type StatusView = Awaited<ReturnType<typeof readStatus>>;

export async function readStatus(context: Context) {
  const { world, vault, settings } = context;
  const now = world.now();
  const { due, reason, pending, view } = readDue(context, now);
  const host = otherHost(context);
  const entries = readRunLog(vault);
  const { lastAttempt = null, lastResult = null, failures = 0 } = readState(vault);
  const git = await readGitStatus(world, vault);
  const last = lastOf(entries);
  const lock = readLock(vault, world.host, world.processes);
  const marked = filesWithMarkers(vault, view, git.conflicts);
  const conflicts = [...new Set([...git.conflicts, ...marked])].sort();
  const again = standingAgain(vault, view, now);
  const { engine } = settings.consolidate;
  const vectors = settings.retrieve.embeddings === 'off' ? null : await import('./embed.ts');
  const inbox = readInboxStatus(context, view);
  const peeked = await peekIndex(context, (files, tables) => vectors?.readEmbedStatus(context, files, tables) ?? null);
  return {
    path: vault.root,
    watermark: watermarkOf(entries, dayOf(now)),
    facts: view.facts.length,
    forgotten: view.facts.filter(({ id }) => isForgotten(id, view)).length,
    pages: [...view.pages.values()].filter((page) => isOwnPage(page, view)).length,
    pending: { days: pending.days.length, facts: pending.facts },
    /** Facts of today; they are not pending until the day is over. */
    today: waitingOfToday(view, dayOf(now)),
    quarantined: [...view.ledger.values()].filter((line) => line.as === 'quarantined').length,
    inbox,
    reviews: countReviews(view),
    due: due && host === null,
    dueReason: host === null ? reason : elsewhere(host),
    lastRun: last ? { run: last.run, day: last.day, summary: last.summary } : null,
    lastAttempt,
    lastResult,
    failures,
    /** Runs that a crash cut short. */
    openRuns: openRuns(vault),
    /** The fields are null if the lock names no owner; `alive` is null if unknown. */
    lock: lock && {
      pid: lock.owner?.pid ?? null,
      host: lock.owner?.host ?? null,
      start: lock.owner?.start ?? null,
      verb: lock.owner?.verb ?? null,
      alive: lock.alive,
    },
    clone: peekCloneId(vault),
    /** Forgotten facts that are back on pages or in generated files, and the pages that need a merge first. */
    forgottenAgain: {
      facts: again.facts.length,
      generated: again.generated,
      waiting: [
        ...new Set([...again.closed, ...pagesOf(view, again.facts).filter((path) => conflicts.includes(path))]),
      ].sort(),
    },
    git: { ...git, conflicts },
    index: peeked.index,
    /** Null if embeddings are off. */
    embeddings: peeked.also,
    engine,
    /** Null if only the rules decide. */
    model: engine === 'rules' ? null : (await import('./model-engine.ts')).readModelStatus(context, view),
    /** Files with merge markers, whether or not git lists them as conflicts. */
    marked,
  };
}

/** Null if the inbox cannot be read; a dream reports why. */
function readInboxStatus(context: Context, view: View) {
  try {
    const { ready, left } = lookAtInbox(context, view, false, 0);
    return {
      waiting: ready.map(({ path }) => path),
      left: left.map(({ path, why }) => ({ path, reason: why })),
      nightly: context.settings.inbox.nightly,
    };
  } catch (error) {
    if (error instanceof MemvaultError) return null;
    throw error;
  }
}

/** Facts of a day that is not over, which no dream consolidates yet. */
export const waitingOfToday = (view: View, today: string): number =>
  view.facts.filter(
    ({ id, day }) =>
      day >= today &&
      !isForgotten(id, view) &&
      !view.citedOn.has(id) &&
      (view.ledger.get(id) === undefined || view.ledger.get(id)?.as === 'pending'),
  ).length;

const pagesOf = (view: View, facts: readonly string[]): string[] =>
  facts.flatMap((fact) => view.citedOn.get(fact) ?? []);

/** The entry of the latest run, which need not be the last one: a merge may append another clone's entries. */
function lastOf(entries: readonly RunEntry[]): RunEntry | undefined {
  const minuteOf = ({ run }: RunEntry): string => run?.slice(0, RUN_MINUTE) ?? '';
  return entries
    .filter((entry) => entry.run !== null)
    .reduce<RunEntry | undefined>(
      (last, entry) => (last && minuteOf(entry) < minuteOf(last) ? last : entry),
      undefined,
    );
}

const RUN_MINUTE = 'r-20260702-0300'.length;

/** Files with merge markers, even if git no longer knows about the merge. `unmerged`: those that git knows of. */
function filesWithMarkers(vault: Vault, view: View, unmerged: readonly string[]): string[] {
  const pages = [...view.pages.values()].filter(({ text }) => hasMergeMarkers(text)).map(({ path }) => path);
  const others = [CATALOGUE_FILE, SUMMARY_FILE, ...unmerged].filter((path) => !view.pages.has(path));
  return [...pages, ...others.filter((path) => hasMergeMarkers(textOf(vault, path)))];
}

/** Empty if it is not a readable file: git also merges links and repositories. */
function textOf(vault: Vault, path: string): string {
  try {
    return readText(absolute(vault, path)) ?? '';
  } catch (error) {
    if (error instanceof MemvaultError) return '';
    throw error;
  }
}
