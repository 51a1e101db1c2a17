// Opens what a command works with, from the command line: the vault, its settings and the output. Also reports the
// result of a commit, for every command that makes one.
import type { LoadSettings, SettingFlag } from '../config/load.ts';
import { readDefaultVault, readQuickSettings, userConfigPath } from '../config/quick.ts';
import type { Settings } from '../config/settings.ts';
import { toJson } from '../model/controls.ts';
import { plural } from '../model/text.ts';
import type { CommitOutcome } from '../tasks/commit.ts';
import { type Answer, type Context, type Stream, vaultOf, type World } from '../tasks/context.ts';
import { settingsFiles, settingsFilesOf } from '../vault/confine.ts';
import { requireDailyFolder } from '../vault/daily.ts';
import { readChange, readText } from '../vault/disk.ts';
import { locateVault, namedVault, noVault } from '../vault/vault.ts';
import { EXIT } from './exit-codes.ts';
import { failure, type Invocation, isOn, listValue, textValue, usage, type Values } from './spec.ts';
import { firstOf, linesOf, wrapFor } from './terminal/face.ts';

/** lint reports a wrong daily folder as a finding; log reports it with the text that it could not save. */
const CHECKS_ITSELF: ReadonlySet<string> = new Set(['lint', 'log']);

/** Opens the vault that the command line refers to. Throws `no-vault`, `settings`, `usage`. */
export async function openContext(world: World, invocation: Invocation): Promise<Context> {
  const { values } = invocation;
  const flags = await settingFlags(values);
  const readOnly = isOn(values, 'dry-run') || values['plan'] !== undefined;
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const root = await findRoot(world, invocation, userConfig);
  if (root === null) throw noVault();
  const options = { root, userConfig, version: world.version, env: world.env };
  const quick =
    flags.length > 0 ? null : readQuickSettings({ ...options, files: { stat: readChange, read: readText } });
  const settings = quick ?? (await loadInFull({ ...options, flags, readOnly }));
  if (settings.write.timezone !== null) world.setTimeZone(settings.write.timezone);
  const vault = vaultOf(root, settings);
  if (!CHECKS_ITSELF.has(invocation.verb)) requireDailyFolder(vault);
  return { world, vault, settings, answer: makeAnswer(world, invocation), flags };
}

/** Flags that each stand for one setting. */
const SETTING_FLAGS = [
  ['engine', 'consolidate.engine'],
  ['model', 'models.model'],
  ['timeout', 'dream.max_minutes'],
] as const;

/** The settings given as flags, `--set` last. Throws `usage`. */
async function settingFlags(values: Values): Promise<SettingFlag[]> {
  const flags = SETTING_FLAGS.flatMap(([flag, key]): SettingFlag[] => {
    const text = textValue(values, flag);
    return text === undefined ? [] : [{ key, flag: `--${flag}`, text }];
  });
  for (const typed of listValue(values, 'set')) {
    const { resolveKey } = await import('../config/check.ts');
    const at = typed.indexOf('=');
    if (at < 0) throw usage(`--set ${typed} has no value`, 'write it as --set KEY=VALUE');
    const key = resolveKey(typed.slice(0, at).trim());
    flags.push({ key, flag: `--set ${key}`, text: typed.slice(at + 1) });
  }
  return flags;
}

/** Rejects a model flag that would have no effect. Throws `usage`. */
export function checkModelFlags({ flags, settings }: Context): void {
  const { engine } = settings.consolidate;
  const ofModel = flags.find(({ key }) => key.startsWith('models.'));
  if (ofModel !== undefined && engine === 'rules' && !flags.some(({ key }) => key === 'consolidate.engine'))
    throw usage(
      `${ofModel.flag} needs --engine: the rules are active and use no model`,
      'such as --engine ollama; memvault config set consolidate.engine ollama makes it the default',
    );
  const ofServer = flags.find(({ key }) => key === 'models.model' || key === 'models.url');
  if (ofServer !== undefined && engine === 'command')
    throw usage(
      `${ofServer.flag} is for a server: the engine command runs models.command as it is`,
      'give it to the program, in models.command',
    );
}

/** Also handles first starts, variables and flags, which the quick path cannot. */
async function loadInFull(options: Omit<LoadSettings, 'files'> & { readonly root: string }): Promise<Settings> {
  const { loadSettings } = await import('../config/load.ts');
  return (await loadSettings({ ...options, files: settingsFilesOf(options.root) })).settings;
}

