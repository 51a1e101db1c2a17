// The name of this clone of the vault: four characters that are never tracked, made when first needed.
import { MemvaultError } from '../model/errors.ts';
import { isCloneId, makeCloneId } from '../model/ids.ts';
import { readText } from './disk.ts';
import { createOnce } from './disk-append.ts';
import { absolute, CLONE_FILE, type Vault } from './vault.ts';

/** This clone's name, or null where it has none yet. */
export function peekCloneId(vault: Vault): string | null {
  const known = readText(absolute(vault, CLONE_FILE))?.trim();
  return known !== undefined && isCloneId(known) ? known : null;
}

/** This clone's name; where it cannot be read or kept, a name for this process only. */
export function readCloneId(vault: Vault, random: () => number): string {
  let fresh: string | null = null;
  try {
    const known = peekCloneId(vault);
    if (known !== null) return known;
    fresh = makeCloneId(random);
    const path = absolute(vault, CLONE_FILE);
    createOnce(path, `${fresh}\n`);
    return readText(path)?.trim() || fresh;
  } catch (error) {
    // Whoever is about to log must not lose the text for want of a name.
    if (!(error instanceof MemvaultError)) throw error;
    return fresh ?? makeCloneId(random);
  }
}
