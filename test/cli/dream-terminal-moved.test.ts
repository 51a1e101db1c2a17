// Somebody writes to the vault while a person goes through a dream: nothing is written, and they are asked anew.
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

test('a page that is edited by hand: nothing is written, and the questions start again', async () => {
  const { status, stderr } = await dream(['reject', FACTS.deploy, 'aside', byHand, 'all', 'write', 'all', 'write']);
  expect(status).toBe(0);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('The vault has changed and nothing was written: starting over.');
  expect(stderr.match(/Page 1 of 5/g)).toHaveLength(3);
  expect(read(WORK)).toContain('By hand.');
  expect(read(WORK)).toContain(FACTS.microsoft);
  // What was said before counts no more.
  expect(read(ATLAS)).toContain(FACTS.deploy);
  expect(await findings()).toEqual([]);
});

test('the same before a decision is rejected', async () => {
  const { status } = await dream([byHand, 'reject', FACTS.deploy, 'aside', 'all', 'write']);
  expect(status).toBe(0);
  expect(read(WORK)).toContain('By hand.');
  expect(read(ATLAS)).toContain(FACTS.deploy);
  expect(await findings()).toEqual([]);
});

test('a fact that is edited in its log meanwhile is asked about as it is now', async () => {
  const log = 'daily/2026-06-30.md';
  const { status } = await dream([
    () => writeFileSync(join(vault, log), read(log).replace('14 minutes', '15 minutes')),
    'all',
    'write',
    'all',
    'write',
  ]);
  expect(status).toBe(0);
  expect(read(ATLAS)).toContain(`takes 15 minutes[^${FACTS.deploy}]`);
  expect(await findings()).toEqual([]);
});

test('a night that carried it out meanwhile: nothing is left to do', async () => {
  const { status, stdout } = await dream([
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
  expect(stdout).toContain('today');
  expect(await findings()).toEqual([]);
});
