// A node that has node:sqlite without a flag: this one, or Node 24 from the registry, kept in the store.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stored } from './store.mjs';

const VERSION = '24';
const PLATFORM = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-' : 'node-'}${process.platform}-${process.arch}`;

/** `{node}`, the path of the executable, or `{missing}`, why there is none. */
export function newerNode(say) {
  if (Number(process.versions.node.split('.')[0]) >= Number(VERSION)) return { node: process.execPath };
  try {
    // The package `node` would fetch this one by an install script; taken directly, no script needs to run.
    const folder = stored(`node-${VERSION}-${process.platform}-${process.arch}`, (temporary) => {
      say(`getting Node ${VERSION} from the registry, once`);
      const { status, error, stderr } = spawnSync(
        'npm',
        ['install', '--prefix', temporary, '--no-audit', '--no-fund', '--ignore-scripts', `${PLATFORM}@${VERSION}`],
        { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
      );
      if (status !== 0) throw new Error(error?.message ?? stderr.trim().split('\n')[0]);
    });
    const node = join(folder, 'node_modules', PLATFORM, 'bin', 'node');
    const { status } = spawnSync(node, ['--version'], { stdio: 'ignore' });
    return status === 0 ? { node } : { missing: `Node ${VERSION} does not run here` };
  } catch (error) {
    return { missing: `Node ${VERSION}, which it needs, could not be had: ${error.message}` };
  }
}
