// Claims and overviews: each citation leads to a fact, and the words keep what the facts say.
import { findRelativeDates } from '../../language/dates/relative-dates.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { daysBetween } from '../../model/day.ts';
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import { isSameLink } from '../../note/links.ts';
import { checkSentence, type Fault, type SentenceFault } from '../../page/check-sentence.ts';
import { evidenceOf, parseOverview } from '../../page/overview.ts';
import { sayingOf, sourceDigestOf } from '../../page/page.ts';
import type { View } from '../../vault/view.ts';
import { type Definition, editedFacts, type LintInput, type OwnPage } from '../input.ts';
import { error, note, quote, type Remark, remark, type Rule, some, warning } from '../rule.ts';

// Every citation leads to a fact through a working source: the page defines the source of each cited fact, and the
// source links to the log that has the fact. Ignores a person's own footnotes.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 * - - User likes it there, says Ann[^references]
 * + - User likes it there, says Ann[^m4w8y3bc5r]
 *
 * - [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * + [^k3v9x2ab4q]: [2026-07-01](../../daily/2026-07-01.md#^k3v9x2ab4q)
 * - [^references]: Ann, by telephone
 * + [^references]: [2026-06-30](../daily/2026-06-30.md), by telephone
 * @finds error 3_Personal/Work.md:2
 * @finds warning 3_Personal/Work.md:4
 * @finds note 3_Personal/Work.md:5
 */
export const citations: Rule = {
  name: 'citations',
  what: 'Every citation leads to a fact, through a source that works.',
  check: (input) =>
    input.pages.flatMap((page) => [
      ...unknown(input, page),
      ...undefinedSources(input, page),
      ...unused(input, page),
      ...wrongLinks(input, page),
    ]),
};

/**
 * Cited ids that are unknown in the vault. A fact that only the ledger knows is not one: its line is missing, which
 * logs-untouched reports.
 */
function unknown({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const byHand = new Set(page.definitions.filter((definition) => !definition.toLog).map((definition) => definition.id));
  return page.claims.flatMap((claim) =>
    claim.facts.flatMap((id): Remark[] => {
      if (isKnown(id) || byHand.has(id)) return [];
      return [
        error(
          { path: page.path, line: claim.line },
          `cites ${id}, which no daily log has`,
          'correct the id, or remove the footnote',
        ),
      ];
    }),
  );
}

function undefinedSources({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const defined = new Set(page.definitions.map((definition) => definition.id));
  return page.claims.flatMap((claim) =>
    claim.facts.flatMap((id): Remark[] => {
      if (defined.has(id) || !isKnown(id)) return [];
      defined.add(id);
      return [
        warning(
          { path: page.path, line: claim.line },
          `cites ${id}, and the page has no source for it`,
          'add its line to ## Sources',
        ),
      ];
    }),
  );
}

function unused({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const cited = new Set(page.claims.flatMap((claim) => claim.facts));
  const left = page.definitions.filter(({ id, toLog }) => !cited.has(id) && (toLog || isKnown(id)));
  const [first] = left;
  if (!first) return [];
  const one = left.length === 1;
  return [
    note(
      { path: page.path, line: first.line },
      `${plural(left.length, 'source')} (${some(left.map(({ id }) => id))}) ${one ? 'is' : 'are'} cited by no ` +
        'claim of the page',
      `remove the ${one ? 'line' : 'lines'}`,
    ),
  ];
}

function wrongLinks({ view }: LintInput, page: OwnPage): Remark[] {
  const wrong = page.definitions.filter(({ id, source }) => {
    const fact = view.factById.get(id);
    return fact !== undefined && !isSameLink(source, page.path, fact);
  });
  const [first] = wrong;
  if (!first) return [];
  const path = view.factById.get(first.id)?.path ?? '';
  return [
    warning(
      { path: page.path, line: first.line },
      `${sourcesOf(wrong)} where the fact was logged; ${first.id} is in ${path}`,
      'correct the links; they are relative to the page',
    ),
  ];
}

function sourcesOf(wrong: readonly Definition[]): string {
  return wrong.length === 1 ? 'a source does not lead' : `${wrong.length} sources do not lead`;
}

// Invariant 2: a claim keeps the specifics of each fact that it stands for: numbers, dates, names, addresses, code,
// negations. A warning, because a person may have reworded the claim on purpose. A line edited after consolidation is
// reported by logs-untouched; the next dream corrects its claim.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] The release is on 2026-07-15, not before ^k3v9x2ab4q
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Work.md"}
 *   == 3_Personal/Work.md
 * - - It was not released before 2026-07-15[^k3v9x2ab4q]
 * + - It was not released before 2026-07-16[^k3v9x2ab4q]
 * @finds warning 3_Personal/Work.md:1
 */
export const specifics: Rule = {
  name: 'specifics',
  what: 'A claim keeps the numbers, dates, names and negations of its fact.',
  check: (input) => {
    const edited = new Set(editedFacts(input).map((fact) => fact.id));
    return input.pages.flatMap((page) =>
      page.claims.flatMap((claim) =>
        isHistory(claim)
          ? []
          : claim.facts.flatMap((id): Remark[] => {
              const fact = edited.has(id) ? undefined : input.view.factById.get(id);
              const missing = fact ? missingIn(claim, fact, input) : [];
              if (!fact || missing.length === 0) return [];
              const said = missing.map((specific) => (specific === 'not' ? 'as many negations' : specific));
              const fix = input.pending.unsaid.has(id)
                ? 'memvault dream gives it a claim of its own'
                : 'correct the claim, or the log line where that is wrong';
              return [
                warning(
                  { path: page.path, line: claim.line },
                  `${id} says ${some(said)}, and its claim does not; logged was ${quote(fact.text)}`,
                  fix,
                ),
              ];
            }),
      ),
    );
  },
};

/**
 * The specifics of a fact that are missing from the words that stand for it: its side of a callout, or the whole claim.
 * A claim of several facts may take its negation from any of them. A fact corrected by a later one on the same claim
 * needs no words.
 */
function missingIn(claim: Claim, fact: Fact, { view }: LintInput): string[] {
  const held = view.ledger.get(fact.id);
  if (held?.as === 'superseded' && claim.facts.includes(held.by ?? '')) return [];
  const beside = claim.sides.find((side) => side.facts.includes(fact.id))?.facts ?? claim.facts;
  const said = sayingOf(claim, fact.id);
  const missing = missingSpecifics(fact.text, said);
  const isSaid = (id: string): boolean => !missingSpecifics(view.factById.get(id)?.text ?? '', said).includes('not');
  return missing.includes('not') && beside.some((id) => id !== fact.id && isSaid(id))
    ? missing.filter((specific) => specific !== 'not')
    : missing;
}

// Each sentence of memvault's overviews cites facts of its page and says nothing beyond their claims. An edited
// overview is the person's own. The next dream that writes the page removes such a sentence.

const WHY: Readonly<Record<SentenceFault, string>> = {
  uncited: 'cites no fact',
  elsewhere: 'cites what no claim of the page cites',
  private: 'cites a private fact',
  conflict: 'cites a claim that is contested',
  specifics: 'says what its claims do not say',
  negation: 'contradicts its claims',
  past: 'tells as current what is past',
  plan: 'tells as done what is only planned',
  instruction: 'tells its reader what to do',
  form: 'is not one plain line',
};

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User now works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   ## Overview
 * - <!-- memvault:overview e42c1b62 -->
 * + <!-- memvault:overview f4d44ea6 -->
 * - User has worked at Microsoft since July 2026.[^k3v9x2ab4q]
 * + User has worked at Microsoft since June 2026.[^k3v9x2ab4q]
 *   <!-- /memvault:overview -->
 *
 *   ## Key Facts
 *   - User now works at Microsoft[^k3v9x2ab4q]
 * @finds warning 3_Personal/Work.md:3
 */
export const overview: Rule = {
  name: 'overview',
  what: 'Each sentence of an overview cites claims of its page and says nothing that they do not.',
  check: ({ pages, view }) =>
    [...pages, ...literature([...view.pages.values()], pages)].flatMap(({ path, text }): Remark[] => {
      const found = parseOverview(text);
      if (found === null || found.isEdited) return [];
      const title = view.pages.get(path)?.head.title ?? '';
      const evidence = evidenceOf(text, title, (fact) => view.factById.get(fact));
      const lines = text.split('\n');
      return found.parts.flatMap(({ sentences }) =>
        sentences.flatMap((sentence): Remark[] => {
          const fault = checkSentence(sentence, evidence);
          if (fault === null) return [];
          const first = sentence.text.slice(0, 20);
          const at = lines.findIndex((line, index) => index >= found.start && line.includes(first));
          return [
            warning(
              { path, line: (at < 0 || at >= found.end ? found.start : at) + 1 },
              `a sentence of the overview ${WHY[fault.fault]}${whatOf(fault)}: ${quote(sentence.text)}`,
              'the next dream that writes the page removes it',
            ),
          ];
        }),
      );
    }),
};

/** Literature pages, which rest on quotes, if they have no facts of memvault's. */
function literature<T extends { readonly path: string; readonly text: string }>(
  all: readonly T[],
  own: readonly { readonly path: string }[],
): T[] {
  const paths = new Set(own.map(({ path }) => path));
  return all.filter(({ path, text }) => !paths.has(path) && sourceDigestOf(text) !== null);
}

const whatOf = ({ what }: Fault): string => (what.length === 0 ? '' : ` (${some(what)})`);

// A conflict waits for a person, since nobody else knows which claim holds. The longer it waits, the likelier somebody
// believes the wrong one.

/** Days after which an open conflict is a warning instead of a note. */
const LONG = 30;

/**
 * @example
 *   == daily/2026-06-01.md
 *   - [work] User works at Google ^k3v9x2ab4q
 *   == daily/2026-06-04.md
 *   - [work] User works at Microsoft ^m4w8y3bc5r
 *   == 3_Personal/Work.md
 * - - User works at Google[^k3v9x2ab4q]
 * - - User works at Microsoft[^m4w8y3bc5r]
 * + > [!warning] Conflicting claims: User works at Google[^k3v9x2ab4q] (2026-06-01) \
 * + vs User works at Microsoft[^m4w8y3bc5r] (2026-06-04)
 * @finds note 3_Personal/Work.md:1
 */
export const conflicts: Rule = {
  name: 'conflicts',
  what: 'No conflict is left unresolved.',
  check: ({ pages, looksAt, view, today }) =>
    pages
      .filter(({ path }) => looksAt(path))
      .flatMap(({ claims }) =>
        claims
          .filter((claim) => claim.sides.length > 1 && !isHistory(claim))
          .map((claim) => waiting(claim, view, today)),
      ),
};

function waiting(claim: Claim, { factById }: View, today: string): Remark {
  const since =
    claim.facts
      .flatMap((fact) => factById.get(fact)?.day ?? [])
      .sort()
      .at(-1) ??
    claim.sides
      .flatMap(({ day }) => day ?? [])
      .sort()
      .at(-1) ??
    null;
  const days = since === null ? 0 : Math.max(0, daysBetween(since, today));
  const waits =
    since === null ? '' : days === 0 ? ' since today' : ` since ${since}, ${days === 1 ? 'a day' : `${days} days`}`;
  return remark(
    days > LONG ? 'warning' : 'note',
    { path: claim.page, line: claim.line },
    `conflicting claims, unresolved${waits}`,
    `memvault fix ${claim.facts.at(-1) ?? 'ID'} --current keeps the last one, --separate keeps both`,
  );
}

// After a year nobody knows which day "yesterday" was. A dream adds the date; a claim written by a person, or on an
// older page, may lack it.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [event] User met Ann yesterday ^k3v9x2ab4q
 *   - [event] 明天去北京 ^m4w8y3bc5r
 *   == 3_Personal/Events.md
 * - - User met Ann yesterday (2026-06-30)[^k3v9x2ab4q]
 * + - User met Ann yesterday[^k3v9x2ab4q]
 * - - 明天(2026-07-02)去北京[^m4w8y3bc5r]
 * + - 明天去北京[^m4w8y3bc5r]
 * @finds note 3_Personal/Events.md:1
 * @finds note 3_Personal/Events.md:2
 */
export const relativeDates: Rule = {
  name: 'relative-dates',
  what: 'No claim says “yesterday” or “next week” without a date.',
  check: (input) =>
    input.pages
      .filter(({ path }) => input.looksAt(path))
      .flatMap(({ claims }) =>
        claims
          .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
          .flatMap((claim) => undated(claim, input)),
      ),
};

function undated(claim: Claim, { view }: LintInput): Remark[] {
  const facts = claim.facts.flatMap((id) => view.factById.get(id) ?? []).sort(compareFacts);
  const [first] = facts;
  // With facts of several days it is unclear which day the words refer to.
  if (first === undefined || facts.some((fact) => eventDay(fact) !== eventDay(first))) return [];
  return findRelativeDates(claim.text, eventDay(first)).map(({ phrase, label }) =>
    note(
      { path: claim.page, line: claim.line },
      `says ${quote(phrase)} without the date`,
      `write ${phrase} (${label})`,
    ),
  );
}

// Two claims on different pages that cannot both be true. Only a model can see that: with --llm it is asked about
// claims of related pages that share rare words. The finding quotes both claims; nothing is decided.

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
