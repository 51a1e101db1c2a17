// The verb `extract` on real folders: what is there in the end, and that nothing comes twice, comes back or gets out.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { fake } from '../../language/secrets/fake.ts';
import { hashFolder } from '../../support/folder-hash.ts';
import { memvaultHere } from '../../support/in-process.ts';
import { type Ended, memvault, type Place } from '../../support/memvault.ts';
import { newVault } from './new-vault.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/sessions');
const NOW = '2026-07-01T12:00:00Z';

let place: Place;
let vault: string;
beforeEach(async () => {
  ({ place, vault } = await newVault());
});
afterEach(() => place.remove());

const run = async (
  args: readonly string[],
  {
    now = NOW,
    input = '',
    env = {},
    at = vault,
  }: { now?: string; input?: string; env?: Record<string, string>; at?: string } = {},
): Promise<Ended> =>
  await memvaultHere(place, [...args, '--vault', at], { input, env: { ...place.env, MEMVAULT_NOW: now, ...env } });

interface Session {
  readonly session: string;
  readonly facts: readonly {
    readonly id: string | null;
    readonly date: string;
    readonly time: string | null;
    readonly content: string;
    readonly category: string;
    readonly fields: Record<string, string>;
    readonly quote: string;
  }[];
  readonly duplicates: number;
  readonly echoes: number;
  readonly dropped: readonly { readonly reason: string; readonly content?: string }[];
  readonly broken: readonly number[];
}

async function extract(files: readonly string[], more: Parameters<typeof run>[1] = {}): Promise<readonly Session[]> {
  const { stdout, stderr } = await run(['import', ...files, '--json'], more);
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { sessions: Session[] }).sessions;
}

const put = (name: string, text: string): string => {
  writeFileSync(join(place.root, name), text);
  return join(place.root, name);
};
const daily = (at = vault): string =>
  existsSync(join(at, 'daily'))
    ? readdirSync(join(at, 'daily'))
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) => readFileSync(join(at, 'daily', name), 'utf8'))
        .join('')
    : '';
const textsOf = (sessions: readonly Session[]): string[] =>
  sessions.flatMap(({ facts }) => facts.map(({ content }) => content));
const store = (): string => join(vault, '.memvault/sessions');
const event = (text: string, at: string, session = 's-1', type = 'user'): string =>
  `${JSON.stringify({ type, sessionId: session, uuid: 'u', timestamp: at, cwd: '/src/atlas', message: { role: type, content: text } })}\n`;

test.each([
  [
    'claude-code.jsonl',
    '2026-06-22',
    [
      'User prefers small commits',
      'User is colour-blind',
      'do not use red and green in the dashboard charts',
      'team uses Postgres 16',
      'to use pg-boss instead of Redis',
      'never run the integration tests against the staging database',
      'to cap retries at 5',
      'deploys on Tuesdays and Thursdays',
      'to keep the old endpoint until the end of September 2026',
      'User always reviews migrations themselves',
    ],
  ],
  [
    'codex.jsonl',
    '2026-06-25',
    [
      'team uses GitHub Actions',
      'User is on vacation from July 6 2026',
      'to pin the toolchain to 1.79',
      'User does not like matrix builds',
      'to release every second Friday',
      "Priya is User's colleague",
      'Priya owns the release script',
      'do not use third-party actions',
      'User used to maintain the old Jenkins set-up at Brightwater',
    ],
  ],
])(
  '%s: what a colleague would remember is there, and nothing that a tool or a model said',
  async (file, day, wanted) => {
    const [session] = await extract([join(FIXTURES, file)]);
    const texts = session?.facts.map(({ content }) => content).join('\n') ?? '';
    for (const words of wanted) expect(texts).toContain(words);
    const log = readFileSync(join(vault, `daily/${day}.md`), 'utf8');
    for (const { content, fields, date, time, quote } of session?.facts ?? []) {
      expect(log).toContain(content);
      expect(fields['source']).toMatch(new RegExp(`^${session?.session ?? ''}:\\d+$`));
      // The line that the source names says it.
      expect(
        readFileSync(join(FIXTURES, file), 'utf8').split('\n')[Number(fields['source']?.split(':')[1]) - 1],
      ).toContain(JSON.stringify(quote).slice(1, -1));
      expect([date, time]).toEqual([day, expect.stringMatching(/^\d\d:\d\d$/)]);
    }
    for (const words of [
      'Lisbon',
      'RabbitMQ',
      'yarn',
      'cats',
      'Rome',
      'MongoDB',
      'SQLite',
      'Initech',
      'Bazel',
      'sandbox',
      'prefers Redis',
      'big commits',
      'Tests:',
      'long names',
    ])
      expect(daily()).not.toContain(words);
    expect(readdirSync(store())).toEqual([`${session?.session ?? ''}.json`]);
    expect((await run(['lint'])).status).toBe(0);
  },
);

