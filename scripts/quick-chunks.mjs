// Puts what a quick command needs beyond the program itself into one chunk, and what it needs behind a log into
// another. Left to the bundler, the same code lies in so many files that a log takes 1.7 times as long as bare node
// instead of 1.5 times (without compiled code). A chunk takes static imports to the end, so it never needs a later one.
import { join } from 'node:path';

/**
 * A rolldown chunk group: one chunk for each module of `paths`, by name, without what the entry or an earlier one
 * holds.
 */
export function quickChunks(root, entry, paths) {
  let names;
  return {
    debugName: 'quick commands',
    includeDependenciesRecursively: false,
    name(id, modules) {
      names ??= nameModules(root, entry, paths, modules);
      return names.get(id) ?? null;
    },
  };
}

function nameModules(root, entry, paths, modules) {
  const names = new Map();
  const take = (path, name) => {
    const waiting = [join(root, path)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (names.has(id)) continue;
      const module = modules.getModuleInfo(id);
      if (!module && id === join(root, path)) throw new Error(`no module is in ${id}`);
      names.set(id, name);
      waiting.push(...(module?.importedIds ?? []));
    }
  };
  take(entry, 'program');
  for (const [name, path] of Object.entries(paths)) take(path, `${name}-path`);
  return names;
}
