// `lint --fix` on canvases: a card whose note moved shows it again, nothing else of the file changes, and all of it can
// be taken back.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { planRepairs } from '../../src/lint/repair.ts';
import { REPAIRERS } from '../../src/lint/repairers.ts';
import { labelOf } from '../../src/lint/rule.ts';
import { RULES } from '../../src/lint/rules.ts';
import { readView, toPageText, updateView } from '../../src/vault/view.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { makeFolder, write as put, writeExample } from './folders.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', vault, '-q']);
});
afterEach(() => place.remove());

const run = async (...args: string[]): Promise<Ended> =>
  await memvaultHere(place, [...args, '--vault', vault], {
    env: { ...place.env, MEMVAULT_NOW: '2026-07-05T10:00:00Z' },
  });
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const write = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), text);
};
interface Found {
  readonly rule: string;
  readonly kind?: string;
  readonly path: string;
  readonly line: number;
}
const lint = async (): Promise<string[]> =>
  (JSON.parse((await run('lint', '--json')).stdout) as { findings: Found[] }).findings.map(
    (one) => `${labelOf(one)} ${one.path}:${one.line}`,
  );
const changedSince = (before: Record<string, string>): string[] => {
  const now = hashFolder(vault);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((path) => now[path] !== before[path] && !/^\.(?:memvault\/runs|git)\//.test(path))
    .sort();
};

const BOARD = '1_Projects/Plan.canvas';
/** As nobody but its program would write it: escapes, a key twice, numbers with noughts, line ends of Windows. */
const DRAWN =
  '{\r\n\t"nodes" : [\r\n\t\t{"id":"1","type":"file","file":"9_Old/not this.md","file":"3_Personal\\/Job.md","subpath":"#Key Facts","x":1.50,"x":-0},\r\n\t\t{"id":"2","type":"file","file":"3_Personal/preferences.md"},\r\n\t\t{"id":"3","type":"text","text":"[[Job]] \\u00e9"},{"id":"4","type":"file","file":"gone.md"}\r\n\t]}';
const TURNED = DRAWN.replace('3_Personal\\/Job.md', '3_Personal/Work.md').replace('preferences', 'Preferences');

/** Two pages; the one had another name when it was written. */
async function dreamt(): Promise<void> {
  const facts = [
    ['work', 'User works at Microsoft'],
    ['preference', 'User prefers compact dashboards'],
  ]
    .map(([category, content]) => JSON.stringify({ content, category, date: '2026-07-01', time: '09:00' }))
    .join('\n');
  await memvaultHere(place, ['log', '--jsonl', '-q', '--vault', vault], {
    input: `${facts}\n`,
    env: { ...place.env, MEMVAULT_NOW: '2026-07-02T10:00:00Z' },
  });
  const dream = async (day: string): Promise<void> =>
    expect(
      await memvaultHere(place, ['dream', '--batch', '--force', '-q', '--vault', vault], {
        env: { ...place.env, MEMVAULT_NOW: `${day}T10:00:00Z` },
      }),
    ).toMatchObject({ status: 0 });
  await dream('2026-07-03');
  renameSync(join(vault, '3_Personal/Work.md'), join(vault, '3_Personal/Job.md'));
  await dream('2026-07-04');
  renameSync(join(vault, '3_Personal/Job.md'), join(vault, '3_Personal/Work.md'));
  await dream('2026-07-04');
  await run('config', 'set', 'lint.include', '**/*.canvas');
}

describe('cards', () => {
  test('show their notes again, not a byte beside them changes, and --undo gives back the bytes', async () => {
    await dreamt();
    write(BOARD, DRAWN);
    const before = hashFolder(vault);
    const found = await lint();
    expect(found).toEqual([
      `links/missing ${BOARD}:3`,
      `links/case ${BOARD}:4`,
      `links/missing ${BOARD}:5`,
      `links/missing ${BOARD}:5`,
    ]);
    const rehearsed = await run('lint', '--fix', '--dry-run');
    expect(rehearsed.stdout).toContain(
      `# ${BOARD} (updated)\n# the card of “3_Personal/Job.md” shows 3_Personal/Work.md: `,
    );
    expect(changedSince(before)).toEqual([]);
    const fixed = await run('lint', '--fix');
    expect(fixed).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Repaired 2 findings in 1 file \(r-20260705-/) as string,
    });
    expect(fixed.stderr).not.toContain('lint.include');
    expect(read(BOARD)).toBe(TURNED);
    expect(changedSince(before)).toEqual([BOARD, 'log.md']);
    expect(read('log.md')).toContain(`2 repairs: links/missing 1, links/case 1; updated [Plan.canvas](${BOARD})\n`);
    // What nobody can be certain of stays, and a second time there is nothing to do.
    expect(await lint()).toEqual([`links/missing ${BOARD}:5`, `links/missing ${BOARD}:5`]);
    expect((await run('lint', '--fix')).stderr).toMatch(/^There is nothing that lint repairs by itself\./);
    expect(JSON.parse((await run('explain', '3_Personal/Work.md', '--json')).stdout)).toMatchObject({
      links: { from: [BOARD] },
    });
    const id = /r-20260705-\d{4}-\w+/.exec(fixed.stderr)?.[0] ?? '';
    expect((await run('diff', id)).stdout).toContain('"file":"3_Personal/Work.md"');
    expect((await run('dream', '--undo', '--yes')).stdout).toMatch(/^Took back r-20260705-\S+: 1 page as before\.\n/);
    expect(changedSince(before)).toEqual(['log.md']);
    expect(await lint()).toEqual(found);
  });

  test('are left where somebody drew on since the run, which undo says', async () => {
    await dreamt();
    write(BOARD, DRAWN);
    await run('lint', '--fix');
    write(BOARD, `${TURNED}\n`);
    expect(await run('dream', '--undo', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`cannot be undone: ${BOARD} was edited`) as string,
    });
    expect(read(BOARD)).toBe(`${TURNED}\n`);
  });

  test('are turned by the next command that writes, where the run was cut short', async () => {
    await dreamt();
    write(BOARD, DRAWN);
    const { stderr } = await run('lint', '--fix');
    const done = join(vault, '.memvault/runs', /r-20260705-\d{4}-\w+/.exec(stderr)?.[0] ?? '', 'done');
    expect(existsSync(done)).toBe(true);
    rmSync(done);
    write(BOARD, DRAWN);
    const log = read('log.md');
    await run('dream', '--batch', '-q');
    expect([read(BOARD), read('log.md')]).toEqual([TURNED, log]);
  });

  test('go into the commit, from which diff and undo know them', async () => {
    await dreamt();
    write(BOARD, DRAWN);
    const git = async (...args: string[]): Promise<string> =>
      (await program(place, 'git', ['-C', vault, '-c', 'user.name=You', '-c', 'user.email=you@example.org', ...args]))
        .stdout;
    await git('add', '-A');
    await git('commit', '-qm', 'As it was');
    expect(await run('lint', '--fix', '--commit')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\nCommitted \w+: lint: .*\(Plan\.canvas\)\n/) as string,
    });
    expect(await git('status', '--short')).toBe('');
    rmSync(join(vault, '.memvault/runs'), { recursive: true });
    expect(await run('dream', '--undo', '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/1 page as before/) as string,
    });
    expect(read(BOARD)).toBe(DRAWN);
  });

  test('are turned on canvases of the zones that lint looks at, and on no other', async () => {
    await dreamt();
    const kept = [
      'Plan.canvas',
      'Boards/Plan.canvas',
      '4_Assets/Plan.canvas',
      '.obsidian/Plan.canvas',
      '1_Projects/Left.canvas',
      '1_Projects/Torn.canvas',
    ];
    for (const path of kept) write(path, path.includes('Torn') ? DRAWN.slice(0, -1) : DRAWN);
    await run('config', 'set', 'lint.include', '["**", "!**/Left.canvas"]');
    write('2_Wiki/Deep/Er.canvas', DRAWN);
    const before = hashFolder(vault);
    await run('lint', '--fix');
    expect(changedSince(before)).toEqual(['2_Wiki/Deep/Er.canvas', 'log.md']);
    expect(read('index.md')).not.toContain('canvas');
    expect(JSON.parse((await run('lint', '--json')).stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          path: 'Boards/Plan.canvas',
          line: 3,
          fix: 'let the card show 3_Personal/Work.md: the facts of the page are there now',
        }),
      ]) as unknown,
    });
  });

  test('keep bytes that are no text', async () => {
    await dreamt();
    const [head, tail] = DRAWN.split('not this');
    const bytes = Buffer.concat([Buffer.from(head ?? ''), Buffer.from([0xff, 0xc3]), Buffer.from(tail ?? '')]);
    write(BOARD, bytes);
    await run('lint', '--fix');
    expect(
      readFileSync(join(vault, BOARD)).equals(
        Buffer.from(
          bytes
            .toString('latin1')
            .replace('3_Personal\\/Job.md', '3_Personal/Work.md')
            .replace('preferences', 'Preferences'),
          'latin1',
        ),
      ),
    ).toBe(true);
  });
});

