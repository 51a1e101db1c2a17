// What fix does not do, and says why; what it says without a flag.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashFolder } from '../../support/folder-hash.ts';
import { type Replies, runHere } from '../../support/here.ts';
import { type Ended, makePlace, type Place } from '../../support/memvault.ts';
import { A, B, C, plant, type Planted, PLANTED, TODAY } from './planted.ts';

let place: Place;
let next = 0;

beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const plain = (more: Partial<Planted> = {}): string =>
  plant(place, `refused${next++}`, {
    name: '',
    facts: {
      [A]: ['2026-07-01', 'User visited Rome in 2019'],
      [B]: ['2026-07-03', 'User visited Rome'],
      [C]: ['2026-08-01', 'User is in Oslo'],
    },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A } },
    keyFacts: `- User visited Rome in 2019[^${A}][^${B}]`,
    fix: [],
    after: { current: [] },
    as: {},
    ...more,
  });
const withSecret = (): string =>
  plain({
    facts: {
      [A]: ['2026-07-01', 'User visited Rome in 2019'],
      [B]: ['2026-07-03', 'User visited Rome'],
      [C]: ['2026-07-04', 'The password of the router is hunter2X!pq9'],
    },
    ledger: {
      [A]: { as: 'placed' },
      [B]: { as: 'duplicate', of: A },
      [C]: { as: 'quarantined', reason: 'it looks like a secret' },
    },
  });
const planted = (name: string): string => {
  const found = PLANTED.find((one) => one.name === name);
  if (!found) throw new Error(`nothing is planted as ${name}`);
  return plant(place, `refused${next++}`, found);
};
const fix = async (cwd: string, args: readonly string[], replies?: Replies): Promise<Ended> =>
  await runHere({ place, cwd, now: TODAY }, ['fix', ...args], replies ?? null);

/** The page with one text for another. */
function edit(root: string, from: string, to: string): void {
  const path = join(root, '3_Personal/Work.md');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace(from, to));
  if (readFileSync(path, 'utf8') === before) throw new Error(`the page does not hold ${from}`);
}

