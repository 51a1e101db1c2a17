// Settles in an open merge what needs no person: pages that one side deleted and the other changed.
import { concludeMerge, stagePaths } from '../git/commit.ts';
import { hasResolved, inProgress, listUnmerged, readBlobs, type Repository, type Unmerged } from '../git/repository.ts';
import type { RunGit } from '../git/run-git.ts';
import { encodeText } from '../model/bytes.ts';
import { CITED } from '../model/disposition.ts';
import { mustBeExpected } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { parseBlocks } from '../note/blocks.ts';
import { parseFrontMatter } from '../note/front-matter.ts';
import { forgetOnPage } from '../page/forget.ts';
import { parseClaims } from '../page/page.ts';
import { confinedPage, isPagePath } from '../vault/confine.ts';
import { exists, readText, removeFile, replaceFile } from '../vault/disk.ts';
import type { Vault } from '../vault/vault.ts';
import { isForgotten, readView, type View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { openRepository, readUnmerged } from './git.ts';
import { withVaultLock } from './hold-lock.ts';

// A page that one side of a merge deleted and the other changed, which git gives to no merge driver. Pure.

export interface DeletedPage {
  readonly path: string;
  /** The text that both sides began with, and what the side that kept the page made of it. */
  readonly base: string;
  readonly kept: string;
  /** Did memvault take this fact off the page? */
  readonly isTakenOff: (fact: string) => boolean;
  readonly factOf: (fact: string) => Fact | undefined;
  readonly isSuperseded: (fact: string) => boolean;
}

/**
 * The changed page without what the other side took off, as if that side had left an empty page; null where nothing is
 * left. Undefined where either text holds anything of a person's, or the deletion was not memvault's.
 */
function mergeDeleted({ path, base, kept, isTakenOff, ...known }: DeletedPage): string | null | undefined {
  const { updated } = parseFrontMatter(kept).data;
  if (typeof updated !== 'string') return undefined;
  const page = { ...known, path, mayGo: true, today: updated };
  const isOwn = [base, kept].every((text) => forgetOnPage(text, { ...page, isForgotten: () => true }).text === null);
  const former = new Set(parseClaims(path, parseBlocks(base)).flatMap(({ facts }) => facts));
  if (!isOwn || ![...former].every(isTakenOff)) return undefined;
  return forgetOnPage(kept, { ...page, isForgotten: (fact) => former.has(fact) }).text;
}

/**
 * Writes and stages them. With `commit` the merge is concluded where nothing else of it was or is to be settled: else
 * whoever began it does that. What git refuses is said, and the page waits.
 */
export async function settleMerge(context: Context, start: Date, commit: boolean): Promise<void> {
  const { unmerged } = (await readUnmerged(context.world, context.vault)) ?? { unmerged: [] };
  if (unmerged.every((one) => keptSide(one) === null)) return;
  await withVaultLock(context, 'dream', async () => {
    try {
      await settle(context, start, commit);
    } catch (error) {
      mustBeExpected(error, 'git');
      context.answer.warn(`memvault: the merge was not settled: ${error.message}`);
    }
  });
}

async function settle(context: Context, start: Date, commit: boolean): Promise<void> {
  const { world, vault, answer } = context;
  const opened = await openRepository(world, vault.root);
  if (opened === null) return;
  const { git, repository } = opened;
  const unmerged = await listUnmerged(git);
  const isUntouched = !(await hasResolved(git));
  const view = readView(vault);
  const settled: string[] = [];
  for (const one of unmerged) {
    const texts = await readSides(git, one, repository);
    if (texts !== null && settlePage(vault, view, { path: one.path, ...texts })) settled.push(one.path);
  }
  if (settled.length === 0) return;
  await stagePaths(git, settled);
  for (const path of settled) answer.remark(`Settled ${path}, which one side of the merge deleted.`);
  const isAll = isUntouched && settled.length === unmerged.length && inProgress(repository, exists) === 'a merge';
  if (commit && isAll) answer.remark(`Committed the merge: ${(await concludeMerge(git, start)).slice(0, 10)}`);
}

type Sides = Pick<DeletedPage, 'base' | 'kept'>;

async function readSides(git: RunGit, one: Unmerged, { prefix }: Repository): Promise<Sides | null> {
  const { path } = one;
  const id = keptSide(one);
  if (id === null || one.base === undefined) return null;
  const [base = '', kept = ''] = await readBlobs(
    git,
    [
      { id: one.base, path },
      { id, path },
    ],
    prefix,
  );
  return { base, kept };
}

/** False where it is a person's to settle, or a person has begun to. */
function settlePage(vault: Vault, view: View, { path, base, kept }: Sides & { readonly path: string }): boolean {
  if (!isPagePath(vault, path) || !view.ledgerRead.lines.some(({ page }) => page === path)) return false;
  const target = confinedPage(vault, path);
  if (readText(target) !== kept) return false;
  const text = mergeDeleted({
    path,
    base,
    kept,
    isTakenOff: (fact) => isForgotten(fact, view) || isElsewhere(fact, path, view),
    factOf: (fact) => view.factById.get(fact),
    isSuperseded: (fact) => view.ledger.get(fact)?.as === 'superseded',
  });
  if (text === undefined) return false;
  if (text !== null) return replaceFile(target, encodeText(text), () => readText(target) === kept);
  removeFile(target);
  return true;
}

/** The blob of the only side that has the file; null for any other conflict. */
function keptSide({ base, ours, theirs }: Unmerged): string | null {
  return base === undefined || (ours === undefined) === (theirs === undefined) ? null : (ours ?? theirs ?? null);
}

/** Was it decided since that it is not on this page? */
function isElsewhere(fact: string, path: string, { ledger }: View): boolean {
  const held = ledger.get(fact);
  return held !== undefined && !(CITED.has(held.as) && held.page === path);
}
