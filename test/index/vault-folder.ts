// A real folder seen through the index's port, for tests.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { IndexFiles } from '../../src/model/index-files.ts'

export interface VaultFolder extends IndexFiles {
  readonly root: string
  /** How often the cache was written, and which files were read. */
  readonly seen: { writes: number; reads: string[] }
  write(path: string, text: string): void
  remove(path: string): void
  dispose(): void
}

function vaultFolder(files: Readonly<Record<string, string>> = {}): VaultFolder {
  const root = mkdtempSync(join(tmpdir(), 'memvault-index-'))
  const seen = { writes: 0, reads: [] as string[] }
  const readText = (path: string) => {
    try {
      return readFileSync(path)
    } catch {
      return null
    }
  }
  const folder: VaultFolder = {
    root, seen,
    dailyDir: 'daily',
    zones: ['0_Inbox', '1_Projects', '2_Wiki', '3_Personal', '4_Assets', '5_Archives'],
    list: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md')).sort()
      .map((path) => ({ path: path.replaceAll('\\', '/'), stat: statSync(join(root, path)) }))
      .map(({ path, stat }) => ({ path, size: stat.size, mtimeMs: stat.mtimeMs })),
    read: (path) => {
      seen.reads.push(path)
      return readText(join(root, path))
    },
    readCache: (name) => readText(join(root, `.cache-${name}`))?.toString('utf8') ?? null,
    writeCache: (name, text) => {
      seen.writes++
      writeFileSync(join(root, `.cache-${name}`), text)
    },
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    remove: (path) => rmSync(join(root, path), { force: true }),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
  for (const [path, text] of Object.entries(files)) folder.write(path, text)
  return folder
}

/** Runs something with a folder that goes away afterwards. */
export async function withFolder<T>(files: Readonly<Record<string, string>>, run: (folder: VaultFolder) => Promise<T> | T): Promise<T> {
  const folder = vaultFolder(files)
  try {
    return await run(folder)
  } finally {
    folder.dispose()
  }
}

/** Makes all files and the cache older, so that nothing counts as written in the same moment. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 30))
