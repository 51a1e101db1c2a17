// Logging: many facts from a pipe, and one fact against a node that does nothing.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateLogs, renderJsonLines } from '../generate.mjs';
import { makeVault } from '../parts/bench-vault.mjs';
import { interleave, measureRun, median, memvault, PROGRAM } from '../parts/run-program.mjs';

export const about = '100,000 facts by --jsonl; one fact against bare node';

const FACTS = 100_000;

export function run({ seed, say, rounds }) {
  say('log of 100,000 facts');
  const bulk = logInBulk(seed);
  say('log of one fact');
  const [bare, one] = logOne(rounds);
  return [
    { what: '100,000 facts by --jsonl', value: bulk.seconds, unit: 's', most: 10 },
    { what: '100,000 facts by --jsonl, seconds of CPU', value: bulk.cpu, unit: 's' },
    { what: 'bare node -e 0', value: median(bare), unit: 'ms' },
    { what: 'log of one fact', value: median(one), unit: 'ms' },
    { what: 'log of one fact, against bare node', value: median(one) / median(bare), unit: '×', most: 1.1 },
  ];
}

function logInBulk(seed) {
  const vault = makeVault();
  const lines = join(vault, 'facts.jsonl');
  writeFileSync(lines, renderJsonLines(generateLogs({ facts: FACTS, days: 500, seed })));
  const usage = measureRun(['log', '--jsonl', '--quiet', '--vault', vault], { stdin: lines });
  const { facts } = JSON.parse(memvault(['facts', '--json', '--vault', vault]));
  if (facts.length !== FACTS) throw new Error(`${facts.length} facts of ${FACTS} were logged`);
  rmSync(vault, { recursive: true });
  return usage;
}

function logOne(rounds) {
  const vault = makeVault();
  const times = interleave(
    [['-e', '0'], (round) => [PROGRAM, 'log', `User noticed sample ${round}.`, '--vault', vault]],
    rounds,
  );
  rmSync(vault, { recursive: true });
  return times;
}
