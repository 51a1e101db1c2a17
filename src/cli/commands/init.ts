// `memvault init`: makes a vault where somebody wants one, or completes the one that is there. With `--agent` it makes
// none, and puts what an agent needs to know of memvault into the project where it looks for it.
import { join, resolve } from 'node:path';
import { renderConfig, setSetting } from '../../config/edit-config.ts';
import { loadSettings } from '../../config/load.ts';
import { userConfigPath } from '../../config/quick.ts';
import {
  type AgentFile,
  agentsNamed,
  findProject,
  placeInProject,
  placePart,
  placeSkill,
  readProjectFile,
  skillText,
  writeProjectFile,
} from '../../init/agent-files.ts';
import { type InitResult, initVault } from '../../init/init.ts';
import { some } from '../../lint/rule.ts';
import { plain } from '../../model/controls.ts';
import { quoteForShell } from '../../model/text.ts';
import { gitProblem, type GitSetUp, setUpGit } from '../../tasks/git.ts';
import type { World } from '../../tasks/context.ts';
import { settingsFiles } from '../../vault/confine.ts';
import { chooseDailyDir, listDays } from '../../vault/daily.ts';
import { isFolder, readStat, readText } from '../../vault/disk.ts';
import { listInbox } from '../../vault/inbox.ts';
import { isSameFile } from '../../vault/lock.ts';
import { CONFIG_FILE, isFile, readCloneId, type Vault } from '../../vault/vault.ts';
import { findRoot, makeAnswer } from '../context.ts';
import { type Command, EXIT, failure, type Invocation, isOn, listValue, textValue, usage } from '../spec.ts';
import { linesOf } from '../terminal/face.ts';

export const run: Command = async (world, invocation) => {
  const agents = listValue(invocation.values, 'agent');
  if (agents.length > 0) return await initAgents(world, invocation, agents);
  const dryRun = isOn(invocation.values, 'dry-run');
  if (invocation.args[0] === '')
    throw usage('init got an empty name', 'name a folder, or leave the name out to make the vault here');
  const root = resolve(world.cwd, invocation.args[0] ?? textValue(invocation.values, 'vault') ?? '.');
  if (isFile(root))
    throw failure('no-vault', `${root} is a file, not a folder`, 'name a folder; it is made if it does not exist');
  const existing = readStat(resolve(root, CONFIG_FILE)) !== null;
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const { settings } = await loadSettings({
    files: settingsFiles,
    root: existing ? root : null,
    userConfig,
    version: world.version,
    env: world.env,
    readOnly: true,
  });
  const dailyDir = existing ? settings.write.daily_dir : chooseDailyDir(root);
  const vault: Vault = { root, dailyDir, zones: settings.write.zones };
  // What lies there was put there before anybody knew of this: it is not moved unless they say so.
  const leavesInbox = !existing && settings.inbox.nightly === 'on' && listInbox(vault).files.length > 0;
  const plain = leavesInbox ? setSetting(renderConfig(), 'inbox.nightly', 'off', CONFIG_FILE).text : renderConfig();
  const config =
    dailyDir === settings.write.daily_dir ? plain : setSetting(plain, 'write.daily_dir', dailyDir, CONFIG_FILE).text;
  const wantsGit = !isOn(invocation.values, 'no-git');
  const problem = wantsGit ? await gitProblem(world, root) : null;
  const result = initVault({ vault, config, attributes: wantsGit, dryRun });
  const git = wantsGit && problem === null ? await setUpGit(world, root, dryRun) : null;
  // The name that the setting dream.host takes, and status shows.
  if (git !== null && !dryRun) readCloneId(vault, () => world.random());
  const answer = makeAnswer(world, invocation);
  answer.document('init', { path: root, dailyDir, ...result, inboxLeft: leavesInbox, git });
  const lines = linesOf(
    result.created.map((path) => `${dryRun ? 'would create' : 'created'}  ${path}`),
    result.extended.map((path) => `${dryRun ? 'would extend' : 'extended'} ${path} (its lines stay)`),
    result.kept.map((path) => `kept     ${path}`),
    git !== null && gitLines(git, dryRun),
    dailyDir !== 'daily' &&
      `Daily logs go to ${dailyDir}/, because daily/ holds notes of yours (setting write.daily_dir).`,
    leavesInbox &&
      `What lies in ${vault.zones.inbox}/ stays there: no dream reads it (setting inbox.nightly). memvault import ` +
        '--dry-run shows what would become of it.',
    result.namesakes.map(({ path, others }) => {
      const [bare, other] = [path, others[0] ?? ''].map((one) => one.replace(/\.md$/i, ''));
      const top = `[[${bare}]] leads to ${path} at the top, not to ${some(others)}`;
      return `${top}; where that is meant, write [[${other}]].`;
    }),
    !dryRun && nextStep(root, listDays(vault).length > 0, isComplete(result, git)),
    !dryRun &&
      git?.uncommitted === true &&
      !git.ignored &&
      `No commit holds it yet: git -C ${quoteForShell(root)} add . && git -C ${quoteForShell(root)} commit ` +
        '-m "The vault"',
  );
  answer.report(lines.join('\n'));
  if (problem !== null)
    answer.warn(`memvault: the vault has no git repository: ${problem.message}\n  ${problem.hint ?? ''}`);
  if (git?.ignored)
    answer.warn(
      `memvault: the repository in ${git.top} ignores this vault\n  take it out of its .gitignore, or make the ` +
        `vault a repository of its own with: git init ${quoteForShell(root)}`,
    );
  return EXIT.done;
};

