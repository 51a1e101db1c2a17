// lint --llm: which pairs a model is asked about, what is taken of its answers, and what happens where it is away.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Asks } from '../../src/llm/port.ts';
import { askAboutPairs, type ClaimPair, parseContradictions, relatedPairs } from '../../src/lint/contradictions.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { runHere } from '../support/here.ts';
import { type Ended, makePlace } from '../support/memvault.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelCall, Script } from '../support/model-server/script.ts';
import { makeFolder, writeExample } from './folders.ts';

const TODAY = '2026-07-03';
const words = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const VAULT = `
== daily/2026-06-01.md
- [preference] User is a strict vegetarian at home ^k3v9x2ab4q
- [work] The Tidepool release is on 3 May ^p0d4mm1z5k
== daily/2026-07-01.md
- [experience] User grills sausages at home ^m4w8y3bc5r
- [event] The Tidepool release is on 5 May ^a1b2c3d4e5
== 3_Personal/Preferences.md
- User is a strict vegetarian at home[^k3v9x2ab4q]
- The Tidepool release is on 3 May[^p0d4mm1z5k]
== 3_Personal/Experiences.md
- User grills sausages at home[^m4w8y3bc5r]
- The Tidepool release is on 5 May[^a1b2c3d4e5]
`;

describe('pairs', () => {
  const pairs = (example: string, most = 10): string[] => {
    const vault = makeFolder();
    writeExample(vault, example);
    return relatedPairs(readLintInput(vault, TODAY, 3), words, most).map(
      ({ older, newer }) => `${older.facts.join()} ${newer.facts.join()}`,
    );
  };

  it('are claims of two pages that share words, the most alike first, the older before the newer', () => {
    expect(pairs(VAULT)[0]).toBe('p0d4mm1z5k a1b2c3d4e5');
    expect(pairs(VAULT)).toContain('k3v9x2ab4q m4w8y3bc5r');
    expect(pairs(VAULT, 1)).toHaveLength(1);
  });

  it('are none of one page, of one fact, of what is past, forgotten, unknown, or looks like a secret', () => {
    expect(
      pairs(
        VAULT.replaceAll('3_Personal/Experiences.md', '3_Personal/Preferences.md').replace(
          '== 3_Personal/Preferences.md\n- User grills',
          '- User grills',
        ),
      ),
    ).toEqual([]);
    expect(pairs(VAULT.replace('[^a1b2c3d4e5]', '[^p0d4mm1z5k]'))).not.toContain('p0d4mm1z5k p0d4mm1z5k');
    expect(
      pairs(VAULT.replace('- The Tidepool release is on 5 May[^', '- ~~The Tidepool release is on 5 May~~[^')),
    ).not.toContain('p0d4mm1z5k a1b2c3d4e5');
    expect(pairs(VAULT.replace('[^a1b2c3d4e5]', '[^zzzzzzzzzz]'))).not.toContain('p0d4mm1z5k zzzzzzzzzz');
    expect(
      pairs(
        `${VAULT}== .memvault/tombstones.jsonl\n{"fact":"a1b2c3d4e5","at":"2026-07-02T03:00:00.000Z","run":"r-20260702-0300-7f3a9c","salt":null,"digest":null}\n`,
      ),
    ).not.toContain('p0d4mm1z5k a1b2c3d4e5');
    const key = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('');
    expect(pairs(VAULT.replaceAll('is on 5 May', `is on 5 May ${key}`))).not.toContain('p0d4mm1z5k a1b2c3d4e5');
  });

  it('are about one subject first, and never about two people', () => {
    const said = [
      'Ingrid prefers release meetings on Mondays',
      'Tomas prefers release meetings on Tuesdays',
      'Ingrid prefers release meetings after lunch',
      'Most people like the release meetings of Tomas',
    ];
    const ids = said.map((_, at) => `k3v9x2ab4${at}`);
    const found = pairs(`
== daily/2026-06-01.md
${said.map((text, at) => `- [work] ${text} ^${ids[at]}`).join('\n')}
${said.map((text, at) => `== 2_Wiki/Page ${at}.md\n- ${text}[^${ids[at]}]`).join('\n')}
`);
    const sides = found.map((pair) =>
      pair
        .split(' ')
        .map((id) => ids.indexOf(id))
        .sort((a, b) => a - b)
        .join(),
    );
    expect(sides[0]).toBe('0,2');
    expect(sides).toContain('1,3');
    expect(sides).not.toContain('0,1');
    expect(sides).not.toContain('1,2');
  });

  it('are at most three of one claim', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `k3v9x2ab${String(at).padStart(2, '0')}`);
    const rows = pairs(
      `
== daily/2026-06-01.md
${ids.map((id, at) => `- [work] The team meets in room ${at} on the upper floor ^${id}`).join('\n')}
${ids.map((id, at) => `== 2_Wiki/Page ${at}.md\n- The team meets in room ${at} on the upper floor[^${id}]`).join('\n')}
`,
      100,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const id of ids) expect(rows.filter((row) => row.includes(id)).length).toBeLessThanOrEqual(3);
  });

  it('are none that a person keeps apart', () => {
    const apart =
      '{"id":"k3v9x2ab4q","kind":"supersede","status":"rejected","facts":["p0d4mm1z5k","a1b2c3d4e5"],"reason":"x","score":0.8,"run":"r-20260702-0300-7f3a9c","at":"2026-07-02T03:00:00.000Z"}';
    expect(pairs(`${VAULT}== .memvault/reviews.jsonl\n${apart}\n`)).not.toContain('p0d4mm1z5k a1b2c3d4e5');
  });
});

