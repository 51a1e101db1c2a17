// What was not taken in the runs of a night, as a person reads it: of a kind one line, however many runs there were,
// and of many kinds one line altogether. The runs themselves keep all that they said. Pure.
import { type BadKind, badKindOf, badNotice } from './fault.ts';

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
