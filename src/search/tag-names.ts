// A question that names a tag by one of its names means the tag: its other names stand for that word, where they are
// tags. Loaded only where a vault has aliases.
import type { Question } from '../index/query.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import type { TagTable } from '../model/tag-table.ts';

/**
 * The same question, the terms of tags with their other names. Names of several words stand for nothing by themselves.
 */
export function withTagNames(question: Question, { groups }: TagTable, tokenizer: Tokenizer): Question {
  const others = new Map<string, readonly string[]>();
  for (const forms of groups) {
    const terms = [
      ...new Set(
        forms.flatMap((form) => {
          const [only, ...more] = new Set(tokenizer.terms(form));
          return only === undefined || more.length > 0 ? [] : [only];
        }),
      ),
    ];
    if (terms.length > 1)
      for (const term of terms)
        others.set(
          term,
          terms.filter((one) => one !== term),
        );
  }
  if (!question.asked.some(({ term }) => others.has(term))) return question;
  return {
    ...question,
    asked: question.asked.map((one) => {
      const also = others.get(one.term);
      return also === undefined ? one : { ...one, also };
    }),
  };
}
