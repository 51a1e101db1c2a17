// `memvault init`: creates a vault, or completes an existing one. With `--agent` it creates none: see init-agents.ts.
import { resolve } from 'node:path';
import { renderConfig, setSetting } from '../../config/config-file.ts';
import { loadSettings } from '../../config/load.ts';
import { userConfigPath } from '../../config/quick.ts';
import { type InitResult, initVault } from '../../init/init.ts';
import { some } from '../../lint/rule.ts';
import { quoteForShell } from '../../model/text.ts';
import { gitProblem, type GitSetUp, setUpGit } from '../../tasks/git.ts';
import { settingsFiles } from '../../vault/confine.ts';
import { chooseDailyDir, listDays } from '../../vault/daily.ts';
import { readStat } from '../../vault/disk.ts';
import { listInbox } from '../../vault/inbox.ts';
import { CONFIG_FILE, isFile, readCloneId, type Vault } from '../../vault/vault.ts';
import { makeAnswer } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type BareCommand, failure, isOn, listValue, textValue, usage } from '../spec.ts';
import { linesOf } from '../terminal/face.ts';
import { initAgents } from './init-agents.ts';

export const start: BareCommand = async (world, invocation) => {
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
  // These files were there before the vault, so they are not moved unless the user asks for it.
  const leavesInbox = !existing && settings.inbox.nightly === 'on' && listInbox(vault).files.length > 0;
  const plain = leavesInbox ? setSetting(renderConfig(), 'inbox.nightly', 'off', CONFIG_FILE).text : renderConfig();
  const config =
    dailyDir === settings.write.daily_dir ? plain : setSetting(plain, 'write.daily_dir', dailyDir, CONFIG_FILE).text;
  const wantsGit = !isOn(invocation.values, 'no-git');
  const problem = wantsGit ? await gitProblem(world, root) : null;
  const result = initVault({ vault, config, attributes: wantsGit, dryRun });
  const git = wantsGit && problem === null ? await setUpGit(world, root, dryRun) : null;
  // Created now because `dream.host` refers to it and status shows it.
  if (git !== null && !dryRun) readCloneId(vault, () => world.random());
  const answer = makeAnswer(world, invocation);
  answer.document({ path: root, dailyDir, ...result, inboxLeft: leavesInbox, git });
  const lines = linesOf(
    result.created.map((path) => `${dryRun ? 'would create' : 'created'}  ${path}`),
    result.extended.map((path) => `${dryRun ? 'would extend' : 'extended'} ${path} (its lines stay)`),
    result.kept.map((path) => `kept     ${path}`),
    git !== null && gitLines(git, dryRun),
    dailyDir !== 'daily' &&
      `Daily logs go to ${dailyDir}/, because daily/ contains your own notes (setting write.daily_dir).`,
    leavesInbox &&
      `Files in ${vault.zones.inbox}/ are left alone: dreams do not read them (setting inbox.nightly). ` +
        'memvault import --dry-run shows what would happen to them.',
    result.namesakes.map(({ path, others }) => {
      const [bare, other] = [path, others[0] ?? ''].map((one) => one.replace(/\.md$/i, ''));
      const top = `[[${bare}]] leads to ${path} at the top, not to ${some(others)}`;
      return `${top}; to link to the other, write [[${other}]].`;
    }),
    !dryRun && nextStep(root, listDays(vault).length > 0, isComplete(result, git)),
    !dryRun &&
      git?.uncommitted === true &&
      !git.ignored &&
      `Commit it:\n  cd ${quoteForShell(root)} && git add . && git commit -m "The vault"`,
  );
  answer.report(lines.join('\n'));
  if (problem !== null)
    answer.warn(`memvault: the vault has no git repository: ${problem.message}\n  ${problem.hint ?? ''}`);
  if (git?.ignored)
    answer.warn(
      `memvault: the repository in ${git.top} ignores this vault\n  remove it from its .gitignore, or make the ` +
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
  if (hasLogs) return `The vault is in ${root}. Preview a dream:\n  memvault dream --dry-run`;
  return `The vault is in ${root}. Log a first fact there:\n  memvault log "User prefers tabs" -c preference`;
}