/** The vault folder that the command line refers to; null if nothing names one. Throws `no-vault` for a wrong name. */
export async function findRoot(
  world: Pick<World, 'env' | 'cwd' | 'home'>,
  invocation: Pick<Invocation, 'values'>,
  userConfig: string | null,
): Promise<string | null> {
  const root = locateVault({
    flag: textValue(invocation.values, 'vault'),
    variable: world.env.MEMVAULT_VAULT,
    get cwd() {
      return world.cwd;
    },
  });
  if (root !== null) return root;
  const named = await readDefaultVault(settingsFiles, userConfig, world.home);
  return named === null ? null : namedVault(named);
}

function write(stream: Stream, text: string): void {
  if (text !== '') stream.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function makeAnswer(world: World, { verb, values }: Invocation): Answer {
  const json = isOn(values, 'json');
  const quiet = isOn(values, 'quiet');
  return {
    json,
    quiet,
    // Getters, because checking for a terminal costs a millisecond.
    get color() {
      return !isOn(values, 'no-color') && !world.env.NO_COLOR && world.env.TERM !== 'dumb' && world.stdout.isTerminal;
    },
    get asks() {
      return !json && !isOn(values, 'no-input') && world.stdinIsTerminal && world.stderr.isTerminal;
    },
    yes: isOn(values, 'yes'),
    print: (text) => {
      if (!json) write(world.stdout, text);
    },
    report: (text) => {
      if (!json && !quiet) write(world.stdout, wrapFor(world.stdout, text));
    },
    document: (body) => {
      if (json) world.stdout.write(`${toJson({ type: `memvault/${verb}`, version: 1, ...body })}\n`);
    },
    remark: (text) => {
      if (!json && !quiet && text !== '') world.stderr.write(`${wrapFor(world.stderr, text)}\n`);
    },
    progress: async () => (await import('./terminal/progress.ts')).makeProgress(world, { quiet, json }),
    warn: (text) => world.stderr.write(`${wrapFor(world.stderr, text)}\n`),
  };
}

/**
 * A program that a dream started must not log anything, or the dream would remember its own output as if a person had
 * said it. Throws `refused` in such a process.
 */
export function refuseWithinDream({ env }: Pick<World, 'env'>, verb: string): void {
  const mark = env.MEMVAULT_DREAM ?? '';
  if (mark === '' || mark === '0') return;
  throw failure(
    'refused',
    `${verb} is disabled in programs started by a dream`,
    'if no dream started this, unset MEMVAULT_DREAM',
  );
}

const MAX_HELD = 10;

/** Lines for stderr: why there is no commit, and what was left out of one. */
function renderNotCommitted({ message, hint, skipped, held, heldHooks }: CommitOutcome): string[] {
  return linesOf(
    message !== null && `memvault: not committed: ${message}`,
    firstOf(
      held.map(({ path, line, rule, masked }) => `  ${path}:${line}: ${masked} (${rule})`),
      MAX_HELD,
      (more) => `  and ${more} more`,
    ),
    message !== null && `  ${hint ?? ''}`,
    heldHooks.length !== 0 &&
      'memvault: committed without the hooks of this repository, which are not trusted: ' +
        `${heldHooks.join(', ')} (memvault config trust)`,
    skipped.length !== 0 &&
      `memvault: ${plural(skipped.length, 'file')} that git ignores not committed: ` +
        `${skipped.slice(0, 3).join(', ')}${skipped.length > 3 ? ' …' : ''}`,
  );
}

/**
 * Reports the commit and returns the exit status. A refused commit keeps what was written, so the status is `partly`.
 */
export function sayCommit({ answer }: Pick<Context, 'answer'>, outcome: CommitOutcome | null): number {
  if (outcome === null) return EXIT.done;
  const { commit, subject, status } = outcome;
  if (commit !== null) answer.report(`Committed ${commit.slice(0, 10)}: ${subject ?? ''}`);
  for (const line of renderNotCommitted(outcome)) answer[status === 'refused' ? 'warn' : 'remark'](line);
  return status === 'refused' ? EXIT.partly : EXIT.done;
}

/** Reports what could not be written, then the commit of the rest. Returns the exit status. */
export function sayEnd(context: Pick<Context, 'answer'>, unwritten: readonly string[], commit: CommitOutcome | null) {
  for (const reason of unwritten) context.answer.warn(`memvault: ${reason}`);
  const status = sayCommit(context, commit);
  return unwritten.length > 0 ? EXIT.partly : status;
}
