// What was not taken of a model's answers, counted over a batch and said to a person in a few sentences. None of them
// holds a word of the model, of a fact or of an error.
import { badNotice } from './bad.ts';
import type { Counts } from './types.ts';

const facts = (count: number): string => `${count} ${count === 1 ? 'fact' : 'facts'}`;

/** What the engine itself counts. */
const WORDS: Readonly<Record<string, (count: number) => string>> = {
  unanswered: (count) => `the model left out ${facts(count)}, also when it was asked again: the rules decided`,
  cutPrompt: (count) =>
    `${facts(count)} reached the model in part: the rules decided (the window of its server is smaller than ` +
    'models.num_ctx)',
  cutAnswer: (count) =>
    `${facts(count)} got an answer that was cut off: the rules decided (models.num_ctx sets how long it may be)`,
  unfit: (count) => `${facts(count)} did not fit into a prompt: the rules decided (models.num_ctx sets its size)`,
};

export class Notices {
  private readonly counts = new Map<string, number>();
  private readonly failures = new Map<string, number>();

  count(counts: Counts): void {
    for (const [kind, count] of Object.entries(counts))
      if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  /** The rules took a fact that the model failed to decide. `isOver`: it has waited long enough. */
  failed(reason: string, isOver: boolean): void {
    const why = isOver ? `after three nights of waiting: ${reason}` : reason;
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }

  lines(): string[] {
    const counted = [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([kind, count]) => WORDS[kind]?.(count) ?? badNotice(kind, count) ?? []);
    return [
      ...counted,
      ...[...this.failures].map(
        ([why, count]) => `the rules decided ${facts(count)}${why.startsWith('after') ? ' ' : ': '}${why}`,
      ),
    ];
  }
}
