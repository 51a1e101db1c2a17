// Skills and episodes from end to end, on the real program: two recorded coding sessions become one skill, and ten
// decisions of two years on two clones become lessons.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, memvault, type Place, program } from '../support/memvault.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelCall, ModelServer, Script } from '../support/model-server/script.ts';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const SKILL = '2_Wiki/Skills/Release of the package.md';
const LESSONS = '2_Wiki/Lessons/Redis.md';

let place: Place;
let server: ModelServer | null = null;
beforeEach(() => void (place = makePlace()));
afterEach(async () => {
  await server?.close();
  server = null;
  place.remove();
});

/** Stands in a clone at a time. Each command has to succeed. */
const at = (folder: string, now: string) => {
  const cwd = join(place.root, folder);
  const env = { ...place.env, MEMVAULT_NOW: `${now}T12:00:00Z` };
  const must = async (file: string, args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } =
      file === 'memvault' ? await memvault(place, args, { cwd, env }) : await program(place, file, args, { cwd, env });
    expect({ args, status, stderr, stdout }).toEqual({ args, status: 0, stderr, stdout });
    return stdout;
  };
  return {
    cwd,
    run: async (...args: string[]) => await must('memvault', args),
    json: async (...args: string[]): Promise<unknown> => JSON.parse(await must('memvault', [...args, '--json'])),
    git: async (...args: string[]) => await must('git', args),
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    has: (path: string) => existsSync(join(cwd, path)),
  };
};
type Standing = ReturnType<typeof at>;

interface Review {
  readonly id: string;
  readonly kind: string;
  readonly facts: readonly string[];
}
const reviewsOf = async ({ json }: Standing): Promise<readonly Review[]> =>
  ((await json('review', 'list')) as { reviews: readonly Review[] }).reviews;
const approve = async (where: Standing): Promise<Review> => {
  const [review, ...others] = await reviewsOf(where);
  expect(others).toEqual([]);
  await where.run('review', 'approve', review?.id ?? '');
  return review as Review;
};
const skillsOf = async ({ json }: Standing): Promise<unknown> =>
  ((await json('skills')) as { skills: readonly { name: string; published: unknown }[] }).skills.map(
    ({ name }) => name,
  );

