// Choices at a terminal: a list to move in with the arrow keys, or numbered lines and a number to type, which no
// screen reader and no old terminal stumbles over. Loaded only by what asks.
import { Writable, type Readable } from 'node:stream';
import { isCancel, select, settings } from '@clack/prompts';
import type { Choice, Prompts } from './prompts.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  /** Numbered lines: nothing on the screen is drawn anew. */
  readonly plain: boolean;
  /** A line that a person types or edits; null for none. */
  ask(question: string, initial?: string): Promise<string | null>;
}

/** Keys of an editor that would move in a list. A text that is pasted into one must pick nothing. */
const LETTERS = ['h', 'j', 'k', 'l'];

export function promptsAt(terminal: Terminal): Prompts {
  for (const letter of LETTERS) settings.aliases.delete(letter);
  return {
    choose: terminal.plain ? async (question, choices) => await byNumber(terminal, question, choices) : async (question, choices, preselected) => await fromList(terminal, question, choices, preselected),
    edit: async (question, initial) => await terminal.ask(`${question}\n`, initial),
  };
}

async function fromList<T extends string>({ input, output, color }: Terminal, question: string, choices: readonly Choice<T>[], preselected: T): Promise<T | null> {
  const options = choices.map(({ value, label, hint }) => ({ value: value as string, label, ...(hint === undefined ? {} : { hint }) }));
  const picked = await select<string>({ message: question, options, initialValue: preselected, input, output: color ? output : withoutColor(output), showInstructions: true });
  return isCancel(picked) ? null : (choices.find(({ value }) => value === picked)?.value ?? null);
}

const TRIES = 3;

async function byNumber<T extends string>({ output, ask }: Terminal, question: string, choices: readonly Choice<T>[]): Promise<T | null> {
  output.write(`${[question, ...choices.map(({ label, hint }, at) => `  ${at + 1}  ${label}${hint === undefined ? '' : ` (${hint})`}`)].join('\n')}\n`);
  for (let tries = 0; tries < TRIES; tries++) {
    const reply = await ask(`Number, 1 to ${choices.length}: `);
    if (reply === null) return null;
    const choice = /^\d+$/.test(reply.trim()) ? choices[Number(reply.trim()) - 1] : choices.find(({ value }) => value === reply.trim().toLowerCase());
    if (choice !== undefined) return choice.value;
  }
  return null;
}

/** The terminal without colours; the movements of the cursor stay. */
function withoutColor(output: Terminal['output']): Writable {
  const plain = new Writable({
    write: (chunk: unknown, _encoding, done) => {
      output.write(String(chunk).replace(/\u001B\[[\d;]*m/g, ''));
      done();
    },
  });
  // What a list looks at to wrap its lines.
  return Object.defineProperties(plain, { columns: { get: () => output.columns }, rows: { get: () => output.rows }, isTTY: { value: true } });
}
