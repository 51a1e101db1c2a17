// Nothing leads out of the vault, what is forgotten stays forgotten, and nothing looks like a secret.
import { seek, seekEach, type Sought, tracesOf } from '../../language/forgotten-words.ts';
import { secretLines } from '../../language/secrets/secrets.ts';
import { plural } from '../../model/text.ts';
import { splitLines } from '../../note/lines.ts';
import { CATALOGUE_MARKERS, ownLines, SUMMARY_MARKERS } from '../../page/own-part.ts';
import type { FileText } from '../../vault/own-files.ts';
import { parseSummaryRecords, restsOn } from '../../vault/memory-file.ts';
import { CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, SUMMARY_RECORD_FILE } from '../../vault/vault.ts';
import type { LintInput } from '../input.ts';
import { type Check, error, quote, type Remark, remark, type Rule, some, warning } from '../rule.ts';

// Invariant 12: nothing leads out of the vault. The pages that the ledger and schema.md name are in the zones, no
// symlink diverts a write, and front matter is data and never executed.
//
// A symlink that memvault would have to write through is an error: memvault refuses, and facts wait. A symlink deeper
// in a zone is a warning: its target is neither read nor written. Symlinks in the assets zone are a person's own.

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

// Invariant 9: what is forgotten stays forgotten. Its words remain only in the daily log, which is never edited: not on
// a page, not in generated text, not in any other file of memvault.

/**
 * Not reported here: facts that a page still cites, which `conservation` reports, and words that another fact also
 * says. `forget --verify` also searches notes and untracked files.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs over spaces ^k3v9x2ab4q
 *   - [preference] User prefers coffee ^m4w8y3bc5r
 *   == .memvault/tombstones.jsonl
 *   {"fact":"k3v9x2ab4q"}
 *   == 3_Personal/Preferences.md
 * - - User prefers coffee[^m4w8y3bc5r]
 * + - User prefers coffee; he prefers tabs over spaces[^m4w8y3bc5r]
 *   == MEMORY.md
 * - Mine.
 * + The user prefers tabs over spaces.
 *   <!-- memvault:memory -->
 * - - User prefers coffee
 * + - User prefers TABS over spaces
 *   <!-- /memvault:memory -->
 * @finds warning 3_Personal/Preferences.md:1
 * @finds warning MEMORY.md:1
 * @finds error MEMORY.md:3
 */
const words: Check = {
  what: 'The words of a forgotten fact appear only in its daily log.',
  check: ({ view, files }) => {
    const phrases = view.facts.flatMap(({ id, text }) =>
      view.forgotten.has(id) && !view.citedOn.has(id) ? [{ fact: id, text }] : [],
    );
    if (phrases.length === 0) return [];
    const sought = seekEach(
      phrases,
      view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [] : [text])),
    );
    const isResting = restsOn(
      files.filter(({ path }) => path === SUMMARY_RECORD_FILE).flatMap(({ text }) => parseSummaryRecords(text)),
      view.forgotten,
    );
    const asLogged = seek(phrases, []);
    return [...view.pages.values(), ...files].flatMap((file) => [
      ...traces(file, sought),
      ...(file.path === SUMMARY_FILE ? inOtherWords(file, isResting, asLogged) : []),
    ]);
  },
};

/** Lines of `MEMORY.md` in which an engine paraphrased a forgotten fact. */
function inOtherWords(
  { path, text }: Pick<FileText, 'path' | 'text'>,
  isResting: (line: string) => boolean,
  sought: readonly Sought[],
): Remark[] {
  const own = isOwn(path, text);
  const lines = splitLines(text);
  return lines.flatMap((line, index): Remark[] =>
    own(index) && isResting(line) && tracesOf(line, sought).length === 0
      ? [error({ path, line: index + 1 }, 'says in other words what is forgotten', 'memvault lint --fix rebuilds it')]
      : [],
  );
}

