// The outer form of a text: byte order mark, line ends, blank lines at its end. Merged apart from the lines,
// so that an editor that changed nothing else makes no conflict.
import { mapVersions, pickOr, type Versions } from './three-way.ts';

interface Form {
  readonly bom: boolean;
  /** Null for a text of one line, or of both kinds. */
  readonly lineEnd: '\n' | '\r\n' | null;
  readonly mixed: boolean;
  /** White space from the end of the last line with words. */
  readonly tail: string;
}

/** The texts without what is told by their form, and a way to give it back to what became of them. */
export function takeForm(texts: Versions<string>): { readonly texts: Versions<string>; restore(text: string): string } {
  const forms = mapVersions(texts, formOf);
  const isNew = texts.base === '';
  const known = isNew ? { ...forms, base: forms.first } : forms;
  const lineEnds = new Set(
    [forms.base, forms.first, forms.second].map((form) => form.lineEnd).filter((lineEnd) => lineEnd !== null),
  );
  const converts = lineEnds.has('\r\n') && !(forms.base.mixed || forms.first.mixed || forms.second.mixed);
  const bom = pickOr(mapVersions(known, (form) => form.bom));
  const lineEnd = pickOr(mapVersions(known, (form) => form.lineEnd ?? known.first.lineEnd)) ?? '\n';
  const tail = pickOr(mapVersions(known, (form) => form.tail.replaceAll('\r', '')));
  const own = converts ? lineEnd : ([...lineEnds][0] ?? '\n');
  const isCrlf = (lineEnds.size === 1 && own === '\r\n') || (converts && lineEnd === '\r\n');
  return {
    texts: mapVersions(texts, (text) => {
      const form = formOf(text);
      const bare = text.slice(form.bom ? 1 : 0, text.length - form.tail.length);
      if (bare === '') return '';
      return `${converts ? bare.replaceAll('\r\n', '\n') : bare}${converts || !isCrlf ? '\n' : '\r\n'}`;
    }),
    restore: (text) => {
      const bare = text.replace(/(?:\r?\n)+$/, '');
      const lines = converts && isCrlf ? bare.replaceAll('\n', '\r\n') : bare;
      return `${bom ? '\uFEFF' : ''}${lines}${isCrlf ? tail.replaceAll('\n', '\r\n') : tail}`;
    },
  };
}

function formOf(text: string): Form {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  const lineEnd = all === 0 || (crlf > 0 && crlf < all) ? null : crlf > 0 ? '\r\n' : '\n';
  return {
    bom: text.startsWith('\uFEFF'),
    lineEnd,
    mixed: crlf > 0 && crlf < all,
    tail: /(?:\r?\n)*$/.exec(text)?.[0] ?? '',
  };
}
