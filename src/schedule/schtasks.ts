// A command for cmd.exe that makes a task of Windows' Task Scheduler. Three readers unquote it: cmd, schtasks,
// and in the night the C library of node.
import { MemvaultError } from '../model/errors.ts';
import type { Entry, Job } from './job.ts';

/** What `schtasks /TR` takes at most. */
const MAX_TASK = 261;

export function schtasksEntry({ name, at, words }: Job): Entry {
  const task = words.map(quote).join(' ');
  if (task.length > MAX_TASK)
    throw new MemvaultError(
      'refused',
      `schtasks takes a task of at most ${MAX_TASK} characters, and this has ${task.length}`,
      { hint: 'use a vault with a shorter path, or make the task in the window of the Task Scheduler', data: { task } },
    );
  return {
    files: [],
    commands: [`schtasks /Create /F /SC DAILY /ST ${at} /TN memvault-${name} /TR ${forCmd(quote(task))}`],
    remarks: ['Run this in a Command Prompt (cmd); PowerShell reads quotes in another way.'],
  };
}

/** By the rules of the C library: backslashes count only before a quote, and are doubled there. */
function quote(word: string): string {
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
