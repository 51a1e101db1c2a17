// Puts what a quick command needs into one chunk, since each further file costs a fifth of a millisecond to load.
// A chunk takes a command's static imports to the end, so it never needs a later one.
import { join } from 'node:path'

/** A rolldown chunk group: one chunk for each of `commands`, without what an earlier one of them holds. */
export function quickChunks(root, commands) {
  let names
  return {
    debugName: 'quick commands',
    name(id, modules) {
      names ??= nameModules(root, commands, modules)
      return names.get(id) ?? null
    },
  }
}

function nameModules(root, commands, modules) {
  const names = new Map()
  for (const command of commands) {
    const entry = join(root, `src/cli/commands/${command}.ts`)
    const module = modules.getModuleInfo(entry)
    if (!module) throw new Error(`no command is in ${entry}`)
    const waiting = [...module.importedIds]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (names.has(id)) continue
      names.set(id, `${command}-path`)
      waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return names
}
