// `lint --fix` on a vault with every defect that it can repair planted, and with those that need a person: what it
// repairs, what it leaves, that it can be taken back, and that a second time there is nothing to do.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { labelOf } from '../../src/lint/rule.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { makeOwnPages } from '../support/own-pages.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', vault, '-q']);
  makeOwnPages(vault, 'Events', 'Preferences', 'Work');
});
afterEach(() => place.remove());

const run = async (...args: string[]): Promise<Ended> =>
  await memvaultHere(place, [...args, '--vault', vault], {
    env: { ...place.env, MEMVAULT_NOW: '2026-07-05T10:00:00Z' },
  });
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), text);
};
function change(path: string, from: string | RegExp, to: string): void {
  const text = read(path);
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} does not hold ${String(from)}:\n${text}`);
  write(path, changed);
}
interface Found {
  readonly rule: string;
  readonly kind?: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}
const lint = async (...more: string[]): Promise<Found[]> =>
  (JSON.parse((await run('lint', '--json', ...more)).stdout) as { findings: Found[] }).findings;
const brief = (found: readonly Found[]): string[] => found.map((one) => `${labelOf(one)} ${one.path}`).sort();

const WORK = '3_Personal/Work.md';
const PREFERENCES = '3_Personal/Preferences.md';
const EVENTS = '3_Personal/Events.md';

/** Three pages with claims, in order. */
async function dreamt(): Promise<void> {
  const facts = [
    ['work', 'User works at Microsoft'],
    ['work', 'The backup takes 40 minutes'],
    ['preference', 'User prefers compact dashboards'],
    ['event', 'User met Anna Berg in Lisbon'],
  ]
    .map(([category, content]) => JSON.stringify({ content, category, date: '2026-07-01', time: '09:00' }))
    .join('\n');
  await memvaultHere(place, ['log', '--jsonl', '-q', '--vault', vault], {
    input: `${facts}\n`,
    env: { ...place.env, MEMVAULT_NOW: '2026-07-02T10:00:00Z' },
  });
  expect(
    await memvaultHere(place, ['dream', '--batch', '--force', '-q', '--vault', vault], {
      env: { ...place.env, MEMVAULT_NOW: '2026-07-03T10:00:00Z' },
    }),
  ).toMatchObject({ status: 0 });
}

/** A person's own note, a page of theirs that moved, and every defect that lint repairs. Gives the texts of before. */
function plantRepairable(): void {
  write('2_Wiki/Nadia Rahman.md', '---\naliases: [Nadia]\n---\nA colleague.\n');
  write('5_Archives/Trip plan.md', '# X\nTo Lisbon.\n\n## To do\n');
  // An alias, a case, a moved note, a renamed page; in markdown, wikilinks, a table, a property.
  change(WORK, 'tags: []', 'tags: []\nabout: "[[nadia rahman]]"');
  change(
    WORK,
    '## Key Facts\n',
    `With [[Nadia]], [[Nadia|her]] and [her](../2_wiki/Nadia%20Rahman.md).

