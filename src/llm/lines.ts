// Reads what a server streams, piece by piece, into text and lines; a letter may begin in one piece and end in the
// next.

/** No line of a protocol is longer. */
const MOST_LINE = 4_000_000;

type Bytes = AsyncIterable<unknown>;

/** The text of a body as it arrives. Bytes that are none become U+FFFD. */
async function* textPieces(body: Bytes): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const text = decoder.decode(piece instanceof Uint8Array ? piece : undefined, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/**
 * The values of a body with one JSON object a line; empty lines are none, and a last one that breaks off is none where
 * others came before. Throws SyntaxError at any other line.
 */
export async function* jsonLines(body: Bytes): AsyncGenerator<object, void, undefined> {
  let waiting = '';
  let some = false;
  for await (const piece of textPieces(body)) {
    const lines = `${waiting}${piece}`.split('\n');
    waiting = lines.pop() ?? '';
    for (const line of lines.filter(isWritten)) {
      yield objectIn(line);
      some = true;
    }
    if (waiting.length > MOST_LINE) throw new SyntaxError('a line without an end');
  }
  if (!isWritten(waiting)) return;
  try {
    yield objectIn(waiting);
  } catch (error) {
    if (!some) throw error;
  }
}

const isWritten = (line: string): boolean => line.trim() !== '';

function objectIn(line: string): object {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('a line that is no object');
  return value;
}

/** The data of a body of server-sent events; comments, names and an event that breaks off are left out. */
export async function* eventData(body: Bytes): AsyncGenerator<string, void, undefined> {
  const { createParser } = await import('eventsource-parser');
  let ready: string[] = [];
  let isEndless = false;
  const parser = createParser({
    maxBufferSize: MOST_LINE,
    onEvent: ({ data }) => void ready.push(data),
    onError: ({ type }) => {
      isEndless ||= type === 'max-buffer-size-exceeded';
    },
  });
  for await (const piece of textPieces(body)) {
    parser.feed(piece);
    if (isEndless) throw new SyntaxError('an event without an end');
    yield* ready;
    ready = [];
  }
}

/** All of a body as JSON. Throws SyntaxError where it is none, or too long to be an answer. */
export async function wholeJson(body: Bytes): Promise<unknown> {
  let text = '';
  for await (const piece of textPieces(body)) {
    text += piece;
    if (text.length > MOST_LINE) throw new SyntaxError('too long');
  }
  const value: unknown = JSON.parse(text);
  return value;
}

// Gathers an answer while it arrives, counts it, and says when it is more than any answer may be. Knows no protocol.

export interface Hearing {
  /** Takes the next piece of the answer, and of what is only thought; false once it is too much. */
  add(text: string, thought?: string): boolean;
  readonly text: string;
  /** Estimated: a piece is mostly one token. */
  readonly tokens: number;
}

/** No answer is longer than twice the window it has to fit in, however the server counts. */
const TOO_MUCH = { pieces: 2, letters: 16 };

export function createHearing(context: number, heard: (tokens: number) => void): Hearing {
  let text = '';
  let pieces = 0;
  let letters = 0;
  let tokens = 0;
  return {
    add(piece, thought = '') {
      text += piece;
      pieces += 1;
      letters += piece.length + thought.length;
      tokens += Math.ceil((piece.length + thought.length) / 4);
      heard(tokens);
      return pieces <= TOO_MUCH.pieces * context && letters <= TOO_MUCH.letters * context;
    },
    get text() {
      return text;
    },
    get tokens() {
      return tokens;
    },
  };
}
