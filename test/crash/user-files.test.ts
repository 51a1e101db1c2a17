// What a killed command leaves beside files that no vault's lock guards: the next one that writes such a file takes it away.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { memvault, makePlace } from '../support/memvault.ts'

const LEFT = 'memvault-hof0gmigtdmcbn3l.tmp'

test('temporary files and a lock beside a user’s own files do not outlast the next write', { timeout: 100_000 }, async () => {
  const place = makePlace()
  try {
    const vault = join(place.root, 'vault')
    const run = async (...args: string[]): Promise<void> => {
      const { status, stderr } = await memvault(place, [...args, '--vault', vault])
      expect(`${status} ${stderr}`).toMatch(/^0 /)
    }
    expect(await memvault(place, ['init', vault])).toMatchObject({ status: 0 })
    const user = join(place.env['XDG_CONFIG_HOME'] ?? '', 'memvault')
      const sessions = join(vault, '.memvault/sessions')
    for (const path of [join(user, '.config.yaml'), join(user, '.trusted.json'), join(user, '.trusted.json.lock'), join(sessions, '.talk.json.lock'), join(user, '.other.yaml')]) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.${LEFT}`, '')
    }
    writeFileSync(join(user, 'trusted.json.lock'), '')
    writeFileSync(join(vault, '.memvault/config.yaml'), 'models:\n  command: cat\n')
    await run('config', 'set', '--user', 'max_days', '10')
    await run('trust', '--yes')
    await run('log', 'User likes tea', '--date', '2026-06-20')
    await run('dream', '--batch', '--force')
    expect(readdirSync(user).sort()).toEqual([`.other.yaml.${LEFT}`, 'config.yaml', 'trusted.json'])
    expect(readdirSync(sessions)).toEqual([])
  } finally {
    place.remove()
  }
})
