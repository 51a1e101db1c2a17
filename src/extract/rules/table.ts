// The patterns of templates/extract/en.json, compiled once. Decides nothing by itself.
import data from '../../../templates/extract/en.json';
import numbers from '../../../templates/words/numbers.json';
import notNames from '../../../templates/words/not-names.json';
import { anyOf } from './plain-words.ts';

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  readonly says: readonly string[];
  readonly taste?: boolean;
  readonly goal?: boolean;
  readonly event?: boolean;
  readonly dated?: boolean;
  readonly habit?: boolean;
  readonly concrete?: boolean;
  readonly ongoing?: boolean;
  readonly frequent?: boolean;
  readonly wholeJob?: boolean;
  readonly kinObject?: boolean;
  /** Never a task for an assistant. */
  readonly sure?: boolean;
}

export interface Rule extends Omit<Row, 'says'> {
  readonly pattern: RegExp;
}

const KIN = Object.values(data.kin).flat();
const LISTS: Readonly<Record<string, string>> = {
  O: '(?<O>.+)', P: String.raw`(?<O>(?!I\b|What|How|Why)(?:the )?\p{Lu}.*)`,
  number: `(?<O>\\d{1,3}|${anyOf(Object.keys(numbers.values).filter((word) => word.length > 2))})`,
  diet: anyOf(data.states.diet), body: anyOf(data.states.body), status: anyOf(data.states.status), conditions: anyOf(data.conditions),
  peoples: notNames.peoples.map((word) => `[${word.charAt(0).toUpperCase()}]${word.slice(1)}`).join('|'),
  jobs: anyOf(data.jobs), traits: anyOf([...data.traits, ...data.jobsMore]), languages: data.languages.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|'),
  instruments: anyOf(data.instruments), goalVerbs: anyOf(data.goalVerbs), past: `(?:${anyOf(data.past)})`, participles: `(?:${anyOf(data.participles)})`, going: anyOf(data.going),
  kinWords: `(?:${anyOf(KIN.flatMap((word) => [word, `${word}s`, 'boys', 'girls', 'boy', 'girl']))})`, habits: anyOf(data.habits), weakDoings: anyOf(data.weakDoings),
};

let rules: readonly Rule[] | undefined;

export function rulesOf(): readonly Rule[] {
  rules ??= (data.rules as readonly Row[]).flatMap(({ says, ...rest }) => says.map((text) => ({ ...rest, pattern: compile(text) })));
  return rules;
}

/** A list is one choice; what holds the group of a value is that already. */
function listed(name: string): string | undefined {
  const list = LISTS[name];
  return list === undefined || list.startsWith('(') ? list : `(?:${list})`;
}

function compile(text: string): RegExp {
  return new RegExp(`^(?:${text.replace(/\{(\w+)\}/g, (all, name: string) => (/^\d/u.test(name) ? all : listed(name) ?? all))})$`, 'u');
}

let kinKeys: Map<string, string> | undefined;

/** `sister` for "sister", `pet` for "dogs"; null for what is no one of a family or a circle. */
export function kinOf(word: string): string | null {
  kinKeys ??= new Map(Object.entries(data.kin).flatMap(([key, words]) => words.flatMap((name) => [[name, key === 'colleague' || key === 'in-law' || key === 'step' ? name : key] as const, [`${name}s`, key] as const])));
  return kinKeys.get(word.toLowerCase()) ?? null;
}

export const KIN_WORDS = anyOf(KIN);
