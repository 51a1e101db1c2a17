// Every place in which what is forgotten could hide: it is gone from there, and one that is put there again is found.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { dreamtVault, removePrepared, SECRET, type TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

async function start(others?: readonly string[]): Promise<{ vault: TestVault; id: string }> {
  const made = await dreamtVault(others);
  open.push(made.vault);
  return made;
}

const PAGE = '3_Personal/Health.md';

/** `put`: makes sure that it is there. `path`: the file in which it must not be any more; null for any. */
const PLACES: readonly [place: string, path: RegExp, put: (vault: TestVault, id: string) => Promise<void> | void][] = [
  ['Key Facts', /^3_Personal\/Health\.md$/, () => undefined],
  [
    'History',
    /^3_Personal\/Health\.md$/,
    (vault) => {
      vault.edit(PAGE, /^- User visits .*\n/m, '');
      vault.edit(
        PAGE,
        '## Sources',
        '## History\n- ~~User visits a cardiologist named Quillfeather in Lyon~~ 2026-06-28 to 2026-06-30.[^ID]\n\n## Sources'.replace(
          'ID',
          idOn(vault),
        ),
      );
    },
  ],
  [
    'a side of a conflict',
    /^3_Personal\/Health\.md$/,
    (vault) => {
      const id = idOn(vault);
      const other = /User swims on Fridays\[\^(\w{10})\]/.exec(vault.read(PAGE))?.[1] ?? '';
      vault.edit(PAGE, /^- User swims .*\n/m, '');
      vault.edit(
        PAGE,
        /^- User visits .*$/m,
        `> [!warning] Conflicting claims: ${SECRET}[^${id}] (2026-06-28) vs User swims on Fridays[^${other}] (2026-06-28)`,
      );
    },
  ],
  [
    'a table to which a person moved it',
    /^3_Personal\/Health\.md$/,
    (vault) => {
      const id = idOn(vault);
      vault.edit(PAGE, /^- User visits .*\n/m, '');
      vault.append(PAGE, `\n| who | what |\n|---|---|\n| me | x |\n\n${SECRET}[^${id}]\n`);
    },
  ],
  [
    'a claim that a person reworded',
    /^3_Personal\/Health\.md$/,
    (vault) => vault.edit(PAGE, SECRET, 'Dr. Quillfeather, Lyon: the heart'),
  ],
  ['MEMORY.md', /^MEMORY\.md$/, () => undefined],
  ['journals', /^\.memvault\/runs\//, () => undefined],
  [
    'a plan’s words and reasons',
    /^\.memvault\/runs\//,
    (vault) => {
      const path = vault.holding().find((file) => file.endsWith('journal.json')) ?? '';
      const journal = JSON.parse(vault.read(path)) as { plan: { notices: string[] } };
      journal.plan.notices.push(`instead of “${SECRET.toUpperCase()}” its own words were used`);
      vault.write(path, JSON.stringify(journal));
    },
  ],
  [
    'a journal that was put aside',
    /^\.memvault\/runs\//,
    (vault) => vault.write('.memvault/runs/r-20260601-0300-abcdef/journal.damaged', `{"plan":{"text":"${SECRET}`),
  ],
  ['the cache', /^\.memvault\/cache\//, async (vault) => void (await vault.must(['search', 'cardiologist']))],
  [
    'the quarantine',
    /^\.memvault\/quarantine\.jsonl$/,
    (vault) => vault.write('.memvault/quarantine.jsonl', `{"content":"${SECRET}"}\n{"content":"another"}\n`),
  ],
  [
    'the draft of a review',
    /^\.memvault\/reviews\.jsonl$/,
    (vault, id) =>
      vault.write(
        '.memvault/reviews.jsonl',
        `${JSON.stringify({ id: 'aaaaaaaaaa', kind: 'merge', status: 'pending', facts: [id, 'bbbbbbbbbb'], reason: 'alike', score: 1, draft: 'Sees Quillfeather', run: 'r', at: '2026-06-30T00:00:00Z' })}\n`,
      ),
  ],
  [
    'the state of the last run',
    /^\.memvault\/state\.json$/,
    (vault) =>
      vault.write(
        '.memvault/state.json',
        JSON.stringify({ lastResult: `failed: “${SECRET}” has no page`, failedFacts: { aaaaaaaaaa: 1 } }),
      ),
  ],
];

const idOn = (vault: TestVault): string =>
  /\^(\w{10})\n/.exec(vault.read('daily/2026-06-28.md').split(SECRET)[1] ?? '')?.[1] ?? '';

describe.each(PLACES)('%s', (_place, path, put) => {
  test('is left without it', async () => {
    const { vault, id } = await start();
    await put(vault, id);
    expect(
      vault.holding().filter((file) => path.test(file)),
      'it is there before',
    ).not.toEqual([]);
    await vault.must(['forget', id]);
    expect(vault.holding()).toEqual([]);
    expect(await vault.run(['forget', '--verify'])).toMatchObject({ status: 0 });
    expect((await vault.must(['search', 'cardiologist Quillfeather', '--all'])).stdout).not.toMatch(WORD);
    expect((await vault.must(['lint'])).stdout).not.toMatch(/error/);
  });
});

test('recalls of it are forgotten, too', async () => {
  const { vault, id } = await start();
  await vault.must(['search', 'cardiologist']);
  await vault.must(['search', 'swims']);
  expect(vault.read('.memvault/recall.jsonl')).toContain(id);
  await vault.must(['forget', id]);
  expect(vault.has('.memvault/recall.jsonl') ? vault.read('.memvault/recall.jsonl') : '').not.toContain(id);
});

test('what else was in those files is left', async () => {
  const { vault, id } = await start();
  vault.write('.memvault/quarantine.jsonl', `{"content":"${SECRET}"}\n{"content":"another"}\n`);
  await vault.must(['forget', id]);
  expect(vault.read('.memvault/quarantine.jsonl')).toBe('{"content":"another"}\n');
  expect(vault.read(PAGE)).toContain('- User swims on Fridays[^');
  expect((await vault.must(['diff', '--stat'])).stdout).toContain('Health.md');
  expect(vault.read('.memvault/tombstones.jsonl')).not.toMatch(WORD);
});

test.each(['07', '0300', '01'])(
  'days and runs in the entries of log.md that journals keep tell of no %s',
  async (number) => {
    const { vault } = await start();
    const id = await vault.log(`User drank tea number ${number}`);
    await vault.dream();
    expect(vault.read('log.md')).toMatch(/^## \[2026-07-01\] ingest .*\nr-20260701-0[0-9]00-/m);
    await vault.must(['dream', '--undo']);
    await vault.must(['forget', id]);
    expect(await vault.run(['forget', '--verify'])).toMatchObject({ status: 0 });
  },
);

test('a page with nothing left goes, with its entry in index.md and the links of other pages to it', async () => {
  const { vault, id } = await start([]);
  await vault.log('User works at Google', 'work');
  await vault.dream();
  vault.append(
    '3_Personal/Work.md',
    '\n## Related\n- [Health](Health.md)\n- [Health \\[old\\]](Health.md)\n- [Other](Other.md)\n',
  );
  expect(vault.read('index.md')).toContain('Health');
  await vault.must(['forget', id]);
  expect(vault.has(PAGE)).toBe(false);
  expect(vault.read('index.md')).not.toContain('Health');
  expect(vault.read('3_Personal/Work.md')).toContain('## Related\n- [Other](Other.md)\n');
});

test('a page with a person’s own text stays', async () => {
  const { vault, id } = await start([]);
  vault.edit(PAGE, '## Key Facts\n', '## Key Facts\n\nWhat my doctors say.\n\n');
  await vault.must(['forget', id]);
  expect(vault.read(PAGE)).toContain('What my doctors say.');
  expect(vault.holding()).toEqual([]);
});

test('a claim that rests on another fact, too, gets its words', async () => {
  const { vault, id } = await start([]);
  await vault.log(`the ${SECRET.toLowerCase()}.`, 'health', '2026-06-29');
  await vault.dream();
  const cited = [...vault.read(PAGE).matchAll(/^- .*$/gm)].map(([line]) => line);
  expect(cited, 'one claim of two facts').toEqual([expect.stringMatching(/\[\^\w{10}\]\[\^\w{10}\]$/)]);
  await vault.must(['forget', id]);
  expect(vault.read(PAGE)).toMatch(/^- .*Quillfeather.*\[\^\w{10}\]$/im);
  expect(vault.read(PAGE)).not.toContain(id);
  expect((await vault.must(['forget', '--verify'])).stdout).toContain('says the same and is not forgotten');
});

test('a person’s paragraph loses its footnote and is named', async () => {
  const { vault, id } = await start();
  vault.edit(PAGE, /^- User visits .*\n/m, '');
  vault.append(
    PAGE,
    `\nI go to Quillfeather in Lyon when the heart stumbles, which is seldom.[^${id}] More about it later.\n`,
  );
  const { stdout } = await vault.must(['forget', id, '--json'], { status: 3 });
  const { remaining } = JSON.parse(stdout) as { remaining: { path: string; line: number; what: string }[] };
  expect(remaining).toEqual([{ path: PAGE, line: expect.any(Number) as number, what: 'your own text that cited it' }]);
  const line = vault.read(PAGE).split('\n')[(remaining[0]?.line ?? 0) - 1];
  expect(line).toBe('I go to Quillfeather in Lyon when the heart stumbles, which is seldom. More about it later.');
});

test('what is indented below a claim is a person’s and stays', async () => {
  const { vault, id } = await start();
  vault.edit(PAGE, /^(- User visits .*)$/m, '$1\n    - ask about the stairs');
  await vault.must(['forget', id]);
  expect(vault.read(PAGE)).toContain('- (forgotten)\n    - ask about the stairs\n');
  expect(vault.holding()).toEqual([]);
});

const zip = (text: string, byte: (code: number) => number[]): Uint8Array =>
  Uint8Array.from([...text].flatMap((char) => byte(char.charCodeAt(0))));

const LEAKS: readonly [where: string, path: string, text: string | Uint8Array][] = [
  [
    'a page, in other case and emphasis',
    PAGE,
    `Notes: user **visits** a\ncardio\u00ADlogist NAMED _Quillfeather_   in Lyon\n`,
  ],
  ['a part of it on a page', '3_Personal/Diary.md', 'My cardiologist named Quillfeather in Lyon is kind.\n'],
  ['MEMORY.md', 'MEMORY.md', `- ${SECRET}\n`],
  ['a note at the root', 'scratch.md', `x\ny\n${SECRET}\n`],
  ['a hidden folder', '.obsidian/workspace.json', JSON.stringify({ recent: [{ title: SECRET }] })],
  ['the trash', '.trash/Health.md', SECRET],
  [
    'a copy that a synchroniser made',
    'daily/2026-06-28.sync-conflict-20260701.md',
    `- [health] ${SECRET} ^aaaaaaaaaa\n`,
  ],
  ['a prose line of a daily log', 'daily/2026-06-27.md', `- [ ] tell them: ${SECRET}\n`],
  [
    'escapes of JSON',
    '.memvault/runs/r-20260601-0300-abcdef/journal.json',
    JSON.stringify({ a: JSON.stringify({ b: `x\n${SECRET}` }) }).replace('Lyon', '\\u004cyon'),
  ],
  ['references of HTML', 'page.html', SECRET.replaceAll(' ', '&#32;')],
  ['an address', 'links.md', `[x](https://example.org/?q=${encodeURIComponent(SECRET)})`],
  ['a file name', `4_Assets/${SECRET.toLowerCase().replaceAll(' ', '-')}.pdf`, 'x'],
  ['words without blanks', 'tag.md', `#${SECRET.replaceAll(' ', '')}`],
  [
    'a binary file',
    '.memvault/cache/blob',
    Buffer.concat([Buffer.from([0, 1, 255]), Buffer.from(SECRET), Buffer.from([0])]),
  ],
  [
    'a binary file of two bytes a letter',
    '.memvault/cache/wide',
    zip(`\u0001${SECRET}`, (code) => [code & 255, code >> 8]),
  ],
  ['the quarantine', '.memvault/quarantine.jsonl', `{"content":"${SECRET}"}\n`],
  ['the recalls', '.memvault/recall.jsonl', `{"query":"${SECRET}"}\n`],
  ['the reviews', '.memvault/reviews.jsonl', `{"draft":"${SECRET}"}\n`],
  ['the state', '.memvault/state.json', `{"lastResult":"${SECRET}"}`],
  ['the ledger', '.memvault/ledger/2026-05.jsonl', `{"reason":"${SECRET}"}\n`],
];

describe.each(LEAKS)('a leak in %s', (_where, path, text) => {
  test('is found', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id]);
    vault.write(path, text);
    const { stdout } = await vault.must(['forget', '--verify', '--json'], { status: 1 });
    const { remaining } = JSON.parse(stdout) as { remaining: { path: string; fact: string }[] };
    expect(remaining).toContainEqual(expect.objectContaining({ path, fact: id }));
    expect(new Set(remaining.map((one) => one.path))).toEqual(new Set([path]));
  });
});

