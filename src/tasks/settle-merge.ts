// Settles the parts of an open merge that need no person: pages that one side deleted and the other changed.
import { concludeMerge, stagePaths } from '../git/commit.ts';
import { type BlobName, hasResolved, inProgress, listUnmerged, readBlobs, type Unmerged } from '../git/repository.ts';
import { encodeText } from '../model/bytes.ts';
import { CITED } from '../model/disposition.ts';
import { mustBeExpected } from '../model/errors.ts';
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

/**
 * Merges a page that one side deleted and the other changed, which git passes to no merge driver. Returns the page
 * without the claims that the deletion removed, as if that side had left an empty page, or null if nothing is left.
 * `base`: the common ancestor. Undefined if either text contains a person's writing, or memvault did not make the
 * deletion.
 */
function mergeDeleted(view: View, path: string, base: string, kept: string): string | null | undefined {
  const { updated } = parseFrontMatter(kept).data;
  if (typeof updated !== 'string') return undefined;
  const page = {
    path,
    mayGo: true,
    today: updated,
    factOf: (fact: string) => view.factById.get(fact),
    isSuperseded: (fact: string) => view.ledger.get(fact)?.as === 'superseded',
  };
  const isOwn = [base, kept].every((text) => forgetOnPage(text, { ...page, isForgotten: () => true }).text === null);
  const former = new Set(parseClaims(path, parseBlocks(base)).flatMap(({ facts }) => facts));
  // Forgotten, or moved off this page by a later decision.
  const isTakenOff = (fact: string): boolean => {
    const held = view.ledger.get(fact);
    return isForgotten(fact, view) || (held !== undefined && !(CITED.has(held.as) && held.page === path));
  };
  if (!isOwn || ![...former].every(isTakenOff)) return undefined;
  return forgetOnPage(kept, { ...page, isForgotten: (fact) => former.has(fact) }).text;
}

/**
 * Writes and stages the merged pages. With `commit`, concludes the merge if nothing else in it was or needs to be
 * resolved; otherwise that is left to the person who started it. A refusal by git is only a warning.
 */
export async function settleMerge(context: Context, start: Date, commit: boolean): Promise<void> {
  const { unmerged } = (await readUnmerged(context.world, context.vault)) ?? { unmerged: [] };
  if (unmerged.every((one) => sidesOf(one) === null)) return;
  await withVaultLock(context, 'dream', async () => {
    try {
      await settle(context, start, commit);
    } catch (error) {
      mustBeExpected(error, 'git');
      context.answer.warn(`memvault: the merge was not resolved: ${error.message}`);
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
    const sides = sidesOf(one);
    const [base = '', kept = ''] = sides === null ? [] : await readBlobs(git, sides, repository.prefix);
    if (sides !== null && settlePage(vault, view, one.path, base, kept)) settled.push(one.path);
  }
  if (settled.length === 0) return;
  await stagePaths(git, settled);
  for (const path of settled) answer.remark(`Merged ${path}, which one side had deleted.`);
  const isAll = isUntouched && settled.length === unmerged.length && inProgress(repository, exists) === 'a merge';
  if (commit && isAll) answer.remark(`Committed the merge: ${(await concludeMerge(git, start)).slice(0, 10)}`);
}

/** False if a person must resolve it or has started to. */
function settlePage(vault: Vault, view: View, path: string, base: string, kept: string): boolean {
  if (!isPagePath(vault, path) || !view.ledgerRead.lines.some(({ page }) => page === path)) return false;
  const target = confinedPage(vault, path);
  if (readText(target) !== kept) return false;
  const text = mergeDeleted(view, path, base, kept);
  if (text === undefined) return false;
  if (text !== null) return replaceFile(target, encodeText(text), () => readText(target) === kept);
  removeFile(target);
  return true;
}

/** The blobs of the base and of the only side that has the file; null for any other conflict. */
function sidesOf({ path, base, ours, theirs }: Unmerged): readonly BlobName[] | null {
  const id = ours ?? theirs;
  if (base === undefined || id === undefined || (ours !== undefined && theirs !== undefined)) return null;
  return [
    { id: base, path },
    { id, path },
  ];
}
