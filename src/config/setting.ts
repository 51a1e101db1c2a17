// What a setting is: its key, its kind and its value. Imports nothing but the types of settings.
import type { Settings } from '../model/settings.ts';

export type SettingValue = string | number | null | readonly string[];

type Leaves<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends SettingValue ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>;
}[keyof T & string];

type At<T, Path> = Path extends `${infer Head}.${infer Rest}` ? At<T[Head & keyof T], Rest> : T[Path & keyof T];

/** A key with its section, such as `consolidate.min_facts`. */
export type SettingKey = Leaves<Settings>;

/** What a value must be. `folder` is one name, `path` several with `/` between them. */
export type SettingKind =
  | { readonly kind: 'whole'; readonly min: number; readonly max?: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** A list of categories. */
  | { readonly kind: 'words' }
  /** A list of codes of languages. */
  | { readonly kind: 'languages' }
  /** A list of patterns as .gitignore has them, from the vault's root. */
  | { readonly kind: 'patterns' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'folder' }
  | { readonly kind: 'path' }
  /** A name of a clone or a machine. */
  | { readonly kind: 'name' }
  | { readonly kind: 'timezone' }
  /** Any words on one line. */
  | { readonly kind: 'text'; readonly what: string }
  /** An address of http or https, without a name or a password in it. */
  | { readonly kind: 'url' };

export interface SettingSpec<V extends SettingValue = SettingValue> {
  readonly is: SettingKind;
  readonly default: V;
  /** One or two sentences for a person, as they stand in config.yaml. */
  readonly meaning: string;
}

export const FOLDER: SettingKind = { kind: 'folder' };
export const COUNT: SettingKind = { kind: 'whole', min: 1 };
export const PART: SettingKind = { kind: 'number', min: 0, max: 1 };

/** The settings of one section, each with its kind. */
export type SectionOf<Section extends keyof Settings> = {
  readonly [K in SettingKey as K extends `${Section}.${string}` ? K : never]: SettingSpec<
    At<Settings, K> & SettingValue
  >;
};

/** All of them. */
export type AllSettings = { readonly [K in SettingKey]: SettingSpec<At<Settings, K> & SettingValue> };
