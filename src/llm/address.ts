// Where a model is: the address of a server, out of the setting, the environment and what is usual, or a command
// line, taken apart as a shell would. Pure; decides nothing about trust.
import { MemvaultError } from '../model/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

const OLLAMA_PORT = '11434';
const SCHEME = /^[a-z]+:\/\//i;

/**
 * Address of Ollama, without a slash at its end: `url`, else OLLAMA_HOST in every form that Ollama itself takes (a
 * name, a port, both, with or without a scheme; a server's 0.0.0.0 is this machine), else this machine. Throws
 * `settings`.
 */
export function ollamaAddress(url: string | null, env: Env): URL {
  const host = env['OLLAMA_HOST']?.trim();
  const given = url ?? (host || '127.0.0.1');
  // Where a scheme is named, its own port is the usual one.
  return parse(SCHEME.test(given) ? given : `http://${withPort(given)}`, url, /\/(?:v1|api)$/);
}

/**
 * Address of a server with OpenAI's protocol, such as http://127.0.0.1:8080/v1: `url`, else OPENAI_BASE_URL, else this
 * machine. One without a path gets /v1; any other path is the server's own. Throws `settings`.
 */
export function openaiAddress(url: string | null, env: Env): URL {
  const base = env['OPENAI_BASE_URL']?.trim();
  const given = url ?? (base || 'http://127.0.0.1:8080/v1');
  const address = parse(SCHEME.test(given) ? given : `http://${given}`, url, /\/chat\/completions$/);
  if (address.pathname === '/') address.pathname = '/v1';
  return address;
}

/** An address of the server's, below its own one. */
export function below(address: URL, path: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** For a person: without a name, a password, or what stands behind a `?`. */
export const shown = (address: URL): string => `${address.origin}${address.pathname.replace(/\/$/, '')}`;

function withPort(given: string): string {
  const [host = '', ...path] = given.split('/');
  // An IPv6 address stands bare where no port follows it.
  const name = /^[^[\]]*:[^[\]]*:/.test(host) ? `[${host}]` : host.startsWith(':') ? `127.0.0.1${host}` : host;
  return [/:\d+$/.test(name) && !name.endsWith(']') ? name : `${name.replace(/:$/, '')}:${OLLAMA_PORT}`, ...path].join(
    '/',
  );
}

/** Strips `ending` and trailing slashes from the path. A server that listens on 0.0.0.0 is reached on this machine. */
function parse(text: string, setting: string | null, ending: RegExp): URL {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address?.protocol === 'http:' || address?.protocol === 'https:') {
    address.pathname = address.pathname.replace(/\/+$/, '').replace(ending, '');
    if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1';
    if (address.hostname === '[::]') address.hostname = '[::1]';
    address.hash = '';
    return address;
  }
  const where = setting === null ? 'the environment' : 'models.url';
  throw new MemvaultError('settings', `what ${where} names is no address of a server`, {
    hint: 'write it like http://127.0.0.1:11434',
  });
}

/**
 * Program and arguments: parted by white space, with '…' and "…" around what holds some. Outside of '…' a backslash
 * takes the next letter as it is; on Windows, where it stands in paths, only before a quote or a space. No variables,
 * no wildcards, no pipes: those are letters like others. Throws `settings` for an empty line and a quote that is not
 * closed.
 */
export function splitCommand(line: string, platform: string): readonly [program: string, ...args: string[]] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    const next = line.charAt(at + 1);
    if (letter === quote) quote = '';
    else if (letter === '\\' && quote !== "'" && isEscaped(next, quote, platform)) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== '' || !/['"\s]/.test(letter)) word = (word ?? '') + letter;
    else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      quote = letter;
      word ??= '';
    }
  }
  if (quote !== '') throw new MemvaultError('settings', `models.command has a ${quote} that is not closed`);
  if (word !== null) words.push(word);
  const [program, ...args] = words;
  if (!program)
    throw new MemvaultError('settings', 'models.command names no program', {
      hint: 'set it to a program with its arguments, such as claude -p',
    });
  return [program, ...args];
}

function isEscaped(next: string, quote: string, platform: string): boolean {
  if (next === '') return false;
  if (platform === 'win32') return next === '"' || (next === ' ' && quote === '');
  return quote === '' || next === '"' || next === '\\';
}
