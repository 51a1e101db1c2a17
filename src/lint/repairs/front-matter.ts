// Adds the keys that memvault writes in the front matter of its pages, where some of them are missing. What a person
// wrote there stays; front matter that is all a person's own gets a title alone, which is the name of the file.
import { dayOf } from '../../model/day.ts';
import { parseFrontMatter, setFrontMatter } from '../../note/front-matter.ts';
import { lineEndOf } from '../../note/lines.ts';
import { type FrontMatterValue, renderScalar } from '../../note/yaml-value.ts';
import { hasConflict, titleFromPath } from '../../page/page.ts';
import { toPageText } from '../../vault/view.ts';
import type { LintInput } from '../input.ts';
import { ownPages } from '../own-pages.ts';
import type { PageNow, Repairer } from '../repair.ts';

export const frontMatterRepairs: Repairer = {
  name: 'front-matter',
  rules: ['front-matter'],
  over: (input) => (page) => {
    const { data, broken } = parseFrontMatter(page.text);
    const isOwn = ownPages([toPageText(page.path, page.text)], input.dailyDir, input.isKnown).length > 0;
    const missing = broken === null && isOwn ? missingIn(input, page, data) : {};
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

function missingIn(
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

/** The day of the last run that decided a fact of this page; today where nobody knows. */
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
  // Front matter that is there and cannot be edited by position is left as it is.
  if (edited !== text || !isEmpty || /^\uFEFF?---[ \t]*\r?\n/.test(text)) return edited;
  const end = lineEndOf(text);
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${renderScalar(value)}${end}`);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${mark}---${end}${lines.join('')}---${end}${end}${text.slice(mark.length)}`;
}