it('says in the header when it was said, by the local clock', async () => {
  await extract([put('s.jsonl', event('I prefer tabs. I adopted a dog yesterday.', '2026-06-30T22:30:00.000Z'))]);
  const log = readFileSync(join(vault, 'daily/2026-07-01.md'), 'utf8');
  expect(log).toMatch(/^## 00:30 — s-1 <!-- \w+ -->\n- \[preference\] User prefers tabs /m);
  // Yesterday is the day before that of the local clock.
  expect(log).toContain('User adopted a dog on 2026-06-30');
});

describe('the same session', () => {
  const file = join(FIXTURES, 'claude-code.jsonl');

  it('adds no byte the second time, in whatever way it comes', async () => {
    await extract([file]);
    const before = hashFolder(vault);
    for (const args of [[file], [file, file], [file, '--again'], ['-']]) {
      const sessions = await extract(args, { now: '2026-07-02T12:00:00Z', input: readFileSync(file, 'utf8') });
      expect(textsOf(sessions)).toEqual([]);
      expect(sessions[0]?.duplicates).toBeGreaterThan(3);
    }
    expect(hashFolder(vault)).toEqual(before);
  });

  it('is logged once where one call names it twice', async () => {
    const sessions = await extract([file, file]);
    expect(sessions[0]?.facts.length).toBeGreaterThan(3);
    expect(sessions).toHaveLength(1);
  });

  it('that grew by two turns adds those alone', async () => {
    const lines =
      event('I prefer tabs.', '2026-06-30T08:00:00.000Z') +
      event('Fine.', '2026-06-30T08:01:00.000Z', 's-1', 'assistant');
    const grown =
      lines + event('I live in Rome.', '2026-06-30T08:02:00.000Z') + event('I prefer zsh.', '2026-06-30T08:03:00.000Z');
    expect(textsOf(await extract([put('s.jsonl', lines)]))).toEqual(['User prefers tabs']);
    const before = daily();
    const [more] = await extract([put('s.jsonl', grown)]);
    expect(more?.facts.map(({ fields }) => fields['source'])).toEqual(['s-1:3', 's-1:4']);
    expect(daily().startsWith(before)).toBe(true);
    expect(daily().match(/prefers tabs/g)).toHaveLength(1);
  });

  it('that had one turn, without a name and without times, keeps its name', async () => {
    const said = (...texts: string[]): string => JSON.stringify(texts.map((content) => ({ role: 'user', content })));
    const [first] = await extract([put('s.json', said('I prefer tabs.'))]);
    for (const gone of [false, true]) {
      if (gone) rmSync(store(), { recursive: true });
      const [grown] = await extract([
        put('s.json', said('I prefer tabs.', 'I prefer zsh.', 'I live in Rome.', 'Bye.')),
      ]);
      expect([grown?.session, grown?.facts.map(({ content }) => content)]).toEqual([
        first?.session,
        gone ? [] : ['User prefers zsh', 'User lives in Rome'],
      ]);
    }
  });

  it('is logged once by four processes at a time', async () => {
    const ended = await Promise.all(
      [1, 2, 3, 4].map(() => memvault(place, ['import', file, '--vault', vault, '--json'])),
    );
    expect(ended.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const sessions = ended.flatMap(({ stdout }) => (JSON.parse(stdout) as { sessions: Session[] }).sessions);
    expect(
      sessions
        .map(({ facts }) => facts.length)
        .toSorted((a, b) => a - b)
        .slice(0, 3),
    ).toEqual([0, 0, 0]);
    expect(daily().match(/colour-blind/g)).toHaveLength(2);
    expect(readdirSync(store())).toHaveLength(1);
  });

  it('gives what a line says that was torn when it was read first', async () => {
    const [first, second] = [
      event('I prefer tabs.', '2026-06-30T08:00:00.000Z'),
      event('I prefer zsh.', '2026-06-30T08:01:00.000Z'),
    ];
    expect((await extract([put('s.jsonl', first + second.slice(0, 60))]))[0]?.broken).toEqual([2]);
    expect(textsOf(await extract([put('s.jsonl', first + second)]))).toEqual(['User prefers zsh']);
  });

  it('adds nothing once the store was pruned, by hand or by a dream, or on another clone', async () => {
    await extract([file]);
    const before = daily();
    const clone = join(place.root, 'clone');
    cpSync(vault, clone, { recursive: true });
    rmSync(join(clone, '.memvault/sessions'), { recursive: true });
    rmSync(join(clone, '.memvault/clone'));
    expect(textsOf(await extract([file], { at: clone }))).toEqual([]);
    expect(daily(clone)).toBe(before);
    expect((await run(['dream', '--batch', '--force'], { now: '2026-07-10T01:00:00Z' })).status).toBe(0);
    expect(readdirSync(store())).toHaveLength(1);
    expect((await run(['dream', '--batch', '--force'], { now: '2026-07-16T01:00:00Z' })).status).toBe(0);
    expect(readdirSync(store())).toEqual([]);
    for (const again of [[], ['--again']])
      expect(textsOf(await extract([file, ...again], { now: '2026-07-16T08:00:00Z' }))).toEqual([]);
    expect(daily()).toBe(before);
  });

  it('keeps a fact that a person edited, and brings its first words not back', async () => {
    await extract([put('s.jsonl', event('I prefer tabs.', '2026-06-30T08:00:00.000Z'))]);
    const path = join(vault, 'daily/2026-06-30.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace('prefers tabs', 'prefers tabs in Go'));
    rmSync(store(), { recursive: true });
    expect(textsOf(await extract([join(place.root, 's.jsonl')]))).toEqual([]);
  });

  it('that an older extractor read is read with --again, which adds only what is new', async () => {
    const text =
      event('I prefer tabs.', '2026-06-30T08:00:00.000Z') + event('I prefer zsh.', '2026-06-30T08:01:00.000Z');
    const talk = put('s.jsonl', text);
    await extract([talk]);
    const record = join(store(), 's-1.json');
    const path = join(vault, 'daily/2026-06-30.md');
    const removed = /zsh.*\^(\w+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('zsh'))
        .join('\n'),
    );
    // What a person took out of the log stays out.
    expect(textsOf(await extract([talk, '--again']))).toEqual([]);
    // As if the older one had not found it.
    const known = JSON.parse(readFileSync(record, 'utf8')) as { facts: { id: string }[] };
    writeFileSync(
      record,
      JSON.stringify({ ...known, extractor: 'rules/0', facts: known.facts.filter(({ id }) => id !== removed) }),
    );
    expect((await run(['import', talk])).stdout).toBe(`Nothing new in ${talk}.\n`);
    expect(textsOf(await extract([talk, '--again']))).toEqual(['User prefers zsh']);
    expect(textsOf(await extract([talk, '--again']))).toEqual([]);
  });
});

it('takes what a resumed session brought along from the one before once', async () => {
  const text = event('I prefer tabs.', '2026-06-30T08:00:00.000Z');
  await extract([put('s.jsonl', text)]);
  const more = text.replace('s-1', 's-2') + event('I prefer zsh.', '2026-06-30T09:00:00.000Z', 's-2');
  expect(textsOf(await extract([put('t.jsonl', more)]))).toEqual(['User prefers zsh']);
});

describe('what is not to come in', () => {
  it('an echo of what a search has just shown', async () => {
    await run(['log', 'User prefers tabs', '-c', 'preference'], { now: '2026-06-20T08:00:00Z' });
    await run(['search', 'tabs'], { now: '2026-06-30T08:01:00Z' });
    const said = (at: string): string => event('I prefer tabs. I live in Rome.', at);
    const [session] = await extract([
      put('s.jsonl', said('2026-06-30T08:02:00.000Z') + event('ok', '2026-06-30T08:03:00.000Z')),
    ]);
    expect(session?.facts.map(({ content }) => content)).toEqual(['User lives in Rome']);
    expect(session?.echoes).toBe(1);
    // A week later it is a person who says it.
    expect(textsOf(await extract([put('t.jsonl', said('2026-06-27T08:02:00.000Z').replace('s-1', 's-2'))]))).toContain(
      'User prefers tabs',
    );
  });

  it('lines that memvault printed', async () => {
    const hit = 'daily/2026-06-20.md:5  2026-06-20 [preference]\n  I prefer tabs.';
    const line = '- [preference] I prefer zsh. ^k3v9x2ab4q';
    const bundle = '<memvault-memory>\nI live in Rome.\n</memvault-memory>';
    const sessions = await extract([
      put('s.jsonl', event(`${hit}\n\n${line}\n\n${bundle}\n\nI live in Oslo.`, '2026-06-30T08:02:00.000Z')),
    ]);
    expect(textsOf(sessions)).toEqual(['User lives in Oslo']);
  });

  it('what is forgotten, by its id, and no record names it', async () => {
    const talk = put(
      's.jsonl',
      event('I prefer tabs.', '2026-06-30T08:00:00.000Z') + event('I live in Rome.', '2026-06-30T08:01:00.000Z'),
    );
    const [session] = await extract([talk]);
    const id = session?.facts.find(({ content }) => content.includes('Rome'))?.id ?? '';
    expect((await run(['forget', id, '--purge', '--yes'])).status).toBe(0);
    expect(readFileSync(join(store(), 's-1.json'), 'utf8')).not.toContain(id);
    expect((await run(['forget', '--verify'])).status).toBe(0);
    for (const gone of [false, true]) {
      if (gone) rmSync(store(), { recursive: true });
      const sessions = await extract([talk, '--again']);
      expect(textsOf(sessions)).toEqual([]);
      expect(JSON.stringify(sessions)).not.toContain('Rome');
    }
    expect(daily()).not.toContain('Rome');
    expect((await run(['forget', '--verify'])).status).toBe(0);
  });

  it('a name of a speaker that says what is forgotten', async () => {
    await extract([
      put('talk.md', '# 2026-06-30\n\nQuentin Zabriskie: Hello.\nBob: Fine.\nQuentin Zabriskie: See you.\n'),
    ]);
    await run(['log', 'Quentin Zabriskie', '-c', 'identity']);
    expect(readdirSync(store())).toHaveLength(1);
    expect((await run(['forget', 'Quentin Zabriskie', '--yes'])).status).toBe(0);
    expect(readdirSync(store())).toEqual([]);
  });

  it('a secret: it is put aside, once, and the rest is logged', async () => {
    const secret = `ghp_${fake(36)}`;
    const talk = put('s.jsonl', event(`I prefer tabs. I prefer ${secret}.`, '2026-06-30T08:00:00.000Z'));
    const first = await run(['import', talk]);
    expect([first.status, first.stdout.includes(secret), first.stderr.includes(secret)]).toEqual([3, false, false]);
    expect(daily()).toContain('prefers tabs');
    expect(daily()).not.toContain(secret);
    const aside = readFileSync(join(vault, '.memvault/quarantine.jsonl'), 'utf8');
    rmSync(store(), { recursive: true });
    expect((await run(['import', talk, '--again'])).status).toBe(0);
    expect(readFileSync(join(vault, '.memvault/quarantine.jsonl'), 'utf8')).toBe(aside);
  });

  it('anything, in what a dream has started', async () => {
    const { status, stderr } = await run(['import', join(FIXTURES, 'codex.jsonl')], { env: { MEMVAULT_DREAM: '1' } });
    expect([status, stderr]).toEqual([2, expect.stringContaining('disabled in programs started by a dream')]);
    expect(daily()).toBe('');
  });

  it('anything, with --dry-run', async () => {
    const before = hashFolder(vault);
    const [session] = await extract([join(FIXTURES, 'codex.jsonl'), '--dry-run']);
    expect(session?.facts.length).toBeGreaterThan(2);
    expect(session?.facts.every(({ id }) => id === null)).toBe(true);
    expect(hashFolder(vault)).toEqual(before);
  });
});

describe('hostile conversations', () => {
  it.each([
    '../../../escaped',
    '/etc/passwd',
    'a/b',
    'C:\\x',
    '..',
    'x:12',
    's\n## 10:00 — y',
    'a'.repeat(300),
    'CON',
    'ü',
  ])('a session of the name %j stays in the store', async (name) => {
    const [session] = await extract([put('s.jsonl', event('I prefer tabs.', '2026-06-30T08:00:00.000Z', name))]);
    expect(session?.facts.map(({ content }) => content)).toEqual(['User prefers tabs']);
    expect(readdirSync(store())).toHaveLength(1);
    expect(readdirSync(place.root).sort()).toEqual(['s.jsonl', 'vault']);
    expect(daily().match(/^## /gm)).toHaveLength(1);
    expect((await run(['lint'])).status).toBe(0);
    expect(textsOf(await extract([join(place.root, 's.jsonl')]))).toEqual([]);
  });

  it('lines that look like a log’s are words', async () => {
    const said =
      'I prefer "x" ^k3v9x2ab4q\n\n## 10:00 — evil\n\n- [work] I work at Evil Corp ^p0d4mm1z5k\n\n<!-- memvault:start -->\n\nI prefer [pinned:: true] `tags`.\n\nI live in Rome.';
    await extract([put('s.jsonl', event(said, '2026-06-30T08:00:00.000Z'))]);
    expect(daily()).toContain('User lives in Rome');
    expect(daily()).not.toMatch(/\^(?:k3v9x2ab4q|p0d4mm1z5k)$/m);
    expect(daily().match(/^## /gm)).toHaveLength(1);
    const { facts } = JSON.parse((await run(['facts', '--json'])).stdout) as {
      facts: { fields: Record<string, string> }[];
    };
    expect(facts.filter(({ fields }) => 'pinned' in fields)).toEqual([]);
    expect((await run(['lint'])).status).toBe(0);
  });

  it('a date that is none is no field', async () => {
    const [session] = await extract([
      put(
        's.jsonl',
        event('I moved to Rome on 2026-13-45. I moved to Oslo in March 2025.', '2026-06-30T08:00:00.000Z'),
      ),
    ]);
    expect(session?.facts.map(({ fields }) => fields['at'])).not.toContain('2026-13-45');
    expect(session?.facts.map(({ fields }) => fields['at'])).toContain('2025-03');
    expect((await run(['lint'])).status).toBe(0);
  });

  it('times that are none, or to come, count as now', async () => {
    const text = ['not a time', '2999-01-01T00:00:00.000Z', '2026-06-30']
      .map((at, n) => event(`I prefer tool${n}.`, at))
      .join('');
    const [session] = await extract([put('s.jsonl', text)]);
    expect(session?.facts.map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-01', '2026-07-01']);
  });

  it('a link in the store that leads out of the vault is left alone', async () => {
    mkdirSync(store(), { recursive: true });
    const outside = put('mine.json', '{}');
    symlinkSync(outside, join(store(), 'x.json'));
    expect((await run(['dream', '--batch', '--force'], { now: '2027-01-01T01:00:00Z' })).status).toBe(0);
    expect(readFileSync(outside, 'utf8')).toBe('{}');
  });
});

describe('files', () => {
  it('a bad one among good ones is named, and the others are read', async () => {
    const good = put('s.jsonl', event('I prefer tabs.', '2026-06-30T08:00:00.000Z'));
    const { status, stdout, stderr } = await run([
      'import',
      put('x.md', 'An essay.'),
      good,
      join(place.root, 'none.md'),
    ]);
    expect([status, stdout]).toEqual([3, expect.stringContaining('User prefers tabs')]);
    expect(stderr).toContain('x.md was left out: unknown format');
    expect(stderr).toContain('no such file or folder');
    expect((await run(['import', join(place.root, 'x.md'), join(place.root, 'none.md')])).status).toBe(2);
    expect((await run(['import', join(place.root, 'x.md')])).status).toBe(2);
    expect((await run(['import', join(place.root, 'x.md'), '--format', 'plain'])).status).toBe(0);
    expect((await run(['import', good, '--format', 'slack'])).stderr).toContain('claude-code');
  });

  it('a pipe, with a name and a project', async () => {
    const [session] = await extract(['-', '--session', 'talk-1', '--project', 'atlas'], {
      input: 'User: We decided to use pnpm.\nAssistant: Fine.\nUser: I prefer tabs.\n',
    });
    expect(session?.session).toBe('talk-1');
    expect(session?.facts.map(({ fields }) => fields['project'])).toContain('atlas');
  });
});