test.each([
  ['a note whose name no other has', 'Old/Ann.md', '1_Projects/Ann "A".md', 'Ann "A".md', true],
  ['a name that two notes have', 'Old/Work.md', '1_Projects/Work.md', 'Work.md', false],
  ['a name that many folders have', 'Old/README.md', '1_Projects/README.md', 'README.md', false],
  ['a name without its ending', 'Old/Ann', '1_Projects/Ann.md', 'Ann', false],
  ['a picture', 'Old/ann.png', '1_Projects/ann.png', 'ann.png', false],
])('a card of %s', (_what, _old, path, name, isTurned) => {
  const folder = makeFolder();
  writeExample(
    folder,
    '\n== daily/2026-07-01.md\n- [work] User works at Microsoft ^k3v9x2ab4q\n== 3_Personal/Work.md\n- User works at Microsoft[^k3v9x2ab4q]\n',
  );
  put(folder, path, 'x\n');
  const canvas = (file: string): string => `{"nodes":[{"type":"file","file":${JSON.stringify(file)}}]}`;
  put(folder, BOARD, canvas(`Old/${name}`));
  const plan = planRepairs(
    readLintInput(folder, '2026-07-03', 3, new Set(), { include: ['**'], exclude: [] }),
    RULES,
    REPAIRERS,
  );
  expect(plan.pages.filter((page) => page.path === BOARD)).toEqual(
    isTurned ? [{ path: BOARD, before: canvas(`Old/${name}`), after: canvas(path) }] : [],
  );
});

