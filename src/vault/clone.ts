// The name of this clone of the vault: four characters that are never tracked, made when first needed.
import { makeCloneId } from '../model/ids.ts';
import { createOnce, readText } from './disk.ts';
import { absolute, CLONE_FILE, type Vault } from './vault.ts';

/** This clone's name, or null where it has none yet. */
export function peekCloneId(vault: Vault): string | null {
  const known = readText(absolute(vault, CLONE_FILE))?.trim();
  return known !== undefined && /^[0-9a-z]{4}$/.test(known) ? known : null;
}

/** This clone's name; on a vault that cannot be written, a name for this process only. */
export function readCloneId(vault: Vault, random: () => number): string {
  const path = absolute(vault, CLONE_FILE);
  const known = peekCloneId(vault);
  if (known !== null) return known;
  const fresh = makeCloneId(random);
  createOnce(path, `${fresh}\n`);
  return readText(path)?.trim() || fresh;
}