/** Lines that say what is forgotten: a warning in a person's own text, an error in memvault's. */
function traces({ path, text }: Pick<FileText, 'path' | 'text'>, sought: readonly Sought[]): Remark[] {
  if (tracesOf(text, sought).length === 0) return [];
  const own = isOwn(path, text);
  return splitLines(text).flatMap((line, index) =>
    tracesOf(line, sought).map(({ fact, whole }): Remark =>
      remark(
        own(index) ? 'error' : 'warning',
        { path, line: index + 1 },
        `says ${whole ? 'what' : 'a part of what'} ${fact} said, which is forgotten`,
        'remove the words; memvault forget --verify checks every file',
      ),
    ),
  );
}

/** Returns whether a line, by index from 0, is written only by memvault. */
function isOwn(path: string, text: string): (index: number) => boolean {
  const markers = path === SUMMARY_FILE ? SUMMARY_MARKERS : path === CATALOGUE_FILE ? CATALOGUE_MARKERS : null;
  return markers === null ? () => path === RUN_LOG_FILE || path.startsWith(`${OWN}/`) : ownLines(text, markers);
}

/**
 * A merge with a clone that still has the line brings it back.
 *
 * @example
 *   == daily/2026-07-01.md
 * - - [preference] User prefers coffee ^m4w8y3bc5r
 * + - [preference] User prefers coffee ^k3v9x2ab4q
 *   == .memvault/tombstones.jsonl
 *   {"fact":"k3v9x2ab4q","purged":true}
 * @finds error daily/2026-07-01.md:1
 */
const purged: Check = {
  what: 'A line that was purged from a daily log has not come back.',
  check: ({ view, purged: gone }) =>
    view.facts.flatMap((fact): Remark[] =>
      gone.has(fact.id)
        ? [
            error(
              fact,
              `${fact.id} was purged from the daily log, but its line is back`,
              'memvault lint --fix removes it again',
            ),
          ]
        : [],
    ),
};

export const forgotten: Rule = {
  name: 'forgotten',
  what: 'Forgotten facts stay forgotten.',
  kinds: { words, purged },
};

// No page or daily log contains a likely key or password: both are in git and are sent to models. `log` refuses such
// text, but a line written by hand or by an older version may contain it. A finding never shows the secret.

/**
 * The key in the example is split, so that no scanner reports this file.
 *
 * @example
 *   == daily/2026-07-01.md
 * - - [technical] The key of the service lies in the keyring ^k3v9x2ab4q
 * + - [technical] The key of the service is ghp_\
 * + 16C7e42F292c6912E7710c838347Ae178B4a ^k3v9x2ab4q
 *   == 2_Wiki/Technical.md
 * - - The key of the service lies in the keyring[^k3v9x2ab4q]
 * + - The key of the service is ghp_\
 * + 16C7e42F292c6912E7710c838347Ae178B4a[^k3v9x2ab4q]
 * @finds warning 2_Wiki/Technical.md:1
 * @finds warning daily/2026-07-01.md:1
 */
export const likelySecrets: Rule = {
  name: 'likely-secrets',
  what: 'Nothing on a page or in a daily log looks like a key or a password.',
  check: (input) => [
    ...inLogs(input),
    ...input.lookedAt.flatMap((path) =>
      secretsIn(input, path, 'remove it here and from git’s history, and change it where it is in use'),
    ),
  ],
};

/** A secret in a fact is best forgotten by its id, which also removes it from pages and index. */
function inLogs(input: LintInput): Remark[] {
  const remarks = input.logs.flatMap(({ path }) =>
    secretsIn(input, path, 'remove it from the log, and change it where it is in use'),
  );
  if (remarks.length === 0) return remarks;
  const factAt = new Map(input.view.facts.map((fact) => [`${fact.path}:${fact.line}`, fact]));
  return remarks.map((remark) => {
    const fact = factAt.get(`${remark.path}:${remark.line}`);
    return fact === undefined
      ? remark
      : { ...remark, fix: `memvault forget ${fact.id} --purge removes it everywhere; change it where it is in use` };
  });
}

/** One finding per line. Notes were scanned when they were read; other files are scanned now. */
function secretsIn({ notes, textOf }: LintInput, path: string, fix: string): Remark[] {
  const secrets = notes.get(path)?.secrets ?? secretLines(textOf(path) ?? '');
  return secrets.map(({ line, rule }) => warning({ path, line }, `this looks like a secret (${rule})`, fix));
}
