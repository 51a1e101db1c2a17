// The table of settings: each key's kind, default and meaning, in the order of config.yaml, a file a section.
// Schema, template, environment and checks are all made from it. Data only; imports nothing heavy.
import { CONSOLIDATE } from './keys/consolidate.ts';
import { DREAM } from './keys/dream.ts';
import { EXTRACT } from './keys/extract.ts';
import { INBOX } from './keys/inbox.ts';
import { LINT } from './keys/lint.ts';
import { MAINTAIN } from './keys/maintain.ts';
import { MODELS } from './keys/models.ts';
import { RETRIEVE } from './keys/retrieve.ts';
import { REVIEW } from './keys/review.ts';
import type { AllSettings, SettingKey, SettingValue } from './keys/spec.ts';
import { WRITE } from './keys/write.ts';

export type { SettingKey, SettingKind, SettingValue } from './keys/spec.ts';

export const SETTINGS: AllSettings = {
  ...WRITE,
  ...EXTRACT,
  ...CONSOLIDATE,
  ...DREAM,
  ...REVIEW,
  ...RETRIEVE,
  ...MAINTAIN,
  ...INBOX,
  ...LINT,
  ...MODELS,
};

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The sections by stage, with what each is about. */
export const SECTIONS: Readonly<Record<string, string>> = {
  write: 'Where things are written.',
  extract: 'How conversations become facts.',
  consolidate: 'When a dream runs and how it turns facts into pages.',
  dream: 'Where a dream runs by night.',
  review: 'What is put before a person.',
  retrieve: 'How things are found again.',
  maintain: 'How the vault is kept in order.',
  inbox: 'What becomes of the files in the inbox.',
  lint: 'What is looked at for the health of the vault.',
  models: 'Which language models are asked.',
};

/** The keys below a section or group, such as `write` or `write.zones`. */
export function keysUnder(group: string): readonly SettingKey[] {
  return SETTING_KEYS.filter((key) => key.startsWith(`${group}.`));
}

/** The last part of a dotted name: `min_facts` of `consolidate.min_facts`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The parts of a dotted name before its last, outermost first. */
export const groupsOf = (name: string): readonly string[] => name.split('.').slice(0, -1);

/** A value as it may stand behind its key in config.yaml: plain, or a list in brackets. */
export function showValue(value: SettingValue): string {
  return isList(value) ? `[${value.map(showItem).join(', ')}]` : String(value);
}

/** `*` and `!` before a word mean something else in YAML, a comma parts two. */
function showItem(item: string): string {
  return /^[!*&#@%]|[,:"'\\[\]{}]| #/.test(item) ? JSON.stringify(item) : item;
}

export function isSameValue(a: SettingValue | undefined, b: SettingValue | undefined): boolean {
  return isList(a) && isList(b) ? showValue(a) === showValue(b) : a === b;
}

const isList = (value: SettingValue | undefined): value is readonly string[] =>
  typeof value === 'object' && value !== null;

export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(SETTINGS, name);
}
