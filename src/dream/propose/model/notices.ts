// What of a model's answers was not taken, counted by kind, one sentence a kind for a person, however many runs there
// were. No word of a model stands in it.
import type { Counts } from './groups.ts';

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

const WORDINGS: readonly BadKind[] = ['dropped', 'invented', 'words', 'language', 'markup', 'long'];
const LABELS: readonly BadKind[] = ['head', 'title', 'overview'];
/** Kinds of what was not taken that have lines of their own. */
const FEW = 2;

const PAGE_WORDS = /^the (title|description)s? for .+? (?:and (\d+) more )?w(?:as|ere) not taken: /;
const MEMORY = /^MEMORY\.md: (\d+) lines? (.+)$/;
/** What only differs in how many facts or pairs it is about. */
const COUNTED = /^(the model left out |the rules decided |)(\d+) (fact|pair)s?(?=[\s,:])(.*)$/s;

/** What a model that fails leaves behind, and why. The first is worth a line, also without its cause. */
const CAUSED = new RegExp(
  String.raw`^(?:(the rules decided \d+ facts?(?: after three nights of waiting)?): |` +
    String.raw`\d+ pairs? of claims that are alike: not put before the model, |` +
    String.raw`MEMORY\.md has the claims as they are: )(.+)$`,
  's',
);

/** The notices of all runs, in lines that tell a person enough; each cause once, and none that is `told` already. */
export function foldNotices(notices: readonly string[], told: readonly string[] = []): string[] {
  const causes = new Set(told);
  return foldCounts(notices).flatMap((line) => {
    const [, what, cause] = CAUSED.exec(line) ?? [];
    if (cause === undefined) return [line];
    const isTold = causes.has(cause);
    causes.add(cause);
    return isTold ? (what ?? []) : [line];
  });
}

function foldCounts(notices: readonly string[]): string[] {
  const others = new Map<string, number | null>();
  const bad = new Map<BadKind, number>();
  const lines = new Map<BadKind, string[]>();
  const memory = new Map<string, number>();
  for (const notice of notices) {
    const [named, of, counted] = [PAGE_WORDS.exec(notice), MEMORY.exec(notice), COUNTED.exec(notice)];
    const read = named
      ? { kind: named[1] === 'title' ? ('title' as const) : ('overview' as const), count: Number(named[2] ?? 0) + 1 }
      : badKindOf(notice);
    if (read !== null) {
      add(bad, read.kind, read.count);
      lines.set(read.kind, [...(lines.get(read.kind) ?? []), notice]);
    } else if (of) add(memory, of[2] ?? '', Number(of[1]));
    else if (counted) others.set(shapeOf(counted), (others.get(shapeOf(counted)) ?? 0) + Number(counted[2]));
    else others.set(notice, null);
  }
  return [
    ...[...others].map(([words, count]) =>
      count === null
        ? words
        : words.replace(/\u0000(.*)\u0000/s, (_, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`),
    ),
    ...(bad.size > FEW
      ? [allOf(bad)]
      : [...bad].map(([kind, count]) => lineOf(lines.get(kind) ?? []) ?? badNotice(kind, count) ?? '')),
    ...(memory.size > 1
      ? [`MEMORY.md: ${sum(memory.values())} lines of the model’s were not taken: the claims stand as they are`]
      : [...memory].map(([words, count]) => `MEMORY.md: ${count} ${count === 1 ? 'line' : 'lines'} ${words}`)),
  ];
}

const shapeOf = ([, before, , what, after]: RegExpExecArray): string => `${before}\u0000${what}\u0000${after}`;

/** The one line that there is of a kind. */
const lineOf = (lines: readonly string[]): string | undefined => (lines.length === 1 ? lines[0] : undefined);

function allOf(bad: ReadonlyMap<BadKind, number>): string {
  const among = (kinds: readonly BadKind[]): number => sum(kinds.map((kind) => bad.get(kind) ?? 0));
  const [wordings, labels] = [among(WORDINGS), among(LABELS)];
  const parts = [
    [wordings, 'wording'],
    [sum(bad.values()) - wordings - labels, 'decision'],
    [labels, 'heading or description'],
  ] as const;
  const said = parts.flatMap(([count, what]) =>
    count === 0
      ? []
      : [
          `${count} ` +
            (count === 1 ? what : what === 'heading or description' ? 'headings and descriptions' : `${what}s`),
        ],
  );
  return (
    `of the model's answers ` +
    said.join(', ').replace(/, ([^,]*)$/, ' and $1') +
    ' were not taken: the facts’ own words and the rules stand (--json tells each)'
  );
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0);

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
