// What is decided anew, change by change: a person takes one, leaves one for good, puts one off.
import { expect, test } from 'vitest';
import { agreeOnRedo } from '../../../src/cli/commands/dream-redo.ts';
import { planRedo, type Redone } from '../../../src/dream/plan-file/redo.ts';
import type { PlanFile } from '../../../src/model/plan.ts';
import { findings } from '../../lint/folders.ts';
import { dreamOnce, heldOf, logDay, makeVault, placeAll, read, TODAY, WORK } from '../nights.ts';
import { applyFile } from './planned.ts';

const TEXTS = {
  aaaaaaaaaa: 'Works at Acme in Oslo',
  bbbbbbbbbb: 'Plays the cello',
  cccccccccc: 'Grows tomatoes',
} as const;
type Vault = ReturnType<typeof makeVault>;

async function redoneOf(vault: Vault): Promise<Redone> {
  return await planRedo(
    {
      vault,
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      makeEngine: () => ({
        name: 'model/2',
        propose: async (batch) =>
          await Promise.resolve(placeAll(batch, WORK, ({ text }) => ({ text: `The user: ${text}` }))),
      }),
    },
    {
      start: new Date(2026, 6, 20, 5),
      today: TODAY,
      maxDays: 14,
      minutes: 1,
      repeatUndone: false,
      retry: false,
      failures: new Map(),
      reviews: 10,
    },
    { since: '2026-07-01', written: () => undefined },
  );
}

async function begun(): Promise<{ vault: Vault; redone: Redone }> {
  const vault = makeVault();
  for (const [index, [id, text]] of Object.entries(TEXTS).entries())
    logDay(vault, `2026-07-0${index + 1}`, { [id]: `[work] ${text}` });
  await dreamOnce(vault, { propose: (batch) => placeAll(batch, WORK, () => ({})) });
  return { vault, redone: await redoneOf(vault) };
}

/** What a person agrees to who picks these, one after the other; and what they saw. */
async function agreed(
  redone: Redone,
  ...picks: readonly (string | null)[]
): Promise<{ file: PlanFile | null; shown: string }> {
  const rest = [...picks];
  const shown: string[] = [];
  const say = (text: string): void => void shown.push(text);
  const file = await agreeOnRedo(
    {
      answer: { color: false, warn: say, remark: say },
      world: {
        stderr: { columns: 80 },
        prompts: () =>
          Promise.resolve({
            choose: (_question: string, choices: readonly { value: string }[]) =>
              Promise.resolve(
                choices.find(({ value }) => value === rest[0]) === undefined ? null : (rest.shift() ?? null),
              ),
            edit: () => Promise.resolve(null),
          }),
      },
    } as unknown as Parameters<typeof agreeOnRedo>[0],
    redone,
  );
  expect(rest).toEqual([]);
  return { file, shown: shown.join('\n') };
}

test('one is taken, one left for good, one put off', async () => {
  const { vault, redone } = await begun();
  const { file, shown } = await agreed(redone, 'each', 'take', 'leave', 'off');
  expect(shown).toContain('Change 2 of 3\n  ~ Plays the cello\n      “The user: Plays the cello”');
  if (file === null) throw new Error('something is to be written');
  await applyFile(vault, file);
  const page = read(vault, WORK);
  for (const line of ['- The user: Works at Acme in Oslo[^', '- Plays the cello[^', '- Grows tomatoes[^'])
    expect(page).toContain(line);
  expect(Object.keys(TEXTS).map((id) => heldOf(vault, id)?.engine)).toEqual(['model/2', 'model/2', 'test/1']);
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'error')).toEqual([]);
  // Only what was put off is asked about again.
  expect((await redoneOf(vault)).file.batches.flatMap(({ facts }) => facts.map(({ fact }) => fact))).toEqual([
    'cccccccccc',
  ]);
});

test('all at once, all that is left, none', async () => {
  const { redone } = await begun();
  expect((await agreed(redone, 'write')).file).toEqual(redone.file);
  expect((await agreed(redone, 'each', 'rest')).file).toEqual(redone.file);
  for (const picks of [['drop'], ['each', 'take', 'quit']])
    expect(await agreed(redone, ...picks)).toMatchObject({
      file: null,
      shown: expect.stringContaining('Nothing was written.') as string,
    });
});

test('whoever ends the program writes nothing', async () => {
  const { redone } = await begun();
  await expect(agreed(redone)).rejects.toMatchObject({ code: 'interrupted' });
  await expect(agreed(redone, 'each')).rejects.toMatchObject({ code: 'interrupted' });
});
