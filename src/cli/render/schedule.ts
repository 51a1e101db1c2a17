// What `schedule` prints for people: text that goes where it belongs as it stands.
import type { Entry } from '../../schedule/job.ts';
import type { Scheduler } from '../../schedule/schedule.ts';
import { quoteForShell } from '../../schedule/shell.ts';

/** A line of a crontab, a command for cmd.exe, or else shell commands that write the files and install them. */
export function renderSchedule(scheduler: Scheduler, { files, commands }: Entry): string {
  if (scheduler === 'cron') return files.map(({ text }) => text).join('');
  const folders = [...new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
  return [
    ...folders.map((folder) => `mkdir -p ${quoteForShell(folder)}\n`),
    // Quoted, so that the shell leaves what is between alone. No line of an entry is END.
    ...files.map(({ path, text }) => `cat >${quoteForShell(path)} <<'END'\n${text}END\n`),
    ...commands.map((command) => `${command}\n`),
  ].join('');
}
