// Takes a command line apart as a shell would, and does nothing else that a shell does. Pure.
import { MemvaultError } from '../model/errors.ts';

/**
 * Program and arguments: parted by white space, with '…' and "…" around what holds some. Outside of '…' a backslash
 * takes the next letter as it is; on Windows, where it stands in paths, only before a quote or a space. No variables,
 * no wildcards, no pipes: those are letters like others. Throws `settings` for an empty line and a quote that is not
 * closed.
 */
export function splitCommand(line: string, platform: string): readonly [program: string, ...args: string[]] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    const next = line.charAt(at + 1);
    if (letter === quote) quote = '';
    else if (letter === '\\' && quote !== "'" && isEscaped(next, quote, platform)) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== '' || !/['"\s]/.test(letter)) word = (word ?? '') + letter;
    else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      quote = letter;
      word ??= '';
    }
  }
  if (quote !== '') throw new MemvaultError('settings', `models.command has a ${quote} that is not closed`);
  if (word !== null) words.push(word);
  const [program, ...args] = words;
  if (!program)
    throw new MemvaultError('settings', 'models.command names no program', {
      hint: 'set it to a program with its arguments, such as claude -p',
    });
  return [program, ...args];
}

function isEscaped(next: string, quote: string, platform: string): boolean {
  if (next === '') return false;
  if (platform === 'win32') return next === '"' || (next === ' ' && quote === '');
  return quote === '' || next === '"' || next === '\\';
}
