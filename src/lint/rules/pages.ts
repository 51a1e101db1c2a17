// Pages as files: front matter, age, length, and the parts of files that memvault writes.
import { buildNameIndex, subjectOf } from '../../language/names.ts';
import { addDays, daysBetween } from '../../model/day.ts';
import { experienceKind } from '../../model/experience.ts';
import type { Fact } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { CLAIMS_PER_PAGE, LIMITS, tooLarge } from '../../model/limits.ts';
import { isHistory } from '../../model/page.ts';
import { nearest, plural } from '../../model/text.ts';
import { unescapeWords } from '../../note/escape.ts';
import { dayIn, lineOfKey, parseFrontMatter } from '../../note/front-matter.ts';
import { commentLength } from '../../note/outline.ts';
import { hasMergeMarkers, titleFromPath } from '../../page/page.ts';
import { parseTagsFile } from '../../page/tags-file.ts';
import { faultOf } from '../../vault/generated.ts';
import { CATALOGUE_FILE, TAGS_FILE } from '../../vault/vault.ts';
import { isDecided, isTemplate, type LintInput, type OwnPage } from '../input.ts';
import { note, quote, type Remark, remark, type Rule, some, warning } from '../rule.ts';
import { scriptOf } from './privacy.ts';

// Front matter is readable YAML with known values: `status` draft, stable or deprecated, `review` current or
// needs-review, `updated` and `stale_after` days, `tags` and `aliases` lists, `type` a word, `confidence` 0 to 1, a
// `title`; and none of the keys that memvault writes is missing. Also checks schema.md, without which no dream runs.
// Ignores a person's own keys. In a person's own notes it only reports unreadable front matter, which Obsidian cannot
// read either.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   ---
 * - title: Work
 * - status: stable
 * + status: stabel
 * - review: current
 * - updated: 2026-07-02
 * + updated: 2026-07-32
 * - confidence: 0.8
 * + confidence: high
 * - tags: [job, 2026]
 * + tags: {job: 2026}
 *   mood: fine
 *   ---
 *   - User works at Microsoft[^k3v9x2ab4q]
 * @finds note 3_Personal/Work.md:1
 * @finds note 3_Personal/Work.md:1
 * @finds warning 3_Personal/Work.md:2
 * @finds warning 3_Personal/Work.md:3
 * @finds warning 3_Personal/Work.md:4
 * @finds warning 3_Personal/Work.md:5
 */
export const frontMatter: Rule = {
  name: 'front-matter',
  what: 'The front matter of each page can be read and has valid values.',
  check: (input) => [...input.pages.flatMap(pageHead), ...noteHeads(input), ...schemaHead(input)],
};

/** Keys that memvault writes on each of its pages; front matter without any of them is a person's own. */
const OWN_KEYS = ['status', 'review', 'updated'] as const;
/** YAML reads unquoted `5` and `true` as other types, so the page would have no title. */
const isText = (value: unknown): boolean => typeof value === 'string';
const isTag = (value: unknown): boolean => isText(value) || typeof value === 'number' || value instanceof Date;
const isTexts = (value: unknown): boolean =>
  isTag(value) || (Array.isArray(value) && value.every((one) => isTag(one) || one === null));
const KINDS: Readonly<
  Record<string, { readonly is: (value: unknown) => boolean; readonly what: string; readonly fix: string }>
> = {
  title: { is: isText, what: 'text', fix: 'write it on one line, in quotes where it is a number or has a colon' },
  type: { is: isText, what: 'a word', fix: 'write it as one word, such as note' },
  description: { is: isText, what: 'text', fix: 'write it on one line, in quotes where it is a number or has a colon' },
  tags: { is: isTexts, what: 'a list of tags', fix: 'write it as [one, two]' },
  aliases: { is: isTexts, what: 'a list of names', fix: 'write it as [one, two]' },
  confidence: {
    is: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    what: 'a number from 0 to 1',
    fix: 'write it as 0.9',
  },
};
const VALUES = { status: ['draft', 'stable', 'deprecated'], review: ['current', 'needs-review'] } as const;

