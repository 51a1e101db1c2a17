// Counts what was rejected of a model's answers, one line per kind for a person. The lines contain no text of a model,
// fact or error. Each ends with its count, so that the lines of several runs can be added up.

const KINDS: Readonly<Record<string, string>> = {
  form: 'answers of the model that could not be read',
  pass: 'parts of a look at a whole page that could not be read; those claims keep their places',
  unanswered: 'facts that the model left out even when asked again; the rules decided',
  cutPrompt: 'facts that reached the model in part, as its window is smaller than models.num_ctx; the rules decided',
  cutAnswer: 'facts whose answer was cut off, see models.num_ctx; the rules decided',
  unfit: 'facts that did not fit into a prompt, see models.num_ctx; the rules decided',
  apart: 'facts that say the same as a claim but cannot be merged into one sentence; each has its own claim',
  'set-aside': 'facts that the model would set aside although they state something; each got a claim',
};

/** One line per kind; an unknown kind is used as the reason itself. */
export function countNotices(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${KINDS[kind] ?? `facts that the rules decided ${kind}`}: ${count}`);
}

const COUNTED = /^(.+): (\d+)$/s;

/** Combines the notices of all runs, adding up counts. Skips causes in `told`. */
export function foldNotices(notices: readonly string[], told: readonly string[] = []): string[] {
  const sums = new Map<string, number | null>();
  for (const notice of notices) {
    const [, words = notice, count] = COUNTED.exec(notice) ?? [];
    sums.set(words, count === undefined ? null : (sums.get(words) ?? 0) + Number(count));
  }
  const lines: string[] = [];
  for (const [words, count] of sums) {
    const [, ...cause] = words.split(': ');
    const isTold = cause.length > 0 && [...told, ...lines].some((line) => line.includes(cause.join(': ')));
    if (!isTold && !told.some((one) => words.includes(one))) lines.push(count === null ? words : `${words}: ${count}`);
  }
  return lines;
}
