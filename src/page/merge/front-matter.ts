// The front matter of a page, merged key by key: each key's lines are taken whole, so that a person's
// formatting stays and no key is doubled. Where it cannot be taken apart it merges as lines.
import { compareText } from '../../model/fact.ts';
import { frontMatterLines } from '../../note/blocks.ts';
import type * as Yaml from '../../note/front-matter.ts';
import { splitLines } from '../../note/lines.ts';
import { rawLines } from '../sections.ts';
import { mapVersions, type Merged, type MergeVersions, pick, uniteLists, type Versions } from './three-way.ts';

type Edit = Pick<typeof Yaml, 'parseFrontMatter' | 'setFrontMatter'>;

const UPDATED = /^(updated:[ \t]*)(\d{4}-\d{2}-\d{2})(?=[ \t]*$)/m;
const KEY = /^(?:([A-Za-z_][\w .-]*?)|"([^"\\]+)"|'([^']+)')[ \t]*:(?=\s|$)/;
/** Keys that memvault writes when it makes a page: two new pages may differ there without a person's doing. */
const MADE = new Set(['type', 'title', 'description', 'status', 'review', 'updated']);

/** The lines of the front matter with both marks, empty where there is none. */
export function frontOf(text: string): string {
  return rawLines(text)
    .slice(0, frontMatterLines(splitLines(text)))
    .join('');
}

/** `edit` brings what reads and writes YAML; asked for only where both sides changed more than the day. */
export async function mergeFront(
  fronts: Versions<string>,
  merge: MergeVersions,
  edit: () => Promise<Edit>,
): Promise<Merged> {
  const dated = withLatestDay(fronts);
  const settled = pick(fronts) ?? pick(dated);
  if (settled) return { text: settled.value, conflicts: false };
  const yaml = await edit();
  return (
    (fronts.first !== '' && fronts.second !== '' ? await mergeKeys(dated, merge, yaml) : null) ?? (await merge(dated))
  );
}

/** Its day of `updated`, empty without one. */
export const updatedOf = (front: string): string => UPDATED.exec(front)?.[2] ?? '';

/** `updated` is no reason for a conflict: all versions get the later day of the sides. */
function withLatestDay(fronts: Versions<string>): Versions<string> {
  const days = [fronts.first, fronts.second].map(updatedOf);
  const latest = days.sort().at(-1) ?? '';
  return days.includes('')
    ? fronts
    : mapVersions(fronts, (front) => front.replace(UPDATED, (_, key: string) => key + latest));
}

interface Entry {
  readonly key: string;
  /** With the comments above it and their line ends. */
  readonly lines: string;
}

async function mergeKeys(fronts: Versions<string>, merge: MergeVersions, yaml: Edit): Promise<Merged | null> {
  const entries = mapVersions(fronts, (front) => (front === '' ? [] : entriesOf(front, yaml)));
  const { base, first, second } = entries;
  if (!base || !first || !second) return null;
  const byKey = mapVersions({ base, first, second }, (list) => new Map(list.map(({ key, lines }) => [key, lines])));
  const keysOf = (list: readonly Entry[]): string[] => list.map(({ key }) => key);
  const order = uniteLists({ base: [], first: keysOf(first), second: keysOf(second) });
  let text = '';
  let conflicts = false;
  for (const key of order) {
    const merged = await mergeKey(
      key,
      mapVersions(byKey, (map) => map.get(key) ?? null),
      merge,
      yaml,
    );
    text += merged.text;
    conflicts ||= merged.conflicts;
  }
  const raw = rawLines(fronts.first);
  const whole = (raw[0] ?? '') + text + (raw.at(-1) ?? '');
  return conflicts || entriesOf(whole, yaml) ? { text: whole, conflicts } : null;
}

async function mergeKey(
  key: string,
  versions: Versions<string | null>,
  merge: MergeVersions,
  yaml: Edit,
): Promise<Merged> {
  const settled = pick(versions);
  if (settled) return { text: settled.value ?? '', conflicts: false };
  const { base, first, second } = versions;
  // Taken out here, changed there: what somebody wrote stays.
  if (first === null || second === null) return { text: first ?? second ?? '', conflicts: false };
  const made = (lines: string): Merged => ({ text: lines, conflicts: false });
  // With the same value everywhere only a person's comments and formatting are left to merge.
  const withValue = (value: string | readonly string[]): Promise<Merged> =>
    merge(mapVersions({ base: base ?? '', first, second }, (lines) => setIn(key, lines, value, yaml)));
  if (key === 'review' && [first, second].some((lines) => valueOf(key, lines, yaml) === 'needs-review'))
    return await withValue('needs-review');
  const lists = mapVersions({ base: base ?? '', first, second }, (lines) => listOf(valueOf(key, lines, yaml)));
  if (lists.first && lists.second) {
    const united = uniteLists({ base: lists.base ?? [], first: lists.first, second: lists.second });
    const [mine, yours] = [first, second].map((lines) => setIn(key, lines, united, yaml)) as [string, string];
    if (base === null && (isOneLine(mine) || isOneLine(yours))) return made(isOneLine(mine) ? yours : mine);
    return await withValue(united);
  }
  if (base === null && MADE.has(key))
    return made((second.length - first.length || compareText(first, second)) <= 0 ? first : second);
  return await merge({ base: base ?? '', first, second });
}

/** A list as memvault writes it into a new page, so that the form of the other side is a person's. */
const isOneLine = (lines: string): boolean => /^\w+: \[.*\]\n?$/.test(lines);

const inFront = (lines: string): string => `---\n${lines}---\n`;

function valueOf(key: string, lines: string, yaml: Edit): unknown {
  return yaml.parseFrontMatter(inFront(lines)).data[key];
}

function setIn(key: string, lines: string, value: string | readonly string[], yaml: Edit): string {
  return lines === ''
    ? ''
    : rawLines(yaml.setFrontMatter(inFront(lines), { [key]: value }))
        .slice(1, -1)
        .join('');
}

function listOf(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((item): item is string => typeof item === 'string') ? value : null;
}

/** The entries of front matter, null where it is not plain `key: value` lines that read as the same keys. */
function entriesOf(front: string, yaml: Edit): Entry[] | null {
  const { data, broken } = yaml.parseFrontMatter(front);
  if (broken !== null || /^[^#\n]*:[ \t]+[&*]/m.test(front)) return null;
  const entries: Entry[] = [];
  let above = '';
  for (const line of rawLines(front).slice(1, -1)) {
    const [, plain, double, single] = KEY.exec(line) ?? [];
    const key = plain ?? double ?? single;
    const last = entries.at(-1);
    if (key !== undefined) {
      entries.push({ key, lines: above + line });
      above = '';
    } else if (/^(?:#|\s*$)/.test(line)) above += line;
    else if (last) {
      // What stood between belongs to the value: a comment in a list, a blank line in a text.
      entries[entries.length - 1] = { key: last.key, lines: last.lines + above + line };
      above = '';
    } else return null;
  }
  const keys = entries.map(({ key }) => key);
  if (
    keys.length !== new Set(keys).size ||
    keys.length !== Object.keys(data).length ||
    !keys.every((key) => Object.hasOwn(data, key))
  )
    return null;
  return above === '' ? entries : [...entries, { key: '', lines: above }];
}
