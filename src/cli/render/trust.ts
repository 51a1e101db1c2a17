// What a vault asks for and what the user granted, in words that say what follows from it.
import type { Ask, AskedFile, GitKey, TrustKey } from '../../config/trust.ts';
import { plain } from '../../model/controls.ts';
import { painter } from '../terminal/paint.ts';

const FOLLOWS: Readonly<Record<TrustKey | GitKey, string>> = {
  'consolidate.engine': 'what decides on your facts in a dream, and reads the inbox and conversations',
  'models.command':
    'memvault runs this program, as you, and tells it what you logged, put into the inbox or have it import',
  'models.url':
    'what you logged, put into the inbox or have it import is sent there, and your key, where your ' +
    'environment has one',
  'retrieve.embeddings': 'what turns your notes into vectors for a search',
  'retrieve.embeddings_url':
    'the index and a search send what you noted there, and your key, where your environment has one',
  'git.hooks': 'git runs these programs, as you, when memvault commits, and others that come there later',
  'git.config': 'git runs this program, as you, when it reads or writes files of the repository',
  'models.prompts': 'the model is told these words instead of memvault’s',
};

export function renderAsks(vault: string, asks: readonly Ask[], color: boolean): string {
  const paint = painter(color);
  const width = Math.max(...asks.map(({ key }) => key.length));
  return [
    `${plain(vault)} asks for:`,
    ...asks.flatMap(({ key, value, files }) => [
      `  ${paint('bold', key.padEnd(width))}  ${plain(value)}`,
      `  ${' '.repeat(width)}  ${paint('dim', FOLLOWS[key])}`,
      ...files.map((file) => `  ${' '.repeat(width)}  ${paint('dim', fileRow(key, file))}`),
    ]),
  ].join('\n');
}

function fileRow(key: Ask['key'], { path, digest }: AskedFile): string {
  if (digest === null) return `from the folder ${plain(path)}`;
  return (
    plain(path) + (key === 'models.command' ? ', a file of this vault,' : '') + ` as it is now (${digest.slice(0, 8)})`
  );
}
