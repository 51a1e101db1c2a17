// Where the links of a vault lead, as Obsidian follows them: pure, from the paths of all its files and the other names
// of its notes.

export interface NamedNote {
  readonly path: string;
  /** Its aliases, and its title where the front matter has one. */
  readonly names: readonly string[];
}

/**
 * `wrong-case`: found, though on a system that tells letters' case apart it would not be. `ambiguous`: several files
 * fit and none is nearer than another. `by-alias`: no file is called so, but an alias or a title says it; Obsidian
 * follows no such link. `missing`: nothing of the kind.
 */
export type Resolved =
  | { readonly how: 'found' | 'wrong-case'; readonly path: string }
  | { readonly how: 'ambiguous' | 'by-alias'; readonly paths: readonly string[] }
  | { readonly how: 'missing' };

export interface LinkMap {
  /** `target` as a link names it, decoded and without anchor; empty is the note `from` itself. */
  resolve(from: string, target: string): Resolved;
}

/** `files`: every file of the vault from its root, attachments too. */
export function makeLinkMap(files: readonly string[], notes: Iterable<NamedNote>): LinkMap {
  const byName = new Map<string, string[]>();
  for (const path of files) push(byName, nameOf(path).toLowerCase(), path);
  const byAlias = new Map<string, string[]>();
  for (const { path, names } of notes) for (const name of names) push(byAlias, name.toLowerCase(), path);
  return {
    resolve: (from, target) => {
      if (target === '') return { how: 'found', path: from };
      const [first, ...more] = byName.get(nameOf(target).toLowerCase()) ?? byName.get(`${nameOf(target).toLowerCase()}.md`) ?? [];
      if (first !== undefined) return more.length === 0 ? { how: 'found', path: first } : { how: 'ambiguous', paths: [first, ...more] };
      const paths = byAlias.get(target.toLowerCase());
      return paths === undefined ? { how: 'missing' } : { how: 'by-alias', paths };
    },
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
