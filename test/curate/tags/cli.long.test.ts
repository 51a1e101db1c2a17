// Tags as a person has them: counted, decided, found by every name, merged, taken back.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashFolder } from '../../support/folder-hash.ts';
import { type Replies, runHere } from '../../support/here.ts';
import { type Ended, makePlace, memvault, type Place, program } from '../../support/memvault.ts';

const FACTS: readonly (readonly [text: string, tags: string, project: string, day: string])[] = [
  ['The fw build for the board takes nine minutes', 'fw', 'atlas', '2026-06-21'],
  ['Flashing firmware over the serial port fails on the board', 'fw', 'atlas', '2026-06-21'],
  ['The fw of the board needs two images of the bootloader', 'fw', 'borealis', '2026-06-22'],
  ['The firmware watchdog resets the board', 'firmware', 'atlas', '2026-06-22'],
  ['Firmware flashing over the serial port is slow', 'firmware', 'borealis', '2026-06-23'],
  ['The cluster has three nodes', 'k8s', 'atlas', '2026-06-23'],
  ['The ingress of the cluster is nginx', 'kubernetes', 'borealis', '2026-06-24'],
  ['Buttons are blue', 'ui', '', '2026-06-24'],
];

interface Room {
  readonly place: Place;
  readonly cwd: string;
  run(argv: readonly string[], replies?: Replies): Promise<Ended>;
  read(path: string): string;
}

async function room(): Promise<Room> {
  const place = makePlace();
  onTestFinished(place.remove);
  const cwd = join(place.root, 'v');
  const at = { place, cwd, now: '2026-07-01T10:00:00Z' };
  await runHere({ ...at, cwd: place.root }, ['init', '--no-git', 'v', '--no-input']);
  for (const [text, tag, project, day] of FACTS)
    await runHere(at, [
      'log',
      text,
      '-c',
      'work',
      '-t',
      tag,
      ...(project === '' ? [] : ['--project', project]),
      '--date',
      day,
    ]);
  return {
    place,
    cwd,
    run: async (argv, replies) => await runHere(at, argv, replies ?? null),
    read: (path) => readFileSync(join(cwd, path), 'utf8'),
  };
}

const dream = ['dream', '--batch', '--force'];

test('a tag of signs and a project named like a footnote cite nothing', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const cwd = join(place.root, 'v');
  const at = { place, cwd, now: '2026-07-01T10:00:00Z' };
  await runHere({ ...at, cwd: place.root }, ['init', '--no-git', 'v', '--no-input']);
  const facts: [text: string, project: string][] = [
    ['The board has a watchdog', '^k3v9x2ab4q'],
    ['Zeta ships its board in autumn', 'Zeta'],
    ['The board of ^k3v9x2ab4q is like that of Zeta', 'Zeta'],
  ];
  for (const [text, project] of facts)
    await runHere(at, ['log', text, '-c', 'work', '-t', '[[', '--project', project, '--date', '2026-06-29']);
  await runHere(at, dream);
  const texts = ['index.md', 'log.md', 'MEMORY.md', '1_Projects/Zeta.md', '1_Projects/k3v9x2ab4q.md'].map((path) =>
    readFileSync(join(cwd, path), 'utf8'),
  );
  expect(texts.filter((text) => text.includes('[^k3v9x2ab4q]'))).toEqual([]);
  expect((await runHere(at, ['lint', '--json'])).stdout).toContain('"findings":[]');
});