const claim = (path: string, text: string): ClaimPair['older'] => ({
  path,
  line: 1,
  title: path,
  text,
  facts: [path],
  day: '2026-07-01',
});
const PAIR: ClaimPair = {
  older: claim('a.md', 'The release is on 3 May'),
  newer: claim('b.md', 'The release is on 5 May'),
};

describe('answers', () => {
  it.each<[string, unknown, number, number]>([
    [
      'with the words of both',
      { contradictions: [{ pair: 'p1', older: 'on 3 May', newer: 'on 5 May', more: 1 }] },
      1,
      0,
    ],
    [
      'twice the same',
      {
        contradictions: [
          { pair: 'p1', older: 'on 3 May', newer: 'on 5 May' },
          { pair: 'p1', older: 'release', newer: 'on 5 May' },
        ],
      },
      1,
      1,
    ],
    ['in other words', { contradictions: [{ pair: 'p1', older: 'on the 3rd of May', newer: 'on 5 May' }] }, 0, 1],
    ['the wrong way round', { contradictions: [{ pair: 'p1', older: 'on 5 May', newer: 'on 3 May' }] }, 0, 1],
    ['equal words', { contradictions: [{ pair: 'p1', older: 'The release', newer: 'the release' }] }, 0, 1],
    ['of a pair that is none', { contradictions: [{ pair: 'p2', older: 'on 3 May', newer: 'on 5 May' }] }, 0, 1],
    ['of nothing', { contradictions: [null, 7, 'p1', {}, { pair: 'p1', older: '', newer: ' ' }] }, 0, 5],
    ['without a finding', { contradictions: [] }, 0, 0],
  ])('%s', (_what, value, found, dropped) => {
    expect(parseContradictions(value, [PAIR])).toMatchObject({ found: { length: found }, dropped });
  });

  it('of any other form are none', () => {
    for (const value of [null, 'no', [], { contradictions: null }, { contradictions: 'none' }])
      expect(parseContradictions(value, [PAIR])).toBeNull();
  });

  it('never name what was not asked, whatever they say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const one of parseContradictions({ contradictions: value }, [PAIR])?.found ?? [])
          expect([one.older, one.newer]).toEqual([PAIR.older, PAIR.newer]);
      }),
    );
  });
});