| who | where |
|---|---|
| [[Nadia]] | [[1_Projects/Trip plan#To do|the trip]] |

See [the plan](../1_Projects/Trip%20plan.md#x "where to") and [what happened](Events.md).

## Key Facts
`,
  );
  // A source that leads elsewhere, one that is missing, one that nothing cites.
  change(WORK, '](../daily/2026-07-01.md', '](../../logs/2026-07-01.md');
  change(WORK, /\[\^\w{10}\]: [^\n]*\n$/, '');
  change(
    PREFERENCES,
    /(## Sources\n(\[\^\w{10}\]: .*)\n)/,
    '$1[^zzzzzzzzzz]: [2026-07-01 09:00](../daily/2026-07-01.md#^zzzzzzzzzz)\n',
  );
  // A way back that is missing.
  change(PREFERENCES, '## Sources', '## Related\n- [Work](Work.md)\n\n## Sources');
  // Keys of the front matter.
  change(PREFERENCES, /title: .*\n/, '');
  change(PREFERENCES, 'status: stable\n', '');
  change(WORK, 'review: current\n', '');
  // The catalogue.
  change('index.md', '2 claims', '7 claims');
}

/** What only a person can decide. */
function plantForPerson(): void {
  write('2_Wiki/Ann.md', '---\naliases: [The boss]\n---\nOne of them.\n');
  write('5_Archives/Ann.md', '---\naliases: [The boss]\n---\nThe other.\n');
  // A page of a person's own with the defects that lint repairs on its own pages; and one in no zone.
  write('2_Wiki/Mine.md', 'See [[nadia rahman]], [[Nadia]] and [[1_Projects/Trip plan]].\n');
  write('Root.md', 'See [[nadia rahman]].\n');
  change(
    WORK,
    '## Key Facts\n',
    `[[Ann]], [[The boss]], [[Nobody]], [a picture](../4_Assets/none.png), [[1_Projects/Old/README]] and [[Nadia Rahman#Nowhere]].

## Key Facts
`,
  );
  write('2_Wiki/README.md', 'How this folder is kept.\n');
  change(EVENTS, 'status: stable', 'status: stabel');
}

/** Files that are not as they were. */
const changedSince = (before: Record<string, string>): string[] => {
  const now = hashFolder(vault);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((path) => now[path] !== before[path] && !path.startsWith('.memvault/runs/'))
    .sort();
};

test('what it says to have repaired are the findings that are gone: not each of their links, and the catalogue among them', async () => {
  await dreamt();
  change('index.md', 'Work.md', 'Wrok.md');
  expect((await run('lint', '--fix', '--dry-run')).stderr).toMatch(
    /^Would repair 1 finding in 1 file; health 99 → 100\.\n/,
  );
  write('2_Wiki/Nadia Rahman.md', 'A colleague.\n');
  change(WORK, '## Key Facts\n', '[[nadia rahman]] and [[nadia rahman]] and [[nadia rahman]]\n\n## Key Facts\n');
  await run('lint', '--baseline', '--rule', 'links/case');
  expect((await run('lint', '--fix')).stderr).toMatch(/^Repaired 2 findings in 2 files /);
});

describe('every defect that can be repaired', () => {
  test('is gone after --fix, a second one writes nothing, and --undo gives back the bytes', async () => {
    await dreamt();
    // A page that a person renamed, as the next dream records: its facts tell where it is now.
    renameSync(join(vault, EVENTS), join(vault, '3_Personal/Happenings.md'));
    expect(await run('dream', '--batch', '--force', '-q')).toMatchObject({ status: 0 });
    expect(await lint()).toEqual([]);
    plantRepairable();
    const before = hashFolder(vault);
    const planted = await lint();
    expect(new Set(planted.map(labelOf))).toEqual(
      new Set([
        'links/alias',
        'links/anchor',
        'unlinked/back-link',
        'links/missing',
        'catalogue',
        'citations',
        'front-matter',
        'links/case',
      ]),
    );
    const rehearsed = await run('lint', '--fix', '--dry-run');
    expect(hashFolder(vault)).toEqual(before);
    const fixed = await run('lint', '--fix');
    expect(fixed).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Repaired ${planted.length} findings in 3 files \\(r-20260705-\\S+\\); health \\d+ → 100; `),
      ) as string,
    });
    expect(changedSince(before)).toEqual([PREFERENCES, WORK, 'index.md', 'log.md']);
    expect(await lint()).toEqual([]);
    // What it showed is what it did, as `patch` understands it.
    const after = hashFolder(vault);
    const again = await run('lint', '--fix');
    expect(again).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Nothing to repair automatically\./) as string,
    });
    expect(hashFolder(vault)).toEqual(after);
    expect(read('log.md')).toMatch(
      /\n## \[2026-07-05\] lint \| repairs\nr-20260705-\S+, 14 repairs: links\/case 2, links\/alias 3, links\/missing 3, citations 3, front-matter 2, unlinked\/back-link 1; updated \[Preferences\]\(3_Personal\/Preferences\.md\), \[Work\]\(3_Personal\/Work\.md\)\n$/,
    );
    expect((await run('dream', '--undo', '--yes')).stdout).toMatch(/^Undid r-20260705-\S+: 2 pages as before\.\n/);
    expect(changedSince(before)).toEqual(['log.md']);
    expect(brief(await lint())).toEqual(brief(planted));
    writeFileSync(join(place.root, 'plan.diff'), rehearsed.stdout);
    expect(
      await program(place, 'patch', ['-p1', '-s', '-i', join(place.root, 'plan.diff')], { cwd: vault }),
    ).toMatchObject({ status: 0 });
    expect(await lint()).toEqual([]);
  });

  test('words that a reader sees and all that is not repaired keep their bytes', async () => {
    await dreamt();
    plantRepairable();
    const seen = (text: string): string =>
      text.replace(/\[\[[^\]|]*?(?:\\?\|)?([^\]|]*)\]\]/g, '$1').replace(/\]\([^)"]*/g, ']()');
    const part = (text: string): string => text.slice(text.indexOf('With [['), text.indexOf('- The backup'));
    const before = part(read(WORK));
    await run('lint', '--fix');
    expect(read(WORK)).toContain(
      'With [[Nadia Rahman|Nadia]], [[Nadia Rahman|her]] and [her](../2_Wiki/Nadia%20Rahman.md).',
    );
    expect(read(WORK)).toContain('| [[Nadia Rahman\\|Nadia]] | [[5_Archives/Trip plan#To do|the trip]] |');
    expect(read(WORK)).toContain('See [the plan](../5_Archives/Trip%20plan.md#x "where to") and ');
    expect(seen(part(read(WORK)))).toBe(seen(before));
  });
});

