// Skills and lessons rest on facts: each line cites existing facts, each outcome ends an episode, and a person approved
// each skill and what a model made of lessons. Lines that a person added need no citation.
import { experienceKind, resolvedBy } from '../../model/experience.ts';
import { citationsIn } from '../../page/claim-text.ts';
import { citedIn, parseOverview } from '../../page/overview.ts';
import { APPROVED_HEADING, derivedType } from '../../vault/derived-pages.ts';
import { readLessons } from '../../vault/lessons.ts';
import { isForgotten, type PageText } from '../../vault/view.ts';
import type { LintInput } from '../input.ts';
import { type Check, error, type Remark, type Rule, warning } from '../rule.ts';

const wikiOf = ({ zones }: LintInput): string => zones[2] ?? '';

const derivedPages = (input: LintInput): PageText[] =>
  [...input.view.pages.values()].filter((page) => derivedType(wikiOf(input), page) !== null);

function uncitedLines({ view }: LintInput, { path, text }: PageText): Remark[] {
  const overview = parseOverview(text);
  if (overview === null) return [];
  return text
    .split('\n')
    .slice(overview.start, overview.end)
    .flatMap((line, at): Remark[] => {
      const facts = line.startsWith('- ') ? citationsIn(line) : null;
      const gone = facts?.filter((id) => !view.factById.has(id) || isForgotten(id, view)) ?? [];
      if (facts === null || (gone.length === 0 && (facts.length > 0 || overview.isEdited))) return [];
      const place = { path, line: overview.start + at + 1 };
      return [
        gone.length === 0
          ? error(place, 'cites no fact', 'the next dream writes the page anew')
          : error(
              place,
              `cites ${gone.join(', ')}, forgotten or in no log`,
              'the next dream takes off what is forgotten',
            ),
      ];
    });
}

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [decision] SQLite for billing [kind:: episode] [entities:: billing] ^k3v9x2ab4q
 *   == 2_Wiki/Lessons/Billing.md
 *   ---
 *   type: lessons
 *   ---
 *   ## Overview
 *   <!-- memvault:overview 00000000 -->
 *   ### What failed
 * - - Writers wait for each other[^k3v9x2ab4q]
 * + - Writers wait for each other[^p0d4mm1z5k]
 *   <!-- /memvault:overview -->
 * @finds error 2_Wiki/Lessons/Billing.md:7
 */
const cited: Check = {
  what: 'Each line of a skill, a lesson or an episode page cites existing facts.',
  check: (input) => derivedPages(input).flatMap((page) => uncitedLines(input, page)),
};

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [decision] SQLite for billing [kind:: episode] [entities:: billing] ^k3v9x2ab4q
 * - - [decision] It was too slow [kind:: outcome] [resolves:: k3v9x2ab4q] [value:: failure] ^m4w8y3bc5r
 * + - [decision] It was too slow [kind:: outcome] [resolves:: p0d4mm1z5k] [value:: failure] ^m4w8y3bc5r
 * @finds error daily/2026-07-01.md:2
 */
const resolves: Check = {
  what: 'Each outcome belongs to an episode.',
  check: ({ view }) =>
    view.facts.flatMap((fact): Remark[] => {
      const id = resolvedBy(fact);
      if (id === null || isForgotten(fact.id, view)) return [];
      const episode = view.factById.get(id);
      if (isForgotten(id, view))
        return [warning(fact, `ends ${id}, which was forgotten`, `memvault forget ${fact.id} forgets it, too`)];
      if (episode !== undefined && experienceKind(episode) === 'episode') return [];
      return [error(fact, `ends ${id || 'nothing'}, which is no episode`, 'correct the field resolves')];
    }),
};

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [path] release it: `make` then `make publish` [kind:: path] ^k3v9x2ab4q
 *   == .memvault/reviews.jsonl
 * - {"id":"w5x9z4cd6s","kind":"skill","status":"approved","facts":["k3v9x2ab4q"],"reason":"","score":1,"run":"",\
 * - "at":"2026-07-02T03:00:00Z"}
 * + {"id":"w5x9z4cd6s","kind":"skill","status":"rejected","facts":["k3v9x2ab4q"],"reason":"","score":1,"run":"",\
 * + "at":"2026-07-02T03:00:00Z"}
 *   == 2_Wiki/Skills/Release it.md
 *   ---
 *   type: skill
 *   ---
 *   ## Overview
 *   <!-- memvault:overview 00000000 -->
 *   - `make`[^k3v9x2ab4q]
 *   <!-- /memvault:overview -->
 * @finds error 2_Wiki/Skills/Release it.md:1
 */
const approved: Check = {
  what: 'A person approved each skill, and each lesson that a model worded.',
  check: (input) => {
    const approved = new Set(
      [...input.view.reviews.values()]
        .filter(({ kind, status }) => kind === 'skill' && status === 'approved')
        .flatMap(({ facts }) => facts),
    );
    const lessons = new Set(
      [...input.view.reviews.values()]
        .filter(({ kind, status }) => kind === 'lesson' && status === 'approved')
        .flatMap((review) => readLessons(review, () => true).map(({ text }) => text)),
    );
    return derivedPages(input).flatMap((page): Remark[] => {
      const overview = parseOverview(page.text);
      if (overview === null) return [];
      if (derivedType(wikiOf(input), page) === 'skill')
        return citedIn(overview).some((id) => approved.has(id))
          ? []
          : [error(page, 'nobody approved this skill', 'remove the page, or take its type away')];
      const lines = overview.parts.find(({ heading }) => heading === APPROVED_HEADING)?.sentences ?? [];
      return overview.isEdited || lines.every(({ text }) => lessons.has(text))
        ? []
        : [error(page, 'nobody approved these lessons', 'the next dream writes the page anew')];
    });
  },
};

export const experience: Rule = {
  name: 'experience',
  what: 'Skills, lessons and outcomes rest on facts and on approvals.',
  kinds: { cited, resolves, approved },
};
