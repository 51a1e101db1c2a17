// A dream over everything at once: 10,000 pending facts over 500 days, then ten times as many. Each is
// checked to the end: no fact without a disposition, no error of lint, a second dream that writes nothing.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkVault, compareFiles, digestFiles, makeVault } from '../parts/bench-vault.mjs';
import { measureRun } from '../parts/run-program.mjs';

export const about = '10,000 and 100,000 pending facts over 500 days';

export function run({ seed, say }) {
  say('dream of 10,000 facts');
  const small = dreamOnce({ facts: 10_000, days: 500, seed });
  say('dream of 100,000 facts');
  const large = dreamOnce({ facts: 100_000, days: 500, seed });
  return [
    { what: '10,000 facts', value: small.seconds, unit: 's', most: 20 },
    { what: '10,000 facts, peak memory', value: small.megabytes, unit: 'MB', most: 600 },
    { what: '10,000 facts, seconds of CPU', value: small.cpu, unit: 's' },
    { what: '100,000 facts', value: large.seconds, unit: 's' },
    { what: '100,000 facts, against 10,000', value: large.seconds / small.seconds, unit: '×', most: 12 },
    { what: '100,000 facts, peak memory', value: large.megabytes, unit: 'MB' },
    { what: '100,000 facts, seconds of CPU', value: large.cpu, unit: 's' },
    { what: '100,000 facts, a second dream with nothing to do', value: large.again, unit: 's' },
  ];
}

function dreamOnce(size) {
  const vault = makeVault(size);
  const command = ['dream', '--batch', '--force', '--vault', vault];
  const logs = digestLogs(vault);
  const usage = measureRun(command);
  compareFiles(logs, digestLogs(vault));
  checkVault(vault, size.facts);
  const before = digestFiles(vault);
  const again = measureRun(command);
  compareFiles(before, digestFiles(vault));
  rmSync(vault, { recursive: true });
  return { ...usage, again: again.seconds };
}

const digestLogs = (vault) => digestFiles(join(vault, 'daily'));
