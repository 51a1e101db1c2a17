// The files that are in every bundle, read from the vault: never from outside it.
import { encodeText, isUtf16 } from '../markdown/bytes.ts';
import { parseClaimText } from '../markdown/claim-text.ts';
import { normalForm } from '../markdown/normal-form.ts';
import { ownLines, SUMMARY_MARKERS } from '../markdown/own-part.ts';
import { hasMergeMarkers } from '../markdown/page.ts';
import { MemvaultError } from '../model/errors.ts';
import { confined } from '../vault/confine.ts';
import { readText } from '../vault/disk.ts';
import { SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { CoreFile } from './core.ts';
import type { Found } from './found.ts';

const OWN_FILES = ['persona.md', 'user.md'] as const;
/** What tells UTF-16, in characters. */
const HEAD = 16;

export interface Core {
  readonly own: readonly CoreFile[];
  readonly memory: CoreFile | null;
  /** What could not be taken, and why. */
  readonly remarks: readonly string[];
}

/**
 * `ofProject`: all statements of the project that is asked for, or null where none is. Of MEMORY.md only what is, word
 * for word, one of them then stays, under a heading only where that is the title of one: which project any other line
 * is about cannot be known. `persona.md` and `user.md` are about whom the project is for, and always stay.
 */
export function readCore(vault: Vault, ofProject: (() => readonly Found[]) | null): Core {
  const remarks: string[] = [];
  const read = (path: string): CoreFile[] => {
    try {
      const text = readText(confined(vault, path));
      if (text === null) return [];
      if (isUtf16(encodeText(text.slice(0, HEAD)))) throw new MemvaultError('io', `${path} is UTF-16, not UTF-8`);
      if (!hasMergeMarkers(text)) return [{ path, text: text.toWellFormed() }];
      remarks.push(`${path} holds the marks of a merge that is not settled; it is left out`);
    } catch (error) {
      if (!(error instanceof MemvaultError)) throw error;
      remarks.push(`${error.message}; it is left out`);
    }
    return [];
  };
  const own = OWN_FILES.flatMap(read);
  const [memory = null] = read(SUMMARY_FILE).map((file) => ({
    ...file,
    isEscaped: ownLines(file.text, SUMMARY_MARKERS),
  }));
  if (ofProject === null || memory === null) return { own, memory, remarks };
  const known = new Map<string, Set<string>>();
  for (const { text, title } of ofProject()) {
    const says = normalForm(text);
    known.set(says, (known.get(says) ?? new Set()).add(title));
  }
  // The same words may stand there under the page of another project.
  const admits = (block: string): ((title: string) => boolean) | null => {
    const titles = known.get(normalForm(parseClaimText(block)));
    return titles === undefined ? null : (title) => titles.has(title);
  };
  return { own, memory: { ...memory, admits }, remarks };
}
