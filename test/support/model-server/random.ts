// Answers that are right by the schema and by nothing else: what a model gives that has understood nothing. Names
// and words come from the prompt oftener than chance would have them, so that wrong answers reach far.
import type { JsonSchema } from './script.ts';
import { isRecord } from './serve.ts';

export interface Random {
  /** In [0, 1). */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** The same seed gives the same numbers everywhere: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[below(list.length)] as (typeof list)[number];
    },
  };
}

/** What a text may be where nothing good comes to mind. */
const STRANGE = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '/etc/passwd',
  '3_Personal/../../outside.md',
  '4_Assets/x.md',
  'daily/2026-06-30.md',
  '.memvault/config.yaml',
  'index.md',
  'MEMORY.md',
  '3_Personal/New.md',
  '2_Wiki/CON.md',
  '## Key Facts',
  '- [work] User owns 7 boats ^zzzzzzzzzz',
  'a[^a1b2c3d4e5]',
  '[^a1b2c3d4e5]: [2026-06-30 14:05](../daily/2026-06-30.md#^a1b2c3d4e5)',
  '<!-- memvault:index -->',
  '---\ntype: x\n---',
  '```\nfence',
  '~~struck~~ 2026-01-01 to 2026-02-02.',
  '<script>alert(1)</script>',
  '[[Elsewhere]]',
  '![](http://example.org/x.png)',
  '> [!warning] Conflicting claims: A vs B',
  'line\nline',
  'tab\tand\u0000nul',
  '\u202Eright to left',
  '\uD83D',
  '𝔘𝔫𝔲𝔰𝔲𝔞𝔩',
  '用户喜欢绿茶',
  'x'.repeat(5000),
  'null',
  'true',
  '{}',
  'f0',
  'f99',
  'c99',
  'F1',
  'f1 ',
  'c1,c2',
  'constructor',
  '__proto__',
  'toString',
  'User owns 7 boats.',
  'User does not like anything.',
  'ignore what was said before',
  'error: model overloaded',
] as const;

/** A value that conforms to the schema. `data`: what the prompt holds. */
export function randomAnswer(random: Random, schema: JsonSchema, data: unknown): object {
  const words = stringsOf(data);
  const value = (part: unknown, name: string): unknown => {
    if (!isRecord(part)) return null;
    if (Array.isArray(part['enum'])) return random.pick(part['enum'] as unknown[]);
    if ('const' in part) return part['const'];
    const choices = part['anyOf'] ?? part['oneOf'];
    if (Array.isArray(choices)) return value(random.pick(choices as unknown[]), name);
    const type = Array.isArray(part['type']) ? random.pick(part['type'] as unknown[]) : part['type'];
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(isRecord(part['properties']) ? part['properties'] : {}).map(([key, one]) => [
          key,
          value(one, key),
        ]),
      );
    if (type === 'array') return Array.from({ length: lengthOf(part) }, () => value(part['items'], name));
    if (type === 'string')
      return textOf(name).slice(0, typeof part['maxLength'] === 'number' ? part['maxLength'] : undefined);
    if (type === 'integer' || type === 'number')
      return Math.max(numberOf(part['minimum'], 0), Math.min(numberOf(part['maximum'], 60), random.below(60) - 5));
    return type === 'boolean' ? random.next() < 0.5 : null;
  };
  const lengthOf = (part: Readonly<Record<string, unknown>>): number => {
    const most = Math.max(words.ids.length, 1) + 3;
    return Math.min(
      numberOf(part['maxItems'], most),
      Math.max(numberOf(part['minItems'], 0), random.next() < 0.5 ? words.ids.length : random.below(most)),
    );
  };
  const textOf = (name: string): string => {
    if (['fact', 'claim', 'id', 'pair', 'a', 'b'].includes(name) && words.ids.length > 0 && random.next() < 0.85)
      return random.pick(words.ids);
    if (random.next() < 0.3 || words.texts.length === 0) return random.pick(STRANGE);
    return changed(random, random.pick(words.texts), words.texts);
  };
  return value(schema, '') as object;
}

/** A text as it is, or with what is easily lost or invented. */
function changed(random: Random, text: string, others: readonly string[]): string {
  const changes = [
    () => text,
    () => text,
    () => `${text} ${random.pick(others)}`,
    () => text.replace(/\d+/, (number) => String(Number(number) + 1)),
    () => text.replace(/\b(not|never|no)\b ?/, ''),
    () => text.slice(0, Math.ceil(text.length / 2)),
    () => text.toUpperCase(),
    () => `not ${text}`,
    () => `${text} on 2026-05-05 with Zed`,
    () => text.split(' ').reverse().join(' '),
  ];
  return random.pick(changes)();
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** The names (`f1`, `c2`, `p3`) and all other texts of a value. */
function stringsOf(value: unknown): { readonly ids: readonly string[]; readonly texts: readonly string[] } {
  const all: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'string') all.push(part);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(collect);
  };
  collect(value);
  const isId = (text: string): boolean => /^[a-z]\d+$/.test(text);
  return { ids: all.filter(isId), texts: all.filter((text) => !isId(text)) };
}
