// `memvault config trust`: shows what this vault's config and repository ask for and what that means, and records in
// the user's config that they trust it.
import { resolve } from 'node:path';
import { userConfigPath } from '../../config/quick.ts';
import {
  type Ask,
  type AskedFile,
  type GitKey,
  isHarmless,
  standingOf,
  type TrustKey,
  withoutGrant,
} from '../../config/trust.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { World } from '../../tasks/context.ts';
import {
  gitAsks,
  isRepositoryTrusted,
  placeOf,
  repositoryOf,
  trustRepository,
  unlessGitFails,
} from '../../tasks/git.ts';
import {
  changeGrants,
  embeddingsUntrusted,
  grantAsks,
  readAsks,
  readGrants,
  readModelChoice,
  untrusted,
} from '../../tasks/model.ts';
import { realUserFile } from '../../vault/confine.ts';
import { isFolder, realPath } from '../../vault/disk.ts';
import { findRoot, makeAnswer, openContext, refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type BareCommand, failure, type Invocation, textValue } from '../spec.ts';
import { type Face, faceOf } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';

const FOLLOWS: Readonly<Record<TrustKey | GitKey, string>> = {
  'consolidate.engine': 'decides about your facts in a dream, and reads the inbox and conversations',
  'models.command': 'memvault runs this program as you, and sends it what you log, import or put into the inbox',
  'models.url':
    'memvault sends what you log, import or put into the inbox there, and your key if the environment has one',
  'retrieve.embeddings': 'turns your notes into vectors for search',
  'retrieve.embeddings_url': 'index and search send your notes there, and your key if the environment has one',
  'git.hooks': 'git runs these programs as you when memvault commits, and any that are added later',
  'git.config': 'git runs this program as you when it reads or writes files of the repository',
  'models.prompts': 'the model gets these prompts instead of memvault’s',
};

function renderAsks(vault: string, asks: readonly Ask[], { paint }: Face): string {
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

export const trustVault: BareCommand = async (world, invocation) => {
  refuseWithinDream(world, 'config trust');
  return await (invocation.values['revoke'] === undefined ? trust : revoke)(world, invocation);
};

const NOT_TRUSTED = 'Not trusted: nothing was written, and a dream asks no model that the vault names.';

async function trust(world: World, invocation: Invocation): Promise<number> {
  const context = await openContext(world, invocation);
  const { answer, vault } = context;
  const root = realPath(vault.root);
  const choice = readModelChoice(context);
  const ofConfig = readAsks(context, choice);
  const configIsHarmless =
    isHarmless(ofConfig) && untrusted(context, choice) === null && embeddingsUntrusted(context, choice) === null;
  const repository = await unlessGitFails(repositoryOf(world, root));
  const ofGit = repository === null ? [] : gitAsks(world, repository);
  const gitIsTrusted =
    repository === null || ofGit.length === 0 || (await isRepositoryTrusted(world, root, repository));
  const ofVault = configIsHarmless ? 'trusted' : standingOf(readGrants(context), root, ofConfig);
  const standing = ofVault === 'trusted' && !gitIsTrusted ? 'untrusted' : ofVault;
  const asks = [...ofConfig, ...ofGit];
  const listed = asks.map(({ key, value, files }) => ({ key, value, files: files.map(({ path }) => path) }));
  const shown = renderAsks(root, asks, faceOf(context));
  const says = (changed: boolean) => answer.document({ vault: root, trusted: true, changed, asks: listed });
  if (standing === 'trusted') {
    says(false);
    answer.print(
      configIsHarmless && ofGit.length === 0
        ? 'This vault asks for nothing that needs your trust.'
        : `${shown}\nYou trust it already.`,
    );
    return EXIT.done;
  }
  if (!answer.yes && !answer.asks)
    throw new MemvaultError('usage', 'trust asks for confirmation, but there is no terminal', {
      hint: 'at a terminal it shows what the vault asks for; --yes accepts it',
      data: { vault: root, standing, asks: listed },
    });
  (answer.yes ? answer.report : answer.print)(shown);
  if (standing === 'changed') answer.remark('What it asks for has changed since you trusted it.');
  if (!answer.yes && !(await askYes(context, 'Do you trust it?', NOT_TRUSTED))) return EXIT.done;
  if (!configIsHarmless) grantAsks(context, root, ofConfig);
  if (!gitIsTrusted) await trustRepository(world, repository);
  says(true);
  answer.remark(configIsHarmless ? 'Trusted.' : 'Trusted. If what the config asks for changes, dream asks you again.');
  return EXIT.done;
}

/** Revokes trust in this vault, or in the one at the given path, which need not exist any more. */
async function revoke(world: World, invocation: Invocation): Promise<number> {
  const answer = makeAnswer(world, invocation);
  const named = textValue(invocation.values, 'revoke');
  const root =
    named === undefined
      ? await findRoot(world, invocation, userConfigPath(world.env, world.platform, world.home))
      : resolve(world.cwd, named);
  if (root === null) throw failure('no-vault', 'there is no vault here', 'name it: memvault config trust --revoke DIR');
  const vault = realUserFile(root);
  const repository = isFolder(root) ? await unlessGitFails(repositoryOf(world, root)) : null;
  const places = [vault, ...(repository === null ? [] : [placeOf(repository)])];
  const changed = readGrants({ world, vault: null }).some((grant) => places.includes(grant.vault));
  if (changed) changeGrants(world, null, (grants) => places.reduce(withoutGrant, grants));
  answer.document({ vault, trusted: false, changed });
  answer.remark(changed ? `${vault} is no longer trusted.` : `${vault} was not trusted.`);
  return EXIT.done;
}
