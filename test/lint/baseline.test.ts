// What a person accepts of lint's findings: it is hidden as long as there is no more of it, on every clone alike.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { lint, mayBeAccepted, planBaseline, resultOf, splitAccepted } from '../../src/lint/lint.ts';
import { type Finding, labelOf } from '../../src/lint/rule.ts';
import { RULES } from '../../src/lint/rules.ts';
import { type BaselineLine, foldBaseline, readBaseline } from '../../src/vault/reviews.ts';
import { runHere } from '../support/here.ts';
import { type Ended, makePlace } from '../support/memvault.ts';
import { makeFolder, write } from './folders.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 6, 3, 10, minute));
const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'stale',
  severity: 'note',
  path: 'a.md',
  line,
  message: `untouched for ${line} days`,
  fix: null,
  ...more,
});
const accept = (found: readonly Finding[], before: Iterable<BaselineLine> = [], minute = 0): BaselineLine[] => [
  ...before,
  ...planBaseline(found, foldBaseline(before), () => true, at(minute)),
];
const left = (found: readonly Finding[], lines: Iterable<BaselineLine>): number[] =>
  splitAccepted(found, foldBaseline(lines), mayBeAccepted).left.map(({ line }) => line);

describe('what was accepted', () => {
  it('is hidden, whatever its line and its numbers become', () => {
    expect(left([finding(91)], accept([finding(90)]))).toEqual([]);
  });

  it('is shown again in another file, of another rule, in other words, and where there is more of it', () => {
    const lines = accept([finding(1)]);
    expect(left([finding(1, { path: 'b.md' })], lines)).toEqual([1]);
    expect(left([finding(1, { rule: 'gaps' })], lines)).toEqual([1]);
    expect(left([finding(1, { message: 'other' })], lines)).toEqual([1]);
    expect(left([finding(1), finding(2)], lines)).toEqual([2]);
  });

  it('is no proof and no error', () => {
    expect(
      [finding(1, { severity: 'error' }), finding(1, { rule: 'conservation', severity: 'warning' }), finding(1)].map(
        mayBeAccepted,
      ),
    ).toEqual([false, false, true]);
    expect(left([finding(1, { severity: 'error' })], accept([finding(1)]))).toEqual([1]);
  });

  it('says nothing new where nothing is, and takes back what is gone', () => {
    const once = accept([finding(1), finding(2)]);
    expect(once).toEqual([
      expect.objectContaining({ rule: 'stale', path: 'a.md', count: 2, at: at(0).toISOString() }) as BaselineLine,
    ]);
    expect(accept([finding(1), finding(2)], once, 1)).toEqual(once);
    const fewer = accept([finding(1)], once, 2);
    expect(left([finding(1), finding(2)], fewer)).toEqual([2]);
    expect(left([finding(1)], accept([], fewer, 3))).toEqual([1]);
    expect(planBaseline([], foldBaseline(once), (label) => label !== 'stale', at(4))).toEqual([]);
  });

  it('holds although another clone, whose clock is ahead, said otherwise before', () => {
    const ahead = accept([finding(1)], [], 30);
    expect(left([finding(1), finding(2)], accept([finding(1), finding(2)], ahead, 0))).toEqual([]);
  });

  it('may come from the end of all time', () => {
    const last = { ...accept([finding(1)])[0], at: new Date(8.64e15).toISOString() } as BaselineLine;
    expect(left([finding(1)], accept([], [last]))).toEqual([1]);
  });

  it('is the same in whatever order git puts the lines of two clones', () => {
    const some = fc
      .array(
        fc.record({ rule: fc.constantFrom('stale', 'gaps'), path: fc.constantFrom('a.md', 'b.md'), line: fc.nat(3) }),
        { maxLength: 6 },
      )
      .map((list) => list.map(({ line, ...more }) => finding(line, more)));
    fc.assert(
      fc.property(some, some, some, fc.nat(3), fc.nat(3), (base, mine, theirs, minute, other) => {
        const before = accept(base);
        const [here, there] = [accept(mine, before, minute), accept(theirs, before, other)];
        const fresh = there.filter((line) => !before.includes(line));
        const merges = [
          [...here, ...fresh],
          [...before, ...fresh, ...here.slice(before.length)],
          [...here, ...there].reverse(),
        ];
        const shown = merges.map((lines) => left([...mine, ...theirs], lines));
        expect(shown[1]).toEqual(shown[0]);
        expect(shown[2]).toEqual(shown[0]);
      }),
    );
  });
});

