// A service and a timer for the user's systemd. The formats are those of systemd.service(5), systemd.timer(5)
// and systemd.syntax(7).
import type { Entry, Job } from './job.ts';

export function systemdEntry({ name, at, zone, words, env, home }: Job): Entry {
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
