// Measures a piece of work by what it costs the processor: other work on the same machine does not count.

/** Milliseconds of processor time that the work took. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
