// The files that settings are read from, as the config room wants them.
import type { SettingsFiles } from '../model/settings-files.ts';
import { decodeBytes } from '../markdown/bytes.ts';
import { readBytes, readStat, writeAtomic } from './disk.ts';

export const settingsFiles: SettingsFiles = {
  stat: readStat,
  read: (path) => {
    const bytes = readBytes(path);
    return bytes === null ? null : decodeBytes(bytes);
  },
  write: writeAtomic,
};
