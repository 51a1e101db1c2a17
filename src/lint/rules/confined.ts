// Invariant 12: nothing leads out of the vault. The pages that the ledger and schema.md name are in the zones, no
// symlink diverts a write, and front matter is data and never executed.
//
// A symlink that memvault would have to write through is an error: memvault refuses, and facts wait. A symlink deeper
// in a zone is a warning: its target is neither read nor written. Symlinks in the assets zone are a person's own.
import { plural } from '../../model/text.ts';
import type { LintInput } from '../input.ts';
import { error, quote, type Remark, remark, type Rule, some, warning } from '../rule.ts';

/**
 * @example
 *   == schema.md
 *   ---
 *   routes:
 * -   work: 3_Personal/Work.md
 * +   work: ../Work.md
 *   ---
 *   == 3_Personal/Work.md
 * - ---
 * + ---js
 *   title: Work
 *   ---
 *   - User works at Microsoft[^k3v9x2ab4q]
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 * @finds error 3_Personal/Work.md:1
 * @finds error schema.md:3
 */
export const confinedRule: Rule = {
  name: 'confined',
  what: 'No path, link or front matter points outside the vault.',
  check: (input) => [...ledgerPages(input), ...routes(input), ...links(input), ...scripts(input)],
};

function ledgerPages({ view, reach, placeOf }: LintInput): Remark[] {
  const groups = new Map<string, { facts: string[]; remark: Remark }>();
  for (const line of view.ledger.values()) {
    const { page } = line;
    const where = page === undefined ? 'page' : reach.get(page);
    if (page === undefined || where === 'page') continue;
    const group = groups.get(page);
    if (group) {
      group.facts.push(line.fact);
      continue;
    }
    const remark: Remark =
      where === 'outside'
        ? error(
            placeOf(line),
            `names the page ${quote(page)}, which leads out of the vault`,
            'memvault neither reads nor writes there; look for a link on the way to it',
          )
        : warning(
            placeOf(line),
            `names the page ${quote(page)}, which is in no zone`,
            'move the page into a zone, or name its folder under write.zones in the settings',
          );
    groups.set(page, { facts: [line.fact], remark });
  }
  return [...groups.values()].map(({ facts, remark }) => ({
    ...remark,
    message: `${remark.message}, for ${plural(facts.length, 'fact')} (${some(facts)})`,
  }));
}

function routes({ schema, reach }: LintInput): Remark[] {
  if (!schema || schema.parsed.broken !== null) return [];
  const lines = schema.text.split('\n');
  return [...schema.parsed.routes].flatMap(([category, page]): Remark[] => {
    if (reach.get(page) === 'page') return [];
    const line = lines.findIndex((text) => text.includes(page)) + 1;
    const where = reach.get(page) === 'outside' ? 'leads out of the vault' : 'is not a page in a zone';
    return [
      error(
        { path: schema.path, line: Math.max(line, 1) },
        `routes ${category} to ${quote(page)}, which ${where}`,
        'no dream runs until it names a page in a zone',
      ),
    ];
  });
}

function links({ strayLinks, dailyDir }: LintInput): Remark[] {
  return strayLinks.map(({ path, target }): Remark => {
    // A zone itself, a file at the root, the daily logs, memvault's own folder.
    const written =
      !path.includes('/') ||
      [dailyDir, '.memvault'].some(
        (folder) => path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`),
      );
    return remark(
      written ? 'error' : 'warning',
      { path },
      `is a link to ${quote(target)}, out of the vault`,
      written
        ? 'memvault does not write there; put the file or folder itself into the vault'
        : 'memvault ignores its target',
    );
  });
}

const LANGUAGE = /^\uFEFF?---[ \t]*([A-Za-z][\w-]*)[ \t]*\r?$/m;

function scripts({ pages, schema }: LintInput): Remark[] {
  return [...pages, ...(schema ? [schema] : [])].flatMap(({ path, text }): Remark[] => {
    const language = scriptOf(text);
    return language === null
      ? []
      : [
          error(
            { path },
            `its front matter says it is ${language}; memvault runs nothing and reads YAML only`,
            'write it as YAML between two lines of ---',
          ),
        ];
  });
}

/** The language named in the first line of front matter, if it is not YAML. */
export function scriptOf(text: string): string | null {
  const language = LANGUAGE.exec(text.slice(0, Math.max(text.indexOf('\n'), 0)))?.[1] ?? null;
  return language === null || /^ya?ml$/i.test(language) ? null : language;
}
