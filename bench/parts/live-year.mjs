// Lives through a year, in a process of its own: node live-year.mjs YEAR CHECKS OPTIONS REPORT. YEAR and CHECKS are
// test/year/year.ts and test/year/checks.ts as one file each, OPTIONS are a year's as JSON, and REPORT is the file that
// gets what came of it. The nights are checked by another process beside it (check-year.mjs).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , module, checks, options, report] = process.argv;
/** Nights that wait to be checked are in memory, less than a megabyte each. */
const BEHIND = 60;

const { liveYear } = await import(pathToFileURL(module).href);
const checker = fork(join(import.meta.dirname, 'check-year.mjs'), [checks], { serialization: 'advanced' });
const asked = [];
checker.on('message', ({ night, error }) => {
  const { resolve, reject } = asked.shift();
  if (error === undefined) resolve(night);
  else reject(error);
});
checker.on('exit', (code, signal) => {
  for (const { reject } of asked.splice(0)) reject(new Error(`the checks ended with ${code ?? signal}`));
});
const check = (left) =>
  new Promise((resolve, reject) => {
    asked.push({ resolve, reject });
    checker.send(left);
  });
const say = (line) => void (process.env.MEMVAULT_YEAR_SAY !== undefined && process.stderr.write(`${line}\n`));
try {
  const { nights, counts } = await liveYear({ ...JSON.parse(options), check, behind: BEHIND, say });
  writeFileSync(report, JSON.stringify({ nights, counts }));
} finally {
  if (checker.connected) {
    checker.disconnect();
    await once(checker, 'exit');
  }
}
