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
