// What a task works with: the outside world, the vault, its settings and its output.
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
  /** The flags that override settings, as typed. */
  readonly flags: readonly SettingFlag[];
}

export function vaultOf(root: string, settings: Settings): Vault {
  const { write, maintain, episodes } = settings;
  const summaryRoom = { lines: maintain.memory_lines, chars: 100 * maintain.memory_lines };
  return {
    root,
    dailyDir: write.daily_dir,
    zones: write.zones,
    summaryRoom,
    archiveDays: episodes.archive_days,
  };
}

/** A command's output: the answer goes to stdout, everything else to stderr, filtered by `--json` and `--quiet`. */
export interface Answer {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  /** Whether it may prompt. */
  readonly asks: boolean;
  readonly yes: boolean;
  /** Prints the answer for people; nothing under `--json`. */
  print(text: string): void;
  /** Prints what was done, for people; nothing under `--json` or `--quiet`. */
  report(text: string): void;
  /** Prints the answer as the single JSON document; nothing without `--json`. */
  document(body: Readonly<Record<string, unknown>>): void;
  /** Prints a remark to stderr; nothing under `--quiet`. */
  remark(text: string): void;
  /** Shows progress on stderr, only at a terminal and only for work that takes over a second. */
  progress(): Promise<Progress>;
  /** Prints a warning to stderr, even under `--quiet`. */
  warn(text: string): void;
}

// The command line's access to the outside, built once by main. Commands use nothing else.

export interface Stream {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Terminal width; 80 without a terminal. */
  readonly columns: number;
  /** Terminal height; 24 without a terminal. */
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
  /** Absolute path of the running node, symlinks resolved. */
  readonly execPath: string;
  /** Absolute path of the program as called, symlinks kept, so that a scheduler or git can run it with node. */
  readonly script: string;
  /** The folder of the texts that the program prints or copies. */
  readonly templates: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly stdinIsTerminal: boolean;
  readStdin(): Promise<string>;
  /** Standard input as a stream. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Asks on stderr. Returns the reply, or null if the person ended the program. `initial`: editable default text. */
  ask(question: string, initial?: string): Promise<string | null>;
  /**
   * Opens a file at a line in the person's editor and waits for it to exit. Returns null on success, else the reason.
   * Never throws.
   */
  editFile(path: string, line: number): Promise<string | null>;
  /** Opens an address in its default program. Returns null on success, else the reason. Never throws. */
  openAddress(address: string): Promise<string | null>;
  /** Starts memvault with these arguments as a process that outlives this one. */
  startInBackground(args: readonly string[]): Promise<void>;
  /** Interactive prompts. Loaded on first use. */
  prompts(color: boolean): Promise<Prompts>;
  now(): Date;
  random(): number;
  /**
   * Tells the runtime that the program is about to do a lot of work once and exit, so long-term optimisations can be
   * skipped.
   */
  endsSoon(): void;
  /** Sets the local time zone to an IANA zone from now on. */
  setTimeZone(zone: string): void;
  readonly processes: Processes;
  /** Reports Ctrl-C and termination signals here instead of ending the program at once. */
  cancellable(): Cancel;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface Prompts {
  /**
   * `preselected`: the harmless choice that Enter picks. `escape`: the value for Esc, which need not be in the list;
   * defaults to `preselected`. Returns null if the person ended the program.
   */
  choose<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    preselected: NoInfer<T>,
    escape?: NoInfer<T>,
  ): Promise<T | null>;
  /** Returns the edited text; null as above. */
  edit(question: string, initial: string): Promise<string | null>;
}