test('two recorded sessions: one skill, proposed, approved, exported, contradicted, undone, forgotten', async () => {
  const there = at('vault', '2026-07-01');
  await memvault(place, ['init', '-q', 'vault'], { env: { ...place.env, MEMVAULT_NOW: '2026-07-01T12:00:00Z' } });
  await there.run(
    'import',
    join(SESSIONS, 'release-claude-code.jsonl'),
    join(SESSIONS, 'release-codex.jsonl'),
    '--yes',
  );
  // Of the four procedures that were begun, two failed.
  const logs = readdirSync(join(there.cwd, 'daily')).filter((name) => name.endsWith('.md'));
  const paths = logs
    .flatMap((name) => there.read(`daily/${name}`).split('\n'))
    .filter((line) => /kind:: path/.test(line));
  expect(paths).toHaveLength(3);
  expect(paths.join('\n')).not.toMatch(/rsync|createdb|psql/);

  const night = at('vault', '2026-07-03');
  await night.run('dream', '--yes');
  expect(night.has(SKILL)).toBe(false);
  expect(await skillsOf(night)).toEqual(['Release of the package']);
  const { kind, facts } = await approve(night);
  expect([kind, facts.length]).toEqual(['skill', 3]);
  expect(night.read(SKILL)).toMatch(/### Avoid\n- `npm publish --provenance`\[\^/);
  await night.run('skills', 'export', 'Release', '--agent', 'claude-code');
  expect(night.read('.claude/skills/release-of-the-package/SKILL.md')).toContain('3. `npm publish`');
  const approved = night.read(SKILL);

  await night.run(
    'log',
    'Release version 1.6.0 of the package: `npm test` then `npm publish --provenance`; avoid `npm publish`',
    '-c',
    'path',
    '--field',
    'kind=path',
    '--project',
    'harbor-web',
  );
  const later = at('vault', '2026-07-05');
  await later.run('dream', '--yes');
  expect(later.read(SKILL)).toBe(approved);
  expect((await approve(later)).facts).toHaveLength(4);
  expect(later.read(SKILL)).toMatch(/### Avoid\n- `npm publish`\[\^/);
  await later.run('dream', '--undo');
  expect(later.read(SKILL)).toBe(approved);
  await later.run('lint', '--strict', '--rule', 'experience');

  for (const fact of facts) await later.run('forget', fact);
  expect(later.has(SKILL)).toBe(false);
  await later.run('lint', '--rule', 'experience');
}, 120_000);

const DECISIONS = [
  ['one', 'Redis', '2026-07-01', 'Redis for the session cache', '2026-09-01', 'failure', 'the cluster split'],
  ['one', 'redis', '2026-08-01', 'One Redis per region', '2026-11-01', 'success', 'no more splits'],
  ['one', 'Kim', '2026-10-01', 'Kim leads the migration', '2027-01-10', 'success', 'it was over in March'],
  ['one', 'Postgres', '2026-12-01', 'Postgres for billing', '2027-02-01', 'success', 'it just runs'],
  ['one', 'Redis', '2027-03-01', 'Redis as a queue', '2027-04-01', 'partial', 'fine until it restarts'],
  ['one', 'Kim', '2027-03-05', 'Kim reviews every change', '2027-05-01', 'failure', 'changes waited'],
  ['two', 'Redis', '2027-03-02', 'Redis for rate limits', '2027-06-01', 'success', 'cheap and exact'],
  ['two', 'Kim', '2027-04-02', 'Kim runs the hiring', '2027-08-01', 'success', 'two people in a month'],
  ['two', 'Postgres', '2027-05-02', 'Postgres as a queue', '2027-09-01', 'success', 'one system less'],
  ['two', 'Postgres', '2028-06-05', 'Postgres for search', '2028-07-01', 'partial', 'good to a million rows'],
] as const;

const isAboutLessons = ({ prompt }: ModelCall): boolean => prompt.includes('Write the lessons.');

/** Two lines that hold, and one that says more than its decisions. */
const script: Script = (call) => {
  if (!isAboutLessons(call)) return { says: '{}' };
  const n = (words: string): number[] =>
    Array.from(call.prompt.matchAll(/\{"n":(\d+)[^\n]*/g)).flatMap(([row, number]) =>
      row.includes(words) ? [Number(number)] : [],
    );
  return {
    says: {
      lessons: [
        {
          text: 'A cluster that splits is worse than one Redis per region',
          decisions: [...n('cache'), ...n('region')],
        },
        { text: 'As a queue it is fine until it restarts', decisions: n('as a queue') },
        { text: 'It costs 400 dollars a month', decisions: n('as a queue') },
      ],
    },
  };
};

const dreamWith = async ({ run }: Standing, { url }: ModelServer): Promise<string> =>
  await run('dream', '--batch', '--force', '--engine', 'ollama', '--model', 'm', '--set', `url=${url}`);

async function decide([clone, entity, opened, text, resolved, outcome, ended]: (typeof DECISIONS)[number]) {
  await at(clone, opened).run('episode', 'open', text, '--entity', entity);
  const { episodes } = (await at(clone, opened).json('episode', 'list', '--pending')) as { episodes: { id: string }[] };
  await at(clone, resolved).run(
    'episode',
    'resolve',
    episodes.at(-1)?.id ?? '',
    outcome,
    ended,
    '--lesson',
    `Remember: ${ended}`,
  );
}

test('ten decisions of two years on two clones: lessons in short once approved, and the same bytes', async () => {
  server = await startOllama(script);
  const first = at('one', '2027-02-03');
  await program(place, 'git', ['config', '--global', 'user.name', 'Ann']);
  await program(place, 'git', ['config', '--global', 'user.email', 'ann@example.org']);
  await memvault(place, ['init', '-q', 'one']);
  for (const one of DECISIONS.slice(0, 4)) await decide(one);
  await dreamWith(first, server);
  await first.git('add', '-A');
  await first.git('commit', '-qm', 'one');
  await program(place, 'git', ['clone', '-q', 'one', 'two']);
  await at('two', '2027-02-03').run('init', '-q', '.');
  for (const one of DECISIONS.slice(4)) await decide(one);
  for (const clone of ['one', 'two']) {
    const there = at(clone, '2028-06-05');
    await there.run('log', `Clone ${clone} is here`, '-c', 'work');
    await there.git('add', '-A');
    await there.git('commit', '-qm', `${clone} goes on`);
  }
  const one = at('one', '2028-07-03');
  await one.git('pull', '-q', '--no-rebase', '--no-edit', '../two', 'HEAD');
  await dreamWith(one, server);
  const listed = (await one.json('episode', 'list')) as { episodes: readonly { archived: boolean }[] };
  expect(listed.episodes.map(({ archived }) => archived)).toEqual(DECISIONS.map((_, n) => n < 7));
  expect(readdirSync(join(one.cwd, '2_Wiki/Lessons'))).toEqual(['Redis.md']);
  expect(one.has('2_Wiki/Episodes/Redis as a queue.md')).toBe(true);

  // Word for word, until a person approves what a model made of it.
  const asLogged = one.read(LESSONS);
  expect(asLogged).toContain(
    '- Remember: the cluster split (Redis for the session cache, 2026-07-01: the cluster split)',
  );
  expect(asLogged).not.toContain('In short');
  const reviews = await reviewsOf(one);
  const about = reviews.find(({ facts }) => facts.length === 8);
  expect(reviews.map(({ kind }) => kind)).toEqual(['lesson']);
  expect(await one.run('review', 'list')).toContain('than one Redis per region (2 decisions)');
  const calls = server.calls.filter(isAboutLessons).length;
  await one.run('log', 'Nothing new about it', '-c', 'work');
  await dreamWith(at('one', '2028-07-05'), server);
  expect(server.calls.filter(isAboutLessons)).toHaveLength(calls);
  await one.run('review', 'approve', about?.id ?? '');
  const inShort = one.read(LESSONS).split('### In short\n')[1]?.split('\n\n')[0]?.split('\n') ?? [];
  expect(inShort.map((line) => line.replace(/\[\^.*/, ''))).toEqual([
    '- A cluster that splits is worse than one Redis per region',
    '- As a queue it is fine until it restarts',
  ]);
  for (const line of inShort) expect(line).toMatch(/(?:\[\^\w{10}\]){2,4}$/);
  await one.run('lint', '--strict', '--rule', 'experience');

  // The log, the ledger and the approval suffice, on either clone.
  const pages = hashFolder(join(one.cwd, '2_Wiki'));
  rmSync(join(one.cwd, '2_Wiki/Lessons'), { recursive: true });
  rmSync(join(one.cwd, '2_Wiki/Episodes'), { recursive: true });
  await one.run('dream', '--yes');
  expect(hashFolder(join(one.cwd, '2_Wiki'))).toEqual(pages);
  await one.git('add', '-A');
  await one.git('commit', '-qm', 'approved');
  const two = at('two', '2028-07-06');
  await two.git('pull', '-q', '--no-rebase', '--no-edit', '../one', 'HEAD');
  await two.run('dream', '--yes');
  expect(hashFolder(join(two.cwd, '2_Wiki'))).toEqual(pages);

  // What nobody approved is found; what is undone or forgotten takes its lines along.
  const page = two.read(LESSONS);
  cpSync(join(two.cwd, '.memvault/reviews.jsonl'), join(place.root, 'reviews'));
  rmSync(join(two.cwd, '.memvault/reviews.jsonl'));
  const { status } = await memvault(place, ['lint', '--rule', 'experience/approved'], { cwd: two.cwd });
  expect(status).toBe(1);
  cpSync(join(place.root, 'reviews'), join(two.cwd, '.memvault/reviews.jsonl'));
  const { episodes } = (await two.json('episode', 'list')) as { episodes: { id: string; content: string }[] };
  const queue = episodes.find(({ content }) => content === 'Redis as a queue')?.id ?? '';
  // log.md names the page that was its own.
  expect((await memvault(place, ['forget', queue], { cwd: two.cwd })).status).toBe(3);
  expect(two.read(LESSONS)).toContain('- A cluster that splits');
  expect(two.read(LESSONS)).not.toContain('restarts');
  expect(two.read('.memvault/reviews.jsonl')).not.toContain('As a queue it is fine');
  await two.run('lint', '--rule', 'experience');
  await one.run('dream', '--undo');
  expect(one.read(LESSONS)).toBe(asLogged);
  expect(page).toContain('restarts');
}, 240_000);
