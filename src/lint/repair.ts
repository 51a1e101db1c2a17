// Plans the repairs of `lint --fix`: links, sources and front matter. Only certain repairs are made, only on pages of
// the zones, and any that would lower the health is rejected and reported. Pure.
import { posix } from 'node:path';
import { dayOf } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { isId } from '../model/ids.ts';
import type { FileChange } from '../model/journal.ts';
import { plural } from '../model/text.ts';
import { type FrontMatterValue, parseFrontMatter, renderScalar, setFrontMatter } from '../note/front-matter.ts';
import { lineEndOf } from '../note/lines.ts';
import { relativeLink } from '../note/link-map.ts';
import { leadSources, type NoteLink, parseNoteLinks } from '../note/links.ts';
import { addRelated, addSources, removeSources, type Source } from '../page/edit-page.ts';
import { hasConflict, hasMergeMarkers, titleFromPath } from '../page/page.ts';
import { noteFacts } from '../vault/note-files.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { type LintInput, type OwnPage, ownPages, toLintInput } from './input.ts';
import { COST, lint, type LintResult } from './lint.ts';
import { checksOf, type Finding, labelOf, movesOf, type Place, type Rule, some } from './rule.ts';
import { missingBackLinks } from './rules/links.ts';

// The vault as it would be after repairs, for the rules, and whether it would be healthier. Writes nothing.

