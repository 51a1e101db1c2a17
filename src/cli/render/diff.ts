// What a run changed, for people: above each page what was decided about its facts and why, then the lines.
import type { FactDecision, PageDiff } from '../../inspect/diff.ts';
import { plain } from '../../model/controls.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { isHistory } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import type { PageText } from '../../vault/view.ts';
import { type Face, firstOf, fit, padTo, type Paint, widthOf, linesOf } from '../terminal/face.ts';

export interface RunDiff {
  readonly run: string;
  /** All that the pages are of: a commit may hold several. */
  readonly runs: readonly string[];
  /** A person took it back. */
  readonly undone: boolean;
  readonly source: 'journal' | 'commit';
  readonly commit: string | null;
  readonly pages: readonly PageDiff[];
  readonly facts: readonly FactDecision[];
  /** Files that went to another place; empty where only a commit tells of the run. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
}

const MAX_FACTS = 20;
const LONGEST_QUOTE = 60;

export interface FactWords {
  /** The words of each fact that still has some. */
  readonly logged: ReadonlyMap<string, string>;
  /** Those of its claim, as the run left it. */
  readonly said: ReadonlyMap<string, string>;
}

export function renderDiff(diff: RunDiff, texts: FactWords, { paint }: Face): string {
  const shown = new Set(diff.pages.map(({ path }) => path));
  const factLines = (facts: readonly FactDecision[]): string[] =>
    firstOf(
      facts.map((fact) => `# ${renderFact(fact, texts, paint)}`),
      MAX_FACTS,
      (more) => `# ${paint('dim', `… and ${more} more`)}`,
    );
  const pages = diff.pages.map(
    (page) => `\n${renderPageDiff(page, factLines(diff.facts.filter((fact) => fact.page === page.path)), paint)}`,
  );
  const others = diff.facts.filter(({ page }) => page === null || !shown.has(page));
  return linesOf(
    renderHead(diff, paint),
    movedLines(diff, paint),
    pages,
    others.length !== 0 && ['', '# no page was changed for', ...factLines(others)].join('\n'),
  ).join('\n');
}

const movedLines = ({ moved }: RunDiff, paint: Paint): string[] =>
  moved.map(({ from, to }) => `# ${paint('cyan', 'moved')} ${plain(from)} to ${plain(to)}`);

/** The lines of one page as a diff, below what is to be said of them: lines that begin with `#`. */
export function renderPageDiff({ path, change, patch }: PageDiff, said: readonly string[], paint: Paint): string {
  return [
    `# ${paint('bold', plain(path))} (${change})`,
    ...said,
    ...patch
      .replace(/\n$/, '')
      .split('\n')
      .map((line, index) => renderLine(line, index, paint)),
  ].join('\n');
}

/** A line a page, as `git diff --stat` has it. */
export function renderStat(diff: RunDiff, { paint }: Face): string {
  const width = Math.max(0, ...diff.pages.map(({ path }) => widthOf(plain(path))));
  return [
    renderHead(diff, paint),
    ...movedLines(diff, paint),
    ...diff.pages.map(
      ({ path, change, added, removed }) =>
        `  ${padTo(plain(path), width)}  ${paint('green', `+${added}`)} ${paint('red', `-${removed}`)}  ${change}`,
    ),
  ].join('\n');
}

function renderHead({ run, runs, undone, commit, pages, facts }: RunDiff, paint: Paint): string {
  const kinds = [...new Set([...DISPOSITIONS, ...facts.map(({ as }) => as)])];
  const told = kinds
    .map((kind) => [kind, facts.filter(({ as }) => as === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
  const others = runs.filter((other) => other !== run);
  return linesOf(
    `# ${paint('bold', run)}` +
      (undone ? ` ${paint('yellow', '(taken back)')}` : '') +
      `: ${plural(facts.length, 'fact')}${told === '' ? '' : `: ${told}`}; ${plural(pages.length, 'page')}`,
    commit !== null &&
      `# from the commit ${commit.slice(0, 10)}` + (others.length === 0 ? '' : `, together with ${others.join(', ')}`),
  ).join('\n');
}

function renderFact({ id, as, of, reason }: FactDecision, { logged, said }: FactWords, paint: Paint): string {
  const shown = wordsFor(logged.get(id) ?? id, as === 'duplicate' ? undefined : said.get(id));
  const same = of === null ? '' : ` as “${fit(said.get(of) ?? logged.get(of) ?? of, LONGEST_QUOTE)}”`;
  const told = linesOf(
    !(reason === null && same === '') && `${plain(reason ?? 'the same')}${same}`,
    shown.logged !== null && `logged: ${shown.logged}`,
  );
  return `${as.padEnd(10)} ${shown.words}${told.length === 0 ? '' : ` ${paint('dim', `(${told.join('; ')})`)}`}`;
}

/** The first two lines name the page. */
function renderLine(line: string, index: number, paint: Paint): string {
  if (index < 2) return paint('bold', line);
  if (line.startsWith('@@')) return paint('cyan', line);
  return line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line;
}

// The words of pages for facts: an engine may have worded a claim otherwise than its fact was logged.

/**
 * The words of the claim, or of the side of a callout, that cites each fact on these pages; a current one before one in
 * History.
 */
export function saidOn(pages: Iterable<Pick<PageText, 'claims'>>): Map<string, string> {
  const claims = [...pages].flatMap((page) => page.claims).sort((a, b) => Number(isHistory(b)) - Number(isHistory(a)));
  return new Map(
    claims
      .flatMap((claim) => [claim, ...claim.sides])
      .flatMap(({ facts, text }) => facts.map((fact): [string, string] => [fact, text])),
  );
}

/** The words to show of a fact, and those that were logged where the first do not hold them as they are. */
export function wordsFor(
  logged: string,
  said: string | undefined,
): { readonly words: string; readonly logged: string | null } {
  const [from, to] = [plain(logged), plain(said ?? logged)];
  return { words: to, logged: core(to).includes(core(from)) ? null : from };
}

/** What a sentence may open and close with is no other wording. */
const core = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!。]+$/u, '')
    .trim();
