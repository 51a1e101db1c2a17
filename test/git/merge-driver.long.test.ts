// The merge driver as git runs it: real repositories, merges in both directions, whatever git merges for.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../src/model/bytes.ts';
import { EMPTY, take, type Step } from '../page/merge/pages.ts';
import { type Ended, makePlace, memvault, type Place, program } from '../support/memvault.ts';

const PAGE = '3_Personal/My work.md';
const CATALOGUE = (rows: string): string =>
  `# Index\n\n<!-- memvault:index -->\n## 3_Personal\n\n${rows}<!-- /memvault:index -->\n`;
const add = (facts: number[], head: string | null = null): Step => ({ does: 'add', facts, head });

let place: Place;

beforeEach(async () => {
  place = makePlace();
  await git('init', '-q', '-b', 'main');
  for (const [key, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@example.org'],
    ['merge.memvault.driver', 'memvault merge-driver %O %A %B %L %P'],
  ] as const)
    await git('config', key, value);
  write('.gitattributes', '/index.md merge=memvault\n/3_Personal/**/*.md merge=memvault\n');
});

afterEach(() => place.remove());

async function tryGit(...args: string[]): Promise<Ended> {
  return await program(place, 'git', args);
}

async function git(...args: string[]): Promise<string> {
  const ended = await tryGit(...args);
  if (ended.status !== 0) throw new Error(`git ${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout.trim();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(place.root, path)), { recursive: true });
  writeFileSync(join(place.root, path), encodeText(text));
}

const read = (path: string): string => readFileSync(join(place.root, path), 'utf8');

async function commit(files: Readonly<Record<string, string>>, branch: string, from = 'main'): Promise<void> {
  await git('checkout', '-q', '-B', branch, ...(branch === 'main' ? [] : [from]));
  for (const [path, text] of Object.entries(files)) write(path, text);
  await git('add', '-A');
  await git('commit', '-q', '-m', branch);
}

/** Two branches from one base, merged in either direction; the trees must be the same. Gives the text of the page. */
async function mergeBothWays(base: string, ours: string, theirs: string, path = PAGE): Promise<string> {
  await commit({ [path]: base, 'log.md': '' }, 'main');
  await commit({ [path]: ours }, 'ours');
  await commit({ [path]: theirs }, 'theirs');
  const trees: string[] = [];
  for (const [one, other] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const) {
    await git('checkout', '-q', '--detach', one);
    await git('merge', '-q', '--no-edit', other);
    trees.push(await git('rev-parse', 'HEAD^{tree}'));
  }
  expect(trees[0]).toBe(trees[1]);
  return read(path);
}

const base = take(EMPTY, [add([1, 4, 7])], '2026-05-01');
const ours = take(
  base,
  [add([25, 28]), { does: 'cite', on: 0, fact: 31 }, { does: 'relate', to: 'Ann' }],
  '2026-06-01',
);
const theirs = take(base, [add([26, 29]), add([32], 'Food'), { does: 'relate', to: 'Bob' }], '2026-06-02');

describe('git merges pages by the driver', () => {
  it('of two dreams, in both directions to the same tree', async () => {
    const text = await mergeBothWays(base, ours, theirs);
    expect(text).not.toContain('<<<<<<<');
    expect(text.slice(text.indexOf('## Key Facts'), text.indexOf('## Sources'))).toMatchInlineSnapshot(`
      "## Key Facts
      - User did thing 29 at Place29.[^a000000029]
      - User did thing 28 at Place28.[^a000000028]
      - User did thing 26 at Place26.[^a000000026]
      - User did thing 25 at Place25.[^a000000025]
      - User did thing 7 at Place7.[^a000000007]
      - User did thing 4 at Place4.[^a000000004]
      - User did thing 1 at Place1.[^a000000001][^a000000031]

      ### Food
      - User did thing 32 at Place32.[^a000000032]

      ## Related
      - [Ann](Ann.md)
      - [Bob](Bob.md)

      "
    `);
    expect(text).toContain('updated: 2026-06-02');
  });

  it('that both sides made, and where no merge of lines is needed starts no git', async () => {
    await commit({ 'log.md': '' }, 'main');
    await commit({ [PAGE]: ours }, 'ours');
    await commit({ [PAGE]: theirs }, 'theirs');
    await git('merge', '-q', '--no-edit', 'ours');
    expect(read(PAGE).match(/^- User did thing/gm)).toHaveLength(8);
    expect(await git('status', '--porcelain')).toBe('');
  });

  it('that one side renamed', async () => {
    await commit({ [PAGE]: base, 'log.md': '' }, 'main');
    await commit({ [PAGE]: ours }, 'ours');
    await git('checkout', '-q', '-b', 'theirs', 'main');
    await git('mv', PAGE, '3_Personal/Job.md');
    await commit({ '3_Personal/Job.md': take(base, [add([26])], '2026-06-02') }, 'theirs2', 'theirs');
    await git('merge', '-q', '--no-edit', 'ours');
    expect(read('3_Personal/Job.md').match(/^- User did thing/gm)).toHaveLength(6);
  });

  it('in a rebase and a cherry-pick', async () => {
    await commit({ [PAGE]: base, 'log.md': '' }, 'main');
    await commit({ [PAGE]: ours }, 'ours');
    await commit({ [PAGE]: theirs }, 'theirs');
    await git('rebase', '-q', 'ours');
    const rebased = read(PAGE);
    await git('checkout', '-q', '--detach', 'ours');
    await git('cherry-pick', 'theirs@{1}');
    expect(read(PAGE)).toBe(rebased);
  });

  it('again after a criss-cross', async () => {
    await commit({ [PAGE]: base, 'log.md': '' }, 'main');
    await commit({ [PAGE]: ours }, 'ours');
    await commit({ [PAGE]: theirs }, 'theirs');
    await git('branch', 'before', 'theirs');
    await git('merge', '-q', '--no-edit', 'ours');
    await commit({ [PAGE]: take(read(PAGE), [add([40])], '2026-06-03') }, 'theirs', 'theirs');
    await git('checkout', '-q', 'ours');
    await git('merge', '-q', '--no-edit', 'before');
    await commit({ [PAGE]: take(read(PAGE), [add([41])], '2026-06-04') }, 'ours', 'ours');
    await git('merge', '-q', '--no-edit', 'theirs');
    expect(read(PAGE).match(/^- User did thing/gm)).toHaveLength(10);
  });

  it('whose bytes are no UTF-8, with CRLF and a byte order mark', async () => {
    const odd = (text: string): string =>
      `\uFEFF${text.replace('## Sources', 'Caf\uDCE9\n\n## Sources').replaceAll('\n', '\r\n')}`;
    await git('config', 'core.autocrlf', 'false');
    const text = await mergeBothWays(odd(base), odd(ours), odd(theirs));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const bytes = readFileSync(join(place.root, PAGE));
    expect(bytes.includes(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x0d, 0x0a]))).toBe(true);
    expect(bytes.subarray(0, 6).toString('latin1')).toBe('\u00EF\u00BB\u00BF---');
  });

  it('and the catalogue', async () => {
    const row = (name: string, claims: number): string =>
      `- [${name}](3_Personal/${name}.md): about ${name}, ${claims} claims\n`;
    const text = await mergeBothWays(
      CATALOGUE(row('Mo', 2)),
      CATALOGUE(row('Ann', 3) + row('Mo', 5)),
      CATALOGUE(row('Mo', 4) + row('Zoe', 9)),
      'index.md',
    );
    expect(text).toBe(CATALOGUE(row('Ann', 3) + row('Mo', 5) + row('Zoe', 9)));
  });
});

describe('git leaves markers', () => {
  const reword = (words: string, page: string): string => page.replace('User did thing 4 at Place4.', words);

  it.each([
    ['merge', '<<<<<<< ours\n- Mine.[^a000000004]\n=======\n- Yours.[^a000000004]\n>>>>>>> theirs\n'],
    [
      'diff3',
      '<<<<<<< ours\n- Mine.[^a000000004]\n||||||| base\n- User did thing 4 at Place4.[^a000000004]\n=======\n- Yours.[^a000000004]\n>>>>>>> theirs\n',
    ],
  ])('only where two persons changed one claim, in the style %s', async (style, wanted) => {
    await git('config', 'merge.conflictStyle', style);
    await commit({ [PAGE]: base, 'log.md': '' }, 'main');
    await commit({ [PAGE]: reword('Mine.', ours) }, 'ours');
    await commit({ [PAGE]: reword('Yours.', theirs) }, 'theirs');
    await git('checkout', '-q', 'ours');
    expect((await tryGit('merge', '-q', '--no-edit', 'theirs')).status).toBe(1);
    expect(await git('diff', '--name-only', '--diff-filter=U')).toBe(PAGE);
    expect(read(PAGE)).toContain(wanted);
    expect(read(PAGE).match(/^- User did thing (?!4 )/gm)).toHaveLength(7);
  });
});

describe('memvault merge-driver', () => {
  const run = async (
    files: { base: string; ours: string; theirs: string },
    size = '7',
    env = place.env,
  ): Promise<Ended> => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    return await memvault(place, ['merge-driver', 'base', 'ours', 'theirs', size, '-odd name.md'], { env });
  };

  it('needs no vault and says nothing', async () => {
    expect(await run({ base, ours, theirs })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(read('ours').match(/^- User did thing/gm)).toHaveLength(8);
    expect(read('theirs')).toBe(theirs);
  });

  it('makes markers of the size that git asks for', async () => {
    expect((await run({ base: 'a\n', ours: 'b\n', theirs: 'c\n' }, '11')).status).toBe(1);
    expect(read('ours')).toBe('<<<<<<<<<<< ours\nb\n===========\nc\n>>>>>>>>>>> theirs\n');
  });

  it('merges by lines what holds markers already', async () => {
    const marked = `${base}<<<<<<< x\na\n=======\nb\n>>>>>>> y\n`;
    await run({ base: marked, ours: `mine\n${marked}`, theirs: `${marked}yours\n` });
    expect(read('ours')).toBe(`mine\n${marked}yours\n`);
  });

  it('shows both sides where there is no git', async () => {
    const ended = await run({ base: 'a\n', ours: 'b', theirs: 'c\n' }, '7', {
      ...place.env,
      PATH: join(place.root, 'nowhere'),
    });
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('git is not installed');
    expect(read('ours')).toBe('<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n');
  });

  it('leaves ours as it is where git finds no lines', async () => {
    const ended = await run({ base: 'a\u0000', ours: 'b\u0000', theirs: 'c\u0000' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('-odd name.md could not be merged');
    expect(read('ours')).toBe('b\u0000');
  });
});