/** The lint input with these pages replaced; derived values follow. `inStep`: with the future `index.md`, too. */
export function withPages(input: LintInput, changes: readonly FileChange[], inStep = false): LintInput {
  if (changes.length === 0 && (!inStep || input.catalogue === null)) return input;
  const texts = new Map(changes.map(({ path, after }) => [path, after ?? '']));
  const view = updateView(
    input.view,
    [...texts].map(([path, text]) => toPageText(path, text)),
    [],
  );
  const catalogue = inStep ? input.readCatalogue(view) : null;
  if (catalogue !== null) texts.set(CATALOGUE_FILE, catalogue.after);
  return toLintInput({
    ...input.seen,
    view,
    contradictions: input.contradictions,
    textOf: (path) => texts.get(path) ?? input.textOf(path),
    files:
      catalogue === null
        ? input.files
        : input.files.map((file) => (file.path === CATALOGUE_FILE ? { ...file, text: catalogue.after } : file)),
    readNotes: () =>
      new Map(
        [...input.notes].map(([path, note]) => {
          const text = texts.get(path);
          return [path, text === undefined ? note : noteFacts(path, text)];
        }),
      ),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

/** The cost of all findings, or of those in one file, as health counts it. */
export function costOf({ findings }: LintResult, path?: string): number {
  return findings.reduce((sum, one) => sum + (path === undefined || one.path === path ? COST[one.severity] : 0), 0);
}

/** The findings in `after` but not in `before`. Ignores differences in line numbers and in the numbers of messages. */
export function newlyFound(before: LintResult, after: LintResult): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before.findings) known.set(keyOfFinding(finding), (known.get(keyOfFinding(finding)) ?? 0) + 1);
  return after.findings.filter((finding) => {
    const left = known.get(keyOfFinding(finding)) ?? 0;
    known.set(keyOfFinding(finding), left - 1);
    return left <= 0;
  });
}

/** Identifies a finding before and after repairs. */
const keyOfFinding = (finding: Finding): string =>
  [labelOf(finding), finding.severity, finding.path, finding.message.replace(/\d+/g, '0')].join('\n');

/** The vault with some pages repaired. */
export interface Taken {
  /** The paths of the repaired pages. */
  readonly repaired: readonly string[];
  readonly after: LintResult;
}

/**
 * Rejects repairs of pages that make the vault less healthy, each with the first new finding. `take`: repairs all pages
 * except these.
 */
export function refuseHarmful<T extends Taken>(
  now: LintResult,
  take: (without: ReadonlySet<string>) => T,
): { readonly kept: T; readonly refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  for (;;) {
    const kept = take(new Set(refused.keys()));
    const harmful = harmfulPages(now, kept);
    if (harmful.size === 0) return { kept, refused };
    for (const [page, finds] of harmful) refused.set(page, finds);
  }
}

/**
 * The pages whose repairs do harm, each with the first new finding: those with costlier findings than before, or all of
 * them if the harm is elsewhere. Empty if the vault is no worse.
 */
function harmfulPages(now: LintResult, { repaired, after }: Taken): ReadonlyMap<string, string> {
  const open = newlyFound(now, after);
  const say = ({ path, line, message }: Finding): string => `${path}:${line} ${message}`;
  const harmful = new Map(
    repaired.flatMap((page) => {
      const found = costOf(after, page) > costOf(now, page) ? open.find(({ path }) => path === page) : undefined;
      return found === undefined ? [] : [[page, say(found)] as const];
    }),
  );
  if (harmful.size > 0 || costOf(after) <= costOf(now)) return harmful;
  const [first] = open;
  return new Map(repaired.map((page) => [page, first === undefined ? 'more findings' : say(first)]));
}

/** One repair, with the rule and kind of its finding. */
export interface Mended extends Place, Pick<Finding, 'rule' | 'kind'> {
  /**
   * What is done and why it is certain, such as `the link to Old/Work.md leads to 3_Personal/Work.md: no other page has
   * that name`.
   */
  readonly reason: string;
}

/** A page during repair. */
export interface PageNow {
  readonly path: string;
  /** Includes the effect of earlier repairs of this plan. */
  readonly text: string;
}

/** One kind of repair. */
export interface Repairer {
  readonly name: string;
  /** The labels of the checks whose findings it repairs. */
  readonly checks: readonly string[];
  /**
   * Inspects the vault once and returns a function that repairs one page: it returns the new text and the repairs made,
   * none if there is nothing to do.
   */
  readonly over: (input: LintInput) => (page: PageNow) => { readonly text: string; readonly mended: readonly Mended[] };
}

/** What would be written, and why. */
export interface RepairPlan {
  readonly pages: readonly FileChange[];
  readonly mended: readonly Mended[];
  /** Repairs rejected because they would cause new findings; `finds`: the first of them. */
  readonly refused: readonly (Mended & { readonly finds: string })[];
  /** The findings before and after. */
  readonly now: LintResult;
  readonly after: LintResult;
}

/** Plans everything that these repairers are certain of, in order, and checks the result with these rules. */
export function planRepairs(input: LintInput, rules: readonly Rule[], repairers: readonly Repairer[]): RepairPlan {
  const now = lint(input, rules);
  const open = [...input.view.pages.values()].filter(
    ({ path, text }) => input.looksAt(path) && !input.unmerged.has(path) && !hasMergeMarkers(text),
  );
  // The first attempt per page, to report what is rejected.
  const tried = new Map<string, readonly Mended[]>();
  const carry = (without: ReadonlySet<string>) => {
    const texts = new Map(open.filter(({ path }) => !without.has(path)).map(({ path, text }) => [path, text]));
    const mended: Mended[] = [];
    const written = (): FileChange[] =>
      open.flatMap(({ path, text: before }) => {
        const after = texts.get(path) ?? before;
        return after === before ? [] : [{ path, before, after }];
      });
    for (const repairer of repairers) {
      const repair = repairer.over(withPages(input, written()));
      for (const [path, text] of texts) {
        const done = repair({ path, text });
        if (done.text === text) continue;
        texts.set(path, done.text);
        mended.push(...done.mended);
      }
    }
    for (const [path, own] of groupBy(mended, (one) => one.path)) if (!tried.has(path)) tried.set(path, own);
    const pages = written();
    const repaired = pages.map(({ path }) => path);
    return { pages, mended, repaired, after: lint(withPages(input, pages, true), rules) };
  };
  const { kept, refused } = refuseHarmful(now, carry);
  return {
    pages: kept.pages,
    mended: kept.mended,
    refused: [...refused].flatMap(([path, finds]) => (tried.get(path) ?? []).map((one) => ({ ...one, finds }))),
    now,
    after: kept.after,
  };
}

// Repairs links that certainly mean another target: a moved page, a name in the wrong case, an alias. The visible text
// stays; only the target changes.

const linkRepairs: Repairer = {
  name: 'links',
  checks: ['links/missing', 'links/case', 'links/alias'],
  over: (input) => {
    const movedTo = movesOf(input);
    return ({ path, text }) => {
      const edits: Edit[] = [];
      const mended: Mended[] = [];
      for (const link of parseNoteLinks(text)) {
        // Sources of facts belong to `sourceRepairs`.
        if (link.footnote !== null && isId(link.footnote) && input.isKnown(link.footnote)) continue;
        const found = newPlace(input, path, link, movedTo);
        const edit = found === null ? null : rewritten(input, path, text, link, found);
        if (found === null || edit === null) continue;
        edits.push(edit);
        mended.push({
          rule: 'links',
          kind: found.kind,
          path,
          line: link.line,
          reason: `“${text.slice(link.start, link.end)}” leads to ${found.to}: ${found.why}`,
        });
      }
      return { text: applied(text, edits), mended };
    };
  },
};

/** The new target of a link. */
interface NewPlace {
  /** The kind of `links` that reports it. */
  readonly kind: string;
  readonly to: string;
  readonly why: string;
  /** The visible text, if it would change with the target. */
  readonly shown?: string;
}

function newPlace(
  input: LintInput,
  from: string,
  link: NoteLink,
  movedTo: ReturnType<typeof movesOf>,
): NewPlace | null {
  if (link.target === '') return null;
  const resolved = input.links.resolve(from, link.target);
  if (resolved.how === 'found' || resolved.how === 'ambiguous') return null;
  if (resolved.how === 'wrong-case') {
    // Another file with exactly this spelling may be the right one.
    if (speltSo(input.links, link.target, resolved.path).length > 0) return null;
    // Lower case may be deliberate in a sentence, but not in a path.
    const isShown = link.form === 'wiki' && !link.target.includes('/');
    return {
      kind: 'case',
      to: resolved.path,
      why: 'only the case of its letters is another',
      ...(isShown ? { shown: shownBy(link) } : {}),
    };
  }
  if (resolved.how === 'by-alias') {
    const [only, ...others] = resolved.paths;
    // A name in another case is often another word: `Ada` is not `ADA`.
    return only === undefined || others.length > 0 || !isCalled(input, only, link.target)
      ? null
      : { kind: 'alias', to: only, why: 'no other page is called so', shown: shownBy(link) };
  }
  return whereNow(input, from, link.target, movedTo);
}

/** The note that a link refers to by an old path; null if uncertain. */
function whereNow(
  input: LintInput,
  from: string,
  target: string,
  movedTo: ReturnType<typeof movesOf>,
): NewPlace | null {
  const to = movedTo(from, target);
  if (to !== null) return { kind: 'missing', to, why: 'the facts of the page are there now' };
  const [only, ...others] = GENERAL.test(posix.basename(target))
    ? []
    : input.links.named(posix.basename(target)).filter((path) => input.notes.has(path));
  return only === undefined || others.length > 0 || !isPath(input, from, target, only)
    ? null
    : { kind: 'missing', to: only, why: 'no other page has that name' };
}

/** What Obsidian displays for a link without an alias. */
const shownBy = ({ target, anchor }: NoteLink): string =>
  [target, ...anchor.split('#').filter((part) => part !== '')].join(' > ');

/** Names that occur in many folders: a page with one elsewhere need not be the same. */
const GENERAL = /^(?:index|readme|home|note|notes|todo|untitled(?: \d+)?|_index)(?:\.md)?$/i;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function rewritten(input: LintInput, from: string, text: string, link: NoteLink, { to, shown }: NewPlace): Edit | null {
  const target = targetFor(input, from, link, to);
  if (target === null) return null;
  const edit = { start: link.targetStart, end: link.targetEnd, text: target };
  const isWiki = link.form === 'wiki' || link.form === 'property';
  if (shown === undefined || !isWiki || link.alias !== null || link.embed) return edit;
  const bar = barFor(text, link);
  // Up to the brackets, since an anchor may follow the target.
  return bar === null
    ? null
    : {
        start: link.targetStart,
        end: link.end - 2,
        text: `${target}${text.slice(link.targetEnd, link.end - 2)}${bar}${shown}`,
      };
}

/** The bar between target and alias, escaped in a table; null if it is unclear whether this is a table. */
function barFor(text: string, link: NoteLink): string | null {
  const from = text.lastIndexOf('\n', link.start - 1) + 1;
  const to = text.indexOf('\n', link.end);
  const around = text.slice(from, link.start) + text.slice(link.end, to < 0 ? text.length : to);
  if (/^[\s>]*\|/.test(around)) return '\\|';
  return around.replace(/\[\[[^\]\n]*\]\]/g, '').includes('|') ? null : '|';
}

