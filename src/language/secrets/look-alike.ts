// Characters that look like others, or like nothing: a secret written with them is one all the same.

const LOOK_ALIKE = /[\uFF01-\uFF5E\u3000\u00AD\u200B-\u200D\u2060\uFEFF]/;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/;

const WIDE = /[\uFF01-\uFF5E\u3000]/g;

/** From a full-width sign to the plain one. */
const OFFSET = 0xfee0;

export interface Plain {
  readonly text: string;
  /** Where a place in `text` stands in what was given. */
  readonly placeOf: (offset: number) => number;
}

export function hasLookAlikes(text: string): boolean {
  return LOOK_ALIKE.test(text);
}

/** Full-width signs as plain ones, invisible characters left out. */
export function toPlain(text: string): Plain {
  const narrow = text.replace(WIDE, (sign) =>
    sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - OFFSET),
  );
  if (!INVISIBLE.test(narrow)) return { text: narrow, placeOf: (offset) => offset };
  const places: number[] = [];
  let plain = '';
  for (let at = 0; at < narrow.length; at++) {
    const sign = narrow[at] ?? '';
    if (INVISIBLE.test(sign)) continue;
    plain += sign;
    places.push(at);
  }
  return { text: plain, placeOf: (offset) => places[offset] ?? narrow.length };
}
