// Private keys in PEM and PGP form: over several lines, or in one with escaped line ends.
import type { Finding } from './finding.ts';

const BEGIN = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/gi;
const END = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/iy;
/** Lines such as `Proc-Type: 4,ENCRYPTED` before the key. */
const HEADER = /[A-Za-z-]{3,20}: [^\n\\]{1,100}/y;
const SPACE = /(?:\s|\\[nr]|<br>|[>|"'+,])*/y;
const DATA = /[A-Za-z0-9+/=]{8,}/y;
const LEAST = 40;

/** The private keys in a text; a head without a key behind it is none. */
export function findKeyBlocks(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < (found.at(-1)?.end ?? 0)) continue;
    const end = endOfBlock(text, match.index + match[0].length);
    if (end !== null) found.push({ rule: 'private-key', start: match.index, end });
  }
  return found;
}

/** Where the block ends whose head ends here, also where its foot is missing; null where too little stands there. */
function endOfBlock(text: string, head: number): number | null {
  const take = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  let at = head;
  let end = head;
  let length = 0;
  for (;;) {
    at += take(SPACE, at);
    const foot = take(END, at);
    if (foot > 0) return length >= LEAST ? at + foot : null;
    const header = length === 0 ? take(HEADER, at) : 0;
    const taken = header > 0 ? header : take(DATA, at);
    if (taken === 0) return length >= LEAST ? end : null;
    if (header === 0) length += taken;
    at += taken;
    end = at;
  }
}
