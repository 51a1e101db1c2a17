// What `init --agent` says: what was written where, and for a dry run the lines that would come and go.
import { join, resolve } from 'node:path';
import { userConfigPath } from '../../config/quick.ts';
import {
  type AgentFile,
  agentsNamed,
  backupName,
  findProject,
  keepBackup,
  placeInProject,
  placePart,
  placeSkill,
  placeToldIn,
  readProjectFile,
  skillText,
  writeProjectFile,
} from '../../init/agent-files.ts';
import { diffPages, type PageDiff } from '../../inspect/diff.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import { quoteForShell } from '../../model/text.ts';
import type { World } from '../../tasks/world.ts';
import { isFolder, readText } from '../../vault/disk.ts';
import { isSameFile } from '../../vault/lock.ts';
import { OWN } from '../../vault/vault.ts';
import { findRoot, makeAnswer } from '../context.ts';
import { renderPageDiff } from '../render/diff.ts';
import { EXIT, type Invocation, isOn, textValue, usage } from '../spec.ts';
import { type Face, faceOf, linesOf } from '../terminal/face.ts';

/** `diffs`: what would change; null where it was no dry run. */
function renderFiles(
  files: readonly AgentFile[],
  backups: readonly { readonly path: string; readonly of: string }[],
  diffs: readonly PageDiff[] | null,
  { paint }: Face,
): string[] {
  const would = { created: 'would create', extended: 'would extend', replaced: 'would replace', kept: 'kept' } as const;
  const lines = files.map(({ path, change }) => {
    const did = diffs === null ? change.padEnd(8) : would[change].padEnd(13);
    const rest = change === 'extended' ? ' (its lines stay)' : '';
    const backup = backups.find(({ of }) => of === path);
    return `${did} ${path}${rest}${backup === undefined ? '' : `; as it was: ${backup.path}`}`;
  });
  return [...lines, ...(diffs ?? []).map((diff) => `\n${renderPageDiff(diff, [], paint)}`)];
}

// `init --agent`: what an agent needs to know of memvault, put into the project where it looks for it. It makes no
// vault, and nothing that would be run by itself.

export async function initAgents(world: World, invocation: Invocation, names: readonly string[]): Promise<number> {
  const agents = agentsNamed(names);
  const dryRun = isOn(invocation.values, 'dry-run');
  const project = projectOf(world, invocation.args[0]);
  const skills = agents.map(({ skill }) => readProjectFile(project, skill));
  const vault = await vaultSeenFrom(world, invocation, project, skills);
  const text = (name: string): string => template(world, name);
  const home = world.home !== null && isSameFile(project, world.home);
  // All of it is decided before anything is written.
  const files = agents.flatMap(({ skill, always }, index): AgentFile[] => [
    placeSkill(skill, skills[index] ?? null, skillText(text('SKILL.md'), vault.place)),
    // Nothing in the home is read for every project but the skills.
    ...(always === null || home ? [] : [placePart(always, readProjectFile(project, always), text('always.md'))]),
  ]);
  const backups = files.flatMap(({ path, before, backup }) =>
    !backup || before === null
      ? []
      : [{ path: dryRun ? backupName(project, path, before) : keepBackup(project, path, before), of: path }],
  );
  if (!dryRun)
    for (const { path, change, after } of files) if (change !== 'kept') writeProjectFile(project, path, after);
  const answer = makeAnswer(world, invocation);
  const diffs = dryRun ? diffPages(files) : [];
  const changed = (change: AgentFile['change']): readonly string[] =>
    files.filter((file) => file.change === change).map(({ path }) => path);
  answer.document('init', {
    path: project,
    agents: agents.map(({ name }) => name),
    vault: vault.root,
    vaultFound: vault.isFound,
    created: changed('created'),
    kept: changed('kept'),
    extended: changed('extended'),
    replaced: changed('replaced'),
    backups,
    diffs: diffs.map(({ path, patch }) => ({ path, patch })),
  });
  const state = files.every(({ change }) => change === 'kept') ? 'has it all already' : 'is ready';
  answer.report(
    linesOf(
      renderFiles(files, backups, dryRun ? diffs : null, faceOf({ answer, world })),
      !dryRun &&
        `${plain(project)} ${state}, for ${agents.map(({ title }) => title).join(' and ')}.` +
          (vault.root === null ? '' : ` The vault: ${plain(vault.root)}`),
    ).join('\n'),
  );
  const lack = lackOf(vault, project);
  if (lack !== null) answer.warn(lack);
  return EXIT.done;
}

/** What keeps the agent from the vault, and what to do; null where it finds one. */
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

/** Throws `not-found` for a folder that is not there: it would be a slip of the pen. */
function projectOf(world: World, named: string | undefined): string {
  if (named === '')
    throw usage('init got an empty name', 'name a folder, or leave the name out to take the project you are in');
  if (named === undefined) return findProject(world.cwd, world.home);
  const folder = resolve(world.cwd, named);
  if (!isFolder(folder))
    throw new MemvaultError('not-found', `${folder} is no folder`, {
      hint: 'with --agent, name the folder of a project that is there',
    });
  return folder;
}

interface SeenVault {
  /** Null where none is found. */
  readonly root: string | null;
  /** Whoever works in the project finds it without being told. */
  readonly isFound: boolean;
  /** Where in the project it lies, where that has to be said. */
  readonly place: string | null;
}

/** `skills` are those that are there: a vault of the project's that one of them names stays the one that is meant. */
async function vaultSeenFrom(
  world: World,
  invocation: Invocation,
  project: string,
  skills: readonly (string | null)[],
): Promise<SeenVault> {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const told =
    textValue(invocation.values, 'vault') === undefined
      ? skills.map(placeToldIn).find((place) => place !== null && isVaultIn(project, place))
      : undefined;
  const root =
    told === undefined || told === null ? await findRoot(world, invocation, userConfig) : join(project, told);
  if (root === null) return { root, isFound: false, place: null };
  const own = await findRoot({ env: world.env, home: world.home, cwd: project }, { values: {} }, userConfig);
  if (own !== null && isSameFile(own, root)) return { root, isFound: true, place: null };
  const place = placeInProject(project, root);
  return { root, isFound: place !== null, place };
}

/** Still there, and still in the project: what a skill says is anybody's text. */
const isVaultIn = (project: string, place: string): boolean =>
  isFolder(join(project, place, OWN)) && placeInProject(project, join(project, place)) !== null;

function template(world: World, name: string): string {
  const path = join(world.templates, 'agents', name);
  const text = readText(path);
  if (text === null) throw new MemvaultError('io', `${path} is missing`, { hint: 'install memvault anew' });
  return text;
}
