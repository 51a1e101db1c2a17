// Resolves the address of a model server from settings, environment and defaults, and splits a command line as a shell
// would. Pure; decides nothing about trust.
import { MemvaultError } from '../model/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

const OLLAMA_PORT = '11434';
const SCHEME = /^[a-z]+:\/\//i;

/**
 * The address of Ollama without a trailing slash: `url`, else OLLAMA_HOST in every form that Ollama accepts (a name, a
 * port, or both, with or without a scheme; a server's 0.0.0.0 means this machine), else this machine. Throws
 * `settings`.
 */
export function ollamaAddress(url: string | null, env: Env): URL {
  const host = env['OLLAMA_HOST']?.trim();
  const given = url ?? (host || '127.0.0.1');
  // With a scheme, the default port is that of the scheme.
  return parse(SCHEME.test(given) ? given : `http://${withPort(given)}`, url, /\/(?:v1|api)$/);
}

/**
 * The address of a server with OpenAI's protocol, such as http://127.0.0.1:8080/v1: `url`, else OPENAI_BASE_URL, else
 * this machine. An address without a path gets /v1; any other path is kept. Throws `settings`.
 */
export function openaiAddress(url: string | null, env: Env): URL {
  const base = env['OPENAI_BASE_URL']?.trim();
  const given = url ?? (base || 'http://127.0.0.1:8080/v1');
  const address = parse(SCHEME.test(given) ? given : `http://${given}`, url, /\/chat\/completions$/);
  if (address.pathname === '/') address.pathname = '/v1';
  return address;
}

/** A path below the server's address. */
export function below(address: URL, path: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** For display: without user name, password and query. */
export const shown = (address: URL): string => `${address.origin}${address.pathname.replace(/\/$/, '')}`;

function withPort(given: string): string {
  const [host = '', ...path] = given.split('/');
  // An IPv6 address may be written without brackets if no port follows.
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
  const where = setting === null ? 'the address in the environment' : 'models.url';
  throw new MemvaultError('settings', `${where} is not a valid server address`, {
    hint: 'write it like http://127.0.0.1:11434',
  });
}

/**
 * Splits a line into program and arguments at white space, with '…' and "…" as quotes. Outside '…' a backslash escapes
 * the next character; on Windows, where it occurs in paths, only before a quote or a space. No variables, wildcards or
 * pipes: these characters are literal. Throws `settings` for an empty line and an unclosed quote.
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
