// A mark in the cache: with these pages and these decisions no claim stood against another, and each said its facts. To
// find that out takes longer than all the rest of a look at the vault, so who only asks what waits looks for the mark
// first. Derived and disposable: where it is of another state of the files, or cannot be read, it says nothing.
import { createHash } from 'node:crypto';
import { MemvaultError } from '../model/errors.ts';
import { writeInVault } from './confine.ts';
import { readBytes, readText } from './disk.ts';
import { ledgerFiles } from './ledger.ts';
import type { Pending } from './pending.ts';
import { absolute, CACHE_DIR, LEDGER_DIR, MARK_FILE, REVIEW_FILE, TOMBSTONE_FILE, type Vault } from './vault.ts';
import type { View } from './view.ts';

/**
 * Raised whenever claims that stand against each other are told otherwise: what was marked by another is looked at
 * again.
 */
const FORMAT = 1;
const AGREEMENT_FILE = `${CACHE_DIR}/agreement`;

/** Nothing is to be done about any fact that a page cites, so that facts which come may change nothing of it. */
export function isInAgreement(
  view: View,
  { facts, cited, removed, doubled, unsaid, restated, clashes }: Pending,
  today: string,
): boolean {
  if (
    view.merge !== null ||
    removed.length > 0 ||
    [cited, doubled, unsaid, restated, clashes].some(({ size }) => size > 0)
  )
    return false;
  if (
    facts.some(({ id }) => view.citedOn.has(id)) ||
    view.facts.some(({ id, day }) => day >= today && view.citedOn.has(id))
  )
    return false;
  // A line that went may come back.
  return [...view.citedOn.keys()].every((id) => view.factById.has(id) || !view.ledger.has(id));
}

/** Was it so with the files as they are? */
export function wasInAgreement(vault: Vault, view: View): boolean {
  try {
    const kept = view.merge === null ? readText(absolute(vault, AGREEMENT_FILE)) : null;
    return kept !== null && kept === markOf(vault, view);
  } catch (error) {
    if (error instanceof MemvaultError) return false;
    throw error;
  }
}

/** A vault that cannot be written is looked at anew each time; one without claims has nothing to compare. */
export function keepAgreement(vault: Vault, view: View): void {
  if (view.citedOn.size === 0) return;
  try {
    writeInVault(vault, AGREEMENT_FILE, markOf(vault, view));
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}

/**
 * Of all that it follows from: pages with claims, dispositions, what was asked, kept apart, pinned and forgotten. Not
 * of daily logs: a line that changed is pending.
 */
function markOf(vault: Vault, view: View): string {
  const hash = createHash('sha256');
  const put = (path: string, content: string | Uint8Array): void =>
    void hash.update(`${path}\n${content.length}\n`).update(content);
  for (const path of [...view.pages.keys()].sort()) {
    const page = view.pages.get(path);
    if (page !== undefined && page.claims.length > 0) put(path, page.text);
  }
  for (const path of [
    ...ledgerFiles(vault).map((name) => `${LEDGER_DIR}/${name}`),
    REVIEW_FILE,
    MARK_FILE,
    TOMBSTONE_FILE,
  ])
    put(path, readBytes(absolute(vault, path)) ?? '');
  return `${FORMAT} ${hash.digest('hex')}\n`;
}
