// The files that settings are read from, as the config room wants them.
import { realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { SettingsFiles } from '../model/ports.ts';
import { writeInVault } from './confine.ts';
import { makeFolder, readChange, readText, removeTemporariesOf, writeAtomic } from './disk.ts';

export const settingsFiles: SettingsFiles = {
  // The change time, which nobody can set or know beforehand: no compiled copy can come with a vault.
  stat: readChange,
  read: readText,
  write: (path, text) => {
    makeFolder(dirname(path));
    writeAtomic(path, text);
    removeTemporariesOf(path);
  },
};

/** The same for a vault: what is written must lie in it, whatever its folders link to. */
export function settingsFilesOf(root: string): SettingsFiles {
  return {
    ...settingsFiles,
    write: (path, text) => writeInVault({ root }, relative(root, path).replaceAll(sep, '/'), text),
  };
}

/**
 * Where a file of the user's own lies behind symlinks, as dotfiles often do; the path itself where there is none yet.
 */
export function realUserFile(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