function gitLines({ repository, top, driver }: GitSetUp, dryRun: boolean): string[] {
  const would = dryRun ? 'would ' : '';
  return [
    repository === 'created'
      ? `${would}create${dryRun ? '' : 'd'}  the git repository in ${top}`
      : `${dryRun ? 'would use' : 'using   '} the git repository in ${top}`,
    driver === 'registered'
      ? `${would}register${dryRun ? '' : 'ed'} the merge driver in this clone`
      : 'kept     the merge driver in this clone',
  ];
}

const isComplete = ({ created, extended }: InitResult, git: GitSetUp | null): boolean =>
  created.length + extended.length === 0 && git?.repository !== 'created' && git?.driver !== 'registered';

function nextStep(root: string, hasLogs: boolean, isWhole: boolean): string {
  if (isWhole) return `The vault in ${root} is complete.`;
  if (hasLogs) return `The vault is in ${root}. What a dream would make of its logs: memvault dream --dry-run`;
  return `The vault is in ${root}. Log a first fact there: memvault log "User prefers tabs" -c preference`;
}

// `init --agent`: what an agent needs to know of memvault, put into the project where it looks for it. It makes no
// vault, and nothing that would be run by itself.

async function initAgents(world: World, invocation: Invocation, names: readonly string[]): Promise<number> {
  const agents = agentsNamed(names);
  const dryRun = isOn(invocation.values, 'dry-run');
  const project = projectOf(world, invocation.args[0]);
  const vault = await vaultSeenFrom(world, invocation, project);
  const text = (name: string): string => template(world, name);
  const home = world.home !== null && isSameFile(project, world.home);
  // All of it is decided before anything is written.
  const files = agents.flatMap(({ skill, always }): AgentFile[] => [
    placeSkill(skill, readProjectFile(project, skill), skillText(text('SKILL.md'), vault.place)),
    // Nothing in the home is read for every project but the skills.
    ...(always === null || home ? [] : [placePart(always, readProjectFile(project, always), text('always.md'))]),
  ]);
  if (!dryRun)
    for (const { path, change, after } of files) if (change !== 'kept') writeProjectFile(project, path, after);
  const answer = makeAnswer(world, invocation);
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
  });
  const state = files.every(({ change }) => change === 'kept') ? 'has it all already' : 'is ready';
  const would = { created: 'would create', extended: 'would extend', replaced: 'would replace', kept: 'kept' } as const;
  answer.report(
    linesOf(
      files.map(
        ({ path, change }) =>
          `${dryRun ? would[change].padEnd(13) : change.padEnd(8)} ${path}` +
          (change === 'extended' ? ' (its lines stay)' : ''),
      ),
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
    throw failure(
      'not-found',
      `no such directory: ${folder}`,
      'with --agent, name the folder of a project that is there',
    );
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

async function vaultSeenFrom(world: World, invocation: Invocation, project: string): Promise<SeenVault> {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const root = await findRoot(world, invocation, userConfig);
  if (root === null) return { root, isFound: false, place: null };
  const own = await findRoot({ env: world.env, home: world.home, cwd: project }, { values: {} }, userConfig);
  if (own !== null && isSameFile(own, root)) return { root, isFound: true, place: null };
  const place = placeInProject(project, root);
  return { root, isFound: place !== null, place };
}

function template(world: World, name: string): string {
  const path = join(world.templates, 'agents', name);
  const text = readText(path);
  if (text === null) throw failure('io', `${path} is missing`, 'install memvault anew');
  return text;
}
