// `memvault dream` at a real terminal, made by the program `script`: what a person types, each time once its prompt is
// seen.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { type Place, program } from './memvault.ts';

/** Where there is no such program to make terminals with. */
export const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** For `onStart`: types the keys each time the prompt is seen, in however many pieces it comes. */
export const typedAt =
  (prompt: RegExp, keys: string) =>
  (child: ChildProcess): void => {
    let seen = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (!prompt.test(seen)) return;
      seen = '';
      child.stdin?.write(keys);
    });
  };

export interface AtTerminal {
  readonly place: Place;
  readonly vault: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Begins in the vault. */
  readonly command?: string;
}

/** Keys, or what is done instead of typing. */
export type Keys = string | ((child: ChildProcess) => void);

export async function atTerminal(
  { place, vault, columns = 120, rows = 40, env = {}, command = 'exec memvault dream' }: AtTerminal,
  replies: readonly (readonly [prompt: string, keys: Keys])[],
): Promise<{ status: number | null; shown: string }> {
  const { NO_COLOR: _, ...plain } = place.env;
  const waiting = [...replies];
  // A letter of several bytes may come in two pieces.
  const decoder = new TextDecoder();
  let seen = '';
  const { status, stdout } = await program(
    place,
    'script',
    ['-qec', `cd '${vault}'; stty cols ${columns} rows ${rows}; ${command}`, '/dev/null'],
    {
      env: { ...plain, TERM: 'xterm', ...env },
      input: null,
      onStart: (child) =>
        child.stdout?.on('data', (chunk: Buffer) => {
          seen += decoder.decode(chunk, { stream: true });
          const [reply] = waiting;
          if (reply === undefined || !seen.includes(reply[0])) return;
          waiting.shift();
          seen = '';
          if (typeof reply[1] === 'string') child.stdin?.write(reply[1]);
          else reply[1](child);
        }),
    },
  );
  expect({ waiting, stdout: waiting.length > 0 ? stdout : '' }).toEqual({ waiting: [], stdout: '' });
  return { status, shown: stdout };
}