describe('asking', () => {
  const pairs = Array.from({ length: 20 }, (_, at): ClaimPair => ({
    older: claim(`a${at}.md`, `x${at}`),
    newer: claim(`b${at}.md`, `y${at}`),
  }));
  const asks = (room: number, kinds: readonly string[] = []): Asks & { readonly sizes: number[] } => {
    const sizes: number[] = [];
    const sizeOf = (prompt: string): number => prompt.split('"id"').length - 1;
    return {
      sizes,
      fits: ({ prompt }) => sizeOf(prompt) <= room,
      ask: ({ prompt }) => {
        sizes.push(sizeOf(prompt));
        const kind = kinds[sizes.length - 1] ?? 'answer';
        return Promise.resolve(
          kind === 'stopped' || kind === 'cut'
            ? { kind }
            : kind === 'failed'
              ? { kind, reason: 'away' }
              : { kind: 'answer', value: kind === 'odd' ? 'x' : { contradictions: [] } },
        );
      },
    };
  };

  it('goes in parts that fit, and each pair is asked about once', async () => {
    const small = asks(3);
    expect((await askAboutPairs(pairs, '', small)).answered).toEqual(pairs);
    expect(small.sizes.every((size) => size <= 3)).toBe(true);
    expect((await askAboutPairs(pairs, '', asks(8))).reason).toBeNull();
    expect(await askAboutPairs(pairs, '', asks(0))).toMatchObject({
      answered: [],
      reason: expect.stringContaining('window') as string,
    });
  });

  it('ends with what failed, and says so', async () => {
    expect(await askAboutPairs(pairs, '', asks(8, ['answer', 'failed']))).toMatchObject({
      answered: { length: 8 },
      reason: 'away',
      stopped: false,
    });
    expect(await askAboutPairs(pairs, '', asks(8, ['stopped']))).toMatchObject({ answered: [], stopped: true });
    expect(await askAboutPairs(pairs, '', asks(8, ['cut']))).toMatchObject({ answered: { length: 20 }, reason: null });
    expect(await askAboutPairs(pairs, '', asks(8, ['odd']))).toMatchObject({
      answered: { length: 12 },
      reason: expect.stringContaining('cannot be read') as string,
    });
  });
});

