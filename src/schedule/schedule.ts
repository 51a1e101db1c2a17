// The schedulers that can be told of the night, by name. Writes nothing and runs nothing.
import { MemvaultError } from '../model/errors.ts';
import type { Entry, Job } from './job.ts';
import { quoteForShell } from './quote-word.ts';

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
    '  <key>Label</key>',
    `  ${text(label)}`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words.map((word) => `    ${text(word)}`),
    '  </array>',
    ...(env.length === 0
      ? []
      : [
          '  <key>EnvironmentVariables</key>',
          '  <dict>',
          ...env.flatMap(([key, value]) => [`    <key>${key}</key>`, `    ${text(value)}`]),
          '  </dict>',
        ]),
    '  <key>StartCalendarInterval</key>',
    '  <dict>',
    '    <key>Hour</key>',
    `    <integer>${hour}</integer>`,
    '    <key>Minute</key>',
    `    <integer>${minute}</integer>`,
    '  </dict>',
    '  <key>StandardOutPath</key>',
    `  ${text(log)}`,
    '  <key>StandardErrorPath</key>',
    `  ${text(log)}`,
    '  <key>ProcessType</key>',
    '  <string>Background</string>',
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