/**
 * A target that leads to the page, in the link's style if possible, else from the root or the note; null if there is
 * none.
 */
function targetFor(input: LintInput, from: string, { form, target }: NoteLink, to: string): string | null {
  const isWiki = form === 'wiki' || form === 'property';
  const bare = !target.toLowerCase().endsWith('.md') && to.endsWith('.md');
  const cut = (path: string): string => (bare ? path.replace(/\.md$/, '') : path);
  const parts = to.split('/');
  const sameLength = parts.slice(-target.split('/').length).join('/');
  const ways = isWiki
    ? [...(/^\.{0,2}\//.test(target) ? [] : [cut(sameLength)]), cut(posix.basename(to)), cut(to)]
    : [...(target.startsWith('/') ? [`/${to}`] : []), cut(posix.relative(posix.dirname(from), to)), to];
  const way = ways.find((one) => {
    const resolved = input.links.resolve(from, one);
    return resolved.how === 'found' && resolved.path === to;
  });
  if (way === undefined || (isWiki && /[|#^[\]\\\n]/.test(way)) || (form === 'property' && /["'\\]/.test(way)))
    return null;
  if (isWiki) return way;
  return way.startsWith('/') ? `/${relativeLink('', way.slice(1))}` : relativeLink('', way);
}

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: words }) => now.slice(0, start) + words + now.slice(end), text);
}

/** Adds the missing link back from a page that another names under `## Related`, in the form that a dream writes. */
const relatedRepairs: Repairer = {
  name: 'related',
  checks: ['unlinked/back-link'],
  over: (input) => {
    const wanted = groupBy(missingBackLinks(input), ({ other }) => other);
    return ({ path, text }) => {
      const others = (wanted.get(path) ?? []).map((from) => from.path);
      const related = others.map((other) => ({
        path: other,
        title: input.view.pages.get(other)?.head.title ?? titleFromPath(other),
      }));
      const after = related.length === 0 ? text : addRelated(text, path, related);
      return after === text
        ? { text, mended: [] }
        : {
            text: after,
            mended: others.map((other) => ({
              rule: 'unlinked',
              kind: 'back-link',
              path,
              line: 1,
              reason: `${other} names it under ## Related`,
            })),
          };
    };
  },
};

/**
 * Whether the part of a missing target before the slash is a folder, not a word as in `TCP/IP`: with the extension of a
 * note, if the folder exists or is a zone, or if memvault's page of that name may have been moved.
 */
function isPath({ links, pages, zones }: LintInput, from: string, target: string, found: string): boolean {
  if (target.endsWith('/')) return false;
  const folder = posix.dirname(target);
  return (
    target.endsWith('.md') ||
    zones.includes(folder) ||
    links.resolve(from, `${folder}/`).how === 'found' ||
    pages.some(({ path }) => path === found)
  );
}

/** Whether the note has exactly this alias or title. */
function isCalled({ notes }: LintInput, path: string, name: string): boolean {
  const note = notes.get(path);
  return (
    note !== undefined &&
    [note.title ?? '', ...note.aliases].some((one) => one.normalize('NFC') === name.normalize('NFC'))
  );
}

/** Files in other folders whose name is spelled exactly like the link. */
function speltSo(links: LintInput['links'], target: string, path: string): string[] {
  if (target.includes('/')) return [];
  const names = [target, `${target}.md`].map((name) => name.normalize('NFC'));
  return links
    .named(target)
    .filter((other) => other !== path && names.includes(other.slice(other.lastIndexOf('/') + 1).normalize('NFC')));
}

// Repairs sources and front matter.

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
