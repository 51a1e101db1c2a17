// Choices at a terminal: a list to move in with the arrow keys, or numbered lines and a number to type, which no
// screen reader and no old terminal stumbles over. Loaded only by what asks.
import { type Readable, Writable } from 'node:stream';
import { isCancel, select, settings } from '@clack/prompts';
import type { Choice, Prompts } from '../../tasks/context.ts';

interface Terminal {
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
    choose: async (question, choices, preselected, escape) =>
      await (terminal.plain
        ? byNumber(terminal, question, choices, preselected)
        : fromList(terminal, { question, choices, preselected, escape: escape ?? preselected })),
    edit: async (question, initial) => await terminal.ask(`${question}\n`, initial),
  };
}

interface Question<T extends string> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly preselected: T;
  readonly escape: T;
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/** So soon a program goes on that was not stopped by Ctrl-Z; one that was goes on when it is called back. */
const STOP_MS = 100;
/** So many rows have room to say what the keys do. */
const HIGH = 18;
const SHOW_CURSOR = '\u001B[?25h';

async function fromList<T extends string>(terminal: Terminal, asked: Question<T>): Promise<T | null> {
  for (;;) {
    const picked = await fromListOnce(terminal, asked);
    if (picked !== 'again') return picked.value;
  }
}

/** `again` where the program was stopped meanwhile: others wrote on the screen, so the list is drawn anew. */
async function fromListOnce<T extends string>(
  { input, output, color }: Terminal,
  { question, choices, preselected, escape }: Question<T>,
): Promise<'again' | { readonly value: T | null }> {
  const stop = new AbortController();
  let isEscape = false;
  // Readline closes at a Ctrl-D, and a list would never hear of it.
  const asCtrlC = (): void =>
    void input.emit('keypress', '\u0003', { name: 'c', ctrl: true, meta: false, shift: false, sequence: '\u0003' });
  const hear = (_char: unknown, { name, ctrl = false }: Key = {}): void => {
    isEscape = name === 'escape';
    if (ctrl && name === 'd') queueMicrotask(asCtrlC);
    // Readline stops the program, and goes on deaf.
    if (ctrl && name === 'z') {
      output.write(SHOW_CURSOR);
      setTimeout(() => stop.abort(), STOP_MS);
    }
  };
  input.on('keypress', hear);
  input.once('end', asCtrlC);
  try {
    const options = choices.map(({ value, label, hint }) => ({
      value: value as string,
      label: hint === undefined ? label : `${label} (${hint})`,
    }));
    const picked = await select<string>({
      message: question,
      options,
      initialValue: preselected,
      input,
      output: color ? output : withoutColor(output),
      showInstructions: (output.rows ?? HIGH) >= HIGH,
      signal: stop.signal,
    });
    if (stop.signal.aborted) return 'again';
    if (!isCancel(picked)) return { value: choices.find(({ value }) => value === picked)?.value ?? null };
    return { value: isEscape ? escape : null };
  } finally {
    input.off('keypress', hear);
    input.off('end', asCtrlC);
  }
}

/** Asks until there is an answer: a typing error loses nothing. */
async function byNumber<T extends string>(
  { output, ask }: Terminal,
  question: string,
  choices: readonly Choice<T>[],
  preselected: T,
): Promise<T | null> {
  output.write(
    [
      question,
      ...choices.map(({ label, hint }, at) => `  ${at + 1}  ${label}${hint === undefined ? '' : ` (${hint})`}`),
    ].join('\n') + `\n`,
  );
  const usual = choices.findIndex(({ value }) => value === preselected);
  for (;;) {
    const reply = (
      await ask(`Number, 1 to ${choices.length}${usual < 0 ? '' : ` (Enter for ${usual + 1})`}: `)
    )?.trim();
    if (reply === undefined) return null;
    const choice =
      reply === ''
        ? choices[usual]
        : /^\d+$/.test(reply)
          ? choices[Number(reply) - 1]
          : choices.find(({ value }) => value === reply.toLowerCase());
    if (choice !== undefined) return choice.value;
    output.write(`Type a number from 1 to ${choices.length}.\n`);
  }
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
  return Object.defineProperties(plain, {
    columns: { get: () => output.columns },
    rows: { get: () => output.rows },
    isTTY: { value: true },
  });
}
