// What a task works with: what comes from the outside, the vault, its settings, and where its words go.
import type { SettingFlag } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { Processes } from '../vault/lock.ts';
import type { Vault } from '../vault/vault.ts';

export interface Context {
  readonly world: World;
  readonly vault: Vault;
  readonly settings: Settings;
  readonly answer: Answer;
  /** Those that stand for settings, as typed. */
  readonly flags: readonly SettingFlag[];
}

export function vaultOf(root: string, settings: Settings): Vault {
  const { write, maintain } = settings;
  const summaryRoom = { lines: maintain.memory_lines, chars: 100 * maintain.memory_lines };
  return { root, dailyDir: write.daily_dir, zones: write.zones, summaryRoom };
}

/** Where a command's words go: the answer to stdout, all else to stderr, each as far as it is wanted. */
export interface Answer {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  /** May a person be asked? */
  readonly asks: boolean;
  readonly yes: boolean;
  /** The answer, for people; nothing under `--json`. */
  print(text: string): void;
  /** What was done, for people: not under `--quiet` either. */
  report(text: string): void;
  /** The answer as the one JSON document; nothing without `--json`. */
  document(verb: string, body: Readonly<Record<string, unknown>>): void;
  /** A remark on stderr; not under `--quiet`. */
  remark(text: string): void;
  /** How far something is, on stderr; at a terminal only, and only for what takes over a second. */
  progress(): Promise<Progress>;
  /** A warning on stderr, also under `--quiet`. */
  warn(text: string): void;
}

// What the command line gets from the outside, built once by main. Commands reach nothing else.

export interface Stream {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of a terminal; 80 where there is none. */
  readonly columns: number;
  /** Height of a terminal; 24 where there is none. */
  readonly rows: number;
}

export interface World {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  readonly home: string | null;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** Absolute path of the node that runs, links resolved. */
  readonly execPath: string;
  /** Absolute path of the program as it was called, links kept: what a scheduler or git can call again with node. */
  readonly script: string;
  /** The folder with the texts that the program prints or copies. */
  readonly templates: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly stdinIsTerminal: boolean;
  readStdin(): Promise<string>;
  /** The same as it comes in. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Asks on stderr; the reply, or null where a person ended the program instead. `initial` is there to be edited. */
  ask(question: string, initial?: string): Promise<string | null>;
  /**
   * Opens a file in the person's editor at a line and waits until that ends. Null where it ended well, else why not.
   * Never throws.
   */
  editFile(path: string, line: number): Promise<string | null>;
  /** Hands an address to the program that it belongs to. Null where it was taken, else why not. Never throws. */
  openAddress(address: string): Promise<string | null>;
  /** Starts memvault with these arguments, to go on by itself when this process has ended. */
  startInBackground(args: readonly string[]): Promise<void>;
  /** Choices at a terminal. Loaded when first asked for. */
  prompts(color: boolean): Promise<Prompts>;
  now(): Date;
  random(): number;
  /**
   * Much is to be gone through a few times, and then the program ends: what would pay in the long run alone is left
   * out.
   */
  endsSoon(): void;
  /** Makes local time that of an IANA zone from here on. */
  setTimeZone(zone: string): void;
  readonly processes: Processes;
  /**
   * Asks for Ctrl-C, and the signals by which others end a program, to be reported here instead of ending it at once.
   */
  cancellable(): Cancel;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface Prompts {
  /**
   * `preselected`: what Enter alone picks, which does no harm. `escape`: what Esc says, no choice of the list perhaps;
   * without it the same. Null where a person ended the program instead.
   */
  choose<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    preselected: NoInfer<T>,
    escape?: NoInfer<T>,
  ): Promise<T | null>;
  /** The text as it was edited; null as above. */
  edit(question: string, initial: string): Promise<string | null>;
}
