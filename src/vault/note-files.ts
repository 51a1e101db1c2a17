// The names of all files of a vault that a link could lead to: notes and attachments. Reads names only.
import { readdirSync } from 'node:fs';
import { explainIo } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

/** Every file that no dot-folder hides, from the root, in no order. Links to folders are not followed. Throws `io` for a folder that cannot be read. */
export function readVaultFiles(vault: Vault): string[] {
  const paths: string[] = [];
  const visit = (folder: string): void => {
    const here = folder === '' ? vault.root : absolute(vault, folder);
    for (const entry of entriesOf(here)) {
      if (entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if (entry.name !== 'node_modules') visit(path);
    }
  };
  visit('');
  return paths;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw explainIo(error, 'read the folder', folder);
  }
}
