// What a task works with: the vault, its settings, and where its words go.
import type { SettingFlag } from '../config/load.ts';
import type { Progress } from '../model/ports.ts';
import type { Settings } from '../config/settings.ts';
import type { Vault } from '../vault/vault.ts';
import type { World } from './world.ts';

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