test('a canvas that a run wrote is no page of the view', () => {
  const folder = makeFolder();
  const canvas = toPageText(BOARD, '{"nodes":[{"type":"text","text":"- x[^k3v9x2ab4q]"}]}\n- x[^k3v9x2ab4q]\n');
  expect([canvas.claims, [...updateView(readView(folder), [canvas], []).pages.keys()]]).toEqual([[], []]);
});

test('whatever stands in a canvas, only cards change, and only those that led nowhere', () => {
  const folder = makeFolder();
  writeExample(
    folder,
    '\n== daily/2026-07-01.md\n- [work] User works at Microsoft ^k3v9x2ab4q\n== 3_Personal/Work.md\n- User works at Microsoft[^k3v9x2ab4q]\n',
  );
  const name = fc.constantFrom('3_Personal/Work.md', '3_personal/work.md', 'Old/Work.md', 'Old/Gone.md', '../x.md', '');
  const node = fc.record(
    {
      id: fc.string(),
      type: fc.constantFrom('file', 'text', 'group'),
      file: fc.oneof(name, fc.integer()),
      text: fc.oneof(name, fc.string()),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), fc.constantFrom(undefined, 1, '\t'), (nodes, gap) => {
      put(folder, BOARD, JSON.stringify({ nodes, edges: nodes }, null, gap));
      const plan = planRepairs(
        readLintInput(folder, '2026-07-03', 3, new Set(), { include: ['**'], exclude: [] }, false),
        RULES,
        REPAIRERS,
      );
      const [page] = plan.pages.filter(({ path }) => path === BOARD);
      const turned = nodes.map((one) =>
        one.type === 'file' && ['3_personal/work.md', 'Old/Work.md'].includes(String(one.file))
          ? { ...one, file: '3_Personal/Work.md' }
          : one,
      );
      const wanted = JSON.stringify({ nodes: turned, edges: nodes }, null, gap);
      expect(page?.after ?? JSON.stringify({ nodes, edges: nodes }, null, gap)).toBe(wanted);
    }),
    { numRuns: 60 },
  );
});