describe('refused, and nothing is written', () => {
  test.each<readonly [what: string, make: () => string, args: readonly string[], says: string]>([
    ['a pending fact', plain, [C, '--separate'], 'it is pending'],
    ['no fact', plain, ['zzzzzzzzzz', '--separate'], 'no fact has an id'],
    ['an id that is too short', plain, ['aaa', '--separate'], 'too short'],
    [
      'a line that was edited since',
      () => {
        const root = plain();
        writeFileSync(
          join(root, 'daily/2026-07-03.md'),
          readFileSync(join(root, 'daily/2026-07-03.md'), 'utf8').replace('visited Rome', 'visited Roma'),
        );
        return root;
      },
      [B, '--separate'],
      'was edited since',
    ],
    [
      'a claim in a paragraph',
      () => {
        const root = plain();
        edit(root, '- User visited Rome in 2019', 'Much of what I know of Italy: User visited Rome in 2019');
        return root;
      },
      [B, '--separate'],
      'is part of your own text',
    ],
    [
      'a claim with a person’s lines below',
      () => {
        const root = plain();
        edit(root, `[^${B}]\n`, `[^${B}]\n  - with Anna\n`);
        return root;
      },
      [B, '--to', '3_Personal/Travel'],
      'is part of your own text',
    ],
    [
      'a page with marks of a merge',
      () => {
        const root = plain();
        edit(root, '## Key Facts\n', '## Key Facts\n<<<<<<< ours\n- A\n=======\n- B\n>>>>>>> theirs\n');
        return root;
      },
      [B, '--separate'],
      'has an unresolved merge',
    ],
    ['words that lack a number', plain, [A, '--text', 'User was in Rome'], 'lack "2019" of aaaaaaaaaa'],
    ['a secret', plain, [A, '--text', 'User visited Rome in 2019, the password is hunter2X!pq9'], 'look like a secret'],
    ['no words', plain, [A, '--text', ' '], '--text is empty'],
    ['a page outside', plain, [A, '--to', '../Work.md'], 'it is not in a zone that memvault writes to'],
    [
      'a page in the zone of files',
      plain,
      [A, '--to', '4_Assets/Work.md'],
      'it is not in a zone that memvault writes to',
    ],
    ['a page that nobody would read back', plain, [A, '--to', '2_Wiki/.hidden.md'], 'begins with a dot'],
    ['a page with a name that breaks elsewhere', plain, [A, '--to', '2_Wiki/a:b'], 'contains ":"'],
    ['two corrections at once', plain, [A, '--separate', '--current'], 'one correction at a time'],
    ['no correction', plain, [A, '--commit'], 'no correction was named'],
    [
      'words for a conflict',
      () => planted('a wrong conflict'),
      [A, '--text', 'User speaks German and French'],
      'contradicts another fact',
    ],
    [
      'a move of a conflict',
      () => planted('a wrong conflict'),
      [A, '--to', '3_Personal/Languages'],
      'contradicts another fact',
    ],
    ['a page for one that had none', () => planted('wrongly set aside'), [A, '--restore'], 'was never on a page'],
    [
      'a page for what looks like a secret',
      withSecret,
      [C, '--to', '3_Personal/Work.md'],
      `looks like a secret and is not put on a page`,
    ],
    [
      'a page for what looks like a secret, by --restore',
      withSecret,
      [C, '--restore', '--to', '3_Personal/Work.md'],
      `looks like a secret and is not put on a page`,
    ],
    [
      'a look at it',
      withSecret,
      [C, '--to', '3_Personal/Work.md', '--dry-run'],
      `looks like a secret and is not put on a page`,
    ],
    ['a flag for what is on no page', () => planted('wrongly set aside'), [A, '--separate'], 'no page cites'],
    ['words for History', () => planted('a wrong update'), [A, '--text', 'A daughter called Mia'], 'is history'],
  ])('%s', async (_what, make, args, says) => {
    const root = make();
    const before = hashFolder(root);
    const { status, stdout, stderr } = await fix(root, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('hunter2X');
    expect(hashFolder(root)).toEqual(before);
  });

  test('a forgotten fact', async () => {
    const root = plain();
    appendFileSync(
      join(root, '.memvault/tombstones.jsonl'),
      `${JSON.stringify({ fact: B, salt: 's', digest: 'd', at: '2026-07-20T00:00:00.000Z', run: 'r-20260720-0300-7f3a9c' })}\n`,
    );
    const { status, stderr } = await fix(root, [B, '--separate']);
    expect(status).toBe(2);
    expect(stderr).toContain('forgotten');
  });
});

describe('nothing to do', () => {
  test.each<readonly [string, () => string, readonly string[], string]>([
    ['separate what is alone', () => planted('a wrong wording'), [A, '--separate'], 'has a claim of its own already'],
    ['restore what is current', plain, [B, '--restore'], 'is current on'],
    ['keep what nothing is against', plain, [A, '--current'], 'nothing contradicts it'],
    ['move to where it is', plain, [A, '--to', 'work'], 'stands on 3_Personal/Work.md already'],
    ['the words that it has', plain, [A, '--text', 'User visited Rome in 2019'], 'already says exactly this'],
  ])('%s', async (_what, make, args, says) => {
    const { status, stdout, stderr } = await fix(make(), args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Nothing to do: /);
    expect(stdout).toContain(says);
  });
});

test('without a correction nothing is done, and explain is named', async () => {
  const root = plain();
  const before = hashFolder(root);
  expect(await fix(root, ['bbbbbb'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('memvault explain bbbbbb shows what was decided') as string,
  });
  expect(hashFolder(root)).toEqual(before);
});

describe('explain', () => {
  const explain = async (root: string, ...args: string[]) =>
    await runHere({ place, cwd: root, now: TODAY }, ['explain', ...args]);

  test('says what can be done', async () => {
    const offers = async (root: string, id: string): Promise<string[]> => {
      const { offers: all } = JSON.parse((await explain(root, id, '--json')).stdout) as {
        offers: { command: string }[];
      };
      return all.flatMap(({ command }) => /^memvault fix \S+ (.*)$/.exec(command)?.[1] ?? []);
    };
    expect(await offers(plain(), B)).toEqual(['--separate', '--to PAGE', '--text TEXT']);
    expect(await offers(planted('a wrong update'), A)).toEqual(['--restore', '--current']);
  });

  test('of a place of your own: no correction that would be refused is offered, and why', async () => {
    const root = plain();
    edit(root, '- User visited Rome in 2019', 'Much of what I know of Italy: User visited Rome in 2019');
    const { stdout } = await explain(root, B);
    expect(stdout).toContain(
      'the claim of bbbbbbbbbb in 3_Personal/Work.md, line 15, is part of your own text; edit that place by hand',
    );
    expect(stdout).not.toContain('memvault fix');
  });
});

describe('fix', () => {
  test('what was corrected is told by facts', async () => {
    const root = plain({
      ledger: { [A]: { as: 'superseded', by: B }, [B]: { as: 'placed' } },
      keyFacts: `- User visited Rome[^${A}][^${B}]`,
    });
    const { stdout } = await runHere({ place, cwd: root, now: TODAY }, ['facts', '--as', 'superseded']);
    expect(stdout).toContain(`(corrected by ${B})`);
    const { stdout: json } = await runHere({ place, cwd: root, now: TODAY }, ['facts', '--as', 'superseded', '--json']);
    expect(JSON.parse(json)).toMatchObject({ facts: [{ id: A, disposition: { as: 'superseded', corrected: true } }] });
  });

  test('what a correction rules out', async () => {
    expect((await fix(planted('a wrong update'), [A, '--restore'])).stdout).toContain(
      `Kept apart from ${B} for good; a newer statement may still replace it.`,
    );
    expect((await fix(planted('a wrong update'), [A, '--current'])).stdout).toContain(
      '\nA newer statement may still replace it.',
    );
    expect((await fix(plain(), [A, '--to', '3_Personal/Travel'])).stdout).toContain('\nNo dream decides it again.');
  });
});

test('a claim that went to History with a person’s notes comes back with them', async () => {
  const root = plain({
    ledger: { [A]: { as: 'superseded', by: C }, [C]: { as: 'placed' } },
    facts: { [A]: ['2026-07-01', 'User is in Rome'], [C]: ['2026-08-01', 'User is in Oslo'] },
    keyFacts: `- User is in Oslo[^${C}]\n\n## History\n- ~~User is in Rome~~ 2026-07-01 to 2026-08-01.[^${A}]\n  - near the station`,
  });
  const { stdout, status } = await fix(root, [A, '--restore']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('out of History: “User is in Rome”')]);
  expect(readFileSync(join(root, '3_Personal/Work.md'), 'utf8')).toContain(
    `- User is in Rome[^${A}]\n  - near the station\n`,
  );
});
