// Eight processes that log to one day as fast as they can, 2,000 facts each, while dreams consolidate the
// same vault and that very day. Nothing may be lost, torn, or told twice.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkVault, makeVault } from '../parts/bench-vault.mjs';
import { memvault, PROGRAM, startRun } from '../parts/run-program.mjs';

export const about = '8 processes with 2,000 appends each on one day, while dreams run';

const WRITERS = 8;
const APPENDS = 2000;
const FACTS = 2000;
/** The last day that a dream takes. */
const DAY = '2026-06-30';
const APPEND = join(import.meta.dirname, '..', 'parts', 'append-many.cjs');

export async function run({ seed, say }) {
  say('concurrent appends');
  const vault = makeVault({ facts: FACTS, days: 100, seed });
  const start = performance.now();
  let writing = true;
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    startRun(APPEND, [vault, DAY, String(writer), String(APPENDS)]),
  );
  const dreams = dreamWhile(vault, () => writing);
  await Promise.all(writers);
  const seconds = (performance.now() - start) / 1000;
  writing = false;
  const dreamt = await dreams;
  checkAppends(vault);
  await startRun(PROGRAM, ['dream', '--batch', '--force', '--vault', vault]);
  checkVault(vault, FACTS + WRITERS * APPENDS);
  rmSync(vault, { recursive: true });
  return [
    { what: `${WRITERS} × ${APPENDS.toLocaleString('en')} appends`, value: seconds, unit: 's' },
    { what: 'one append, wall time', value: (seconds * 1000) / (WRITERS * APPENDS), unit: 'ms' },
    { what: 'dreams meanwhile', value: dreamt, unit: '' },
    { what: 'facts lost or torn', value: 0, unit: '', most: 0 },
  ];
}

async function dreamWhile(vault, isGoingOn) {
  let count = 0;
  while (isGoingOn()) {
    await startRun(PROGRAM, ['dream', '--batch', '--force', '--vault', vault]);
    count++;
  }
  return count;
}

/** Every fact of every writer stands on a line of its own, whole, once. Throws where one does not. */
function checkAppends(vault) {
  const lines = readFileSync(join(vault, 'daily', `${DAY}.md`), 'utf8').split('\n');
  const whole = new Map();
  for (const line of lines) {
    const match = /^- \[general\] Writer (\d) says that gauge (\d+) shows (\d+) units\. `bench` \^[0-9a-z]{10}$/.exec(
      line,
    );
    if (!match && line.includes('Writer')) throw new Error(`a torn line: ${line}`);
    if (match && Number(match[3]) === Number(match[2]) * 7)
      whole.set(`${match[1]} ${match[2]}`, (whole.get(`${match[1]} ${match[2]}`) ?? 0) + 1);
  }
  for (let writer = 0; writer < WRITERS; writer++) {
    for (let number = 1; number <= APPENDS; number++) {
      const count = whole.get(`${writer} ${number}`) ?? 0;
      if (count !== 1) throw new Error(`fact ${number} of writer ${writer} stands ${count} times in the log`);
    }
  }
  const { facts } = JSON.parse(memvault(['facts', '--json', '--tag', 'bench', '--vault', vault]));
  if (facts.length !== WRITERS * APPENDS) throw new Error(`${facts.length} facts of ${WRITERS * APPENDS} are listed`);
}
