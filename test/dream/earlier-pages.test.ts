// A vault that an earlier version dreamed on: it is read, dreamed on and linted without findings, and a page loses what
// was generated on it with the first change, and no sooner.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, memvault, type Place } from '../support/memvault.ts';

const HOUSE = join(import.meta.dirname, '../../fixtures/house');
const FACTS = {
  '1_Projects/Atlas.md': ['The gate squeaks', '--project', 'atlas'],
  '3_Personal/Events.md': ['The piano was tuned', '-c', 'event'],
  '3_Personal/Skills.md': ['User has swum across the lake', '-c', 'skill'],
  '3_Personal/Work.md': ['User leads the search team', '-c', 'work'],
} as const;
let place: Place;

beforeEach(() => {
  place = makePlace();
  cpSync(HOUSE, place.root, { recursive: true });
});
afterEach(() => place.remove());

async function run(day: string, ...args: string[]): Promise<string> {
  const ended = await memvault(place, args, {
    cwd: place.root,
    env: { ...place.env, MEMVAULT_NOW: `2026-06-${day}T09:00:00Z` },
  });
  expect(ended.status, ended.stderr).toBe(0);
  return ended.stdout + ended.stderr;
}

const read = (path: string): string => readFileSync(join(place.root, path), 'utf8');
const was = (path: string): string => readFileSync(join(HOUSE, path), 'utf8');
/** Without the id, which is another in each run of the test. */
const bodyOf = (path: string): string =>
  read(path)
    .replace(/\n## Sources[^]*/, '\n')
    .replace(/\[\^\w{10}\]/g, '');
const logAll = async (): Promise<void> => {
  for (const args of Object.values(FACTS)) await run('10', 'log', '-q', ...args);
};

test('nothing changes as long as there is nothing new', async () => {
  const before = hashFolder(HOUSE);
  expect(await run('10', 'lint')).toContain('No findings');
  await run('10', 'dream', '--batch', '--force');
  await run('10', 'search', 'tabs', '--no-recall');
  const after = hashFolder(place.root, /^\.memvault\/(cache|lock|runs|state\.json|clone)(\/|$)/);
  expect(after).toEqual(before);
});

test('a page that gets a fact loses what was generated on it', async () => {
  await logAll();
  await run('11', 'dream', '--batch', '--force');
  expect(await run('11', 'lint')).toContain('No findings');
  expect(bodyOf('1_Projects/Atlas.md')).toBe(`---
type: project
title: Atlas
tags: []
status: stable
review: current
updated: 2026-06-11
---

## Key Facts
- The kitchen light is warm
- Visitors ring twice
- Paint dries in four hours
- Nobody has a spare key
- Ladders stand upstairs
- Rent goes up in autumn
- Quiet hours begin at ten
- Bins are emptied on Mondays
- Mail arrives before noon
- Pets stay outside
- The fuse box hums
- The gate squeaks

### Hall
- There is a harbor in the hall
- There is a lantern in the hall
- There is a violin in the hall

`);
  expect(bodyOf('3_Personal/Events.md')).toMatch(
    /\n---\n\n## Key Facts\n\n### June 2026\n- The piano was tuned\n\n### May 2026\n[^]*\n### April 2026\n/,
  );
  expect(bodyOf('3_Personal/Events.md')).not.toContain('description');
  expect(bodyOf('3_Personal/Skills.md')).toContain('\ndescription: What I can do, if asked\n');
  expect(bodyOf('3_Personal/Skills.md')).toContain('\n## Overview\nNot in this order.\n\n## Key Facts\n- User');
  expect(bodyOf('3_Personal/Work.md')).toContain('\n## Overview\nWhere I earn my bread.\n\n## Key Facts\n- User works');
  expect(read('3_Personal/Preferences.md')).toBe(was('3_Personal/Preferences.md'));
  expect(read('index.md')).toContain('- [Atlas](1_Projects/Atlas.md): 15 claims\n');
  const settled = hashFolder(place.root);
  await run('12', 'dream', '--batch', '--force');
  expect(hashFolder(place.root)).toEqual(settled);
});

test('a new page gets no description that the schema of an earlier version has', async () => {
  await run('10', 'log', '-q', 'The boat is painted every second spring', '-c', 'decision');
  await run('11', 'dream', '--batch', '--force');
  expect(was('schema.md')).toContain('2_Wiki/Decisions.md: What was decided, and why\n');
  expect(bodyOf('2_Wiki/Decisions.md')).not.toContain('description');
});

test('an undo brings back what was there', async () => {
  await logAll();
  await run('11', 'dream', '--batch', '--force');
  await run('11', 'dream', '--undo', '--yes');
  for (const path of [...Object.keys(FACTS), 'index.md', 'MEMORY.md']) expect(read(path), path).toBe(was(path));
  expect(await run('11', 'lint')).toContain('No findings');
});

test('a plan that is applied later gives the same pages', async () => {
  await logAll();
  await run('11', 'dream', '--plan', 'plan.json');
  await run('12', 'dream', '--apply', 'plan.json', '--yes');
  const pages = Object.keys(FACTS).map(read);
  await run('12', 'dream', '--undo', '--yes');
  await run('11', 'dream', '--yes');
  expect(pages).toEqual(Object.keys(FACTS).map(read));
});

test('a claim that a person forgets takes it along', async () => {
  const [, id = ''] = /harbor in the hall.* \^(\w{10})/.exec(read('daily/2026-06-02.md')) ?? [];
  await run('11', 'forget', id, '--yes');
  expect(bodyOf('1_Projects/Atlas.md')).not.toMatch(/harbor|Overview|description/);
  expect(await run('11', 'lint')).toContain('No findings');
});