test('lines that say nothing of the kind count for nothing, and are named', () => {
  const vault = makeFolder();
  write(
    vault,
    '.memvault/baseline.jsonl',
    [
      'garbage',
      '[]',
      '{"rule":"stale"}',
      '{"rule":"stale","path":"a.md","key":"k","count":-1,"at":"2026-07-03T10:00:00Z"}',
      '{"rule":"stale","path":"a.md","key":"k","count":1e9,"at":"then"}',
      '{"rule":"stale","path":"a.md\\ngaps","key":"k","count":1,"at":"2026-07-03T10:00:00Z"}',
      '{"rule":"stale","path":"a.md","key":"k","count":1,"at":"2026-07-03T10:00:00Z","more":"x"}',
      '',
    ].join('\n'),
  );
  expect([...readBaseline(vault).values()].map(({ count }) => count)).toEqual([1]);
  const { findings } = lint(readLintInput(vault, '2026-07-03', 3), RULES);
  expect(findings.map((one) => `${labelOf(one)} ${one.severity} ${one.line}`)).toEqual([
    'damaged/torn warning 1',
    'damaged/torn warning 2',
    'damaged/lines warning 3',
    'damaged/lines warning 4',
    'damaged/lines warning 5',
    'damaged/lines warning 6',
  ]);
});

test('accepted findings of a rule that is gone hide nothing and stop nothing', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const here = { place, cwd: join(place.root, 'v'), now: '2026-07-03T10:00:00Z' };
  await runHere({ ...here, cwd: place.root }, ['init', '--no-git', 'v', '--no-input']);
  mkdirSync(join(here.cwd, '2_Wiki'), { recursive: true });
  writeFileSync(join(here.cwd, '2_Wiki/Ann.md'), '# Ann\n[[Nowhere]]\n');
  writeFileSync(join(here.cwd, '.memvault/config.yaml'), 'lint:\n  include: ["2_Wiki/"]\n');
  const run = (...argv: string[]): Promise<Ended> => runHere(here, ['lint', ...argv]);
  const missing = { rule: 'links', kind: 'missing', path: '2_Wiki/Ann.md', line: 2 };
  expect((await run('--baseline', '--rule', 'links/missing')).stderr).toContain('Accepted 1 finding,');
  const file = join(here.cwd, '.memvault/baseline.jsonl');
  const line = readFileSync(file, 'utf8');
  expect(JSON.parse(line)).toMatchObject({ rule: 'links/missing', path: '2_Wiki/Ann.md', count: 1 });
  expect(JSON.parse((await run('--json', '--rule', 'links')).stdout)).toMatchObject({ findings: [], accepted: 1 });

  writeFileSync(file, line.replace('links/missing', 'broken-links'));
  expect(JSON.parse((await run('--json', '--rule', 'links')).stdout)).toMatchObject({
    findings: [missing],
    accepted: 0,
  });
  expect((await run('--baseline', '--rule', 'links')).stderr).toContain('Accepted 1 finding,');
  expect(JSON.parse((await run('--json', '--rule', 'links')).stdout)).toMatchObject({ findings: [], accepted: 1 });
  expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('"broken-links"');
});

test('health counts what is left, per hundred pages', () => {
  const found = Array.from({ length: 20 }, (_, line) => finding(line));
  expect(resultOf(found, new Map(), 10).health).toBe(80);
  expect(resultOf(found, new Map(), 400).health).toBe(95);
  expect(resultOf(found, foldBaseline(accept(found)), 10)).toMatchObject({
    findings: [],
    health: 100,
    counts: { note: 0 },
  });
});

test('on the command line', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const here = { place, cwd: join(place.root, 'v'), now: '2026-07-03T10:00:00Z' };
  await runHere({ ...here, cwd: place.root }, ['init', '--no-git', 'v', '--no-input']);
  const put = (path: string, text: string): void => writeFileSync(join(here.cwd, path), text);
  mkdirSync(join(here.cwd, '2_Wiki'), { recursive: true });
  put('2_Wiki/Old.md', '---\nstale_after: 2026-01-01\n---\n# Old\n');
  put('2_Wiki/Older.md', '---\nstale_after: 2025-01-01\n---\n# Older\n');
  put('.memvault/config.yaml', 'lint:\n  include: ["2_Wiki/"]\n');
  const run = (...argv: string[]): Promise<Ended> => runHere(here, ['lint', '--rule', 'stale', ...argv]);
  const file = join(here.cwd, '.memvault/baseline.jsonl');
  expect((await run()).stdout).toContain('2_Wiki/Old.md:2  warning  it is stale since 2026-01-01, 183 days ago  stale');
  expect((await run('--baseline', '--dry-run')).stderr).toContain('Would accept 2 findings');
  expect(existsSync(file)).toBe(false);
  const accepted = await run('--baseline');
  expect(accepted).toMatchObject({ status: 0, stdout: '' });
  expect(accepted.stderr).toContain('Accepted 2 findings, in .memvault/baseline.jsonl');
  const bytes = readFileSync(file, 'utf8');
  expect(bytes).not.toContain('stale since');
  expect((await run('--baseline')).stderr).toContain('All 2 findings that can be accepted are accepted already.');
  expect(readFileSync(file, 'utf8')).toBe(bytes);
  expect(await run('--strict')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining('; health 100; 2 accepted in .memvault/baseline.jsonl') as string,
  });
  expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ findings: [], health: 100, accepted: 2 });
  expect((await run('--baseline', '--fix')).status).toBe(2);
});
