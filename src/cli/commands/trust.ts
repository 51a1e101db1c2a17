// `memvault config trust`: shows what this vault's own config and its repository ask for, and records in the user's
// config that they accept it.
import { resolve } from 'node:path';
import { userConfigPath } from '../../config/quick.ts';
import { type Ask, isHarmless, standingOf, withoutGrant } from '../../config/trust.ts';
import { MemvaultError } from '../../model/errors.ts';
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
import type { World } from '../../tasks/world.ts';
import { realUserFile } from '../../vault/confine.ts';
import { isFolder, realPath } from '../../vault/disk.ts';
import { agreesToTrust, renderAsks } from '../ask-trust.ts';
import { findRoot, makeAnswer, openContext, refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, type Invocation, textValue } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';

export const run: Command = async (world, invocation) => {
  refuseWithinDream(world, 'config trust');
  return await (invocation.values['revoke'] === undefined ? trust : revoke)(world, invocation);
};

async function trust(world: World, invocation: Invocation): Promise<number> {
  const context = await openContext(world, invocation, [], true);
  const { answer, vault } = context;
  const root = realPath(vault.root);
  const choice = readModelChoice(context);
  const ofConfig = readAsks(context, choice);
  const configIsHarmless =
    isHarmless(ofConfig) && untrusted(context, choice) === null && embeddingsUntrusted(context, choice) === null;
  const repository = await unlessGitFails(repositoryOf(world, root));
  const ofGit = repository === null ? [] : gitAsks(world, repository);
  const gitIsTrusted = repository === null || ofGit.length === 0 || isRepositoryTrusted(world, root, repository);
  const asks: readonly Ask[] = [...ofConfig, ...ofGit];
  const isNothing = configIsHarmless && ofGit.length === 0;
  const ofVault = configIsHarmless ? 'trusted' : standingOf(readGrants(context), root, ofConfig);
  const standing = ofVault === 'trusted' && !gitIsTrusted ? 'untrusted' : ofVault;
  const says = (trusted: boolean, changed: boolean) =>
    answer.document('config', { vault: root, trusted, changed, asks: asks.map(toDocument) });
  if (standing === 'trusted') {
    says(true, false);
    answer.print(
      isNothing
        ? 'This vault asks for nothing that needs your trust.'
        : `${renderAsks(root, asks, faceOf(context))}\nYou trust it already.`,
    );
    return EXIT.done;
  }
  if (!answer.yes && !answer.asks) {
    throw new MemvaultError('usage', `trust asks before it accepts, and nobody is here to ask`, {
      hint: 'at a terminal it shows what the vault asks for; --yes accepts it',
      data: { vault: root, standing, asks: asks.map(toDocument) },
    });
  }
  (answer.yes ? answer.report : answer.print)(renderAsks(root, asks, faceOf(context)));
  if (standing === 'changed') answer.remark('What it asks for has changed since you trusted it.');
  if (!answer.yes && !(await agreesToTrust(context))) return EXIT.done;
  if (!configIsHarmless) grantAsks(context, root, ofConfig);
  if (!gitIsTrusted) trustRepository(world, repository);
  says(true, true);
  answer.remark(configIsHarmless ? 'Trusted.' : 'Trusted. If what the config asks for changes, dream asks you again.');
  return EXIT.done;
}

/** This vault, or the one of that path, which need not be there any more. */
async function revoke(world: World, invocation: Invocation): Promise<number> {
  const answer = makeAnswer(world, invocation);
  const named = textValue(invocation.values, 'revoke');
  const root =
    named === undefined
      ? await findRoot(world, invocation, userConfigPath(world.env, world.platform, world.home))
      : resolve(world.cwd, named);
  if (root === null)
    throw new MemvaultError('no-vault', 'there is no vault here', {
      hint: 'name it: memvault config trust --revoke DIR',
    });
  const vault = realUserFile(root);
  const repository = isFolder(root) ? await unlessGitFails(repositoryOf(world, root)) : null;
  const places = [vault, ...(repository === null ? [] : [placeOf(repository)])];
  const isTrusted = readGrants({ world, vault: null }).some((grant) => places.includes(grant.vault));
  if (isTrusted) changeGrants(world, null, (grants) => places.reduce(withoutGrant, grants));
  answer.document('config', { vault, trusted: false, changed: isTrusted });
  answer.remark(isTrusted ? `${vault} is not trusted any more.` : `${vault} was not trusted.`);
  return EXIT.done;
}

const toDocument = ({ key, value, files }: Ask): Record<string, unknown> => ({
  key,
  value,
  files: files.map(({ path }) => path),
});
