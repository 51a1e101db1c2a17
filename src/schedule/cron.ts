// A line for crontab(5). cron reads no quotes: it looks for `%` before a shell sees the line.
import type { Entry, Job } from './job.ts';
import { quoteForShell } from './shell.ts';

export function cronEntry({ at, words, env }: Job): Entry {
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
