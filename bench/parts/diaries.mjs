// The labelled diaries as examples for the look-alike scorer: each fact with its candidates and what they are to it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = join(ROOT, 'templates/words/neighbours.en.bin');
/** Their keys name the features: a new one begins there, with three zeros. */
const WEIGHTS = join(ROOT, 'templates/words/look-alikes.json');
export const KINDS = ['dup', 'update', 'contra'];
/** Candidates of a fact that are weighed, and that are looked through for the right one. */
export const WEIGHED = 8;
const SEARCHED = 40;

/** The scorer as it is in the sources. */
export async function loadScorer() {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-fit-'));
  try {
    const bundles = {};
    for (const [name, input] of [
      ['look', 'dream/propose/look-alikes.ts'],
      ['near', 'language/neighbours.ts'],
    ]) {
      const file = join(folder, `${name}.mjs`);
      const bundle = await rolldown({ input: join(ROOT, 'src', input), platform: 'node', logLevel: 'silent' });
      await bundle.write({ file, format: 'esm', codeSplitting: false });
      bundles[name] = await import(pathToFileURL(file).href);
    }
    const features = Object.keys(JSON.parse(readFileSync(WEIGHTS, 'utf8')));
    const table = readFileSync(TABLE);
    const neighbours = bundles.near.openNeighbours((from, to) => table.subarray(from, to));
    return { LookAlikes: bundles.look.LookAlikes, features, neighbours };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const at = ({ date, line }) => `${date}:${String(line).padStart(3, '0')}`;
const keyOf = (a, b) => (a < b ? [a, b] : [b, a]).join(' ');

/** A diary: its facts in order, and what joins them. */
export function readDiary(folder) {
  const facts = readdirSync(join(folder, 'daily'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, 'daily', file), 'utf8')
        .split('\n')
        .flatMap((line, index) => factOf(line, { date: file.slice(0, 10), line: index + 1 })),
    );
  const gold = JSON.parse(readFileSync(join(folder, 'gold.json'), 'utf8'));
  const pairs = [
    ...gold.pairs.map(({ kind, old, new: newer, how }) => ({ kind, old: at(old), new: at(newer), how })),
    ...gold.contradictions.map(({ a, b }) => {
      const [old, newer] = at(a) < at(b) ? [at(a), at(b)] : [at(b), at(a)];
      return { kind: 'contra', old, new: newer, how: 'contradiction' };
    }),
  ];
  return { facts, pairs, traps: new Set(gold.traps.map(({ a, b }) => keyOf(at(a), at(b)))) };
}

function factOf(line, place) {
  const match = /^- \[([^\]]+)\] (.*)$/.exec(line);
  if (!match) return [];
  const tags = [];
  let project = null;
  const text = match[2]
    .replace(/((?:\s*`[^`]+`)+)\s*$/, (all) => {
      for (const [, tag] of all.matchAll(/`([^`]+)`/g)) tags.push(...tag.split(' '));
      return '';
    })
    .replace(/\s*\[(\w+):: ([^\]]*)\]/g, (_, name, value) => {
      if (name === 'project') project = value;
      return '';
    });
  return [{ id: at(place), text: text.trim(), day: place.date, category: match[1], project, tags }];
}

/** For each fact its candidates with their features, and what they are to it. */
export function examplesOf({ facts, pairs, traps }, { LookAlikes, features, neighbours }) {
  const parent = new Map();
  const root = (id) => (parent.has(id) ? root(parent.get(id)) : id);
  for (const { old, new: newer } of pairs) if (root(old) !== root(newer)) parent.set(root(old), root(newer));
  const index = new LookAlikes(neighbours);
  const rows = [];
  for (const fact of facts) {
    const joined = pairs.filter((pair) => pair.new === fact.id);
    for (const [rank, { older, features: measured }] of index.candidates(fact, SEARCHED).entries()) {
      const pair = joined.find(({ old }) => old === older.id);
      if (rank >= WEIGHED && !pair) continue;
      const kind = pair?.kind ?? (root(older.id) === root(fact.id) ? 'related' : 'none');
      rows.push({
        x: Float64Array.from(features, (feature) => measured[feature]),
        y: KINDS.indexOf(kind) + 1,
        kind,
        rank,
        pair,
        fact,
        older,
        isTrap: kind === 'none' && traps.has(keyOf(older.id, fact.id)),
      });
    }
    index.add(fact);
  }
  return { rows, pairs, facts };
}
