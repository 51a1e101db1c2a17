// `memvault diff [RUN]`: shows what a run decided and changed, page by page: the facts with their reasons, then the
// changed lines. Writes nothing.
import type { FactDecision, PageDiff } from '../../inspect/diff.ts';
import { plain } from '../../model/controls.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { isHistory } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import { diffOf, findRun, lastDream, readKnownRuns, type RunDiff } from '../../tasks/run-changes.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import { type PageText, readFacts, toPageText } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, isOn } from '../spec.ts';
import { type Face, faceOf, firstOf, fit, linesOf, padTo, type Paint, widthOf } from '../terminal/face.ts';

const MAX_FACTS = 20;
const LONGEST_QUOTE = 60;

interface FactWords {
  /** The text of each fact that is not lost. */
  readonly logged: ReadonlyMap<string, string>;
  /** The text of its claim, as the run left it. */
  readonly said: ReadonlyMap<string, string>;
}

function renderDiff(diff: RunDiff, texts: FactWords, { paint }: Face): string {
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

/** Renders one page's diff. `said`: lines above it, each beginning with `#`. */
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

/** One line per page, like `git diff --stat`. */
function renderStat(diff: RunDiff, { paint }: Face): string {
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
      (undone ? ` ${paint('yellow', '(undone)')}` : '') +
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

// The text of facts on pages: a claim may be worded differently from its fact.

/**
 * For each fact on these pages: the text of the claim, or of the side of a conflict, that cites it. Current claims take
 * precedence over History.
 */
export function saidOn(pages: Iterable<Pick<PageText, 'claims'>>): Map<string, string> {
  const claims = [...pages].flatMap((page) => page.claims).sort((a, b) => Number(isHistory(b)) - Number(isHistory(a)));
  return new Map(
    claims
      .flatMap((claim) => [claim, ...claim.sides])
      .flatMap(({ facts, text }) => facts.map((fact): [string, string] => [fact, text])),
  );
}

/** The text to show for a fact, and the logged text if the shown one does not contain it. */
export function wordsFor(
  logged: string,
  said: string | undefined,
): { readonly words: string; readonly logged: string | null } {
  const [from, to] = [plain(logged), plain(said ?? logged)];
  return { words: to, logged: core(to).includes(core(from)) ? null : from };
}

/** Differences in case, spacing and final punctuation do not count as another wording. */
const core = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!。]+$/u, '')
    .trim();

export const run: Command = async (context, { args, values }) => {
  const { answer, vault } = context;
  const known = readKnownRuns(context);
  const [wanted] = args;
  const id = wanted === undefined ? (lastDream(known)?.run ?? null) : findRun(known, wanted);
  if (id === null) {
    answer.document({
      run: null,
      runs: [],
      undone: false,
      source: null,
      commit: null,
      pages: [],
      moved: [],
      facts: [],
    });
    answer.report('No dream has run here yet.');
    return EXIT.done;
  }
  const { diff, pages } = await diffOf(context, known, id);
  answer.document(diff);
  if (answer.json) return EXIT.done;
  if (isOn(values, 'stat')) answer.print(renderStat(diff, faceOf(context)));
  else {
    const facts = readFacts(vault);
    const forgotten = forgottenAmong(vault, facts);
    const logged = new Map(facts.map(({ id, text }) => [id, forgotten.has(id) ? '(forgotten)' : text]));
    const said = new Map(
      [...saidOn(pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])))].filter(
        ([id]) => logged.has(id) && !forgotten.has(id),
      ),
    );
    answer.print(renderDiff(diff, { logged, said }, faceOf(context)));
  }
  return EXIT.done;
};
