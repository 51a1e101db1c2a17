// Renders the entry of a nightly dream for each supported scheduler. Writes nothing and runs nothing.
import { textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { quoteForShell } from '../model/text.ts';

// A line for crontab(5). cron ignores quotes: it interprets `%` before the shell sees the line.

function cronEntry({ at, words, env }: Job): Entry {
  const [hour, minute] = at.split(':').map(Number);
  const command = [...env.map(([name, value]) => `${name}=${forCron(value)}`), ...words.map(forCron)].join(' ');
  return {
    files: [{ path: 'crontab', text: `${minute} ${hour} * * *  ${command}\n` }],
    commands: ['crontab -e'],
    remarks: ['Put this line into your crontab: crontab -e'],
  };
}

/**
 * cron turns a bare `%` into a line break and strips the backslash of `\%`. Some crons collapse two backslashes into
 * one, so none may precede another or a `%`: the shell's quotes are closed and reopened between them.
 */
function forCron(word: string): string {
  return quoteForShell(word)
    .replace(/\\(?!')/g, String.raw`\''`)
    .replaceAll('%', String.raw`\%`);
}

// A property list for launchd(8), in the format of launchd.plist(5).

function launchdEntry({ name, at, words, env, home }: Job): Entry {
  const label = `local.memvault.${name}`;
  const path = `${home}/Library/LaunchAgents/${label}.plist`;
  const log = `${home}/Library/Logs/memvault-${name}.log`;
  const [hour, minute] = at.split(':').map(Number);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...pair('Label', text(label)),
    ...pair('ProgramArguments', '<array>', ...words.map((word) => `  ${text(word)}`), '</array>'),
    ...(env.length === 0
      ? []
      : pair('EnvironmentVariables', '<dict>', ...env.flatMap(([key, value]) => pair(key, text(value))), '</dict>')),
    ...pair(
      'StartCalendarInterval',
      '<dict>',
      ...pair('Hour', `<integer>${hour}</integer>`),
      ...pair('Minute', `<integer>${minute}</integer>`),
      '</dict>',
    ),
    ...pair('StandardOutPath', text(log)),
    ...pair('StandardErrorPath', text(log)),
    ...pair('ProcessType', text('Background')),
    '</dict>',
    '</plist>',
    '',
  ];
  return {
    files: [{ path, text: lines.join('\n') }],
    // Unloads an older job of that name first; it is no failure if there is none.
    commands: [
      `launchctl bootout "gui/$(id -u)/${label}" 2>/dev/null || true`,
      `launchctl bootstrap "gui/$(id -u)" ${quoteForShell(path)}`,
    ],
    remarks: [
      'These are shell commands: read them, then run them, for example by a pipe to sh.',
      `What the night says goes to ${log}`,
    ],
  };
}

/** A key of a dictionary and the lines of its value. */
const pair = (key: string, ...value: readonly string[]): string[] =>
  [`<key>${key}</key>`, ...value].map((line) => `  ${line}`);

function text(value: string): string {
  return `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`;
}

// A command for cmd.exe that creates a task in Windows' Task Scheduler. Three parsers unquote it: cmd, schtasks, and at
// night the C library of node.

/** Maximum length of `schtasks /TR`. */
const MAX_TASK = 261;

function schtasksEntry({ name, at, words }: Job): Entry {
  const task = words.map(quoteArgument).join(' ');
  if (task.length > MAX_TASK)
    throw new MemvaultError(
      'refused',
      `schtasks takes a task of at most ${MAX_TASK} characters, and this has ${task.length}`,
      { hint: 'use a vault with a shorter path, or make the task in the window of the Task Scheduler', data: { task } },
    );
  return {
    files: [],
    commands: [`schtasks /Create /F /SC DAILY /ST ${at} /TN memvault-${name} /TR ${forCmd(quoteArgument(task))}`],
    remarks: ['Run this in a Command Prompt (cmd); PowerShell reads quotes in another way.'],
  };
}

/** By the rules of the C library: backslashes are special only before a quote, and doubled there. */
function quoteArgument(word: string): string {
  if (/^[\w.:\\/-]+$/.test(word)) return word;
  return (
    '"' +
    word.replace(
      /(\\*)("|$)/g,
      (_, slashes: string, end: string) => slashes + slashes + (end === '"' ? String.raw`\"` : ''),
    ) +
    '"'
  );
}

/**
 * cmd does not know `\"`: every quote opens or closes. Special characters outside quotes, as cmd sees them, get a
 * caret.
 */
function forCmd(text: string): string {
  let inside = false;
  return text.replace(/["&|<>()^%!]/g, (character) => {
    if (character === '"') inside = !inside;
    return character === '"' || inside ? character : `^${character}`;
  });
}

// A service and a timer for the user's systemd, in the formats of systemd.service(5), systemd.timer(5) and
// systemd.syntax(7).

function systemdEntry({ name, at, zone, words, env, home }: Job): Entry {
  const folder = `${home}/.config/systemd/user`;
  const unit = `memvault-${name}`;
  const [program = '', ...args] = words;
  const service = [
    '[Unit]',
    `Description=Nightly dream of memvault (${name})`,
    '',
    '[Service]',
    'Type=oneshot',
    ...env.map(([key, value]) => `Environment=${quote(`${key}=${value}`)}`),
    // systemd expands variables in the arguments, but not in the program.
    `ExecStart=${[quote(program), ...args.map((word) => quote(word).replaceAll('$', '$$$$'))].join(' ')}`,
    '',
  ];
  const timer = [
    '[Unit]',
    `Description=When memvault dreams (${name})`,
    '',
    '[Timer]',
    `OnCalendar=*-*-* ${at}:00${zone === null ? '' : ` ${zone}`}`,
    '# A night that the machine slept through is made up for when it wakes.',
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ];
  return {
    files: [
      { path: `${folder}/${unit}.service`, text: service.join('\n') },
      { path: `${folder}/${unit}.timer`, text: timer.join('\n') },
    ],
    commands: ['systemctl --user daemon-reload', `systemctl --user enable --now ${unit}.timer`],
    remarks: [
      'These are shell commands: read them, then run them, for example by a pipe to sh.',
      'A machine where you are not logged in at night also needs: loginctl enable-linger',
    ],
  };
}

/** Quotes a word for systemd: `%` begins a specifier, `\` a C escape, and quotes group words. */
function quote(word: string): string {
  const escaped = word
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('%', '%%');
  return /^[\w./:@+,=-]+$/.test(word) ? word : `"${escaped}"`;
}

export const SCHEDULERS = ['cron', 'systemd', 'launchd', 'schtasks'] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

const ENTRIES: Readonly<Record<Scheduler, (job: Job) => Entry>> = {
  cron: cronEntry,
  systemd: systemdEntry,
  launchd: launchdEntry,
  schtasks: schtasksEntry,
};

export function scheduleWith(scheduler: Scheduler, job: Job): Entry {
  return ENTRIES[scheduler](job);
}

/** The scheduler that a system ships with. */
export function schedulerOf(platform: string): Scheduler {
  return platform === 'win32' ? 'schtasks' : platform === 'darwin' ? 'launchd' : 'cron';
}

// The nightly dream as data: its command, time and environment. Knows no scheduler's format and no disk.

export interface Job {
  /** Short name, unique per vault: letters a to z, digits and hyphens. */
  readonly name: string;
  /** `HH:MM`. */
  readonly at: string;
  /** IANA zone in which the vault counts its days; null for the system's. */
  readonly zone: string | null;
  /** Program and arguments; the program is an absolute path. */
  readonly words: readonly string[];
  /** Variables that a scheduled job would not have by itself. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly home: string;
}

/** An entry for a scheduler, and how to install it. */
export interface Entry {
  /** Absolute paths; `crontab` for a line of the user's crontab. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Run these once the files exist. */
  readonly commands: readonly string[];
  /** Notes for the user, one sentence each. */
  readonly remarks: readonly string[];
}

export interface JobRequest {
  readonly node: string;
  readonly script: string;
  readonly vault: string;
  readonly at: string;
  readonly zone: string | null;
  readonly commit: boolean;
  readonly env: Job['env'];
  readonly home: string;
}

/** Throws `refused` for a path with control characters, which no format can hold. */
export function makeJob({ node, script, vault, at, zone, commit, env, home }: JobRequest): Job {
  const words = [node, script, 'dream', '--batch', ...(commit ? ['--commit'] : []), '--vault', vault];
  const broken = [...words, home, ...env.map(([, value]) => value)].find((word) => /[\u0000-\u001F\u007F]/.test(word));
  if (broken !== undefined)
    throw new MemvaultError('refused', `a scheduler's entry cannot contain this path: ${JSON.stringify(broken)}`, {
      hint: 'rename the folder, so that no line break or other control character is in its name',
    });
  return { name: nameFor(vault, home), at, zone, words, env, home };
}

/** Stable per vault, so that a newer entry replaces the older one, and different for different vaults. */
function nameFor(vault: string, home: string): string {
  const [path, base] = [vault.replaceAll('\\', '/'), `${home.replaceAll('\\', '/')}/`];
  const below = path.startsWith(base) ? path.slice(base.length) : path;
  // Only a single plain word below the home is unambiguous: `a-b` could be `a/b` as well.
  if (/^[a-z0-9]{1,40}$/.test(below)) return below;
  const plain = below
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-|-$/g, '');
  return [plain, textDigest(vault).slice(0, 6)].filter((part) => part !== '').join('-');
}

// Chooses the program path for an entry that stays for years. Pure: judges names, does not look at the disk.

/** The folder of one version disappears with the next: `v20.11.0`, `Cellar/node/20.1.0`, `.pnpm/memvault@0.1.0`. */
const VERSION = /(?:^|[/\\@_-])v?\d+\.\d+/;
/** Folders that disappear with the next login, or whenever a cache is emptied. */
const PASSING = /^\/(?:var\/)?run\/user\/|fnm_multishells|[/\\]_npx[/\\]/;

/**
 * The path itself, unless it will not last and another name of the very same file will. A version manager's shim does
 * not qualify: it is another file, and may choose another version at night.
 */
export function lastingPath(path: string, sameFile: readonly string[]): string {
  return lastsNot(path) === null ? path : (sameFile.find((other) => lastsNot(other) === null) ?? path);
}

/** Why a path may disappear some day, as the end of a sentence; null if there is no sign of that. */
export function lastsNot(path: string): string | null {
  if (PASSING.test(path)) return 'is in a folder that is emptied now and then; install memvault first';
  return VERSION.test(path) ? 'names a version; recreate this entry after an upgrade' : null;
}
