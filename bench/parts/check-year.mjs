// Holds the nights of a year against the invariants, one after the other, as live-year.mjs sends them: node
// check-year.mjs CHECKS, which is test/year/checks.ts as one file. Answers each with the night, or with what did not
// hold.
import { pathToFileURL } from 'node:url';

const { createChecks } = await import(pathToFileURL(process.argv[2]).href);
const { check, end } = createChecks();
let last = Promise.resolve();
process.on('message', (left) => {
  last = last.then(async () => {
    const answer = await check(left).then(
      (night) => ({ night }),
      (error) => ({ error }),
    );
    if (process.connected) process.send(answer);
  });
});
process.on('disconnect', () => {
  if (process.env.MEMVAULT_KEEP === undefined) end();
  process.exit();
});
