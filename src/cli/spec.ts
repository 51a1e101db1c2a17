// The description of a verb, used by the parser, the help pages, the man page and completion.
import { type ErrorCode, MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import type { Context, World } from '../tasks/context.ts';

export interface OptionSpec {
  /** Without dashes. */
  readonly long: string;
  readonly short?: string;
  /** Placeholder of the value; a flag without one is a switch. */
  readonly value?: string;
  /** The value may be omitted; the flag is then a switch. */
  readonly optional?: boolean;
  readonly repeat?: boolean;
  /** What it needs one of: an action, a flag (`--fix`) or arguments (`PATH`). */
  readonly needs?: readonly string[];
  /** Flags that it does not go with, without dashes. */
  readonly not?: readonly string[];
  readonly help: string;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly help: string;
}

/** As typed: a switch is true, a repeatable option is a list. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Invocation {
  readonly verb: string;
  /** The first argument, for a verb with actions. */
  readonly action?: string;
  /** The arguments, without the action. */
  readonly args: readonly string[];
  readonly values: Values;
}

/** A command works on the opened vault and returns an exit status. */
export type Command = (context: Context, invocation: Invocation) => Promise<number>;

/** A command that needs no vault, or opens it itself. */
export type BareCommand = (world: World, invocation: Invocation) => Promise<number>;

export interface VerbSpec {
  readonly name: string;
  /** The heading in the help page. */
  readonly group: string;
  /** Its words are a search query and may begin with `-`: `-deployed to`, `-tag:ui`. */
  readonly asks?: boolean;
  readonly summary: string;
  readonly args: readonly ArgumentSpec[];
  /** What the first argument can be, and how many arguments follow it. */
  readonly actions?: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** The action if none is named. */
  readonly usual?: string;
  readonly options: readonly OptionSpec[];
  /** Command lines and what they do. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly load: () => Promise<{ readonly run: Command } | { readonly start: BareCommand }>;
}

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { long: 'vault', value: 'DIR', help: 'the vault (else MEMVAULT_VAULT, or the nearest upward)' },
  { long: 'json', help: 'print one JSON document' },
  { long: 'quiet', short: 'q', help: 'print only problems' },
  { long: 'no-color', help: 'turn colour off' },
  { long: 'yes', short: 'y', help: 'answer yes to every question' },
  { long: 'no-input', help: 'never ask' },
];

export function textValue(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function listValue(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

export function isOn(values: Values, name: string): boolean {
  return values[name] === true;
}

/** An error: what is wrong, and what to do. */
export const failure = (code: ErrorCode, message: string, hint: string): MemvaultError =>
  new MemvaultError(code, message, { hint });

/** What was typed wrong, and what to type instead. */
export const usage = (message: string, hint: string): MemvaultError => failure('usage', message, hint);

/** The typed word, if known. Throws `usage` otherwise, with the closest known word as its hint. */
export function knownWord<T extends string>(what: string, typed: string, known: readonly T[]): T {
  const found = known.find((word) => word === typed);
  if (found === undefined) throw unknownWord(what, typed, known);
  return found;
}

export function unknownWord(what: string, typed: string, known: readonly string[]): MemvaultError {
  const near = nearest(typed, known);
  return usage(`no such ${what}: ${typed}`, near === null ? `one of ${known.join(', ')}` : `did you mean ${near}?`);
}

/** Undefined without the flag. Throws `usage` for anything but an integer of at least `least`. */
export function numberValue(values: Values, name: string, least = 1): number | undefined {
  const typed = textValue(values, name);
  if (typed === undefined) return undefined;
  if (/^\d+$/.test(typed) && Number(typed) >= least) return Math.min(Number(typed), Number.MAX_SAFE_INTEGER);
  throw usage(`invalid --${name}: ${JSON.stringify(typed)}`, `give a whole number, ${least} or more`);
}
