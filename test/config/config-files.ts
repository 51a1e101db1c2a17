// A real temporary folder with a vault's config, a user's config and the file access that loading needs.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SettingsFiles } from '../../src/model/ports.ts';

export interface ConfigFolder {
  readonly root: string;
  readonly home: string;
  readonly userConfig: string;
  readonly vaultConfig: string;
  readonly copy: string;
  readonly files: SettingsFiles;
  /** Paths that were read, in order, since the last `clear`. */
  readonly reads: string[];
  /** Writes a file as if `ageSeconds` ago. */
  put(path: string, text: string, ageSeconds?: number): void;
  remove(): void;
}

const orNull = <T>(what: () => T): T | null => {
  try {
    return what();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

export function makeConfigFolder(): ConfigFolder {
  const base = mkdtempSync(join(tmpdir(), 'memvault-config-'));
  const root = join(base, 'my vault ü');
  const home = join(base, 'home');
  const reads: string[] = [];
  mkdirSync(root);
  return {
    root,
    home,
    reads,
    userConfig: join(home, '.config', 'memvault', 'config.yaml'),
    vaultConfig: join(root, '.memvault', 'config.yaml'),
    copy: join(root, '.memvault', 'cache', 'settings.json'),
    files: {
      stat: (path) => orNull(() => statSync(path)),
      read: (path) => {
        reads.push(path);
        return orNull(() => readFileSync(path, 'utf8'));
      },
      write: (path, text) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(`${path}.tmp`, text);
        renameSync(`${path}.tmp`, path);
      },
    },
    put(path, text, ageSeconds = 60) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const then = Date.now() / 1000 - ageSeconds;
      utimesSync(path, then, then);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
