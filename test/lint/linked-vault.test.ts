// A vault that somebody linked together over years, adopted and looked at whole: not a byte of it changes, and what is
// found is what leads nowhere.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Finding, labelOf } from '../../src/lint/rule.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace } from '../support/memvault.ts';

const BEES = join(import.meta.dirname, '../../fixtures/bees');

const LINKS = [
  'links/missing Hives/Hive 1.md:18 “Repairs”',
  'links/missing Home.md:13 “Phone list”',
  'links/missing Home.md:16 “marek”',
  'links/missing Queens/Isolde.md:10 “../People/Zofia.md”',
  'links/file Hives/Hive 1.md:13 “Hive 1 plan.png”',
  'links/file Hives/Hive 3.md:6 “../Attachments/swarm.jpg”',
  'links/anchor Hives/Hive 3.md:3 “Hive 2”',
  'links/anchor Journal/Spring check.md:21 “Autumn feed”',
  'links/alias Hives/Hive 2.md:6 “Old oak”',
  'links/alias Journal/Spring check.md:20 “Queen of the oak”',
  'links/ambiguous Journal/Spring check.md:7 “Notes”',
  'links/case Hives/Hive 2.md:2 “isolde”',
  'unlinked/orphan Journal/Honey sold.md:1 ',
];

test('bees: adopted without a change, and each link that leads nowhere is found, and no other', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const vault = join(place.root, 'bees');
  cpSync(BEES, vault, { recursive: true });
  const before = hashFolder(vault);
  const run = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await memvaultHere(place, args, { cwd: vault });
    expect({ args, status, stderr }).toEqual({
      args,
      status: 0,
      stderr: expect.not.stringContaining('memvault:') as string,
    });
    return stdout;
  };
  await run('init');
  expect(hashFolder(vault)).toMatchObject(before);
  expect((JSON.parse(await run('lint', '--json')) as { findings: Finding[] }).findings).toEqual([]);

  await run('config', 'set', 'lint.include', '["**"]');
  const look = async (): Promise<string[]> =>
    (JSON.parse(await run('lint', '--json')) as { findings: Finding[] }).findings
      .filter(({ rule }) => ['links', 'unlinked'].includes(rule))
      .map((one) => `${labelOf(one)} ${one.path}:${one.line} ${/“[^”]*”/.exec(one.message)?.[0] ?? ''}`)
      .sort();
  expect(await look()).toEqual([...LINKS].sort());
  // From the cache.
  expect(await look()).toEqual([...LINKS].sort());
  expect(hashFolder(vault)).toMatchObject(before);
});

test('bees: what is not looked at is said, and how to have it looked at', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const vault = join(place.root, 'bees');
  cpSync(BEES, vault, { recursive: true });
  const lint = async (): Promise<string> => (await memvaultHere(place, ['lint'], { cwd: vault })).stderr;
  await memvaultHere(place, ['init', '--no-git', '--yes', '-q'], { cwd: vault });
  expect(await lint()).toMatch(
    /\d+ notes outside of memvault’s folders were not looked at; memvault config set lint\.include "\*\*" changes that\./,
  );
  await memvaultHere(place, ['config', 'set', 'lint.include', '**'], { cwd: vault });
  expect(await lint()).not.toContain('not looked at');
});

test('bees: patterns that name nothing are said to', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const vault = join(place.root, 'bees');
  cpSync(BEES, vault, { recursive: true });
  await memvaultHere(place, ['init', '--no-git', '--yes', '-q'], { cwd: vault });
  const lint = async (include: string): Promise<string> => {
    await memvaultHere(place, ['config', 'set', 'lint.include', include], { cwd: vault });
    return (await memvaultHere(place, ['lint'], { cwd: vault })).stderr;
  };
  for (const whole of ['["Journal/*", "!Journal/Spring*"]', '["**"]', '["**/*.md", "!Home.md"]', '["**", "!Journal/"]'])
    expect(await lint(whole), whole).not.toContain('lint.include');
  expect(await lint('["Nowhere/"]')).toContain(
    'lint.include (Nowhere/) matches no further note: what it names does not exist, or is checked anyway.\n',
  );
  expect(await lint('["**", "!**"]')).toContain(
    'lint.include (**) matches no further note: what it names does not exist, is excluded by !**, or is checked anyway.\n',
  );
});