describe('on the command line', () => {
  const set = async (
    script: Script,
  ): Promise<{ readonly calls: ModelCall[]; readonly cwd: string; run(...argv: string[]): Promise<Ended> }> => {
    const place = makePlace();
    onTestFinished(place.remove);
    const cwd = join(place.root, 'v');
    const calls: ModelCall[] = [];
    const server = await startOllama((call) => {
      calls.push(call);
      return script(call);
    });
    onTestFinished(() => server.close());
    await runHere({ place, cwd: place.root, now: '2026-07-03T10:00:00Z' }, ['init', '--no-git', 'v', '--no-input']);
    writeExample({ root: cwd, dailyDir: 'daily', zones: makeFolder().zones }, VAULT);
    writeFileSync(join(cwd, '.memvault/config.yaml'), `models:\n  url: ${server.url}\n`);
    await runHere({ place, cwd, now: '2026-07-03T10:00:00Z' }, ['config', 'trust', '--yes', '-q']);
    return {
      calls,
      cwd,
      run: (...argv) =>
        runHere({ place, cwd, now: '2026-07-03T10:00:00Z' }, ['lint', '--rule', 'contradictions', ...argv]),
    };
  };
  const LLM = ['--llm', '--set', 'engine=ollama', '--set', 'model=m'];
  const idOf = (call: ModelCall): string => /"id":"(p\d+)","older":\{[^}]*3 May/.exec(call.prompt)?.[1] ?? '';

  test('names both places, writes nothing, and asks only when told to', async () => {
    const { calls, cwd, run } = await set((call) => ({
      says: { contradictions: [{ pair: idOf(call), older: 'on 3 May', newer: 'on 5 May' }] },
    }));
    expect(await run()).toMatchObject({ status: 0, stdout: '' });
    expect(calls).toHaveLength(0);
    const before = hashFolder(cwd);
    const asked = await run(...LLM);
    expect(asked.stderr).toContain('compared');
    expect(asked).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        '3_Personal/Experiences.md:2  warning  “on 5 May” here and “on 3 May” in 3_Personal/Preferences.md:2 can hardly both be true',
      ) as string,
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.system).toContain('contradictions');
    expect(hashFolder(cwd)).toEqual(before);
    expect(JSON.parse((await run(...LLM, '--json')).stdout)).toMatchObject({
      findings: { length: 1 },
      llm: { model: 'ollama:m/contradictions-1', dropped: 0, reason: null },
    });
    // What was accepted stays so where nobody asks.
    await run(...LLM, '--baseline');
    expect((await run('--baseline')).stderr).toContain('nothing to accept');
    expect(await run(...LLM)).toMatchObject({ stdout: '', stderr: expect.stringContaining('1 accepted') as string });
    expect(readFileSync(join(cwd, '.memvault/baseline.jsonl'), 'utf8')).not.toContain('May');
  });

  test('asks about a pair once, until a claim, the model or its prompt is another; no word of a claim is kept for that', async () => {
    const { calls, cwd, run } = await set((call) => ({
      says: { contradictions: [{ pair: idOf(call), older: 'on 3 May', newer: 'on 5 May' }] },
    }));
    const asked = (): number =>
      calls.map(({ prompt }) => prompt.split('"id":').length - 1).reduce((sum, count) => sum + count, 0);
    const first = await run(...LLM);
    const pairs = asked();
    expect(pairs).toBeGreaterThan(1);
    const again = await run(...LLM);
    expect([asked(), again.stdout]).toEqual([pairs, first.stdout]);
    expect(again.stderr).toContain(
      `ollama:m/contradictions-1 had already compared all ${pairs} pairs of claims and found 1 contradiction; nothing was asked now`,
    );
    expect(JSON.parse((await run(...LLM, '--json')).stdout)).toMatchObject({
      findings: { length: 1 },
      llm: { pairs, asked: 0, known: pairs, usage: { calls: 0 } },
    });
    const cache = join(cwd, '.memvault/cache/asked-pairs.json');
    expect(readFileSync(cache, 'utf8')).not.toMatch(/May|Tidepool|release/);
    const page = join(cwd, '3_Personal/Experiences.md');
    writeFileSync(page, readFileSync(page, 'utf8').replace('sausages at home', 'sausages in the garden'));
    await run(...LLM);
    const edited = asked();
    expect(edited).toBeGreaterThan(pairs);
    expect(edited).toBeLessThan(2 * pairs);
    writeFileSync(cache, '[["broken');
    await run(...LLM);
    expect(asked()).toBe(edited + pairs);
    writeFileSync(cache, readFileSync(cache, 'utf8').replace(/\[\d+,\d+,\d+,\d+\]/, '[9000,9001,5,5]'));
    expect(await run(...LLM)).toMatchObject({ status: 0, stdout: '' });
    expect(asked()).toBe(edited + pairs);
  });

  test('asks again about pairs of an answer of which something was not taken', async () => {
    const { calls, run } = await set(() => ({
      says: { contradictions: [{ pair: 'p1', older: 'in other words', newer: 'than those' }] },
    }));
    await run(...LLM);
    await run(...LLM);
    expect(calls).toHaveLength(2);
  });

  test('a model that is away ends it with 12, one that talks nonsense too', async () => {
    const { run } = await set(() => ({ says: 'I would rather not.' }));
    expect(await run(...LLM)).toMatchObject({ status: 12, stdout: '' });
    expect(await run('--llm', '--set', 'engine=ollama', '--set', 'model=other')).toMatchObject({ status: 12 });
    expect(await run('--llm')).toMatchObject({
      status: 12,
      stderr: expect.stringContaining('--set engine=ollama') as string,
    });
    expect(await run('--set', 'oracle=1')).toMatchObject({ status: 2 });
    expect((await run('--llm', '--set', 'engine=oracle')).status).toBe(2);
  });

  test('what --fix repaired before the model turned out to be away is said, to programs too', async () => {
    const { cwd, run } = await set(() => ({ says: 'I would rather not.' }));
    const page = join(cwd, '3_Personal/Experiences.md');
    const away = ['--fix', '--rule', 'links/case', '--llm', '--set', 'engine=ollama', '--set', 'model=other'];
    const plant = (): void =>
      writeFileSync(
        page,
        `${readFileSync(page, 'utf8').replaceAll('[[Preferences|preferences]]', '')}\n[[preferences]]\n`,
      );
    plant();
    expect(await run(...away)).toMatchObject({
      status: 12,
      stderr: expect.stringMatching(/^Repaired 1 finding in [^\n]+dream --undo reverts it\.\nmemvault: /) as string,
    });
    expect(readFileSync(page, 'utf8')).toContain('[[Preferences|preferences]]');
    expect((await run(...away)).stderr).toMatch(/^memvault: /);
    plant();
    const { status, stderr } = await run(...away, '--json');
    expect(status).toBe(12);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'model',
      fix: { run: expect.stringMatching(/^r-/) as string, repairs: { length: 1 } },
    });
    plant();
    expect((await run(...away, '--dry-run')).stderr).toMatch(/^memvault: /);
  });
});
