// Somebody writes to the vault while a person goes through a dream: what they said stands as far as it fits.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Replies, runHere } from '../support/here.ts';
import type { Ended, Place } from '../support/memvault.ts';
import { FACTS, useDreamVaults } from './dream-vault.ts';

const NOW = '2026-07-01T12:00:00Z';
const PROGRAM = join(import.meta.dirname, '../../bin/memvault.js');
const [ATLAS, WORK] = ['1_Projects/Atlas.md', '3_Personal/Work.md'];

let place: Place;
let vault: string;
useDreamVaults((made) => void ({ place, vault } = made));

const dream = async (replies: Replies): Promise<Ended> =>
  await runHere({ place, cwd: vault, now: NOW }, ['dream'], replies);
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const byHand = (): void => appendFileSync(join(vault, WORK), '\nBy hand.\n');

async function findings(): Promise<unknown[]> {
  const { stdout } = await runHere({ place, cwd: vault, now: NOW }, ['lint', '--json']);
  return (JSON.parse(stdout) as { findings: { severity: string }[] }).findings.filter(
    ({ severity }) => severity === 'error',
  );
}

test('a page that is edited by hand is asked about again, and no other; what was set aside stays so', async () => {
  const { status, stderr } = await dream(['reject', FACTS.deploy, 'aside', byHand, 'all', 'write', 'accept', 'write']);
  expect(status).toBe(0);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    `The vault was changed meanwhile. What you decided stands where it still fits. ${WORK} changed, and is asked about again.`,
  );
  expect(stderr).toContain(`Page 5 of 5: ${WORK}`);
  expect(read(WORK)).toContain('By hand.');
  expect(read(WORK)).toContain(FACTS.microsoft);
  expect(read(ATLAS)).not.toContain(FACTS.deploy);
  expect(await findings()).toEqual([]);
});

test('the same before what is rejected: what was rejected stays rejected', async () => {
  const { status } = await dream([
    'accept',
    'accept',
    'accept',
    byHand,
    'reject',
    FACTS.again,
    'own',
    'accept',
    'accept',
    'write',
  ]);
  expect(status).toBe(0);
  expect(read(WORK)).toContain('By hand.');
  expect(read(WORK)).toContain(`- User works at Microsoft[^${FACTS.again}]\n`);
  expect(await findings()).toEqual([]);
});

test('a fact that is edited in its log meanwhile waits; the others are written', async () => {
  const log = 'daily/2026-06-30.md';
  const { status } = await dream([
    () => writeFileSync(join(vault, log), read(log).replace('14 minutes', '15 minutes')),
    'all',
    'write',
    'write',
  ]);
  expect(status).toBe(0);
  expect(read(ATLAS)).toContain(FACTS.staging);
  expect(read(ATLAS)).not.toContain(FACTS.deploy);
  expect(await findings()).toEqual([]);
});

test('a night that carried it out meanwhile: nothing is left to do', async () => {
  const { status, stderr } = await dream([
    () => {
      const { status: done } = spawnSync(process.execPath, [PROGRAM, 'dream', '--yes'], {
        cwd: vault,
        env: { ...place.env, MEMVAULT_NOW: '2026-07-01T12:30:00Z' },
      });
      expect(done).toBe(0);
    },
    'all',
    'write',
  ]);
  expect(status).toBe(0);
  expect(stderr).toContain('Nothing is left to do: all of it was carried out meanwhile.');
  expect(await findings()).toEqual([]);
});
