// Choices at a terminal: a list for the arrow keys, or numbered lines that also work with screen readers and simple
// terminals. Loaded only by commands that ask.
import { type Readable, Writable } from 'node:stream';
import { isCancel, select, settings } from '@clack/prompts';
import type { Choice, Prompts } from '../../tasks/context.ts';

interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  /** Numbered lines: nothing is redrawn. */
  readonly plain: boolean;
  /** A line that the person types or edits; null for none. */
  ask(question: string, initial?: string): Promise<string | null>;
}

/** vi keys would move in a list. Removed, so that pasted text picks nothing. */
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

/** Without a stop by Ctrl-Z the program continues within this time; after one, when it is resumed. */
const STOP_MS = 100;
/** The least rows with room for the key help. */
const HIGH = 18;
const SHOW_CURSOR = '\u001B[?25h';

async function fromList<T extends string>(terminal: Terminal, asked: Question<T>): Promise<T | null> {
  for (;;) {
    const picked = await fromListOnce(terminal, asked);
    if (picked !== 'again') return picked.value;
  }
}

/** Returns `again` if the program was stopped and resumed: others wrote to the screen, so the list must be redrawn. */
async function fromListOnce<T extends string>(
  { input, output, color }: Terminal,
  { question, choices, preselected, escape }: Question<T>,
): Promise<'again' | { readonly value: T | null }> {
  const stop = new AbortController();
  let isEscape = false;
  // Readline closes on Ctrl-D without telling the list.
  const asCtrlC = (): void =>
    void input.emit('keypress', '\u0003', { name: 'c', ctrl: true, meta: false, shift: false, sequence: '\u0003' });
  const hear = (_char: unknown, { name, ctrl = false }: Key = {}): void => {
    isEscape = name === 'escape';
    if (ctrl && name === 'd') queueMicrotask(asCtrlC);
    // Readline stops the program on Ctrl-Z and no longer listens after it resumes.
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

/** Asks again after an invalid answer. */
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

/** Strips colours but keeps cursor movements. */
function withoutColor(output: Terminal['output']): Writable {
  const plain = new Writable({
    write: (chunk: unknown, _encoding, done) => {
      output.write(String(chunk).replace(/\u001B\[[\d;]*m/g, ''));
      done();
    },
  });
  // A list reads these to wrap its lines.
  return Object.defineProperties(plain, {
    columns: { get: () => output.columns },
    rows: { get: () => output.rows },
    isTTY: { value: true },
  });
}