function pageHead({ path, text }: OwnPage): Remark[] {
  if (scriptOf(text) !== null) return [];
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null)
    return [
      {
        severity: 'error',
        path,
        ...unreadable(broken),
        fix: 'correct the lines between the two ---; until then memvault leaves them as they are',
      },
    ];
  const found: Remark[] = [];
  const say = (severity: Remark['severity'], key: string, message: string, fix: string | null): void =>
    void found.push(remark(severity, { path, line: lineOfKey(text, key) }, message, fix));
  for (const [key, known] of Object.entries(VALUES)) {
    const value = data[key];
    if (value === undefined || value === null || (known as readonly unknown[]).includes(value)) continue;
    const near = typeof value === 'string' ? nearest(value, known) : null;
    say(
      'warning',
      key,
      `${key} is ${said(value)}`,
      near === null ? `write one of ${known.join(', ')}` : `write ${near}`,
    );
  }
  for (const key of ['updated', 'stale_after']) {
    const value = data[key];
    if (value !== undefined && value !== null && dayIn(value) === null)
      say('warning', key, `${key} is ${said(value)}, not a date`, 'write it as 2026-07-01');
  }
  for (const [key, { is, what, fix }] of Object.entries(KINDS)) {
    const value = data[key];
    if (value !== undefined && value !== null && !is(value))
      say('warning', key, `${key} is ${said(value)}, not ${what}`, fix);
  }
  const lacking = OWN_KEYS.filter((key) => data[key] === undefined || data[key] === null);
  if (lacking.length > 0 && lacking.length < OWN_KEYS.length)
    say('note', 'title', `the front matter lacks ${lacking.join(', ')}`, 'write it, or run memvault lint --fix');
  if (data.title === undefined || data.title === null || (typeof data.title === 'string' && data.title.trim() === ''))
    say('note', 'title', 'no title in the front matter; the file name is used', 'add a line title: …');
  return found;
}

/** A person's own notes. Skips templates, which are not YAML until filled in. */
function noteHeads(input: LintInput): Remark[] {
  const { pages, lookedAt, notes, schema, textOf } = input;
  const own = new Set([...pages.map(({ path }) => path), schema?.path]);
  return lookedAt.flatMap((path): Remark[] => {
    const broken = notes.get(path)?.broken ?? null;
    if (broken === null || own.has(path) || scriptOf(textOf(path) ?? '') !== null || isTemplate(input, path)) return [];
    return [
      {
        severity: 'warning',
        path,
        ...unreadable(broken),
        fix: 'correct the lines between the two ---; until then nothing of them is known',
      },
    ];
  });
}

/** The line and message for unreadable front matter. The parser counts lines from the first `---`. */
function unreadable(broken: string): Pick<Remark, 'line' | 'message'> {
  const line = /\bat line (\d+)/.exec(broken)?.[1];
  return { line: Number(line ?? 1), message: `the front matter cannot be read: ${broken.replace(/:$/, '')}` };
}

const said = (value: unknown): string => quote(typeof value === 'string' ? value : JSON.stringify(value));

function schemaHead({ schema }: LintInput): Remark[] {
  if (!schema || schema.parsed.broken === null || scriptOf(schema.text) !== null) return [];
  return [
    {
      severity: 'error',
      path: schema.path,
      ...unreadable(schema.parsed.broken),
      fix: 'correct the lines between the two ---; no dream runs until then',
    },
  ];
}

// A page may state until when it is reliable.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   ---
 *   title: Work
 * - stale_after: 2026-07-03
 * + stale_after: 2026-07-02
 *   ---
 *   - User works at Microsoft[^k3v9x2ab4q]
 * @finds warning 3_Personal/Work.md:3
 */
export const stale: Rule = {
  name: 'stale',
  what: 'No page is past its `stale_after` date.',
  check: ({ lookedAt, textOf, today }) =>
    lookedAt.flatMap((path): Remark[] => {
      const text = textOf(path) ?? '';
      const until = /^stale_after[ \t]*:/m.test(text) ? dayIn(parseFrontMatter(text).data.stale_after) : null;
      if (until === null || until >= today) return [];
      const days = daysBetween(until, today);
      return [
        warning(
          { path, line: lineOfKey(text, 'stale_after') },
          `it is stale since ${until}, ${days === 1 ? 'a day' : `${days} days`} ago`,
          'review it and update stale_after, or remove it',
        ),
      ];
    }),
};

// Pages too long to read to the end, and notes too large for memvault. memvault adds new claims elsewhere once a page
// is full, but does not move existing ones without being asked.

/** A page with this many times the claims of a full page is too long. */
const OVERFULL = 1.5;
/** Characters of a page, about an hour's reading. */
const LONGEST = 100_000;

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 * + A line that goes on and on. <4000 times>
 * @finds note 3_Personal/Work.md:1
 */
