// The ids of runs: the minute of the start and a digest of what the run is to do.
import { textDigest } from '../markdown/digest.ts';
import { dayOf, timeOf } from '../model/day.ts';

/**
 * `r-20260702-0300-7f3a9c`, with the local minute. `what`: JSON; the same for the same run, so that its id is the same
 * again after a crash.
 */
export function runId(what: unknown, start: Date): string {
  const minute = `${dayOf(start).replaceAll('-', '')}-${timeOf(start).replace(':', '')}`;
  return `r-${minute}-${textDigest(JSON.stringify(what)).slice(0, 6)}`;
}

/** One that no run has: `what` gets a number that makes it its own. */
export function freshRunId(what: object, start: Date, isTaken: (run: string) => boolean): string {
  for (let number = 0; ; number++) {
    const run = runId({ ...what, number }, start);
    if (!isTaken(run)) return run;
  }
}
