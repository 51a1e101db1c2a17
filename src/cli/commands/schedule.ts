// `memvault schedule`: prints what makes a scheduler run a dream every night. Writes nothing.
import { dirname, join } from 'node:path';
import { isTime } from '../../model/day.ts';
import { quoteForShell } from '../../model/text.ts';
import {
  type Entry,
  type Job,
  lastsNot,
  makeJob,
  type Scheduler,
  schedulerOf,
  SCHEDULERS,
  scheduleWith,
} from '../../schedule/schedule.ts';
import type { Context, World } from '../../tasks/context.ts';
import { mayBeInRepository, ownProgram } from '../../tasks/git.ts';
import { findPrograms } from '../../vault/lock.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type BareCommand, knownWord, textValue, usage } from '../spec.ts';
import { linesOf } from '../terminal/face.ts';

// The output of `schedule` for people, ready to paste.

/** A crontab line, a command for cmd.exe, or shell commands that write and install the files. */
export function renderSchedule(scheduler: Scheduler, { files, commands }: Entry): string {
  if (scheduler === 'cron') return files.map(({ text }) => text).join('');
  const folders = [...new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
  return [
    ...folders.map((folder) => `mkdir -p ${quoteForShell(folder)}\n`),
    // The quotes keep the shell from expanding the text. No line of an entry is END.
    ...files.map(({ path, text }) => `cat >${quoteForShell(path)} <<'END'\n${text}END\n`),
    ...commands.map((command) => `${command}\n`),
  ].join('');
}

/** The PATH that every scheduler uses by default. */
const PLAIN_PATH = ['/usr/bin', '/bin'];

export const start: BareCommand = async (world, invocation) => {
  const [named] = invocation.args;
  const scheduler = named === undefined ? schedulerOf(world.platform) : knownWord('scheduler', named, SCHEDULERS);
  const at = timeOf(textValue(invocation.values, 'at') ?? '03:00');
  const context = await openContext(world, invocation);
  const { vault, settings, answer } = context;
  if (world.home === null) throw usage('there is no home folder', 'set the variable HOME');
  const withoutCommit =
    findPrograms('git', world.env.PATH).length === 0
      ? 'git is not on the PATH'
      : mayBeInRepository(vault.root)
        ? null
        : 'the vault is in no git repository (memvault init makes one)';
  const { node, script } = ownProgram(world);
  const job = makeJob({
    node,
    script,
    vault: vault.root,
    at,
    zone: settings.write.timezone,
    commit: withoutCommit === null,
    env: variablesOf(context, scheduler),
    home: world.home,
  });
  const entry = scheduleWith(scheduler, job);
  const remarks = [...entry.remarks, ...cautions(world, node, script, withoutCommit)];
  answer.document({ kind: scheduler, files: entry.files, commands: entry.commands, remarks });
  answer.print(renderSchedule(scheduler, entry));
  for (const remark of remarks) answer.remark(remark);
  return EXIT.done;
};

function timeOf(text: string): string {
  const time = text.padStart(5, '0');
  if (!isTime(time)) throw usage(`--at must be a time of day, not ${text}`, 'write it as 03:00');
  return time;
}

/**
 * Environment variables that the shell has but the nightly job would lack: the path to git, the place of the user's
 * settings, the time zone.
 */
function variablesOf({ world: { env, home }, settings }: Context, scheduler: Scheduler): Job['env'] {
  if (scheduler === 'schtasks') return []; // A task already has the user's variables.
  const [git] = findPrograms('git', env.PATH);
  const folder = git === undefined ? undefined : dirname(git);
  const path = folder === undefined || PLAIN_PATH.includes(folder) ? '' : [folder, ...PLAIN_PATH].join(':');
  const config = env.XDG_CONFIG_HOME === join(home ?? '', '.config') ? '' : env.XDG_CONFIG_HOME;
  // If the settings name a zone, TZ was set from it, and the nightly job reads it from the settings, too.
  const zone = settings.write.timezone === null ? env.TZ : '';
  const pairs = [
    ['PATH', path],
    ['XDG_CONFIG_HOME', config],
    ['TZ', zone],
  ] as const;
  return pairs.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
}

/** Reasons why the nightly job may behave differently from here. `withoutCommit`: why it does not commit. */
function cautions({ env }: World, node: string, script: string, withoutCommit: string | null): string[] {
  const unseen = Object.keys(env)
    .filter((name) => name.startsWith('MEMVAULT_') && !['MEMVAULT_VAULT', 'MEMVAULT_NOW'].includes(name))
    .sort();
  return linesOf(
    [...new Set([node, script])].flatMap((path) => (lastsNot(path) === null ? [] : [`${path} ${lastsNot(path)}`])),
    unseen.length !== 0 &&
      `${unseen.join(', ')}: set here, but a nightly dream will not see it; put it into the settings ` +
        '(memvault config set)',
    withoutCommit !== null && `The night does not commit: ${withoutCommit}`,
  );
}
