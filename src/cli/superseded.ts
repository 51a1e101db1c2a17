// The facts that a statement is logged in the place of, by the beginnings of their ids. Loaded only where somebody
// names them: it reads every fact.
import { MemvaultError } from '../model/errors.ts';
import { isId } from '../model/ids.ts';
import type { Context } from '../tasks/context.ts';
import { findFactAmong } from '../tasks/read-records.ts';
import { forgottenAmong } from '../vault/tombstones.ts';
import { readFacts } from '../vault/view.ts';
import { usage } from './spec.ts';

/**
 * Full ids with spaces between. One that no fact has is warned about, and taken: its fact may be on another clone.
 * Throws `usage` for what is no id, `not-found`, `ambiguous`.
 */
export function supersededIds({ vault, answer }: Pick<Context, 'vault' | 'answer'>, typed: string): string {
  const facts = readFacts(vault);
  const words = typed
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^\^/, '').toLowerCase());
  return [
    ...new Set(
      (words.length === 0 ? [''] : words).map((word) => {
        if (!/^[0-9a-z]*$/.test(word) || word.length > 10) throw noId(word);
        if (!isId(word)) return findFactAmong(facts, word, () => forgottenAmong(vault, facts)).id;
        if (!facts.some(({ id }) => id === word))
          answer.warn(`memvault: no fact has the id ${word}; it takes effect once one has`);
        return word;
      }),
    ),
  ].join(' ');
}

const noId = (typed: string): MemvaultError =>
  usage(
    `--supersedes ${JSON.stringify(typed)} is no id`,
    'memvault search shows the ids of facts: ten letters and digits, of which the first six are enough',
  );
