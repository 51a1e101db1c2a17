// Vaults for the tests of lint, in temporary folders, and what lint finds in them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { initVault } from '../../src/init/init.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import { type Finding, labelOf, type Rule } from '../../src/lint/rule.ts';
import { PROOFS } from '../../src/lint/rules.ts';
import { frontMatter } from '../../src/lint/rules/pages.ts';
import { parseDailyLog } from '../../src/page/daily-log.ts';
import { factDigest } from '../../src/model/bytes.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

/** An empty folder as a vault; it is gone when the test is over. */
export function makeFolder(): Vault {
  const root = mkdtempSync(join(tmpdir(), 'memvault-lint-'));
  mkdirSync(join(root, '.memvault'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, dailyDir: 'daily', zones };
}

/** The same with what `init` makes. */
export function makeVault(): Vault {
  const vault = makeFolder();
  initVault({ vault, config: '', dryRun: false });
  return vault;
}

export const read = (vault: Vault, path: string): string => readFileSync(join(vault.root, path), 'utf8');

export function write(vault: Vault, path: string, bytes: string | Buffer): void {
  mkdirSync(dirname(join(vault.root, path)), { recursive: true });
  writeFileSync(join(vault.root, path), bytes);
}

/** Changes a text that must be there. */
export function change(vault: Vault, path: string, from: string | RegExp, to: string): void {
  const before = read(vault, path);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} does not hold ${String(from)}`);
  write(vault, path, after);
}

/** By the rules of what must hold, unless others are named: what good editing asks for has tests of its own. */
export function findings(
  vault: Vault,
  today: string,
  rules: readonly Rule[] = [...PROOFS, frontMatter],
): readonly Finding[] {
  return lint(readLintInput(vault, today, 3), rules).findings;
}

/** Findings as `severity rule path:line`, with the kind of the rule. */
export const brief = (found: readonly Finding[]): string[] =>
  found.map((one) => `${one.severity} ${labelOf(one)} ${one.path}:${one.line}`);

/**
 * Writes a small vault: `== path` begins a file, ledger lines get what they leave out, `<NUL>` and `<FF>` stand for those
 * bytes, `<end>` for a file without a final newline.
 */
export function writeExample(vault: Vault, example: string): void {
  const files = [...example.matchAll(/^== (.+)\n([\s\S]*?)(?=^== |$(?![\s\S]))/gm)].map(
    (match) => [match[1] ?? '', match[2] ?? ''] as const,
  );
  const facts = files.flatMap(([path, text]) =>
    path.startsWith('daily/') ? parseDailyLog({ path, day: path.slice(6, 16), text }) : [],
  );
  for (const [path, text] of files) {
    const lines = !path.includes('/ledger/')
      ? text
      : text
          .split('\n')
          .map((line) => {
            if (line === '') return line;
            const value = JSON.parse(line) as { fact: string };
            const fact = facts.find(({ id }) => id === value.fact);
            return JSON.stringify({
              day: fact?.day ?? '2026-07-01',
              digest: fact ? factDigest(fact) : '',
              run: 'r-20260702-0300-7f3a9c',
              engine: 'rules/1',
              at: '2026-07-02T03:00:00.000Z',
              ...value,
            });
          })
          .join('\n');
    const [head = '', ...parts] = lines.replace(/<end>\n?$/, '').split('<FF>');
    write(
      vault,
      path,
      Buffer.concat([
        Buffer.from(head.replaceAll('<NUL>', '\0')),
        ...parts.flatMap((part) => [Buffer.from([0xff]), Buffer.from(part)]),
      ]),
    );
  }
}
