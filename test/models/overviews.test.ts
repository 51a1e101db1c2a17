// A night with a model over HTTP: the overview that it writes, what of it is left out, and what search and forget make
// of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelCall, Script } from '../support/model-server/script.ts';
import { type Night, useNights } from './night.ts';

const use = useNights();

const ATLAS = [
  ['2026-06-30', 'atlas', 'Atlas runs on Django 5.1'],
  ['2026-06-30', 'atlas', 'Atlas is hosted in Falkenstein'],
  ['2026-06-30', 'atlas', 'Atlas has 14 customers'],
  ['2026-06-30', 'atlas', 'Atlas does not store passwords'],
  ['2026-06-30', 'atlas', 'Atlas sends e-mail with Postmark'],
] as const;

interface Shown {
  readonly title: string;
  readonly claims: readonly { readonly n: number; readonly says: string }[];
}

const dataOf = (call: ModelCall): unknown =>
  JSON.parse(/<(data-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>/.exec(call.prompt)?.[2] ?? '{}');
const has = (call: ModelCall, key: string): boolean => JSON.stringify(call.schema).includes(`"${key}"`);

function overview(call: ModelCall): object {
  const { title, claims } = dataOf(call) as Shown;
  const n = (words: string): number[] => claims.flatMap((claim) => (claim.says.includes(words) ? [claim.n] : []));
  const isAtlas = n('Django').length > 0;
  return {
    title: null,
    description: isAtlas ? `What ${title} runs on and who uses it` : null,
    lead: isAtlas
      ? [
          { text: 'Atlas runs on Django 5.1 in Falkenstein.', claims: [...n('Django'), ...n('Falkenstein')] },
          { text: 'Its 14 customers log in with passwords that Atlas stores.', claims: [...n('14'), ...n('store')] },
          { text: 'E-mail goes out with Postmark.', claims: n('Postmark') },
        ]
      : [],
    parts: [],
    timeline: [],
  };
}

const script: Script = (call) => {
  if (has(call, 'lead')) return { says: overview(call) };
  if (has(call, 'sentences')) return { says: { sentences: [] } };
  if (has(call, 'decisions')) {
    const { facts } = dataOf(call) as { readonly facts: readonly { readonly id: string }[] };
    return { says: { decisions: facts.map(({ id }) => ({ fact: id, as: 'new', claim: null, text: null })) } };
  }
  return { says: '{}' };
};

async function dreamt(): Promise<{ night: Night; page: string; text: () => string; stderr: string }> {
  const server = await use.started(startOllama(script));
  const night = await use.nights.begin(ATLAS);
  const { status, stderr } = await night.dream(server.url);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const page = (await night.facts()).find(({ content }) => content.includes('Django'))?.disposition?.page ?? '';
  return { night, page, text: () => readFileSync(join(night.vault, page), 'utf8'), stderr };
}

test('the page begins with the sentences that its claims bear out, and the dream says what was left out', async () => {
  const { night, text, stderr } = await dreamt();
  expect(text()).toMatch(
    /## Overview\n<!-- memvault:overview [0-9a-f]{8} -->\nAtlas runs on Django 5\.1 in Falkenstein\.(?:\[\^\w{10}\]){2} E-mail goes out with Postmark\.\[\^\w{10}\]\n<!-- \/memvault:overview -->\n\n## Key Facts\n/,
  );
  expect(text()).not.toContain('log in');
  expect(text()).toMatch(/^description: What .* runs on and who uses it$/m);
  expect(stderr).toContain('left out: 1');
  expect((await night.run('lint')).stdout).not.toContain('overview');
});

test('search finds the claims and not the overview, and what a person made of it', async () => {
  const { night, page, text } = await dreamt();
  const search = async (words: string) =>
    (JSON.parse((await night.run('search', words, '--json')).stdout) as { hits: { text?: string; path?: string }[] })
      .hits;
  expect(JSON.stringify(await search('goes out'))).not.toContain('goes out');
  writeFileSync(join(night.vault, page), text().replace('E-mail goes out', 'Whimbrel mail goes out'));
  expect(JSON.stringify(await search('whimbrel'))).toContain('Whimbrel mail goes out');
});

test('what is forgotten leaves no sentence', async () => {
  const { night, text } = await dreamt();
  const fact = (await night.facts()).find(({ content }) => content.includes('Postmark'))?.id ?? '';
  const { status, stderr } = await night.run('forget', fact, '--yes');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(text()).not.toContain('Postmark');
  expect(text()).toContain('Atlas runs on Django 5.1 in Falkenstein.');
  expect((await night.run('forget', '--verify')).status).toBe(0);
});

test('what a person moves to another page leaves no sentence', async () => {
  const { night, text } = await dreamt();
  const facts = await night.facts();
  const id = (words: string): string => facts.find(({ content }) => content.includes(words))?.id ?? '';
  const { status, stderr } = await night.run('fix', id('Falkenstein'), '--to', 'Work', '--yes');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(text()).not.toContain('Falkenstein.');
  expect(text()).toContain('E-mail goes out with Postmark.');
});
