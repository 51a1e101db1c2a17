// memvault's entries in an agent's settings: its MCP server, and commands for the agent's events. Also recognises them
// for removal. Pure.
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { type Agent, HOOK_EVENTS, type HookEvent } from '../model/agents.ts';
import { MemvaultError } from '../model/errors.ts';
import { isObject, itemsOf, type JsonObject } from '../model/json.ts';
import { quoteForShell } from '../model/text.ts';
import { lineEndOf } from '../note/lines.ts';
import { type AgentFile, changeOf, withoutPart, withPart } from './agent-files.ts';
import { type Entry, type IsOwn, parseCommented, withEntry, withoutEntries } from './json-edit.ts';

/** How to run memvault: by absolute paths, since an agent may run it anywhere. */
export interface Caller {
  /** Node and the script. */
  readonly program: readonly string[];
  /** The vault; null to search for it. */
  readonly vault: string | null;
}

/** What the settings should contain; null leaves memvault's existing entries alone. */
export interface Parts {
  readonly server: boolean | null;
  readonly events: readonly HookEvent[] | null;
}

/** The agent's events; the prompt event only if requested. */
export const eventsOf = (agent: Agent, withPrompts: boolean): HookEvent[] =>
  HOOK_EVENTS.filter((event) => agent.events[event] !== undefined && (withPrompts || event !== 'prompt'));

/** The path of a settings file, in the project or the home directory. */
export const placeOf = (file: Agent['server'] | Agent['hooks'], isHome: boolean): string =>
  (isHome ? file.home : undefined) ?? file.path;

export const callOf = ({ program, vault }: Caller, ...words: readonly string[]): string[] => [
  ...program,
  ...words,
  ...(vault === null ? [] : ['--vault', vault]),
];

/**
 * An agent's settings with these parts, by file. `read` returns a file's text, null for none. Throws `refused`, with
 * manual instructions, for an unexpected file.
 */
export function placeSettings(
  agent: Agent,
  read: (path: string) => string | null,
  { caller, parts, isHome }: { readonly caller: Caller; readonly parts: Parts; readonly isHome: boolean },
): AgentFile[] {
  const { server, hooks } = agent;
  const edits: { readonly path: string; readonly entries: readonly Entry[]; readonly isOwn: IsOwn }[] = [];
  if (parts.server !== null && server.form !== 'toml')
    edits.push({
      path: placeOf(server, isHome),
      entries: parts.server ? [serverEntry(agent, caller)] : [],
      isOwn: (keys, value) => isSame(keys, [...server.keys, 'memvault']) && isOwnServer(value),
    });
  if (parts.events !== null && hooks.form !== 'plugin')
    edits.push({
      path: placeOf(hooks, isHome),
      entries: parts.events.flatMap((event) => hookEntries(agent, event, caller)),
      isOwn: (keys, value) => keys[0] === 'hooks' && isOwnHook(value, agent),
    });
  const files = new Map<string, Edited & { readonly before: string | null }>();
  for (const { path, entries, isOwn } of edits) {
    const { before, after, had } = files.get(path) ?? { before: read(path), after: read(path), had: false };
    const edited = withEntries(path, after, entries, isOwn);
    files.set(path, { before, after: edited.after, had: had || edited.had });
  }
  if (parts.server !== null && server.form === 'toml') {
    const path = placeOf(server, isHome);
    const before = read(path);
    files.set(path, { before, ...withTable(path, before, parts.server ? callOf(caller, 'mcp') : null) });
  }
  return [...files].map(([path, { before, after, had }]) => {
    const change = changeOf(before, after);
    const isNew = change !== 'kept' && change !== 'removed' && had && parts.server === true;
    return { path, change: isNew ? 'replaced' : change, before, after };
  });
}

/** `had`: it already contained something of memvault's. */
interface Edited {
  readonly after: string | null;
  readonly had: boolean;
}

const isSame = (keys: readonly string[], others: readonly string[]): boolean => keys.join('\n') === others.join('\n');

function serverEntry({ server: { keys, form } }: Agent, caller: Caller): Entry {
  const words = callOf(caller, 'mcp');
  const [command, ...args] = words;
  const value = form === 'joined' ? { type: 'local', command: words, enabled: true } : { command, args };
  return { keys: [...keys, 'memvault'], isItem: false, value };
}

/** Recognised by the program's absolute path, which nobody writes by hand. */
function isOwnServer(value: unknown): boolean {
  const { command, args }: JsonObject = isObject(value) ? value : {};
  const [, program, verb] = Array.isArray(command) ? itemsOf(command) : [command, ...itemsOf(args)];
  return verb === 'mcp' && typeof program === 'string' && isAbsolute(program);
}