describe('after a purge, when nobody has the words any more,', () => {
  const PLAIN: readonly [where: string, path: string, text: string][] = [
    ['a line', 'scratch.md', `${SECRET}\n`],
    ['a claim', '3_Personal/Diary.md', `- ${SECRET.toUpperCase()}\n`],
    ['a claim of History', '3_Personal/Diary.md', `## History\n- ~~${SECRET}~~ 2026-06-28 to 2026-06-30.\n`],
    [
      'a line of a daily log',
      'daily/2026-06-28.sync-conflict-20260701.md',
      `- [health] ${SECRET} \`heart\` ^aaaaaaaaaa\n`,
    ],
    ['a text of JSON', '.memvault/state.json', JSON.stringify({ lastResult: SECRET })],
    ['a part of a text of JSON', 'notes.jsonl', `{"a":{"b":["x: ${SECRET}. And more"]},"c":1}\n`],
    ['a key of JSON', 'notes.jsonl', `{"${SECRET}":1}\n`],
    ['an escaped text of JSON', 'notes.jsonl', `{"a":"${SECRET.replace(' ', '\\u0020')}"}\n`],
    ['a sentence', 'scratch.md', `First this. ${SECRET}\n`],
  ];
  test.each(PLAIN)('%s is found by its digest', async (_where, path, text) => {
    const { vault, id } = await start();
    await vault.must(['forget', id, '--purge']);
    expect(vault.read('daily/2026-06-28.md')).not.toMatch(WORD);
    expect(await vault.run(['forget', '--verify'])).toMatchObject({ status: 0 });
    vault.write(path, text);
    const { stdout } = await vault.must(['forget', '--verify', id, '--json'], { status: 1 });
    expect(JSON.parse(stdout)).toMatchObject({ remaining: [{ path, fact: id }] });
  });
});

test('--verify tells the line that the log must have from a leak', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  expect((await vault.must(['forget', '--verify'])).stdout).toMatch(
    new RegExp(
      `^${id}  still in the daily log, as expected: daily/2026-06-28\\.md:\\d+; --purge removes it\\nNo leaks in \\d+ files\\.`,
    ),
  );
  renameSync(join(vault.root, 'daily/2026-06-28.md'), join(vault.root, 'daily/old.md'));
  expect((await vault.must(['forget', '--verify'], { status: 1 })).stdout).toContain('leaked: daily/old.md:');
});