describe('what needs a person', () => {
  test('is left and named, whatever else is repaired; notes of a person are not touched', async () => {
    await dreamt();
    plantRepairable();
    plantForPerson();
    const { status } = await run('lint', '--fix');
    expect(status).toBe(0);
    expect(brief(await lint())).toEqual([
      'front-matter 3_Personal/Events.md',
      'links/alias 3_Personal/Work.md',
      'links/ambiguous 3_Personal/Work.md',
      'links/anchor 3_Personal/Work.md',
      'links/file 3_Personal/Work.md',
      'links/missing 3_Personal/Work.md',
      'links/missing 3_Personal/Work.md',
    ]);
    expect(read('2_Wiki/Mine.md')).toBe('See [[nadia rahman]], [[Nadia]] and [[1_Projects/Trip plan]].\n');
    expect(read('Root.md')).toBe('See [[nadia rahman]].\n');
    expect(read('2_Wiki/Nadia Rahman.md')).toBe('---\naliases: [Nadia]\n---\nA colleague.\n');
  });

  test('with lint.include notes of a person in the zones are repaired, too, and others are only named', async () => {
    await dreamt();
    plantRepairable();
    plantForPerson();
    await run('config', 'set', 'lint.include', '["**/*.md"]');
    await run('lint', '--fix');
    expect(read('2_Wiki/Mine.md')).toBe(
      'See [[Nadia Rahman|nadia rahman]], [[Nadia Rahman|Nadia]] and [[5_Archives/Trip plan]].\n',
    );
    expect(read('Root.md')).toBe('See [[nadia rahman]].\n');
    expect((await lint()).filter(({ path }) => path === 'Root.md').map(labelOf)).toContain('links/case');
    // A person's own head is theirs.
    expect(read('2_Wiki/Ann.md')).toBe('---\naliases: [The boss]\n---\nOne of them.\n');
  });
});

describe('the flags', () => {
  test('--rule repairs what that rule finds and nothing else; index.md follows the pages with every run that writes one', async () => {
    await dreamt();
    plantRepairable();
    await run('lint', '--fix', '--rule', 'catalogue');
    expect(read('index.md')).toContain('2 claims');
    expect(read(PREFERENCES)).not.toContain('title: Preferences\n');
    expect((await run('dream', '--undo', '--yes')).stdout).toMatch(/^Undid /);
    expect(read('index.md')).toContain('7 claims');
    await run('lint', '--fix', '--rule', 'front-matter');
    expect(read(PREFERENCES)).toContain('title: Preferences\n');
    expect(read(WORK)).toContain('With [[Nadia]],');
    expect(read('index.md')).toContain('2 claims');
  });

  test('--commit makes one commit that diff and undo on another clone know', async () => {
    await dreamt();
    plantRepairable();
    const git = async (...args: string[]): Promise<string> =>
      (await program(place, 'git', ['-C', vault, '-c', 'user.name=You', '-c', 'user.email=you@example.org', ...args]))
        .stdout;
    await git('add', '-A');
    await git('commit', '-qm', 'As it was');
    const before = hashFolder(vault);
    const { status, stdout } = await run('lint', '--fix', '--commit');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^Committed \w+: lint: pages updated \(Preferences, Work\)/),
    ]);
    expect(await git('status', '--short')).toBe('');
    rmSync(join(vault, '.memvault/runs'), { recursive: true });
    expect(await run('dream', '--undo', '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Undid r-20260705-\S+: 2 pages as before/) as string,
    });
    expect(changedSince(before).filter((path) => !path.startsWith('.git/'))).toEqual(['index.md', 'log.md']);
  });

  test.each(['--dry-run', '--commit'])('%s without --fix is a mistake', async (flag) => {
    expect(await run('lint', flag)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${flag} needs --fix`) as string,
    });
  });

  test('--json tells what was repaired, and what a rehearsal would', async () => {
    await dreamt();
    change(WORK, 'review: current\n', '');
    const repairs = [{ rule: 'front-matter', path: WORK, line: 1, reason: 'the front matter gets review' }];
    expect(JSON.parse((await run('lint', '--fix', '--dry-run', '--json')).stdout)).toMatchObject({
      health: 99,
      fix: { run: null, dryRun: true, healthBefore: 99, repairs, refused: [], files: [WORK], left: [], commit: null },
    });
    expect(JSON.parse((await run('lint', '--fix', '--json')).stdout)).toMatchObject({
      findings: [],
      health: 100,
      fix: { run: expect.stringMatching(/^r-/) as string, healthBefore: 99, repairs, files: [WORK] },
    });
    expect(JSON.parse((await run('lint', '--json')).stdout)).not.toHaveProperty('fix');
  });
});

test('a page that waits for a merge is left', async () => {
  await dreamt();
  change(WORK, 'review: current\n', '');
  change(WORK, '## Key Facts\n', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n\n## Key Facts\n');
  const before = hashFolder(vault);
  await run('lint', '--fix');
  expect(changedSince(before)).toEqual([]);
});
