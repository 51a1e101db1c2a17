// What a model said of a fact in words of its own: a line of MEMORY.md, its heading, what a page is about. When the
// fact is forgotten, they are in no file any more.
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Engine } from '../../src/dream/engine.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { SummaryLine } from '../../src/model/plan.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { dreamOnce } from '../dream/nights.ts';
import { removePrepared, SECRET, TestVault } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const PAGE = '3_Personal/Health.md';
/** No stretch of it is the fact's, so that it is found by its words alone. */
const CARE = 'Visits the cardiologist named Quillfeather, Lyon';
const LINE = 'Visits the cardiologist named Quillfeather, Lyon; swims on Fridays';

async function logged(): Promise<{ vault: TestVault; secret: string; other: string }> {
  const vault = new TestVault();
  open.push(vault);
  const { status } = await vault.run(['init', '--no-git', vault.root]);
  expect(status).toBe(0);
  return { vault, secret: await vault.log(SECRET), other: await vault.log('User swims on Fridays') };
}

/** A night with the rules, whose summary and words for the page are these. */
async function night(vault: TestVault, minute: number, lines: readonly SummaryLine[], about: string): Promise<void> {
  const place: Vault = { root: vault.root, dailyDir: 'daily', zones };
  const makeEngine = (facts: readonly Fact[]): Engine => {
    const rules = createRules(facts, { zones, schema: readSchema(place), claimsPerPage: 200 });
    return {
      name: 'test/1',
      propose: async (...asked) => ({ ...(await rules.propose(...asked)), words: { [PAGE]: { about } } }),
      summarise: () => Promise.resolve({ lines, notices: [] }),
    };
  };
  await dreamOnce(place, { makeEngine, minute, start: new Date(2026, 6, 1, 3, minute), today: '2026-07-01' });
}

test('a line, its heading and a description that speak of it are gone at once, from journals too', async () => {
  const { vault, secret, other } = await logged();
  await night(
    vault,
    0,
    [
      { group: 'Quillfeather', text: CARE, facts: [secret] },
      { group: 'Sport', text: 'Swims on Fridays', facts: [other] },
    ],
    'Quillfeather, and swimming',
  );
  expect([
    vault.read('MEMORY.md').includes(`## Quillfeather\n\n- ${CARE}\n`),
    vault.read(PAGE).match(/Quillfeather, and swimming/g)?.length,
  ]).toEqual([true, 1]);
  const third = await vault.log('User naps at noon');
  await night(
    vault,
    1,
    [
      { group: 'Health', text: LINE, facts: [secret, other] },
      { group: 'Routines', text: 'Naps at noon', facts: [third] },
    ],
    '',
  );
  await vault.log('User runs on Mondays');
  await night(vault, 2, [], '');
  expect(vault.holding().filter((path) => path.startsWith('.memvault/runs/')).length).toBe(3);
  await vault.must(['forget', secret]);
  expect(vault.holding()).toEqual([]);
  expect(vault.read('MEMORY.md')).toContain('- User swims on Fridays');
  expect(vault.read(PAGE)).toMatch(/^description: ""$/m);
  await vault.must(['lint']);
  vault.now = '2026-07-02T03:00:00Z';
  await vault.dream();
  expect(vault.holding()).toEqual([]);
});

