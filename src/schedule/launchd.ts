// A property list for launchd(8), as launchd.plist(5) describes it.
import type { Entry, Job } from './job.ts';
import { quoteForShell } from './shell.ts';

export function launchdEntry({ name, at, words, env, home }: Job): Entry {
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