export const longPages: Rule = {
  name: 'long-pages',
  what: 'No page is too long to read.',
  check: (input) => {
    const own = new Map(input.pages.map((page) => [page.path, page]));
    const unread = [...input.notes.values()].filter(({ length }) => length > LIMITS.page);
    const skipped = new Set(unread.map(({ path }) => path));
    const large = unread.map(({ path, length }): Remark =>
      warning({ path }, `not read: ${tooLarge(length, LIMITS.page) ?? ''}`, 'split it, or move it to the assets'),
    );
    return [
      ...large,
      ...input.lookedAt
        .filter((path) => !skipped.has(path))
        .flatMap((path): Remark[] => {
          const page = own.get(path);
          const claims = page?.claims.filter((claim) => !isHistory(claim)).length ?? 0;
          const length = shownLength(path, page?.text.length ?? lengthOf(path, input), input);
          const what =
            claims > CLAIMS_PER_PAGE * OVERFULL
              ? `${claims} claims, where ${CLAIMS_PER_PAGE} make a page full`
              : length > LONGEST
                ? `${(Math.round(length / 1000) * 1000).toLocaleString('en-US')} characters`
                : null;
          return what === null
            ? []
            : [
                note(
                  { path },
                  `a long page: ${what}`,
                  claims === 0 ? 'split it' : 'split it; memvault fix ID --to PAGE moves a claim',
                ),
              ];
        }),
    ];
  },
};

/** The length without comments, which are only searched for in long texts. */
const shownLength = (path: string, length: number, { textOf }: LintInput): number =>
  length > LONGEST ? length - commentLength(textOf(path) ?? '') : length;

const lengthOf = (path: string, { notes, textOf }: LintInput): number =>
  notes.get(path)?.length ?? textOf(path)?.length ?? 0;

// Subjects of several recent facts that have no page. For information: not every subject needs one. Links to missing
// pages are reported by `links/missing`.

/** The number of facts about a subject, and the number of days. */
const SEVERAL = 3;
const LATELY = 30;
/** The number of latest facts from which names are learned. */
const LEARNED = 3000;
/** Fields that name a fact's subjects, separated by commas. */
const FIELDS = ['project', 'persons', 'entities', 'topic'] as const;

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [relationship] Caroline lives in Oslo ^k3v9x2ab4q
 *   - [relationship] Caroline paints in oil ^m4w8y3bc5r
 * - - [relationship] User met Caroline at the fair ^p0d4mm1z5k
 * + - [relationship] User met Caroline at the fair [persons:: Caroline] ^p0d4mm1z5k
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Relationships.md"}
 *   {"fact":"m4w8y3bc5r","as":"placed","page":"3_Personal/Relationships.md"}
 *   {"fact":"p0d4mm1z5k","as":"placed","page":"3_Personal/Relationships.md"}
 *   == 3_Personal/Relationships.md
 *   - Caroline lives in Oslo[^k3v9x2ab4q]
 *   - Caroline paints in oil[^m4w8y3bc5r]
 *   - User met Caroline at the fair[^p0d4mm1z5k]
 * @finds note daily/2026-07-01.md:1
 */
export const gaps: Rule = {
  name: 'gaps',
  what: 'A subject of several facts in the last 30 days has a page.',
  check: unnamedSubjects,
};

function unnamedSubjects({ view, today }: LintInput): Remark[] {
  const since = addDays(today, -LATELY);
  const recent = view.facts.filter(
    (fact) =>
      fact.day >= since && experienceKind(fact) === null && isDecided(view, fact.id) && !view.forgotten.has(fact.id),
  );
  if (recent.length < SEVERAL) return [];
  const names = buildNameIndex(view.facts.slice(-LEARNED).map(({ text }) => text));
  const about = recent.flatMap((fact) =>
    subjectsOf(fact, subjectOf(fact.text, names)).map((subject) => ({ fact, subject })),
  );
  const pages = new Set(
    [...view.pages.values()].flatMap(({ path, head }) => [titleFromPath(path), head.title, ...head.aliases].map(fold)),
  );
  return [...groupBy(about, ({ subject }) => fold(subject))].flatMap(([key, found]): Remark[] => {
    const facts = [...new Set(found.map(({ fact }) => fact))];
    const [first] = facts;
    const name = found[0]?.subject ?? key;
    if (first === undefined || facts.length < SEVERAL || pages.has(key)) return [];
    return [
      note(
        first,
        `${plural(facts.length, 'fact')} of the last ${LATELY} days ${facts.length === 1 ? 'is' : 'are'} about ` +
          `${quote(name)}, which has no page`,
        `memvault fix ${first.id} --to PAGE moves one to a page of its own, also a new one`,
      ),
    ];
  });
}

