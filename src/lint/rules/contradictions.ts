// Two claims on different pages that cannot both be true. Only a model can see that: with --llm it is asked about
// claims of related pages that share rare words. The finding quotes both claims; nothing is decided.
import { quote, type Rule, warning } from '../rule.ts';

/**
 * @example
 *   == daily/2026-06-01.md
 *   - [preference] User is a strict vegetarian at home ^k3v9x2ab4q
 *   == daily/2026-07-01.md
 *   - [experience] User grills sausages at home on Sundays ^m4w8y3bc5r
 *   == 3_Personal/Preferences.md
 *   - User is a strict vegetarian at home[^k3v9x2ab4q]
 *   == 3_Personal/Experiences.md
 *   - User grills sausages at home on Sundays[^m4w8y3bc5r]
 * @answer {"contradictions":[{"pair":"p1","older":"strict vegetarian","newer":"grills sausages"}]}
 * @finds warning 3_Personal/Experiences.md:1
 */
export const contradictions: Rule = {
  name: 'contradictions',
  what: 'No claim contradicts a claim on another page, in a model’s judgement (only with --llm).',
  check: ({ contradictions: found }) =>
    found.map(({ older, newer, olderQuote, newerQuote }) =>
      warning(
        newer,
        `${quote(newerQuote)} here and ${quote(olderQuote)} in ${older.path}:${older.line} can hardly both be ` +
          'true',
        `look at both; memvault log "…" --supersedes ${older.facts[0] ?? 'ID'} says what holds instead of the ` +
          'older one',
      ),
    ),
};
