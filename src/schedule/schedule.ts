// The schedulers that can be told of the night, by name. Writes nothing and runs nothing.
import { textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { quoteForShell } from '../model/text.ts';

// A line for crontab(5). cron reads no quotes: it looks for `%` before a shell sees the line.

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
 * cron makes a line break of a bare `%` and takes the backslash off `\%`. Some crons make one backslash of two, so
 * none may stand before another or before `%`: the shell's quotes end and begin again between them.
 */
function forCron(word: string): string {
  return quoteForShell(word)
    .replace(/\\(?!')/g, String.raw`\''`)
    .replaceAll('%', String.raw`\%`);
}

// A property list for launchd(8), as launchd.plist(5) describes it.

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
    // An older job of that name is unloaded first; where there is none, that is no failure.
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

// A command for cmd.exe that makes a task of Windows' Task Scheduler. Three readers unquote it: cmd, schtasks,
// and in the night the C library of node.

/** What `schtasks /TR` takes at most. */
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

/** By the rules of the C library: backslashes count only before a quote, and are doubled there. */
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

/** cmd knows no `\"`: every quote opens or closes. What is outside for cmd gets a caret where it means something. */
function forCmd(text: string): string {
  let inside = false;
  return text.replace(/["&|<>()^%!]/g, (character) => {
    if (character === '"') inside = !inside;
    return character === '"' || inside ? character : `^${character}`;
  });
}

// A service and a timer for the user's systemd. The formats are those of systemd.service(5), systemd.timer(5)
// and systemd.syntax(7).

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
    // systemd looks for variables in the arguments and not in the program.
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

/** A word as systemd reads it back: `%` begins a specifier, `\` an escape as in C, quotes hold blanks together. */
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

/** The one that a system has of itself. */
export function schedulerOf(platform: string): Scheduler {
  return platform === 'win32' ? 'schtasks' : platform === 'darwin' ? 'launchd' : 'cron';
}

// The nightly dream as a value: what runs, when, in which environment. Knows no scheduler's format and no disk.

export interface Job {
  /** Short name, unique for a vault: letters a to z, digits and hyphens. */
  readonly name: string;
  /** `HH:MM`. */
  readonly at: string;
  /** IANA zone in which the vault counts its days; null for the system's. */
  readonly zone: string | null;
  /** Program and arguments; the program is an absolute path. */
  readonly words: readonly string[];
  /** Variables that the night would not have of itself. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly home: string;
}

/** What a scheduler is told, and how. */
export interface Entry {
  /** Absolute paths; `crontab` for a line of the user's crontab. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** To be run once the files are there. */
  readonly commands: readonly string[];
  /** What a person should know, a sentence each. */
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

/** Throws `refused` for a path that no format can hold on a line. */
export function makeJob({ node, script, vault, at, zone, commit, env, home }: JobRequest): Job {
  const words = [node, script, 'dream', '--batch', ...(commit ? ['--commit'] : []), '--vault', vault];
  const broken = [...words, home, ...env.map(([, value]) => value)].find((word) => /[\u0000-\u001F\u007F]/.test(word));
  if (broken !== undefined)
    throw new MemvaultError('refused', `a scheduler's entry cannot hold this path: ${JSON.stringify(broken)}`, {
      hint: 'rename the folder, so that no line break or other control character is in its name',
    });
  return { name: nameFor(vault, home), at, zone, words, env, home };
}

/** The same for a vault each time, so that a newer entry replaces the older, and another for another vault. */
function nameFor(vault: string, home: string): string {
  const [path, base] = [vault.replaceAll('\\', '/'), `${home.replaceAll('\\', '/')}/`];
  const below = path.startsWith(base) ? path.slice(base.length) : path;
  // Only one plain word below the home says which folder it is: `a-b` could be `a/b` as well.
  if (/^[a-z0-9]{1,40}$/.test(below)) return below;
  const plain = below
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-|-$/g, '');
  return [plain, textDigest(vault).slice(0, 6)].filter((part) => part !== '').join('-');
}

// Which path of a program goes into an entry that stays for years. Pure: it judges names, the disk was asked before.

/** A folder of one version goes away with the next: `v20.11.0`, `Cellar/node/20.1.0`, `.pnpm/memvault@0.1.0`. */
const VERSION = /(?:^|[/\\@_-])v?\d+\.\d+/;
/** Folders that are gone after the next login, or whenever a cache is emptied. */
const PASSING = /^\/(?:var\/)?run\/user\/|fnm_multishells|[/\\]_npx[/\\]/;

/**
 * The path as it is, unless it will not last and another name of the very same file will.
 * A version manager's shim is no such name: it is another file, and may choose another version by night.
 */
export function lastingPath(path: string, sameFile: readonly string[]): string {
  return lastsNot(path) === null ? path : (sameFile.find((other) => lastsNot(other) === null) ?? path);
}

/** Why a path may be gone some day, as the end of a sentence; null where nothing says so. */
export function lastsNot(path: string): string | null {
  if (PASSING.test(path)) return 'is in a folder that is emptied now and then; install memvault first';
  return VERSION.test(path) ? 'names a version; after an upgrade, make this entry anew' : null;
}