function hookEntries(agent: Agent, event: HookEvent, caller: Caller): Entry[] {
  const { form, timeout } = agent.hooks;
  const command = callOf(caller, 'hook', agent.name, event).map(quoteForShell).join(' ');
  const keys = ['hooks', agent.events[event] ?? ''];
  return form === 'flat'
    ? [VERSION, { keys, isItem: true, value: { command, timeout } }]
    : [{ keys, isItem: true, value: { hooks: [{ type: 'command', command, timeout }] } }];
}

/** The version key of flat hook files. */
const VERSION: Entry = { keys: ['version'], isItem: false, value: 1 };

/** A handler, or a group with nothing else. Recognised by its command, since the client may have rewritten the file. */
function isOwnHook(value: unknown, agent: Agent): boolean {
  if (!isObject(value)) return false;
  const { command, hooks } = value;
  if (typeof command === 'string') return command.includes(` hook ${agent.name} `) && /memvault/i.test(command);
  const handlers = itemsOf(hooks);
  return handlers.length > 0 && Object.keys(value).length === 1 && handlers.every((one) => isOwnHook(one, agent));
}

function withEntries(path: string, before: string | null, entries: readonly Entry[], isOwn: IsOwn): Edited {
  let text = withoutEntries(before, isOwn);
  const had = text !== before;
  const has = (key: string): boolean => {
    const value = text === null ? null : parseCommented(text);
    return isObject(value) && Object.hasOwn(value, key);
  };
  if (had && !has('hooks')) text = withoutEntries(text, (keys, _, isMade) => isMade && isSame(keys, VERSION.keys));
  for (const entry of entries) {
    // A person's own hooks must not lose it when memvault's are removed.
    if (entry === VERSION && (has('version') || has('hooks'))) continue;
    const next = withEntry(text, entry);
    if (next === null) throw notTaken(path, text ?? '', entry);
    text = next;
  }
  if (before !== null && entries.length === 0 && text === before && /memvault/i.test(before) && !isJson(before))
    throw new MemvaultError('refused', `${path} is not valid JSON, so nothing was removed from it`, {
      hint: 'fix it and run the command again, or remove by hand what names memvault',
    });
  const isThere = text !== null && before !== null && isDeepStrictEqual(parseCommented(text), parseCommented(before));
  return { after: isThere && entries.length > 0 ? before : text, had };
}

const isJson = (text: string): boolean => parseCommented(text) !== undefined;

function notTaken(path: string, text: string, { keys, isItem, value }: Entry): MemvaultError {
  const whole = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), isItem ? [value] : value);
  const why = !isJson(text) ? 'is not valid JSON' : `has something else as ${keys.join('.')}`;
  return new MemvaultError('refused', `${path} ${why}, so it was left as it is`, {
    hint: `fix it and run the command again, or add by hand:\n${JSON.stringify(whole, null, 2)}`,
  });
}

const TABLE = /^# memvault:mcp\r?\n[^]*?^# \/memvault:mcp$/m;

/** `words`: the server's command; null for none. */
function withTable(path: string, before: string | null, words: readonly string[] | null): Edited {
  const found = before === null ? null : TABLE.exec(before.replaceAll('\r\n', '\n'));
  const eol = lineEndOf(before ?? '');
  const part = (text: string): string => text.replaceAll('\n', eol);
  const old = found === null ? null : part(found[0]);
  const at = old === null || before === null ? -1 : before.indexOf(old);
  const rest = old === null || before === null || at < 0 ? before : withoutPart(before, at, at + old.length);
  const had = old !== null;
  if (words === null) return { after: rest, had };
  const [command, ...args] = words;
  const table = `[mcp_servers.memvault]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
  const own = part(`# memvault:mcp\n${table}\n# /memvault:mcp`);
  const why = tomlProblem(rest ?? '');
  if (why !== null)
    throw new MemvaultError('refused', `${path} ${why}, so it was left as it is`, {
      hint: `fix it and run the command again, or add by hand:\n${table}`,
    });
  return { after: old === own ? before : withPart(rest, own), had };
}

function tomlProblem(text: string): string | null {
  try {
    const { mcp_servers: servers } = parseToml(text);
    if (servers === undefined) return null;
    return isObject(servers) && !Object.hasOwn(servers, 'memvault')
      ? null
      : 'has something else as mcp_servers.memvault';
  } catch {
    return 'is not valid TOML';
  }
}
