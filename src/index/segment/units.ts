// Terms as bytes that sort as the terms do: each code unit by itself in one to three bytes, as UTF-8 has them
// below the surrogates. So halves of a pair survive, and bytes compare as code units.

/** The bytes of a term. */
export function bytesOfTerm(term: string): Uint8Array {
  const bytes = Buffer.from(term, 'latin1');
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) > 127) return widely(term);
  return bytes;
}

function widely(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length * 3);
  let at = 0;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit < 0x80) bytes[at++] = unit;
    else {
      if (unit < 0x800) bytes[at++] = 0xc0 | (unit >>> 6);
      else {
        bytes[at++] = 0xe0 | (unit >>> 12);
        bytes[at++] = 0x80 | ((unit >>> 6) & 63);
      }
      bytes[at++] = 0x80 | (unit & 63);
    }
  }
  return bytes.subarray(0, at);
}

/** The term of the first `length` bytes. Any bytes give some text. */
export function termOfBytes(bytes: Buffer, length: number): string {
  for (let i = 0; i < length; i++) if ((bytes[i] as number) > 127) return narrowly(bytes, length);
  return bytes.toString('latin1', 0, length);
}

function narrowly(bytes: Buffer, length: number): string {
  let term = '';
  for (let i = 0; i < length;) {
    const byte = bytes[i++] as number;
    if (byte < 0x80) term += String.fromCharCode(byte);
    else if (byte < 0xe0) term += String.fromCharCode(((byte & 31) << 6) | ((bytes[i++] ?? 0) & 63));
    else {
      const middle = (bytes[i++] ?? 0) & 63;
      term += String.fromCharCode(((byte & 15) << 12) | (middle << 6) | ((bytes[i++] ?? 0) & 63));
    }
  }
  return term;
}

/** Order of bytes from `at` to `end` and all of `other`: below 0, 0, or over it. */
export function compareBytes(bytes: Uint8Array, at: number, end: number, other: Uint8Array): number {
  const shared = Math.min(end - at, other.length);
  for (let i = 0; i < shared; i++) {
    const difference = (bytes[at + i] as number) - (other[i] as number);
    if (difference !== 0) return difference;
  }
  return end - at - other.length;
}