test('an alias holds for search, facts, pages and new claims at once, and one undo takes it back to the byte', async () => {
  const { run, read, cwd } = await room();
  await run(dream);
  expect(JSON.parse((await run(['tags', '--json'])).stdout)).toMatchObject({
    type: 'memvault/tags',
    tags: [{ tag: 'fw', facts: 3 }, { tag: 'firmware', facts: 2 }, {}, {}, {}],
  });
  const before = hashFolder(cwd, /^\.memvault\/(cache|runs|state|lock|recall)|log\.md|^\.memvault\/recalls/);
  expect((await run(['tags', 'alias', 'fw', 'firmware'])).stdout).toContain('#fw is read as #firmware');
  expect(read('.memvault/tags.yaml')).toContain('  firmware: [fw]\n');
  expect(read('log.md')).not.toMatch(/#?fw\b/);
  for (const tag of ['fw', 'firmware', '#FW']) {
    expect(JSON.parse((await run(['search', '*', '-t', tag, '--json'])).stdout)).toMatchObject({ total: 5 });
    expect(JSON.parse((await run(['facts', '-t', tag, '--json'])).stdout)).toMatchObject({ facts: { length: 5 } });
  }
  expect(JSON.parse((await run(['search', 'serial', '-t', 'fw', '--json'])).stdout)).toMatchObject({ hits: [{}, {}] });
  expect((await run(['context', 'board', '-t', 'fw'])).stdout).toContain('The firmware watchdog');
  expect((await run(['lint', '--json'])).stdout).toContain('"findings":[]');
  expect(await run(dream)).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to do') as string });
  await run(['dream', '--undo']);
  expect(hashFolder(cwd, /^\.memvault\/(cache|runs|state|lock|recall)|log\.md|^\.memvault\/recalls/)).toEqual(before);
});

test('an undo of what was decided says what it gave back', async () => {
  const { run, read } = await room();
  await run(['tags', 'alias', 'k8s', 'kubernetes']);
  await run(['dream', '--undo', '--yes']);
  expect(read('log.md')).toMatch(/undo of r-\S+: restored \.memvault\/tags\.yaml$/m);
});

test('a question that names a tag by one name finds what is tagged by the other', async () => {
  const { run } = await room();
  const found = async (): Promise<string[]> =>
    (JSON.parse((await run(['search', 'k8s', '--json'])).stdout) as { hits: { text: string }[] }).hits.map(
      ({ text }) => text,
    );
  expect(await found()).toEqual(['The cluster has three nodes']);
  await run(['tags', 'alias', 'k8s', 'kubernetes']);
  expect((await found()).sort()).toEqual(['The cluster has three nodes', 'The ingress of the cluster is nginx']);
});

test('aliases go into the front matter of memvault’s pages, line by line, and a person’s note keeps its words', async () => {
  const { run, read, cwd } = await room();
  await run(dream);
  const page = '1_Projects/Atlas.md';
  writeFileSync(
    join(cwd, page),
    read(page).replace(/^tags: .*$/m, 'tags: # mine\n  - "fw" # the board\n  - other\n  - firmware'),
  );
  mkdirSync(join(cwd, '2_Wiki'), { recursive: true });
  writeFileSync(join(cwd, '2_Wiki/Own.md'), '---\ntags: [fw]\n---\nA note.\n');
  writeFileSync(join(cwd, '.memvault/tags.yaml'), `aliases:\n  firmware: fw # by hand\n`);
  expect((await run(['tags', 'apply', '--dry-run'])).stdout).toContain('It would change the tags of 2 pages');
  expect(read(page)).toContain('- "fw" # the board');
  expect((await run(['tags', 'apply'])).stderr).toContain('1 note of your own');
  expect(read(page)).toContain('tags: # mine\n  - firmware # the board\n  - other\n');
  expect(read(page)).not.toMatch(/- firmware$/m);
  expect(read('2_Wiki/Own.md')).toContain('[fw]');
  expect(read('.memvault/tags.yaml')).toContain('fw # by hand');
  expect((await run(['tags', 'apply'])).stdout).toContain('No page');
});

test('an alias of a tag that nobody uses is said, with the one that may be meant', async () => {
  const { run } = await room();
  expect(await run(['tags', 'alias', 'fw', 'firmwares'])).toMatchObject({
    status: 0,
    stderr: 'No fact or note has #firmwares yet; did you mean #firmware?\n',
  });
  expect(await run(['tags', 'alias', 'k8s', 'kubernetes'])).toMatchObject({ status: 0, stderr: '' });
  expect((await run(['tags', 'alias', 'zzz', 'qqqqqq', '--dry-run'])).stderr).toBe(
    'No fact or note has #zzz yet.\nNo fact or note has #qqqqqq yet.\n',
  );
});

test('what is logged under an alias later comes to its page under the tag', async () => {
  const { run, read } = await room();
  await run(['tags', 'alias', 'fw', 'firmware']);
  await run(['tags', 'alias', 'mcu', 'microcontroller']);
  await run(dream);
  for (const [text, day] of [
    ['The mcu of the board sleeps at night', '2026-06-27'],
    ['The mcu has two cores', '2026-06-27'],
    ['The mcu runs at 80 MHz', '2026-06-28'],
  ] as const)
    await run(['log', text, '-c', 'work', '-t', 'mcu', '-t', 'fw', '--project', 'atlas', '--date', day]);
  await run(dream);
  const page = read('1_Projects/Atlas.md');
  expect(page).toContain('The mcu of the board sleeps at night');
  const tags = /^tags: \[(.*)\]$/m.exec(page)?.[1]?.split(', ') ?? [];
  expect(tags).toEqual(expect.arrayContaining(['firmware', 'microcontroller']));
  expect(tags.filter((tag) => tag === 'fw' || tag === 'mcu')).toEqual([]);
  expect(read('daily/2026-06-28.md')).toContain('`mcu fw`');
  expect(await run(dream)).toMatchObject({ stdout: expect.stringContaining('Nothing to do') as string });
});

test('tags that stand as one text count, and get other names where they stand', async () => {
  const { run, read, cwd } = await room();
  await run(dream);
  const page = '1_Projects/Atlas.md';
  writeFileSync(join(cwd, page), read(page).replace(/^tags: .*$/m, 'tags: fw, ui,#one two # mine'));
  mkdirSync(join(cwd, '2_Wiki'), { recursive: true });
  writeFileSync(join(cwd, '2_Wiki/Own.md'), '---\ntags: one\n---\nA note.\n');
  const pagesOf = async (tag: string): Promise<number | undefined> =>
    (JSON.parse((await run(['tags', '--json'])).stdout) as { tags: { tag: string; pages: number }[] }).tags.find(
      (one) => one.tag === tag,
    )?.pages;
  expect([await pagesOf('one'), await pagesOf('two'), await pagesOf('fw')]).toEqual([2, 1, 2]);
  await run(['tags', 'alias', 'fw', 'firmware']);
  expect(read(page)).toContain('\ntags: firmware, ui,#one two # mine\n');
  await run(['log', 'The board has a fan', '-c', 'work', '-t', 'fan', '--project', 'atlas', '--date', '2026-06-28']);
  await run(dream);
  expect(read(page)).toContain('\ntags: firmware, ui,#one two # mine\n');
});

test('an undo of what was edited since is refused, and takes back nothing', async () => {
  const { run, read, cwd } = await room();
  await run(dream);
  await run(['tags', 'alias', 'fw', 'firmware']);
  const page = read('1_Projects/Atlas.md');
  writeFileSync(join(cwd, '.memvault/tags.yaml'), `${read('.memvault/tags.yaml')}# mine\n`);
  expect(await run(['dream', '--undo'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('.memvault/tags.yaml was edited since') as string,
  });
  expect(read('1_Projects/Atlas.md')).toBe(page);
  expect(read('.memvault/tags.yaml')).toContain('fw');
});

test('what is said fits a terminal of 60 columns', async () => {
  const { place, cwd } = await room();
  const at = { place, cwd, now: '2026-07-01T10:00:00Z', columns: 60 };
  mkdirSync(join(cwd, '2_Wiki'), { recursive: true });
  writeFileSync(join(cwd, '2_Wiki/Own.md'), '---\ntags: [fw]\n---\nA note.\n');
  const said = [
    await runHere(at, ['tags', 'alias', 'fw', 'firmwares-of-all-the-boards'], []),
    await runHere(at, ['lint'], []),
  ].flatMap(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n'));
  expect(said.join(' ').replace(/\s+/g, ' ')).toMatch(
    /1 note of your own with such a tag keeps it; search finds it by both names\./,
  );
  expect(said.filter((line) => line.length >= 60)).toEqual([]);
});

describe('a file that is broken or stands against itself', () => {
  test('stops neither log nor search nor a dream, and says where', async () => {
    const { run, cwd, read } = await room();
    writeFileSync(join(cwd, '.memvault/tags.yaml'), 'aliases:\n  firmware: [fw\nx\n');
    expect((await run(['log', 'Something new', '-t', 'fw'])).status).toBe(0);
    expect(await run(['search', 'board', '-t', 'fw'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('.memvault/tags.yaml:') as string,
    });
    expect((await run(['search', 'board'])).stderr).not.toContain('tags.yaml');
    expect((await run(dream)).status).toBe(0);
    expect(await run(['tags'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/tags\.yaml:\d+: /) as string,
    });
    expect((await run(['lint'])).stdout).toContain('tags-file');
    expect(read('.memvault/tags.yaml')).toBe('aliases:\n  firmware: [fw\nx\n');
  });

  test('a circle is told and refused', async () => {
    const { run, cwd } = await room();
    await run(['tags', 'alias', 'a', 'b']);
    await run(['tags', 'alias', 'b', 'c']);
    expect(await run(['tags', 'alias', 'c', 'a'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is a cycle') as string,
    });
    writeFileSync(join(cwd, '.memvault/tags.yaml'), 'aliases:\n  fw: [firmware]\n  firmware: [fw]\n');
    expect(await run(['tags'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('tags.yaml:2: ') as string,
    });
    expect((await run(['search', '*', '-t', 'fw', '--json'])).stdout).toContain('"total":3');
  });

  test.each([
    ['two words', 'a b'],
    ['a line break', 'a\nb'],
    ['nothing', '#'],
    ['a long one', 'x'.repeat(65)],
  ])('%s is no tag', async (_what, tag) => {
    const { run, cwd } = await room();
    expect((await run(['tags', 'alias', tag, 'firmware'])).status).toBe(2);
    expect(existsSync(join(cwd, '.memvault/tags.yaml'))).toBe(false);
  });
});

test('two clones that each approve an alias merge without a person, and agree', async () => {
  const { place, cwd } = await room();
  const git = async (at: string, ...argv: string[]): Promise<void> => {
    expect(
      await program(place, 'git', ['-c', 'user.name=x', '-c', 'user.email=a@b.c', ...argv], { cwd: at }),
    ).toMatchObject({ status: 0 });
  };
  let minute = 10;
  const must = async (at: string, ...argv: string[]): Promise<string> => {
    const ended = await memvault(place, argv, {
      cwd: at,
      env: {
        ...place.env,
        MEMVAULT_NOW: `2026-07-02T10:${minute++}:00Z`,
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'a@b.c',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'a@b.c',
      },
    });
    if (ended.status !== 0) throw new Error(ended.stderr);
    return ended.stdout;
  };
  await must(cwd, 'init', '.');
  await must(cwd, ...dream, '--commit');
  const other = join(place.root, 'other');
  await git(place.root, 'clone', '-q', 'v', 'other');
  await must(other, 'init', '.');
  await must(cwd, 'tags', 'alias', 'fw', 'firmware', '--commit');
  await must(other, 'tags', 'alias', 'k8s', 'kubernetes', '--commit');
  await must(other, 'log', 'The fw of the radio is old', '-t', 'fw', '--project', 'borealis', '--date', '2026-06-25');
  await must(other, ...dream, '--commit');
  await git(other, 'pull', '-q', '--no-rebase', '--no-edit');
  expect(readFileSync(join(other, '.memvault/tags.yaml'), 'utf8')).toMatch(
    /^aliases:\n(?: {2}(?:firmware: \[fw\]|kubernetes: \[k8s\])\n){2}/m,
  );
  await must(other, ...dream, '--commit');
  expect(JSON.parse(await must(other, 'tags', '--json'))).toMatchObject({
    tags: [{ tag: 'firmware', facts: 6, aliases: ['fw'] }, { tag: 'kubernetes', aliases: ['k8s'] }, { tag: 'ui' }],
  });
  expect(JSON.parse(await must(other, 'lint', '--json'))).toMatchObject({ findings: [] });
  // What the first decided is taken back on the other, which has only its commit.
  await git(cwd, 'pull', '-q', '--no-rebase', '--no-edit', '../other', 'HEAD');
  await must(cwd, 'tags', 'alias', 'ui', 'interface', '--commit');
  await git(other, 'pull', '-q', '--no-rebase', '--no-edit');
  expect(readFileSync(join(other, '.memvault/tags.yaml'), 'utf8')).toContain('interface: [ui]');
  await must(other, 'dream', '--undo');
  expect(readFileSync(join(other, '.memvault/tags.yaml'), 'utf8')).not.toContain('interface');
});