function subjectsOf({ fields }: Fact, named: string | null): string[] {
  const said = FIELDS.flatMap((field) =>
    (fields[field] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one.length > 1),
  );
  const all = new Map([...said, ...(named === null ? [] : [named])].map((one) => [fold(one), one]));
  return [...all.values()];
}

/** A name as file systems and Obsidian compare them, with `-` and `_` as spaces. */
const fold = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

// `index.md` lists the pages as they are. A hand edit of a page makes it outdated until the next dream. A file without
// memvault's markers is a person's own and not checked.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 *   == index.md
 *   # Index
 *
 *   <!-- memvault:index -->
 *   ## 3_Personal
 *
 * - - [Work](3_Personal/Work.md): 1 claim
 * + - [Work](3_Personal/Work.md): 2 claims
 *   <!-- /memvault:index -->
 * @finds note index.md:3
 */
export const catalogue: Rule = {
  name: 'catalogue',
  what: 'The catalogue in index.md is up to date.',
  check: ({ catalogue: change, unmerged }) => {
    if (change === null || unmerged.has(CATALOGUE_FILE)) return [];
    const [before, after] = [rowsOf(change.before), rowsOf(change.after)];
    const wrong = [...new Set([...before, ...after])].filter((row) => before.has(row) !== after.has(row)).map(titleIn);
    const titles = [...new Set(wrong)];
    const line = change.before.split('\n').findIndex((text) => text.includes('<!-- memvault:index')) + 1;
    return [
      note(
        { path: CATALOGUE_FILE, line: Math.max(1, line) },
        titles.length === 0 ? 'it is outdated' : `it is outdated for ${plural(titles.length, 'page')}: ${some(titles)}`,
        'the next dream that writes updates it; so does memvault lint --fix',
      ),
    ];
  },
};

const rowsOf = (text: string): Set<string> => new Set(text.split(/\r?\n/).filter((line) => line.startsWith('- [')));
const titleIn = (row: string): string => unescapeWords(/^- \[((?:[^\]\\]|\\.)*)\]/.exec(row)?.[1] ?? row);

// `MEMORY.md` and `index.md` have one pair of markers, between which memvault writes. Without markers the file is a
// person's own and no longer updated.

/**
 * @example
 *   == MEMORY.md
 *   # Memory
 *
 *   `<!-- memvault:memory -->` in a line of prose is none.
 *
 *   <!-- memvault:memory -->
 * - <!-- /memvault:memory -->
 *   == index.md
 *   <!-- memvault:index -->
 * + <!-- memvault:index -->
 *   <!-- /memvault:index -->
 * @finds warning MEMORY.md:1
 * @finds warning index.md:1
 */
export const ownParts: Rule = {
  name: 'own-parts',
  what: 'MEMORY.md and index.md have the markers that memvault writes between.',
  check: ({ files }) =>
    files.flatMap(({ path, text }): Remark[] => {
      const found = faultOf(path, text);
      return found === null
        ? []
        : [warning({ path }, `memvault cannot bring it up to date: ${found.fault}`, found.fix)];
    }),
};

// `.memvault/tags.yaml` is YAML, its aliases have no cycles, and no entry contradicts another. A contradicting entry is
// ignored, so that search and dreams still work, and reported here.

/**
 * @example
 *   == .memvault/tags.yaml
 *   # mine
 *   aliases:
 *     firmware: [fw]
 * +   fw: [firmware]
 * @finds warning .memvault/tags.yaml:3
 */
export const tagsFile: Rule = {
  name: 'tags-file',
  what: 'The aliases in tags.yaml are valid.',
  check: ({ files }) =>
    files
      .filter(({ path }) => path === TAGS_FILE)
      .flatMap(({ path, text }): Remark[] => {
        const { broken, problems } = parseTagsFile(text);
        // Merge markers are reported by another rule.
        if (broken !== null && hasMergeMarkers(text)) return [];
        if (broken !== null)
          return [
            warning(
              { path, line: broken.line },
              `cannot be read, so no alias is in effect: ${broken.message}`,
              'correct the YAML there',
            ),
          ];
        return problems.map(({ line, message }): Remark => warning({ path, line }, message, 'correct the line'));
      }),
};
