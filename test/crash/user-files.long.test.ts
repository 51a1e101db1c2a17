// What a killed command leaves beside files that no vault's lock guards: the next one that writes such a file takes it
// away.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { memvaultWithFault } from '../support/faults.ts';
import { memvault, makePlace } from '../support/memvault.ts';

const LEFT = 'memvault-hof0gmigtdmcbn3l.tmp';

test('temporary files beside a user’s own files do not outlast the next write', { timeout: 100_000 }, async () => {
  const place = makePlace();
  try {
    const vault = join(place.root, 'vault');
    const run = async (...args: string[]): Promise<void> => {
      const { status, stderr } = await memvault(place, [...args, '--vault', vault]);
      expect(`${status} ${stderr}`).toMatch(/^0 /);
    };
    expect(await memvault(place, ['init', '--no-git', vault])).toMatchObject({ status: 0 });
    const user = join(place.env['XDG_CONFIG_HOME'] ?? '', 'memvault');
    const sessions = join(vault, '.memvault/sessions');
    for (const path of [
      join(user, '.config.yaml'),
      join(user, '.trusted.json'),
      join(sessions, '.talk.json.lock'),
      join(user, '.other.yaml'),
    ]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.${LEFT}`, '');
    }
    writeFileSync(join(vault, '.memvault/config.yaml'), 'models:\n  command: cat\n');
    await run('config', 'set', '--user', 'max_calls', '10');
    await run('config', 'trust', '--yes');
    await run('log', 'User likes tea', '--date', '2026-06-20');
    await run('dream', '--batch', '--force');
    expect(readdirSync(user).sort()).toEqual([`.other.yaml.${LEFT}`, 'config.yaml', 'trusted.json']);
    expect(readdirSync(sessions)).toEqual([]);
  } finally {
    place.remove();
  }
});

test(
  'a trust that is taken back and killed at any write leaves nothing beside the list once it ran again',
  { timeout: 100_000 },
  async () => {
    const place = makePlace();
    try {
      const vault = join(place.root, 'vault');
      const user = join(place.env['XDG_CONFIG_HOME'] ?? '', 'memvault');
      const list = join(user, 'trusted.json');
      expect(await memvault(place, ['init', '--no-git', vault])).toMatchObject({ status: 0 });
      writeFileSync(join(vault, '.memvault/config.yaml'), 'models:\n  command: cat\n');
      let ended = false;
      for (let at = 1; !ended; at++) {
        expect(await memvault(place, ['config', 'trust', '--yes', '--vault', vault])).toMatchObject({ status: 0 });
        const { status, writes } = await memvaultWithFault(place, user, ['config', 'trust', '--revoke', vault], {
          of: 'write',
          at,
          how: 'kill',
        });
        ended = status !== null;
        if (ended) expect(writes.length).toBe(at - 1);
        expect(await memvault(place, ['config', 'trust', '--revoke', vault])).toMatchObject({ status: 0 });
        expect(readdirSync(user), `killed before write ${at}`).toEqual(['trusted.json']);
        expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject({ vaults: [] });
      }
    } finally {
      place.remove();
    }
  },
);
