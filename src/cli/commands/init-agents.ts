// `memvault init --agent`: installs memvault's files for an agent into the project, where the agent looks for them;
// `--remove` removes them. Does not create a vault.
import { basename, resolve } from 'node:path';
import { userConfigPath } from '../../config/quick.ts';
import {
  type AgentFile,
  findProject,
  placeInProject,
  removeProjectFile,
  writeProjectFile,
} from '../../init/agent-files.ts';
import { filesOf, type Installing, removalOf } from '../../init/install-agent.ts';
import { agentNamed } from '../../model/agents.ts';
import { plain } from '../../model/controls.ts';
import { quoteForShell } from '../../model/text.ts';
import type { World } from '../../tasks/context.ts';
import { isFolder } from '../../vault/disk.ts';
import { isSameFile } from '../../vault/lock.ts';
import { findRoot, makeAnswer } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { failure, type Invocation, isOn, usage } from '../spec.ts';
import { linesOf } from '../terminal/face.ts';

export async function initAgents(world: World, invocation: Invocation, names: readonly string[]): Promise<number> {
  const agents = [...new Set(names)].map(agentNamed);
  const { values } = invocation;
  const [dryRun, isRemoval] = [isOn(values, 'dry-run'), isOn(values, 'remove')];
  const project = projectOf(world, invocation.args[0]);
  const vault = await vaultSeenFrom(world, invocation, project);
  const isHome = world.home !== null && isSameFile(project, world.home);
  const installing: Installing = {
    templates: world.templates,
    project,
    isHome,
    place: vault.place,
    hooks: isOn(values, 'hooks') ? (isOn(values, 'prompts') ? 'prompts' : 'sessions') : null,
    caller: { program: [world.execPath, world.script], vault: vault.root },
  };
  // Everything is planned before anything is written.
  const planned = agents.flatMap((agent) =>
    isRemoval ? removalOf(agent, agents, installing) : filesOf(agent, installing),
  );
  const files = [...new Map(planned.map((file) => [file.path, file])).values()];
  if (!dryRun)
    for (const { path, change, after } of files)
      if (after === null) removeProjectFile(project, path);
      else if (change !== 'kept') writeProjectFile(project, path, after);
  const answer = makeAnswer(world, invocation);
  const changed = (change: AgentFile['change']): readonly string[] =>
    files.filter((file) => file.change === change).map(({ path }) => path);
  answer.document({
    path: project,
    agents: agents.map(({ name }) => name),
    vault: vault.root,
    vaultFound: vault.isFound,
    created: changed('created'),
    kept: changed('kept'),
    extended: changed('extended'),
    replaced: changed('replaced'),
    ...(isRemoval && { removed: changed('removed'), reduced: changed('reduced') }),
  });
  const titles = agents.map(({ title }) => title).join(' and ');
  const isSame = files.every(({ change }) => change === 'kept');
  const ready = `${plain(project)} ${isSame ? 'is already set up' : 'is ready'} for ${titles}.`;
  const clean = `${plain(project)} ${isSame ? 'had' : 'now has'} no memvault setup for ${titles}.`;
  answer.report(
    linesOf(
      files.map((file) => renderFile(file, dryRun)),
      !dryRun && (isRemoval ? clean : ready + (vault.root === null ? '' : ` The vault: ${plain(vault.root)}`)),
    ).join('\n'),
  );
  for (const { change, path } of files)
    if (isRemoval && change === 'kept' && basename(path) === 'SKILL.md')
      answer.remark(`memvault: ${path} stays: it was edited, or another agent reads it`);
  const lack = isRemoval ? null : lackOf(vault, project);
  if (lack !== null) answer.warn(lack);
  return EXIT.done;
}

function renderFile({ path, change }: AgentFile, dryRun: boolean): string {
  const rest = change === 'extended' || change === 'reduced' ? ' (its lines stay)' : '';
  const would = change === 'kept' ? change : `would ${change.replace(/(?<=nd)ed$|d$/, '')}`;
  return `${dryRun ? would.padEnd(13) : change.padEnd(8)} ${path}${rest}`;
}

/** Why the agent would not find the vault, and what to do; null if it finds it. */
function lackOf({ root, isFound }: SeenVault, project: string): string | null {
  if (root === null)
    return (
      `memvault: no vault is found from ${project} yet\n  make one with: memvault init ~/notebook, and make it ` +
      'the default for every folder with: memvault config set --user vault ~/notebook'
    );
  return isFound
    ? null
    : `memvault: this vault is not found from ${project}\n  make it the default for every folder with: memvault ` +
        `config set --user vault ${quoteForShell(root)}`;
}

/** Throws `not-found` for a missing folder, which is probably a typo. */
function projectOf(world: World, named: string | undefined): string {
  if (named === '')
    throw usage('init got an empty name', 'name a folder, or leave the name out to take the project you are in');
  if (named === undefined) return findProject(world.cwd, world.home);
  const folder = resolve(world.cwd, named);
  if (!isFolder(folder))
    throw failure(
      'not-found',
      `no such directory: ${folder}`,
      'with --agent, name the folder of a project that is there',
    );
  return folder;
}

interface SeenVault {
  /** Null if none is found. */
  readonly root: string | null;
  /** Commands run in the project find it without --vault. */
  readonly isFound: boolean;
  /** Its path inside the project, if that must be stated. */
  readonly place: string | null;
}

async function vaultSeenFrom(world: World, invocation: Invocation, project: string): Promise<SeenVault> {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const root = await findRoot(world, invocation, userConfig);
  if (root === null) return { root, isFound: false, place: null };
  const own = await findRoot({ env: world.env, home: world.home, cwd: project }, { values: {} }, userConfig);
  if (own !== null && isSameFile(own, root)) return { root, isFound: true, place: null };
  const place = placeInProject(project, root);
  return { root, isFound: place !== null, place };
}
