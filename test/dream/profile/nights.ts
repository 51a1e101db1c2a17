// Vaults whose facts say of what kind they are: logged, dreamed on, looked at.
import { createHash } from 'node:crypto';
import { createRules } from '../../../src/dream/propose/rules/rules.ts';
import { parseClaims } from '../../../src/page/page.ts';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { renderFactLine } from '../../../src/page/fact-line.ts';
import { isHistory } from '../../../src/model/page.ts';
import { readSchema } from '../../../src/vault/own-files.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { readView } from '../../../src/vault/view.ts';
import { dreamOnce, type NightOptions } from '../nights.ts';
import { read, write } from '../../lint/folders.ts';

export const PROFILE = '3_Personal/Profile.md';
export const TIMELINE = '3_Personal/Timeline.md';

/** `kind key=value: text`, `kind: text`, each with more fields in front: `{at=2026-01} event: …`, `{category=x} …`. */
function lineOf(said: string, id: string): string {
  const {
    more = '',
    kind = '',
    key,
    value,
    text = '',
  } = /^(?:\{(?<more>[^}]*)\} )?(?<kind>[\w-]+)?(?: (?<key>[\w-]+)=(?<value>[^:]*))?: (?<text>.+)$/u.exec(said)
    ?.groups ?? {};
  const fields: Record<string, string> = Object.fromEntries(
    more
      .split('; ')
      .filter((one) => one !== '')
      .map((one) => one.split('=')),
  );
  const { category = kind === '' ? 'general' : kind, ...rest } = fields;
  return renderFactLine(
    {
      category,
      text,
      tags: [],
      fields: { ...rest, ...(kind === '' ? {} : { kind }), ...(key === undefined ? {} : { key, value: value ?? '' }) },
    },
    id,
  );
}

/** Days with what is said on them. */
export function logDays(vault: Vault, days: Readonly<Record<string, readonly string[]>>): void {
  for (const [day, said] of Object.entries(days))
    write(
      vault,
      `daily/${day}.md`,
      `# Daily Log - ${day}\n\n## 14:05 — s1\n\n${said.map((one) => `${lineOf(one, idOf(day + one))}\n`).join('')}`,
    );
}

/** An id for each statement, the same wherever it is asked for. */
export const idOf = (said: string): string =>
  [...createHash('sha256').update(said).digest().subarray(0, 10)]
    .map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32])
    .join('');

export interface Options extends NightOptions {
  readonly minute?: number;
  readonly names?: readonly string[];
  readonly claimsPerPage?: number;
}

export const dreamOn = async (
  vault: Vault,
  { names = [], claimsPerPage = 200, ...more }: Options = {},
): ReturnType<typeof dreamOnce> =>
  await dreamOnce(vault, {
    makeEngine: (facts) =>
      createRules(facts, {
        zones: vault.zones,
        schema: readSchema(vault),
        claimsPerPage,
        names,
      }),
    ...more,
  });

/** By page and head what stands there now, and what is past. */
export function claimsOf(vault: Vault): Record<string, Record<string, string[]>> {
  const found: Record<string, Record<string, string[]>> = {};
  for (const { path, claims } of readView(vault).pages.values()) {
    for (const claim of claims) {
      const head = isHistory(claim) ? 'History' : claim.sides.length > 0 ? 'conflict' : (claim.head ?? '');
      ((found[path] ??= {})[head] ??= []).push(
        ...(claim.sides.length > 0 ? claim.sides.map(({ text }) => text) : [claim.text]),
      );
    }
  }
  return found;
}

/** What holds by one page, as a set of words. */
export const currentOn = (vault: Vault, page: string): string[] =>
  parseClaims(page, parseBlocks(read(vault, page)))
    .filter((claim) => !isHistory(claim))
    .map(({ text }) => text)
    .sort();
