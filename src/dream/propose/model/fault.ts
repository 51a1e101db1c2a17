// What of a model's answers was not taken, counted by kind, and one sentence a kind for a person. No word of a model is
// in it.
import type { Counts } from './types.ts';

const KINDS = {
  fact: ['decision was about no fact that was asked about', 'decisions were about no fact that was asked about'],
  doubled: ['fact was decided twice: the first decision counts', 'facts were decided twice: the first decision counts'],
  form: ['decision was none of those that there are', 'decisions were none of those that there are'],
  claim: ['decision named no claim that was shown', 'decisions named no claim that was shown'],
  page: [
    'page was not one of those offered: the fact stays where it belongs by the rules',
    'pages were not among those offered: the facts stay where they belong by the rules',
  ],
  head: ['heading could not be used', 'headings could not be used'],
  dropped: [
    'wording dropped a number, a name or a "not": the fact’s own words stand',
    'wordings dropped a number, a name or a "not": the facts’ own words stand',
  ],
  invented: [
    'wording added a number, a name or a "not": the fact’s own words stand',
    'wordings added a number, a name or a "not": the facts’ own words stand',
  ],
  words: [
    'wording said it in other words: the fact’s own words stand',
    'wordings said it in other words: the facts’ own words stand',
  ],
  language: [
    'wording was in another script: the fact’s own words stand',
    'wordings were in another script: the facts’ own words stand',
  ],
  markup: [
    'wording had marks that are no words: the fact’s own words stand',
    'wordings had marks that are no words: the facts’ own words stand',
  ],
  long: ['wording was too long: the fact’s own words stand', 'wordings were too long: the facts’ own words stand'],
  duplicate: [
    'fact was called a duplicate of what does not say all of it: it has a claim of its own',
    'facts were called duplicates of what does not say all of them: each has a claim of its own',
  ],
  supersedes: [
    'replacement was not plain from the words: both claims stay',
    'replacements were not plain from the words: all claims stay',
  ],
  corrects: [
    'correction was not plain from the words: both claims stay',
    'corrections were not plain from the words: all claims stay',
  ],
  conflicts: [
    'contradiction was not plain from the words: both claims stay',
    'contradictions were not plain from the words: all claims stay',
  ],
  'set-aside': [
    'fact was to be set aside, but states something: it has a claim',
    'facts were to be set aside, but state something: each has a claim',
  ],
  rules: [
    'decision was against what the rules are certain of: the rules stand',
    'decisions were against what the rules are certain of: the rules stand',
  ],
  title: ['title of a page could not be used', 'titles of pages could not be used'],
  overview: ['description of a page could not be used', 'descriptions of pages could not be used'],
  guard: [
    'answer would have taken claims off a page: the rules decided its facts',
    'answers would have taken claims off a page: the rules decided their facts',
  ],
} as const satisfies Readonly<Record<string, readonly [one: string, more: string]>>;

export type BadKind = keyof typeof KINDS;

/** What is said of so many of a kind; null for a kind of somebody else's. */
export function badNotice(kind: string, count: number): string | null {
  const words = isKind(kind) ? KINDS[kind] : undefined;
  return words === undefined ? null : `of the model's answers ${count} ${words[count === 1 ? 0 : 1]}`;
}

/** The kind and the number that `badNotice` told; null for any other sentence. */
export function badKindOf(notice: string): { readonly kind: BadKind; readonly count: number } | null {
  const count = Number(/^of the model's answers (\d+) /.exec(notice)?.[1]);
  const kind = Number.isNaN(count)
    ? undefined
    : Object.keys(KINDS)
        .filter(isKind)
        .find((one) => badNotice(one, count) === notice);
  return kind === undefined ? null : { kind, count };
}

const isKind = (kind: string): kind is BadKind => Object.hasOwn(KINDS, kind);

export function addCounts(a: Counts, b: Counts): Counts {
  const sum: Record<string, number> = { ...a };
  for (const [kind, count] of Object.entries(b)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
