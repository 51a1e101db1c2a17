// What a vault asks for and what follows from it, in words; a person's yes is kept in their own config.
import type { Ask, AskedFile, GitKey, TrustKey } from '../config/trust.ts';
import { plain } from '../model/controls.ts';
import type { Context } from '../tasks/context.ts';
import { grantAsks, readAsks, readModelChoice, untrusted } from '../tasks/model.ts';
import { realPath } from '../vault/disk.ts';
import { type Face, faceOf } from './terminal/face.ts';
import { askYes } from './terminal/prompts.ts';

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

export function renderAsks(vault: string, asks: readonly Ask[], { paint }: Face): string {
  const width = Math.max(...asks.map(({ key }) => key.length));
  const below = (text: string): string => `  ${' '.repeat(width)}  ${paint('dim', text)}`;
  return [
    `${plain(vault)} asks for:`,
    ...asks.flatMap(({ key, value, files }) => [
      `  ${paint('bold', key.padEnd(width))}  ${plain(value)}`,
      below(FOLLOWS[key]),
      ...files.map((file) => below(renderFile(key, file))),
    ]),
  ].join('\n');
}

function renderFile(key: Ask['key'], { path, digest }: AskedFile): string {
  if (digest === null) return `from the folder ${plain(path)}`;
  return (
    plain(path) + (key === 'models.command' ? ', a file of this vault,' : '') + ` as it is now (${digest.slice(0, 8)})`
  );
}

/** A no is answered. Throws `interrupted`. */
export const agreesToTrust = async (context: Pick<Context, 'answer' | 'world'>): Promise<boolean> =>
  await askYes(
    context,
    'Do you trust it?',
    'Not trusted: nothing was written, and a dream asks no model that the vault names.',
  );

/**
 * For a dream by an engine that was chosen by name. True where nothing stands in the way, or does not any more. Throws
 * `interrupted`, and as above.
 */
export async function askTrust(context: Context): Promise<boolean> {
  const { answer, vault } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null || choice.isAuto) return true;
  const held = untrusted(context, choice);
  if (held === null) return true;
  const [root, asks] = [realPath(vault.root), readAsks(context, choice)];
  answer.warn(renderAsks(root, asks, faceOf(context)));
  const why =
    held.standing === 'changed' ? 'What it asks for has changed since you trusted it' : 'You have not trusted this yet';
  answer.warn(`${why}: ${held.needs.map(({ key }) => key).join(', ')}.`);
  if (!(await agreesToTrust(context))) return false;
  grantAsks(context, root, asks);
  return true;
}
