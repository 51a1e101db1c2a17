// While the words are known, forget names whatever says them still, wherever a person has them; after a purge --verify
// finds by the digest what says just that.
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { dreamtVault, removePrepared, SECRET, type TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

async function start(): Promise<{ vault: TestVault; id: string }> {
  const made = await dreamtVault();
  open.push(made.vault);
  return made;
}

const PAGE = '3_Personal/Health.md';
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

interface Left {
  readonly remaining: readonly { readonly path: string; readonly line: number; readonly what: string }[];
}

/** `byDigest`: found after a purge as well, when nobody has the words. */
const PLACES: readonly [
  where: string,
  path: string,
  put: (vault: TestVault, path: string) => void,
  byDigest: boolean,
][] = [
  ['my part of MEMORY.md', 'MEMORY.md', (vault, path) => vault.append(path, `\nMy head: ${SECRET}\n`), true],
  ['my part of index.md', 'index.md', (vault, path) => vault.append(path, `\n${SECRET} is what I wrote\n`), false],
  ['a heading of a note at the root', 'note.md', (vault, path) => vault.write(path, `# ${SECRET}\n`), true],
  ['the name of a note', `${SECRET}.md`, (vault, path) => vault.write(path, 'mine\n'), true],
  ['a wikilink', PAGE, (vault, path) => vault.append(path, `\n## Related\n- [[${SECRET}|him]]\n`), true],
  ['user.md', 'user.md', (vault, path) => vault.write(path, `persona: ${SECRET}\n`), true],
  [
    'a canvas',
    'board.canvas',
    (vault, path) => vault.write(path, JSON.stringify({ nodes: [{ text: SECRET.replace('named', '\nnamed') }] })),
    true,
  ],
  ['a copy beside a page', 'Health.md.bak', (vault, path) => vault.write(path, vault.read(PAGE)), true],
  ['a text of two bytes a letter', 'wide.txt', (vault, path) => vault.write(path, utf16(SECRET)), true],
  [
    'one with its bytes the other way round',
    'wide.txt',
    (vault, path) => vault.write(path, Buffer.from(utf16(SECRET)).swap16()),
    true,
  ],
  ['an asset', '4_Assets/notes.txt', (vault, path) => vault.write(path, `said: ${SECRET}!\n`), true],
  [
    'a conflict copy of a daily log',
    'daily/2026-06-28 (conflict).md',
    (vault, path) => vault.write(path, vault.read('daily/2026-06-28.md')),
    true,
  ],
  ['prose of a daily log', 'daily/2026-06-28.md', (vault, path) => vault.append(path, `\nprose: ${SECRET}\n`), true],
  [
    'a quote over two lines',
    'quote.md',
    (vault, path) => vault.write(path, `# Run\n\n> ${SECRET.replace('named', '\n> **named**')}\n`),
    true,
  ],
  [
    'the overview of another page',
    '3_Personal/Work.md',
    (vault, path) =>
      vault.write(path, `---\ntitle: Work\n---\n\n## Overview\n${SECRET}. The user works.\n\n## Key Facts\n- x\n`),
    true,
  ],
  [
    'a cell of a table',
    'table.md',
    (vault, path) => vault.write(path, `| a | b |\n|---|---|\n| ${SECRET} | x |\n`),
    true,
  ],
  [
    'the second sentence of a paragraph',
    'diary.md',
    (vault, path) => vault.write(path, `A good day. ${SECRET.replace('in Lyon', '\nin Lyon')}. Then home.\n`),
    true,
  ],
];

describe.each(PLACES)('%s', (_where, path, put, byDigest) => {
  test('is named by forget and by a purge, in full', async () => {
    const { vault, id } = await start();
    put(vault, path);
    expect((await vault.must(['forget', id, '--dry-run'])).stdout).toContain(`  ${path}:`);
    for (const args of [
      ['forget', id],
      ['forget', id, '--purge'],
    ]) {
      const { remaining } = JSON.parse((await vault.must([...args, '--json'], { status: 3 })).stdout) as Left;
      expect([...new Set(remaining.map((one) => one.path))], args.join(' ')).toEqual([path]);
      for (const { what } of remaining)
        expect(what).toMatch(/^(?:still says (?:part of )?it$|still says it, |the file name says )/);
    }
    const { remaining } = JSON.parse(
      (await vault.must(['forget', '--verify', '--json'], { status: byDigest ? 1 : 0 })).stdout,
    ) as Left;
    expect([...new Set(remaining.map((one) => one.path))]).toEqual(byDigest ? [path] : []);
  });
});

test('each place once, with its line; the copy in the index goes without saying, and a second forget says it again', async () => {
  const { vault, id } = await start();
  const twin = await vault.log(`${SECRET}!`, 'note', '2026-06-29');
  vault.write('note.md', `x\n\n${SECRET}\n`);
  await vault.must(['search', 'cardiologist']);
  for (let time = 0; time < 2; time++) {
    const { stdout } = await vault.must(['forget', id, twin], { status: 3 });
    expect(stdout).toMatch(/Left for you to do:\n {2}note\.md:3 {2}still says it\n?$/);
  }
  expect((await vault.must(['forget', '--verify'], { status: 1 })).stdout.match(/leaked: .*/g)).toEqual([
    expect.stringContaining('leaked: note.md:3  says it'),
  ]);
  vault.write('note.md', 'x\n');
  await vault.must(['forget', id]);
  expect(await vault.run(['forget', '--verify'])).toMatchObject({ status: 0 });
});

test('many are counted', async () => {
  const { vault, id } = await start();
  for (let n = 10; n < 40; n++) vault.write(`notes/${n}.md`, `${SECRET}\n`);
  const { stdout } = await vault.must(['forget', id], { status: 3 });
  expect(stdout.match(/still says it/g)).toHaveLength(20);
  expect(stdout).toContain('  and 10 more; --json names all');
  expect(
    (JSON.parse((await vault.must(['forget', id, '--json'], { status: 3 })).stdout) as Left).remaining,
  ).toHaveLength(30);
});

test('lines that go are counted by their log', async () => {
  const { vault, id } = await start();
  const more = [await vault.log('User takes pills at noon'), await vault.log('User takes pills at night')];
  const { stdout } = await vault.must(['forget', id, ...more, '--purge']);
  expect(stdout.match(/gone from/g)).toHaveLength(1);
  expect(stdout).toContain('  gone from daily/2026-06-28.md: 3 lines');
});

test('after a purge --verify says what it cannot find', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id, '--purge']);
  const { stdout } = await vault.must(['forget', '--verify']);
  expect(stdout).toContain(`${id}  in no daily log; only its digest is known`);
  expect(stdout).toContain('it can no longer be found');
});

