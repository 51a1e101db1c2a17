// Subjects of several recent facts that have no page. For information: not every subject needs one. Links to missing
// pages are reported by `links/missing`.
import { plural } from '../../model/text.ts';
import { buildNameIndex, subjectOf } from '../../language/names.ts';
import { addDays } from '../../model/day.ts';
import { experienceKind } from '../../model/experience.ts';
import type { Fact } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { titleFromPath } from '../../page/page.ts';
import { isDecided, type LintInput } from '../input.ts';
import { note, quote, type Remark, type Rule } from '../rule.ts';

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
