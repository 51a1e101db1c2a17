// What a search is asked for, and what it comes to: filters by name resolved, the signs of its question read. Knows the
// names of folders, reads none.
import type { Admission } from '../index/filter.ts';
import { keyword } from '../index/keywords.ts';
import { type Asking, type Condition, readOperators } from '../index/operators.ts';
import { DAY_FORMS, DAY_WORDS, spanOf } from '../language/dates/calendar.ts';
import { checkOrder, isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { LIMITS } from '../model/limits.ts';
import type { TagTable } from '../model/tag-table.ts';
import { nearest, shortened } from '../model/text.ts';

export const SEARCH_MODES = ['lexical', 'hybrid', 'semantic'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface SearchRequest {
  /** `*` lists the newest. */
  readonly query: string;
  /** The query is nothing but words: signs in it ask for nothing. */
  readonly plain?: boolean;
  /** Hits to give at most. */
  readonly limit: number;
  /** Any of them. */
  readonly categories: readonly string[];
  /** All of them. */
  readonly tags: readonly string[];
  /** Other names of tags, where there are any. */
  readonly tagTable?: TagTable;
  /** `fact`, `claim`, `text` or the field `kind` of a fact; any of them. */
  readonly kinds?: readonly string[];
  /** All of them, as a fact's fields name them. */
  readonly persons?: readonly string[];
  readonly entities?: readonly string[];
  /** `key=value`, all of them. */
  readonly fields?: readonly string[];
  /** A zone by its folder or its name without number, or the folder of the daily logs. */
  readonly zone: string | null;
  readonly project: string | null;
  /** Local days `YYYY-MM-DD`, both inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Superseded claims too. */
  readonly all: boolean;
  readonly mode: SearchMode;
  /** Tell for each hit how its score came about. */
  readonly explain: boolean;
}

/** The folders of the vault that a search may name. */
export interface Layout {
  readonly dailyDir: string;
  readonly zones: Readonly<Record<'inbox' | 'projects' | 'wiki' | 'personal' | 'assets' | 'archives', string>>;
}

/** A request as the index takes it. */
export interface Resolved {
  /** What to rank by: words, or `*` for the newest. */
  readonly question: string;
  readonly phrases: Asking['phrases'];
  readonly without: Asking['without'];
  /** What was asked beyond the limit and does not select, as it was typed. */
  readonly leftOut: readonly string[];
  readonly admission: Admission;
}

/**
 * `today`: the local day, which `since:yesterday` counts from. Throws `usage` for no question, a zone that does not
 * exist, a day that is none, days in the wrong order, a field without a value.
 */
export function resolveRequest(request: SearchRequest, layout: Layout, today: string): Resolved {
  const query = request.query.trim();
  if (query === '')
    throw new MemvaultError('usage', 'nothing to search for', { hint: 'give some words, or * for the newest' });
  const asking: Asking = request.plain
    ? { question: query, phrases: [], without: [], conditions: [] }
    : readOperators(query);
  const { question } = asking;
  const [phrases, without, conditions] = [
    asking.phrases.slice(0, LIMITS.list),
    asking.without.slice(0, LIMITS.list),
    asking.conditions.slice(0, LIMITS.list),
  ];
  const named = (operator: Condition['operator'], not: boolean): string[] =>
    conditions.filter((one) => one.operator === operator && one.not === not).map(({ value }) => value);
  const days = daysOf(request, conditions, today);
  const projects = [...(request.project === null ? [] : [request.project]), ...named('project', false)];
  const [project = null, other] = projects;
  if (project !== null && other !== undefined && keyword('project', project) !== keyword('project', other))
    throw new MemvaultError('usage', `nothing belongs to two projects, ${project} and ${other}`, {
      hint: 'search one after the other',
    });
  const tagWords = (tag: string): string[] =>
    (request.tagTable?.formsOf(tag) ?? [tag]).map((form) => keyword('tag', form.replace(/^#/, '')));
  const anyOf = (words: readonly string[]): string[][] => (words.length === 0 ? [] : [[...words]]);
  const each = (words: readonly string[]): string[][] => words.map((word) => [word]);
  return {
    // Signs alone select: what they leave is listed, the newest first.
    question: question === '' && (conditions.length > 0 || without.length > 0) ? '*' : question,
    phrases,
    without,
    leftOut: [
      ...asking.phrases.slice(LIMITS.list).map((phrase) => JSON.stringify(phrase)),
      ...asking.without.slice(LIMITS.list).map(({ text, isPhrase }) => `-${isPhrase ? JSON.stringify(text) : text}`),
      ...asking.conditions
        .slice(LIMITS.list)
        .map(({ operator, value, not }) => `${not ? '-' : ''}${operator}:${value}`),
    ],
    admission: {
      every: [
        ...anyOf(request.categories.map((name) => keyword('category', name))),
        ...anyOf(named('category', false).map((name) => keyword('category', name))),
        ...[...request.tags, ...named('tag', false)].map(tagWords),
        ...anyOf((request.kinds ?? []).map(kindWord)),
        ...each((request.persons ?? []).map((name) => keyword('person', name))),
        ...each((request.entities ?? []).map((name) => keyword('entity', name))),
        ...each((request.fields ?? []).map(fieldWord)),
      ],
      none: [
        ...named('tag', true).flatMap(tagWords),
        ...named('category', true).map((name) => keyword('category', name)),
        ...named('project', true).map((name) => keyword('project', name)),
      ],
      folder: request.zone === null ? null : resolveZone(request.zone, layout),
      project,
      projectFolder: layout.zones.projects,
      ...days,
      all: request.all,
    },
  };
}

/** A list in one word is no kind; nothing would ever be of it. */
function kindWord(typed: string): string {
  if (!typed.includes(',')) return keyword('kind', typed);
  const ways = typed
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '')
    .map((kind) => `--kind ${kind}`);
  throw new MemvaultError('usage', `--kind ${JSON.stringify(shortened(typed))} is no kind`, {
    hint: `name each by itself: ${shortened(ways.join(' '))}`,
  });
}

function fieldWord(typed: string): string {
  const at = typed.indexOf('=');
  const [name, value] = [typed.slice(0, at).trim(), typed.slice(at + 1).trim()];
  if (at > 0 && name !== '' && value !== '') return keyword('field', `${name}=${value}`);
  throw new MemvaultError('usage', `--field ${JSON.stringify(typed)} is no field with a value`, {
    hint: 'write it as --field location=Oslo',
  });
}

/** The days of flags and operators together: the narrower of both. */
function daysOf(
  request: Pick<SearchRequest, 'since' | 'until'>,
  conditions: readonly Condition[],
  today: string,
): { since: string | null; until: string | null } {
  checkDays(request);
  let { since, until } = request;
  for (const { operator, value, not } of conditions) {
    if (operator !== 'since' && operator !== 'until') continue;
    const span = spanOf(value, today);
    if (span === null) {
      const near = nearest(value, DAY_WORDS);
      throw new MemvaultError('usage', `${operator}:${shortened(value)} is no day`, {
        hint:
          near === null
            ? `write it as ${DAY_FORMS}`
            : `did you mean ${operator}:${near.includes(' ') ? `"${near}"` : near}?`,
      });
    }
    if (not)
      throw new MemvaultError('usage', `-${operator}:${value} means nothing`, {
        hint: operator === 'since' ? 'until: finds what is up to a day' : 'since: finds what is from a day on',
      });
    if (operator === 'since' && (since === null || span.from > since)) since = span.from;
    if (operator === 'until' && (until === null || span.to < until)) until = span.to;
  }
  if (since !== null && until !== null && since > until)
    throw new MemvaultError('usage', `since ${since} is after until ${until}`, {
      hint: 'nothing lies between them; turn the two round',
    });
  return { since, until };
}

function checkDays({ since, until }: Pick<SearchRequest, 'since' | 'until'>): void {
  for (const [flag, day] of [
    ['--since', since],
    ['--until', until],
  ] as const) {
    if (day !== null && !isDay(day))
      throw new MemvaultError('usage', `${flag} ${day} is no day`, { hint: 'write days as 2026-07-01' });
  }
  checkOrder(since, until);
}

function resolveZone(name: string, { dailyDir, zones }: Layout): string {
  const folders = [...Object.values(zones), dailyDir];
  const asked = name.replace(/\/+$/, '').toLowerCase();
  const found =
    folders.find((folder) => [folder, bareName(folder)].some((known) => known.toLowerCase() === asked)) ??
    Object.entries(zones).find(([key]) => key === asked)?.[1];
  if (found !== undefined) return found;
  const near = nearest(name, [...folders, ...folders.map(bareName), ...Object.keys(zones)]);
  throw new MemvaultError('usage', `there is no zone ${shortened(name)}`, {
    hint: near === null ? `zones are ${folders.join(', ')}` : `did you mean ${near}?`,
  });
}

/** `2_Wiki` is `Wiki` too. */
const bareName = (folder: string): string => folder.replace(/^\d+[_ -]+/, '');
