// Paths, episodes and outcomes in dreams: no engine is asked about them, and skills and lessons follow from them.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/dream/engine.ts';
import { askAboutLessons, type LessonGroup } from '../../src/vault/lessons.ts';
import { NO_USAGE } from '../../src/model/plan.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readReviews } from '../../src/vault/reviews.ts';
import { readView } from '../../src/vault/view.ts';
import { proposeSkills, skillsIn } from '../../src/vault/derived-pages.ts';
import { dreamOnce, everything, logDay, makeVault, placeAll, read, WORK, write } from './nights.ts';

const path = (goal: string, commands: string, more = ''): string =>
  `[path] ${goal}: ${commands} <!-- --> [kind:: path]${more === '' ? '' : ` \`${more}\``}`;
const STEPS = '`make` then `make publish`';
const IDS = ['k3v9x2ab4q', 'p0d4mm1z5k', 'm4w8y3bc5r', 'q7e5nn2a6m', 'r8f6pp3b7n', 's9g7qq4c8p'] as const;

function logPaths(vault: Vault, paths: readonly string[], day = '2026-07-01'): void {
  logDay(vault, day, Object.fromEntries(paths.map((one, at) => [IDS[at] ?? '', one])));
}

/** As `review` leaves it. */
function decide(vault: Vault, status: 'approved' | 'rejected'): void {
  const lines = readReviews(vault);
  const last = lines.at(-1);
  const decided = { ...last, status, at: '2026-07-20T09:00:00.000Z', run: 'r-20260720-0900-abcdef' };
  write(vault, '.memvault/reviews.jsonl', [...lines, decided].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const asked = (vault: Vault): number => readReviews(vault).filter(({ status }) => status === 'pending').length;

test('an engine never sees them, and they are set aside', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    [IDS[0]]: path('release it', STEPS),
    [IDS[1]]: '[decision] Redis for sessions [kind:: episode] [entities:: Redis]',
    [IDS[2]]: `[decision] It split [kind:: outcome] [resolves:: ${IDS[1]}] [value:: failure]`,
    [IDS[3]]: '[work] User works at Google',
  });
  const seen: string[] = [];
  await dreamOnce(vault, {
    propose: (batch) => {
      seen.push(...batch.map(({ id }) => id));
      return placeAll(batch, WORK);
    },
  });
  expect(seen).toEqual([IDS[3]]);
  const { ledger } = readView(vault);
  expect(IDS.slice(0, 4).map((id) => ledger.get(id)?.as)).toEqual(['set-aside', 'set-aside', 'set-aside', 'placed']);
});

test.each([
  [3, ['release it', 'Please release it again', 'releasing it now'], 1],
  [2, ['release it', 'release it'], 0],
  [3, ['release it', 'release it', 'deploy it'], 0],
  [3, ['Release version 1.2.3', 'release v2.0.0', 'release 2026-07-01'], 1],
  [3, ['发布软件包', '发布软件包', '发布软件包'], 1],
])('%i paths for %o: %i questions', async (_, goals, count) => {
  const vault = makeVault();
  logPaths(
    vault,
    goals.map((goal) => path(goal, STEPS)),
  );
  await dreamOnce(vault);
  expect(asked(vault)).toBe(count);
});

test('paths that share no step, and private ones, make no skill', async () => {
  const vault = makeVault();
  logPaths(vault, [
    path('release it', '`a1` then `a2`'),
    path('release it', '`b1` then `b2`'),
    path('release it', '`c1` then `c2`'),
    path('deploy it', STEPS, 'private'),
    path('deploy it', STEPS),
    path('deploy it', STEPS),
  ]);
  await dreamOnce(vault);
  expect(asked(vault)).toBe(0);
});

test('a question waits for its turn in a night', async () => {
  const vault = makeVault();
  logPaths(vault, [path('release it', STEPS), path('release it', STEPS), path('release it', STEPS)]);
  await dreamOnce(vault, { reviews: 0 });
  expect(asked(vault)).toBe(0);
  logDay(vault, '2026-07-02', { [IDS[3]]: '[work] User works at Google' });
  await dreamOnce(vault, { minute: 1 });
  expect(asked(vault)).toBe(1);
});

test('a goal that a person rejected is not asked about again', async () => {
  const vault = makeVault();
  logPaths(vault, [path('release it', STEPS), path('release it', STEPS), path('release it', STEPS)]);
  await dreamOnce(vault);
  decide(vault, 'rejected');
  logDay(vault, '2026-07-02', Object.fromEntries(IDS.slice(3).map((id) => [id, path('release it', STEPS)])));
  await dreamOnce(vault, { minute: 1 });
  expect(proposeSkills(readView(vault), () => true)).toEqual([]);
  expect(skillsIn(readView(vault))).toMatchObject([{ published: null, review: null }]);
});

test.each([
  ['the same again', STEPS, 0],
  ['another step', '`make` then `make check` then `make publish`', 0],
  ['it fails with a step', '`make` then `make upload`; avoid `make publish`', 1],
])('a later path: %s', async (_, commands, count) => {
  const vault = makeVault();
  logPaths(vault, [path('release it', STEPS), path('release it', STEPS), path('release it', STEPS)]);
  await dreamOnce(vault);
  decide(vault, 'approved');
  logDay(vault, '2026-07-02', { [IDS[3]]: path('release it', commands) });
  await dreamOnce(vault, { minute: 1 });
  expect(proposeSkills(readView(vault), () => true).length + asked(vault) - 1).toBe(count);
  expect(read(vault, '2_Wiki/Skills/Release it.md')).toContain('- `make publish`');
});

/** A vault with a skill and lessons that are a dream old. */
async function dreamed(): Promise<Vault> {
  const vault = makeVault();
  logPaths(vault, [path('release it', STEPS), path('release it', STEPS), path('release it', STEPS)], '2026-07-01');
  logDay(vault, '2024-07-01', {
    t1t1t1t1t1: '[decision] Redis for sessions [kind:: episode] [entities:: Redis]',
    t2t2t2t2t2: '[decision] Redis as a queue [kind:: episode] [entities:: Redis]',
    t3t3t3t3t3: '[decision] One Redis per region [kind:: episode] [entities:: redis]',
    t4t4t4t4t4:
      '[decision] It split<br>Lesson: Measure first [kind:: outcome] [resolves:: t1t1t1t1t1] [value:: failure]',
    t5t5t5t5t5: '[decision] Fine [kind:: outcome] [resolves:: t2t2t2t2t2] [value:: partial]',
    t6t6t6t6t6: '[decision] Quiet [kind:: outcome] [resolves:: t3t3t3t3t3] [value:: success] `private`',
    t7t7t7t7t7: '[decision] Redis for limits [kind:: episode] [entities:: Redis]',
    t8t8t8t8t8: '[decision] Cheap<br>Lesson: Expiry helps [kind:: outcome] [resolves:: t7t7t7t7t7] [value:: success]',
  });
  await dreamOnce(vault);
  decide(vault, 'approved');
  logDay(vault, '2026-07-02', { [IDS[3]]: '[work] User works at Google' });
  await dreamOnce(vault, { minute: 1 });
  return vault;
}

const LESSONS = '2_Wiki/Lessons/Redis.md';
const SKILL = '2_Wiki/Skills/Release it.md';

test('lessons stand word for word, by how it ended, without what is private', async () => {
  const vault = await dreamed();
  const lines = read(vault, LESSONS)
    .split('\n')
    .filter((line) => /^(?:###|-) /.test(line));
  expect(lines.map((line) => line.replace(/\[\^.*/, ''))).toEqual([
    '### What failed',
    '- Measure first (Redis for sessions, 2024-07-01: It split)',
    '### What half worked',
    '- Fine (Redis as a queue, 2024-07-01; no lesson was logged)',
    '### What worked',
    '- Expiry helps (Redis for limits, 2024-07-01: Cheap)',
  ]);
});

test('a dream with nothing new writes nothing; a lost page comes back as it was', async () => {
  const vault = await dreamed();
  const before = everything(vault);
  await dreamOnce(vault, { minute: 2, today: '2036-07-20' });
  expect(everything(vault)).toEqual(before);
  const pages = [LESSONS, SKILL].map((page) => read(vault, page));
  for (const page of [LESSONS, SKILL]) rmSync(join(vault.root, page));
  await dreamOnce(vault, { minute: 3 });
  expect([LESSONS, SKILL].map((page) => read(vault, page))).toEqual(pages);
});

test('what a person made of a page, and a note of theirs with its name, stay', async () => {
  const vault = await dreamed();
  write(vault, LESSONS, read(vault, LESSONS).replace('Measure first', 'Measure twice'));
  write(vault, SKILL, '# Release it\n\nAsk Dana.\n');
  const before = [LESSONS, SKILL].map((page) => read(vault, page));
  logDay(vault, '2026-07-03', { [IDS[4]]: '[work] User works at Microsoft' });
  await dreamOnce(vault, { minute: 2 });
  expect([LESSONS, SKILL].map((page) => read(vault, page))).toEqual(before);
});

test('a page goes when what it rests on is taken back', async () => {
  const vault = await dreamed();
  decide(vault, 'rejected');
  await dreamOnce(vault, { minute: 2 });
  expect([LESSONS, SKILL].map((page) => existsSync(join(vault.root, page)))).toEqual([true, false]);
});

/** Places all, and draws these lessons from the decisions it is shown. */
const drawing =
  (lines: (group: LessonGroup) => readonly string[], asked: string[] = []) =>
  (): Engine => ({
    name: 'test/1',
    propose: (batch) => Promise.resolve(placeAll(batch, WORK)),
    lessons: (groups) => {
      asked.push(...groups.map(({ name }) => name));
      const reviews = groups.map((group) => {
        const facts = group.episodes.slice(0, 2).flatMap(({ fact, outcome }) => [fact.id, outcome?.fact.id ?? '']);
        return askAboutLessons(
          group.episodes,
          lines(group).map((text) => ({ text, facts })),
        );
      });
      return Promise.resolve({ reviews, notices: [], usage: NO_USAGE });
    },
  });

const episode = (
  id: string,
  about: string,
  day = '2024-07-01',
): readonly [string, Readonly<Record<string, string>>] => [
  day,
  {
    [`${id}${id}${id}${id}${id}`]: `[decision] Redis for ${about} [kind:: episode] [entities:: Redis]`,
    [`${id}${id}${id}${id}zz`]: `[decision] The ${about} went well<br>Lesson: Watch the ${about} [kind:: outcome] [resolves:: ${id}${id}${id}${id}${id}] [value:: success]`,
  },
];

test('lessons in an engine’s words wait for a person, with the lines that the decisions bear out', async () => {
  const vault = makeVault();
  for (const [at, about] of ['sessions', 'queues', 'limits'].entries())
    logDay(vault, ...episode(`e${at}`, about, `2024-07-0${at + 1}`));
  const asked: string[] = [];
  const makeEngine = drawing(() => ['Watch the sessions and the queues', 'It saved 300 dollars in Kraków'], asked);
  logDay(vault, '2026-07-01', { [IDS[0]]: '[work] User works at Google' });
  await dreamOnce(vault, { makeEngine });
  expect(read(vault, LESSONS)).not.toContain('In short');
  const reviews = readReviews(vault).map(({ kind, status, facts }) => [kind, status, facts.length]);
  expect(reviews).toEqual([['lesson', 'pending', 6]]);
  expect(readReviews(vault)[0]?.draft).toMatch(/^- Watch the sessions and the queues(?:\[\^\w{10}\]){4}$/);

  decide(vault, 'approved');
  logDay(vault, '2026-07-02', { [IDS[1]]: '[work] User works at Microsoft' });
  await dreamOnce(vault, { makeEngine, minute: 1 });
  expect(read(vault, LESSONS)).toMatch(
    /### In short\n- Watch the sessions and the queues\[\^[^]*### What worked\n- Watch/,
  );
  const page = read(vault, LESSONS);
  for (const [at, about] of ['locks', 'maps'].entries())
    logDay(vault, ...episode(`f${at}`, about, `2024-08-0${at + 1}`));
  await dreamOnce(vault, { makeEngine, minute: 2 });
  expect(read(vault, LESSONS)).not.toBe(page);
  expect(read(vault, LESSONS)).toContain('- Watch the maps');
  // Two more are not enough to ask again, three are.
  expect(asked).toEqual(['Redis']);
  logDay(vault, ...episode('f2', 'ids', '2024-08-03'));
  await dreamOnce(vault, { makeEngine, minute: 3 });
  expect(asked).toEqual(['Redis', 'Redis']);
});

test('of lessons that say more than the decisions nobody is asked', async () => {
  const vault = makeVault();
  for (const [at, about] of ['sessions', 'queues', 'limits'].entries())
    logDay(vault, ...episode(`e${at}`, about, `2024-07-0${at + 1}`));
  logDay(vault, '2026-07-01', { [IDS[0]]: '[work] User works at Google' });
  await dreamOnce(vault, { makeEngine: drawing(() => ['It saved 300 dollars in Kraków']) });
  expect(asked(vault)).toBe(0);
});
