// How another program starts memvault again, by paths that outlive an upgrade where the PATH has such.
import type { Program } from '../git/driver.ts';
import { lastingPath } from '../schedule/lasting.ts';
import { findPrograms, isSameFile } from '../vault/programs.ts';
import type { World } from './world.ts';

export function ownProgram({
  env,
  platform,
  execPath,
  script,
}: Pick<World, 'env' | 'platform' | 'execPath' | 'script'>): Program {
  const lasting = (running: string, name: string): string =>
    platform === 'win32'
      ? running
      : lastingPath(
          running,
          findPrograms(name, env.PATH).filter((path) => isSameFile(path, running)),
        );
  return { node: lasting(execPath, 'node'), script: lasting(script, 'memvault') };
}
