// Readers of the schedulers' formats, written from their manuals and not from our code, so that what we
// print can be read back the way cron, systemd, launchd and Windows do.

/** What a cron hands to the shell (crontab(5)). `halves` is the older kind, which also takes `\\` for one backslash. */
export function readCronCommand(line: string, halves: boolean): string {
  const command = /^\d+ \d+ \* \* \* {2}(.*)\n$/s.exec(line)?.[1];
  if (command === undefined) throw new Error(`no line of a crontab: ${line}`);
  let text = '';
  for (let at = 0; at < command.length; at++) {
    const [here, next] = [command[at] ?? '', command[at + 1]];
    if (here === '%') throw new Error('a bare % ends the command');
    if (here === '\\' && (next === '%' || (halves && next === '\\'))) text += command[++at];
    else if (here === '\\' && next !== undefined) text += here + command[++at];
    else text += here;
  }
  return text;
}

/** The values of a key in a unit file (systemd.syntax(7)). */
export function unitValues(unit: string, key: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));
}

/** The words of a value: quotes, escapes as in C, `%%`; with `variables` `$$` as well, and no variable may be left. */
export function readSystemdWords(value: string, variables: boolean): string[] {
  if (value.endsWith('\\')) throw new Error('the line goes on in the next one');
  const words: string[] = [];
  for (let rest = value; rest !== ''; rest = rest.replace(/^ +/, '')) {
    const raw = /^"((?:[^"\\]|\\.)*)"(?= |$)|^[^\s"'\\]+(?= |$)/s.exec(rest);
    if (!raw) throw new Error(`cannot be read: ${rest}`);
    rest = rest.slice(raw[0].length);
    const plain = (raw[1] ?? raw[0]).replace(/\\(.)/gs, (_, escaped: string) => {
      if (!'\\"'.includes(escaped)) throw new Error(`an escape with a meaning of its own: \\${escaped}`);
      return escaped;
    });
    words.push(once(variables && words.length > 0 ? once(plain, '$') : plain, '%'));
  }
  return words;
}

/** Doubled characters made single; a single one would begin something. */
function once(text: string, character: '$' | '%'): string {
  const parts = text.split(character + character);
  if (parts.some((part) => part.includes(character))) throw new Error(`a bare ${character} in ${text}`);
  return parts.join(character);
}

export type Plist = string | number | Plist[] | { [key: string]: Plist };

/** A property list as XML, strictly: what is not well-formed or not a property list is an error. */
export function readPlist(xml: string): Plist {
  const tokens =
    xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<!DOCTYPE plist [^>]*>/, '').match(/<[^<>]*>|[^<>]+/g) ??
    [];
  let at = 0;
  const next = (): string => {
    while (/^\s+$/.test(tokens[at] ?? 'end')) at++;
    return tokens[at++] ?? '';
  };
  const need = (token: string): void => {
    const found = next();
    if (found !== token) throw new Error(`${token} was expected, and ${found} found`);
  };
  const text = (tag: string): string => {
    const raw = tokens[at] === `</${tag}>` ? '' : (tokens[at++] ?? '');
    need(`</${tag}>`);
    if (/&(?!(?:amp|lt|gt);)/.test(raw)) throw new Error(`a bare & in ${raw}`);
    return raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  };
  const value = (open: string): Plist => {
    if (open === '<string>') return text('string');
    if (open === '<integer>') return Number(text('integer'));
    if (open === '<array>') {
      const items: Plist[] = [];
      for (let token = next(); token !== '</array>'; token = next()) items.push(value(token));
      return items;
    }
    if (open !== '<dict>') throw new Error(`${open} is no value`);
    const entries: [string, Plist][] = [];
    for (let token = next(); token !== '</dict>'; token = next()) {
      if (token !== '<key>') throw new Error(`a key was expected, and ${token} found`);
      const key = text('key');
      entries.push([key, value(next())]);
    }
    return Object.fromEntries(entries);
  };
  need('<plist version="1.0">');
  const result = value(next());
  need('</plist>');
  return result;
}

/** What cmd.exe makes of a line: a caret takes the meaning of what follows; quotes do the same until the next quote. */
export function readCmdLine(line: string): string {
  let text = '';
  let inside = false;
  for (let at = 0; at < line.length; at++) {
    const here = line[at] ?? '';
    if (here === '"') inside = !inside;
    if (here === '^' && !inside) text += line[++at] ?? '';
    else if ('&|<>'.includes(here) && !inside) throw new Error(`cmd takes ${here} for itself`);
    else text += here;
  }
  return text;
}

/** The arguments of a command line by the rules of Microsoft's C library. */
export function readWindowsWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let inside = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      const quote = line[at + slashes] === '"';
      word = (word ?? '') + '\\'.repeat(quote ? Math.floor(slashes / 2) : slashes);
      at += slashes;
      if (quote && slashes % 2 === 1) word += '"';
      else at--;
    } else if (line[at] === '"') {
      inside = !inside;
      word ??= '';
    } else if (line[at] === ' ' && !inside) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (line[at] ?? '');
  }
  return word === null ? words : [...words, word];
}
