// Claims that a person moved or wrote to: what a later fact does to them keeps the person's place and words.
import { expect, test } from 'vitest';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, change, findings } from '../lint/folders.ts';
import { dreamOnce, everything, logDay, makeVault, placeAll, read, TODAY, WORK } from './nights.ts';

const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;
const GOOGLE = '[work] User works at Google';
const MICROSOFT = '[work] User works at Microsoft';
const APPLE = '[work] User works at Apple';

async function night(
  vault: Vault,
  day: string,
  facts: Readonly<Record<string, string>>,
  supersedes: Readonly<Record<string, string>> = {},
): Promise<void> {
  logDay(vault, day, facts);
  await dreamOnce(vault, {
    minute: Number(day.slice(-2)),
    propose: (batch) =>
      placeAll(batch, WORK, ({ id }) => (supersedes[id] === undefined ? {} : { supersedes: [supersedes[id] ?? ''] })),
  });
}

async function atGoogle(): Promise<Vault> {
  const vault = makeVault();
  await night(vault, '2026-03-02', { [a]: GOOGLE });
  return vault;
}

async function expectSettled(vault: Vault): Promise<void> {
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 59 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

const body = (vault: Vault): string =>
  read(vault, WORK)
    .slice(read(vault, WORK).indexOf('\n---\n') + 5)
    .replace(/\n## Sources[^]*$/, '');
const KEY_FACT = `## Key Facts\n- User works at Google[^${a}]\n`;

test('a claim under a person’s own heading: what replaces it stands there, two in one night, too', async () => {
  const vault = await atGoogle();
  change(vault, WORK, KEY_FACT, `## My jobs\n\nI keep them here.\n\n### Now\n\n* User works at Google[^${a}]\n`);
  await night(vault, '2026-05-01', { [b]: MICROSOFT, [c]: APPLE }, { [b]: a, [c]: b });
  expect(body(vault)).toContain(`## My jobs\n\nI keep them here.\n\n### Now\n\n* User works at Apple[^${c}]\n`);
  expect(body(vault)).not.toContain('## Key Facts');
  expect(body(vault)).toContain('## History\n- ~~User works at Microsoft~~');
  await expectSettled(vault);
});

test('a claim with a person’s notes goes to History with them', async () => {
  const vault = await atGoogle();
  change(vault, WORK, KEY_FACT, `${KEY_FACT}  - nice canteen\n`);
  await night(vault, '2026-05-01', { [b]: MICROSOFT }, { [b]: a });
  expect(body(vault)).toContain(
    `## Key Facts\n- User works at Microsoft[^${b}]\n\n## History\n- ~~User works at Google~~ 2026-03-02 to 2026-05-01.[^${a}]\n  - nice canteen\n`,
  );
  await expectSettled(vault);
});