test('a twin that was purged and one that was not are one leak', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id, '--purge']);
  const again = await vault.log(SECRET, 'note', '2026-06-29');
  vault.write('note.md', `${SECRET}\n`);
  expect((await vault.must(['forget', '--verify'], { status: 1 })).stdout.match(/leaked: .*/g)).toEqual([
    `leaked: note.md:1  says it (${again})`,
  ]);
});

test('a page that memvault did not make is emptied, stays and is named', async () => {
  const { vault, id } = await dreamtVault([]);
  open.push(vault);
  const copy = '3_Personal/Health (conflict).md';
  vault.write(copy, vault.read(PAGE));
  const { remaining } = JSON.parse((await vault.must(['forget', id, '--json'], { status: 3 })).stdout) as Left;
  expect(remaining).toEqual([
    { path: copy, line: 1, what: 'this page is now empty; memvault did not create it, so remove it yourself' },
  ]);
  expect([vault.has(PAGE), vault.has(copy)]).toEqual([false, true]);
  expect(vault.read(copy)).not.toMatch(WORD);
});

describe('--verify', () => {
  test.each(['zzzzzzzzzz', '^0a1b2c3d4e', '0a1b2c3', 'ｚｚｚｚｚｚｚｚ９ｚ'])(
    'of %s, which no fact has, finds nothing out',
    async (typed) => {
      const { vault, id } = await start();
      await vault.must(['forget', id]);
      const { status, stderr, stdout } = await vault.run(['forget', '--verify', typed]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('no fact has the id');
    },
  );

  test('an id in full-width letters, in capitals or cut short is that id', async () => {
    const { vault, id } = await start();
    const wide = [...id].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('');
    await vault.must(['forget', wide]);
    vault.write('note.md', SECRET);
    for (const typed of [wide, id.toUpperCase(), `^${id.slice(0, 8)}`])
      expect((await vault.must(['forget', '--verify', typed], { status: 1 })).stdout).toContain(`(${id})`);
  });

  test('a word is looked for as a word', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id]);
    expect((await vault.must(['forget', '--verify', 'swims'])).stdout).toMatch(
      /^the text {2}\w{10} says the same and is not forgotten/,
    );
    vault.write('note.md', 'My stairs and ferrets.\n');
    expect((await vault.must(['forget', '--verify', 'stairs'], { status: 1 })).stdout).toContain(
      'leaked: note.md:1  says it (the text)',
    );
    vault.write('note.md', 'x');
    expect(await vault.run(['forget', '--verify', 'ferrets'])).toMatchObject({ status: 0 });
  });
});

test('MEMORY.md without a marker is left, named while it says it, and warned of by lint and by the next dream', async () => {
  const { vault, id } = await start();
  vault.edit('MEMORY.md', '<!-- /memvault:memory -->', '<!-- memvault:memory -->');
  const { remaining } = JSON.parse((await vault.must(['forget', id, '--json'], { status: 3 })).stdout) as Left;
  expect(remaining.map(({ path }) => path)).toEqual(['MEMORY.md']);
  const lint = (await vault.must(['lint'])).stdout;
  expect(lint).toContain('memvault cannot bring it up to date: the marker <!-- /memvault:memory --> is missing');
  expect(lint).toMatch(/warning {2}says what \w{10} said, which is forgotten/);
  await vault.log('User naps', 'health', '2026-06-29');
  const { stderr } = await vault.dream();
  expect(
    stderr.match(
      /MEMORY\.md was not brought up to date: the marker <!-- \/memvault:memory --> is missing; put the two markers back/g,
    ),
  ).toHaveLength(1);
  expect((await vault.dream()).stderr).not.toContain('MEMORY.md');
});

test('a line of a pipe that names nothing is shown in short, without what a terminal would obey', async () => {
  const { vault } = await start();
  const { stderr } = await vault.must(['forget', '-'], {
    input: `\u001B[31mred\u0007 ${'x'.repeat(5000)}\n`,
    status: 2,
  });
  expect(stderr).toMatch(/no fact says "\uFFFD\[31mred\uFFFD x{50,70}…"/);
  expect(stderr.length).toBeLessThan(400);
});

test('a line that git’s union left twice is the line of one fact: it is no leak, and a purge takes both out', async () => {
  const { vault, id } = await start();
  const log = 'daily/2026-06-28.md';
  const entry = new RegExp(String.raw`^## .*\n- .*\^${id}$`, 'm').exec(vault.read(log))?.[0] ?? '';
  vault.append(log, `\n${entry}\n`);
  await vault.must(['forget', id]);
  await vault.must(['forget', '--verify']);
  await vault.must(['forget', '--undo', id]);
  await vault.must(['forget', id, '--purge', '--yes']);
  expect(vault.read(log)).not.toMatch(WORD);
  await vault.must(['forget', '--verify']);
});
