// The repairs of `lint --fix`: sources and front matter here, links in repair-links.ts.
import { type OwnPage, ownPages } from './scope.ts';
import { plural } from '../model/text.ts';
import { dayOf } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { parseFrontMatter, setFrontMatter } from '../note/front-matter.ts';
import { lineEndOf } from '../note/lines.ts';
import { leadSources } from '../note/links.ts';
import { type FrontMatterValue, renderScalar } from '../note/front-matter.ts';
import { addSources, removeSources, type Source } from '../page/edit-page.ts';
import { hasConflict, titleFromPath } from '../page/page.ts';
import { toPageText } from '../vault/view.ts';
import type { LintInput } from './input.ts';
import { linkRepairs, relatedRepairs } from './repair-links.ts';
import type { PageNow, Repairer } from './repair.ts';
import { checksOf, type Rule, some } from './rule.ts';

type Repaired = ReturnType<ReturnType<Repairer['over']>>;

/** Gives every cited fact a source that leads to its line, and removes memvault's unused sources. */
const sourceRepairs: Repairer = {
  name: 'sources',
  checks: ['citations'],
  over: (input) => (page) => {
    const steps = [leadTo, addMissing, dropUnused];
    return steps.reduce<Repaired>(
      (done, step) => {
        const [own] = ownPages([toPageText(page.path, done.text)], input.dailyDir, input.isKnown);
        if (own === undefined) return done;
        const next = step(input, own);
        return { text: next.text, mended: [...done.mended, ...next.mended] };
      },
      { text: page.text, mended: [] },
    );
  },
};

function leadTo({ view }: LintInput, page: OwnPage): Repaired {
  const { text, led } = leadSources(page.text, page.path, (id) => view.factById.get(id));
  return {
    text,
    mended: led.map(({ fact, line }) => ({
      rule: 'citations',
      path: page.path,
      line,
      reason: `the source of ${fact.id} leads to ${fact.path}, where it was logged`,
    })),
  };
}

function addMissing({ view, isKnown }: LintInput, page: OwnPage): Repaired {
  const defined = new Set(page.definitions.map(({ id }) => id));
  const missing = page.claims.flatMap(({ facts, line }) =>
    facts.filter((id) => !defined.has(id) && isKnown(id) && !view.forgotten.has(id)).map((id) => ({ id, line })),
  );
  const facts = [...new Set(missing.map(({ id }) => id))].flatMap((id) => view.factById.get(id) ?? []);
  const text = facts.length === 0 ? page.text : addSources(page.text, page.path, facts.map(sourceOf));
  return {
    text,
    mended: facts.map(({ id, path }) => ({
      rule: 'citations',
      path: page.path,
      line: missing.find((one) => one.id === id)?.line ?? 1,
      reason: `the source of ${id} is in ${path}`,
    })),
  };
}

const sourceOf = ({ id, day, time, path, computed }: Fact): Source => ({
  fact: id,
  day,
  time,
  path,
  anchored: !computed,
});

/** Removes uncited sources that memvault wrote; a person's own stay. */
function dropUnused(_: LintInput, page: OwnPage): Repaired {
  const cited = new Set(page.claims.flatMap(({ facts }) => facts));
  const unused = page.definitions.filter(({ id, toLog }) => toLog && !cited.has(id));
  const [first] = unused;
  if (first === undefined) return { text: page.text, mended: [] };
  const ids = [...new Set(unused.map(({ id }) => id))];
  const text = removeSources(page.text, ids);
  // removeSources keeps a source that prose refers to.
  return text === page.text
    ? { text, mended: [] }
    : {
        text,
        mended: [
          {
            rule: 'citations',
            path: page.path,
            line: first.line,
            reason: `${plural(ids.length, 'source')} (${some(ids)}) that no claim of the page cites`,
          },
        ],
      };
}

/**
 * Adds missing keys that memvault writes. Front matter that is entirely a person's own gets only a title, the file's
 * name.
 */
const frontMatterRepairs: Repairer = {
  name: 'front-matter',
  checks: ['front-matter'],
  over: (input) => (page) => {
    const { data, broken } = parseFrontMatter(page.text);
    const isOwn = ownPages([toPageText(page.path, page.text)], input.dailyDir, input.isKnown).length > 0;
    const missing = broken === null && isOwn ? missingKeys(input, page, data) : {};
    const keys = Object.keys(missing);
    const text = keys.length === 0 ? page.text : withKeys(page.text, missing, Object.keys(data).length === 0);
    return text === page.text
      ? { text, mended: [] }
      : {
          text,
          mended: [
            { rule: 'front-matter', path: page.path, line: 1, reason: `the front matter gets ${keys.join(', ')}` },
          ],
        };
  },
};

function missingKeys(
  input: LintInput,
  page: PageNow,
  data: Readonly<Record<string, unknown>>,
): Record<string, FrontMatterValue> {
  const isMissing = (key: string): boolean => data[key] === undefined || data[key] === null || data[key] === '';
  const own: Record<string, FrontMatterValue> = {
    status: 'stable',
    review: hasConflict(toPageText(page.path, page.text).claims) ? 'needs-review' : 'current',
    updated: lastWritten(input, page.path),
  };
  const isTheirs = Object.keys(data).length > 0 && Object.keys(own).every(isMissing);
  const wanted = { title: titleFromPath(page.path), ...(isTheirs ? {} : own) };
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => isMissing(key)));
}

/** The day of the last run that decided a fact of this page; today if unknown. */
function lastWritten({ view, today }: LintInput, path: string): string {
  const days = (view.pages.get(path)?.claims ?? [])
    .flatMap(({ facts }) => facts)
    .flatMap((fact) => {
      const line = view.ledger.get(fact);
      const at = line?.page === path ? new Date(line.at) : null;
      return at === null || Number.isNaN(at.getTime()) ? [] : [dayOf(at)];
    });
  return days.sort().at(-1) ?? today;
}

function withKeys(text: string, values: Readonly<Record<string, FrontMatterValue>>, isEmpty: boolean): string {
  const edited = setFrontMatter(text, values);
  // Existing front matter that cannot be edited by position is left as it is.
  if (edited !== text || !isEmpty || /^\uFEFF?---[ \t]*\r?\n/.test(text)) return edited;
  const end = lineEndOf(text);
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${renderScalar(value)}${end}`);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${mark}---${end}${lines.join('')}---${end}${end}${text.slice(mark.length)}`;
}

/** In the order in which they run on a page. */
export const REPAIRERS: readonly Repairer[] = [linkRepairs, sourceRepairs, frontMatterRepairs, relatedRepairs];

/**
 * Labels of checks whose findings `lint --fix` may repair. Three of them have no repairer: index.md is regenerated, and
 * forgotten facts are removed.
 */
export const REPAIRED_CHECKS: ReadonlySet<string> = new Set([
  ...REPAIRERS.flatMap(({ checks }) => checks),
  'catalogue',
  'forgotten/words',
  'forgotten/purged',
]);

/** The repairers for findings of these rules, in their order. */
export function repairersFor(rules: readonly Rule[]): readonly Repairer[] {
  const labels = new Set(rules.flatMap(checksOf).map(({ label }) => label));
  return REPAIRERS.filter(({ checks }) => checks.some((label) => labels.has(label)));
}
