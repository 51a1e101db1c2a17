// How a verb is described: once, for the parser, the help pages, the README's table and completion.
import type { World } from '../tasks/world.ts';

export interface OptionSpec {
  /** Without dashes. */
  readonly long: string;
  readonly short?: string;
  /** Placeholder of the value; a flag without one is a switch. */
  readonly value?: string;
  /** The value may be left out; then it is a switch. */
  readonly optional?: boolean;
  readonly repeat?: boolean;
  /** For scripts of memvault's own; on no help page. */
  readonly hidden?: boolean;
  readonly help: string;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly help: string;
}

/** As typed: switches are true, repeatable options lists. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Invocation {
  readonly verb: string;
  readonly args: readonly string[];
  readonly values: Values;
}

/** A command: takes what was typed, gives an exit status. */
export type Command = (world: World, invocation: Invocation) => Promise<number>;

export interface VerbSpec {
  readonly name: string;
  /** The heading that help lists it under. */
  readonly group: string;
  /** Its words ask something, and may begin with `-`: `-deployed to`, `-tag:ui`. */
  readonly asks?: boolean;
  readonly summary: string;
  readonly args: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly load: () => Promise<{ readonly run: Command }>;
}

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { long: 'vault', value: 'DIR', help: 'the vault (else MEMVAULT_VAULT, else the nearest folder upward)' },
  { long: 'json', help: 'print one JSON document' },
  { long: 'quiet', short: 'q', help: 'print only what went wrong' },
  { long: 'no-color', help: 'no colour' },
  { long: 'yes', short: 'y', help: 'accept without asking' },
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
