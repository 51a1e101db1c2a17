// Small vaults that are dreamed with any engine, night after night, and what a hand or another clone does to them.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { applyTo } from '../../src/dream/apply.ts';
import { dream, type DreamDeps, type DreamOptions, type DreamResult } from '../../src/dream/dream.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import type { LedgerLine } from '../../src/model/disposition.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Proposal, Proposals } from '../../src/model/plan.ts';
import { writeCatalogue } from '../../src/vault/generated.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { makeVault, read, write } from '../lint/folders.ts';
import { hashFolder } from '../support/folder-hash.ts';

export { makeVault, read, write };

export const TODAY = '2026-07-20';
export const WORK = '3_Personal/Work.md';

/** Every byte of the vault. */
export const everything = (vault: Vault): Record<string, string> => hashFolder(vault.root, /^$/);

/** One day's log with these facts, by id: `[category] text`. */
export function logDay(vault: Vault, day: string, facts: Readonly<Record<string, string>>): void {
  const lines = Object.entries(facts).map(([id, text]) => `- ${text} ^${id}\n`);
  write(vault, `daily/${day}.md`, `# Daily Log - ${day}\n\n## 14:05 — s1\n\n${lines.join('')}`);
}

export interface NightOptions extends Partial<Omit<DreamDeps, 'vault'>>, Partial<DreamOptions> {
  readonly propose?: (batch: readonly Fact[]) => unknown;
}

/** A dream with the rules, or with what `propose` says. Its start is a minute later with each `minute`. */
export async function dreamOnce(
  vault: Vault,
  { propose, minute = 0, ...more }: NightOptions & { readonly minute?: number } = {},
): Promise<DreamResult> {
  return await dream(
    {
      vault,
      apply: applyTo(vault, { commit: false }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      settle: (view) => void writeCatalogue(vault, view),
      makeEngine: propose
        ? () => ({ name: 'test/1', propose: (batch) => Promise.resolve().then(() => propose(batch) as Proposals) })
        : (facts) => createRules(facts, { zones: vault.zones, schema: readSchema(vault), claimsPerPage: 200 }),
      ...more,
    },
    {
      start: new Date(2026, 6, 20, 3, minute),
      today: TODAY,
      maxDays: 14,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: false,
      retry: false,
      failures: new Map(),
      reviews: 200,
      ...more,
    },
  );
}

/** What an engine says that places every fact on one page. */
export function placeAll(
  batch: readonly Fact[],
  page: string,
  more: (fact: Fact) => Partial<Proposal> = () => ({}),
): Proposals {
  return {
    proposals: batch.map((fact) => ({ fact: fact.id, as: 'placed', page, reason: 'test', ...more(fact) })),
    pages: [{ page, type: 'note', title: 'Work', about: 'Work' }],
    heads: {},
    tags: {},
    related: {},
    reviews: [],
  };
}

export const heldOf = (vault: Vault, fact: string): LedgerLine | undefined => readView(vault).ledger.get(fact);

/**
 * Takes one run back as `--undo` does: pages and catalogue as they were in `before`, and each fact's line as it was.
 */
export function takeBack(vault: Vault, before: Vault, run: string, at: string): void {
  for (const zone of Object.values(vault.zones)) {
    rmSync(join(vault.root, zone), { recursive: true, force: true });
    copyFolder(before, vault, zone, true);
  }
  write(vault, 'index.md', read(before, 'index.md'));
  const former = readView(before).ledger;
  for (const line of readView(vault).ledgerRead.lines.filter((one) => one.run === run)) {
    const { fact, day, digest, engine } = line;
    const undone = {
      ...(former.get(fact) ?? { fact, day, as: 'pending', digest, engine }),
      run: 'r-20260720-0400-abcdef',
      at,
      undoes: run,
    };
    appendFileSync(join(vault.root, `.memvault/ledger/${day.slice(0, 7)}.jsonl`), `${JSON.stringify(undone)}\n`);
  }
}

/** Another folder with the same bytes. The caller's vault is gone after the test, and so is this one with it. */
export function copyOf(vault: Vault): Vault {
  const { root } = makeVault();
  rmSync(root, { recursive: true });
  cpSync(vault.root, root, { recursive: true });
  return { ...vault, root };
}

/** Brings another clone's ledger and pages in, as git does: lines united, a page of one side taken. */
export function merge(vault: Vault, other: Vault): void {
  for (const zone of Object.values(vault.zones)) copyFolder(other, vault, zone, false);
  const folder = join(vault.root, '.memvault/ledger');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(other.root, '.memvault/ledger'))) {
    unite(vault, other, `.memvault/ledger/${name}`, /(?<=\n)/);
  }
  unite(vault, other, 'log.md', /(?=\n## )/);
}

function unite(vault: Vault, other: Vault, path: string, between: RegExp): void {
  const parts = [vault, other].flatMap(({ root }) => readOrNothing(join(root, path)).split(between));
  writeFileSync(join(vault.root, path), [...new Set(parts)].join(''));
}

function copyFolder(from: Vault, to: Vault, folder: string, force: boolean): void {
  if (existsSync(join(from.root, folder)))
    cpSync(join(from.root, folder), join(to.root, folder), { recursive: true, force });
}

const readOrNothing = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