test('what speaks of something else stays', async () => {
  const { vault, secret } = await logged();
  await night(vault, 0, [], "Swimming, and the user's health");
  await vault.must(['forget', secret]);
  expect(vault.read(PAGE)).toMatch(/^description: Swimming, and the user's health$/m);
  expect(vault.holding()).toEqual([]);
});

test('a line that a merge brings back is taken out again, and its claims stand', async () => {
  const { vault, secret, other } = await logged();
  await night(vault, 0, [{ group: 'Health', text: LINE, facts: [secret, other] }], '');
  expect(vault.read('MEMORY.md')).toContain(`- ${LINE}\n`);
  await vault.must(['forget', secret]);
  vault.edit('MEMORY.md', '- User swims on Fridays', `- ${LINE}`);
  const { stdout } = await vault.must(['status', '--json']);
  expect(stdout).toContain('MEMORY.md');
  expect(await vault.run(['lint'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('says in other words what is forgotten') as string,
  });
  vault.now = '2026-07-02T03:00:00Z';
  await vault.dream();
  expect(vault.holding()).toEqual([]);
  expect(vault.read('MEMORY.md')).toContain('- User swims on Fridays');
});

/** As a dream of before wrote it: a heading over more than the secret, and names that no statement has. */
function withName(vault: TestVault, name: string): string[] {
  const journals = vault.holding(/"group": "Sport"|"## Sport/).filter((path) => path.startsWith('.memvault/runs/'));
  for (const path of [...journals, 'MEMORY.md']) vault.edit(path, /(?<="group": "|## )Sport(?="|\\n|\n)/g, name);
  return journals;
}

test('a name with one word of it, over what others say too, is gone from journals, plans and questions', async () => {
  const { vault, secret, other } = await logged();
  await night(vault, 0, [{ group: 'Sport', text: LINE, facts: [secret, other] }], '');
  const [journal = ''] = withName(vault, 'Quillfeather trips');
  expect(vault.read(journal).match(/Quillfeather trips/g)?.length).toBe(2);
  await vault.log('User naps at noon');
  await vault.must(['dream', '--engine', 'rules', '--force', '--plan', `${vault.root}/night.json`]);
  const plan = JSON.parse(vault.read('night.json')) as { batches: { words?: object; heads?: object }[] };
  Object.assign(plan.batches[0] ?? {}, {
    words: { [PAGE]: { about: 'Quillfeather and naps' } },
    heads: { [PAGE]: { [other]: 'Quillfeather' } },
  });
  vault.write('night.json', JSON.stringify(plan, null, 2));
  vault.write(
    '.memvault/reviews.jsonl',
    `${JSON.stringify({ id: 'aaaaaaaaaa', kind: 'merge', status: 'pending', facts: [other, 'bbbbbbbbbb'], reason: 'alike', score: 1, draft: 'Quillfeather swims', run: 'r', at: '2026-06-30T00:00:00Z' })}\n`,
  );
  await vault.must(['forget', secret, '--purge', '--yes']);
  expect(vault.holding()).toEqual([]);
  expect(vault.read('night.json')).toContain('User naps at noon');
  expect(JSON.parse(vault.read(journal))).toMatchObject({ plan: { summary: [{ group: '(forgotten)' }] } });
  await vault.must(['lint']);
});

test('undo writes no gap back where words were taken out of the MEMORY.md of a journal alone', async () => {
  const { vault, secret, other } = await logged();
  await night(
    vault,
    0,
    [
      { group: 'Health', text: CARE, facts: [secret] },
      { group: 'Sport', text: 'Swims on Fridays', facts: [other] },
    ],
    '',
  );
  await vault.log('User naps at noon', 'preference');
  await night(vault, 1, [], '');
  // The former MEMORY.md had more than the later one, and than the one of now: what was forgotten since.
  const [journal = ''] = vault.holding(/naps/).filter((path) => path.startsWith('.memvault/runs/'));
  await vault.must(['forget', secret]);
  const kept = JSON.parse(vault.read(journal)) as { generated: { path: string; before: string; after: string }[] };
  const memory = kept.generated.find(({ path }) => path === 'MEMORY.md');
  expect(memory?.before).toContain('- (forgotten)');
  vault.write(
    journal,
    JSON.stringify(
      {
        ...kept,
        generated: kept.generated.map((one) =>
          one.path === 'MEMORY.md' ? { ...one, after: vault.read('MEMORY.md') } : one,
        ),
      },
      null,
      1,
    ),
  );
  await vault.must(['dream', '--undo', journal.split('/')[2] ?? '']);
  expect([
    vault.read('MEMORY.md').includes('naps'),
    vault.read('MEMORY.md').includes('Swims'),
    vault.holding(/- \(forgotten\)/).filter((path) => path.endsWith('.md')),
  ]).toEqual([false, true, []]);
});
