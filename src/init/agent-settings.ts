// memvault's entries in an agent's settings, its MCP server and commands for the agent's events, and their place in a
// JSON or TOML file, byte for byte. Also recognises them for removal. Pure.
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { type Agent, HOOK_EVENTS, type HookEvent } from '../model/agents.ts';
import { MemvaultError } from '../model/errors.ts';
import { isObject, itemsOf, type JsonObject } from '../model/json.ts';
import { quoteForShell } from '../model/text.ts';
import { lineEndOf } from '../note/lines.ts';
import { type AgentFile, changeOf, withoutPart, withPart } from './agent-files.ts';

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

// Adds entries to a JSON file and removes them again by position: every other byte stays, including comments and
// trailing commas. Pure.
//
// A list or object that memvault created has two spaces after the colon of its key. That identifies it later: it is
// removed with its last entry, while one that existed before stays, even if empty.

interface Node {
  readonly start: number;
  end: number;
  readonly kind: 'object' | 'list' | 'scalar';
  readonly items: Item[];
  /** Only for a scalar. */
  readonly value?: unknown;
}

interface Item {
  /** Null in a list. */
  readonly key: string | null;
  /** The start of its key, or in a list of its value. */
  readonly start: number;
  readonly node: Node;
  /** Created by memvault, as the spaces show. */
  readonly isMade: boolean;
  /** The position of the comma after it; -1 without one. */
  comma: number;
}

const MADE = ':  ';
/** A file created by memvault, without entries; and the same appended to an empty file. */
const FRESH = '{\n  \n}\n';
const FILLED = '{  \n  \n}\n';

/** The file as a tree of positions; null if it is not JSON, with or without comments. */
function parseTree(text: string): Node | null {
  const blank = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const next = (form: RegExp): string => {
    form.lastIndex = at;
    const found = form.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const readScalar = (): unknown => JSON.parse(next(scalar)) as unknown;
  const readNode = (): Node => {
    next(blank);
    const start = at;
    const open = text[at];
    if (open !== '{' && open !== '[') {
      const value = readScalar();
      return { start, end: at, kind: 'scalar', items: [], value };
    }
    const node: Node = { start, end: 0, kind: open === '{' ? 'object' : 'list', items: [] };
    const close = open === '{' ? '}' : ']';
    at++;
    for (;;) {
      next(blank);
      if (text[at] === close) break;
      if (node.items.at(-1)?.comma === -1) throw new SyntaxError('a comma is missing');
      node.items.push(readItem(node.kind === 'object'));
      next(blank);
      const item = node.items.at(-1);
      if (text[at] === ',' && item !== undefined) item.comma = at++;
    }
    node.end = ++at;
    return node;
  };
  const readItem = (hasKey: boolean): Item => {
    const start = at;
    if (!hasKey) return { key: null, start, node: readNode(), isMade: false, comma: -1 };
    const key = readScalar();
    const behind = at;
    next(blank);
    if (typeof key !== 'string' || text[at++] !== ':') throw new SyntaxError('a key is missing');
    const node = readNode();
    return { key, start, node, isMade: text.slice(behind, node.start) === MADE, comma: -1 };
  };
  try {
    const root = readNode();
    next(blank);
    return at === text.length ? root : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The parsed value; undefined if it is not JSON. */
export function parseCommented(text: string): unknown {
  const tree = parseTree(text);
  return tree === null ? undefined : valueOf(tree);
}

function valueOf({ kind, items, value }: Node): unknown {
  if (kind === 'scalar') return value;
  if (kind === 'list') return items.map((item) => valueOf(item.node));
  return Object.fromEntries(items.map((item) => [item.key, valueOf(item.node)]));
}

/** An entry below some keys: the value of the last key, or an item of the list there. */
export interface Entry {
  readonly keys: readonly string[];
  readonly isItem: boolean;
  readonly value: unknown;
}

/**
 * The file with the entry appended to what exists; null stands for no file. Returns null if it is not JSON, or has
 * something else in the entry's place.
 */
function withEntry(before: string | null, { keys, isItem, value }: Entry): string | null {
  const text = before === null ? FRESH : before.trim() === '' ? before + FILLED : before;
  let node = parseTree(text);
  let depth = 0;
  for (; node?.kind === 'object' && depth < keys.length; depth++) {
    const item: Item | undefined = node.items.findLast(({ key }) => key === keys[depth]);
    if (item === undefined) break;
    node = item.node;
  }
  const [key, ...below] = keys.slice(depth);
  if (node === null || node.kind !== (key === undefined ? 'list' : 'object') || (key === undefined && !isItem))
    return null;
  const whole = below.reduceRight<unknown>(
    (inner, one) => ({ [one]: inner }),
    isItem && key !== undefined ? [value] : value,
  );
  const last = node.items.at(-1);
  const end = last?.node.end ?? (text.endsWith('\n  \n}\n') ? text.length - '\n}\n'.length : node.start + 1);
  const place = last?.start ?? end;
  const lead = /^[ \t]*$/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1, place))?.[0];
  const eol = lead === undefined ? '' : lineEndOf(text);
  const unit = lead === undefined ? '' : (/\n([ \t]+)\S/.exec(text)?.[1] ?? '  ');
  const said = `${key === undefined ? '' : `${JSON.stringify(key)}${MADE}`}${render(whole, eol + (lead ?? ''), unit)}`;
  return `${text.slice(0, end)}${last === undefined ? '' : `,${eol}${lead ?? ''}`}${said}${text.slice(end)}`;
}

/** `line`: the start of each line; `unit`: one indentation step. */
function render(value: unknown, line: string, unit: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = line + unit;
  if (Array.isArray(value)) return `[${value.map((one) => inner + render(one, inner, unit)).join(',')}${line}]`;
  const members = Object.entries(value).map(([key, one]) => {
    const colon = typeof one === 'object' && one !== null ? MADE : ': ';
    return `${inner}${JSON.stringify(key)}${colon}${render(one, inner, unit)}`;
  });
  return `{${members.join(',')}${line}}`;
}

/** A step on the path to an entry. */
interface Step {
  readonly within: Node;
  readonly at: number;
}

/** Whether a value below these keys is memvault's. List items add no key. `isMade`: as the spaces show. */
type IsOwn = (keys: readonly string[], value: unknown, isMade: boolean) => boolean;

/** The file without memvault's entries; null if nothing remains of a file that memvault created, or for no file. */
function withoutEntries(before: string | null, isOwn: IsOwn): string | null {
  let text = before;
  while (text !== null) {
    const tree = parseTree(text);
    const way = tree === null ? null : findOwn(tree, [], isOwn);
    if (way === null) return text;
    text = cut(text, way);
    if (text === FRESH) return null;
    if (text.endsWith(FILLED) && text.trim() === FILLED.trim()) return text.slice(0, -FILLED.length);
  }
  return null;
}

function findOwn(within: Node, keys: readonly string[], isOwn: IsOwn): Step[] | null {
  for (const [at, { key, node, isMade }] of within.items.entries()) {
    const here = key === null ? keys : [...keys, key];
    if (isOwn(here, valueOf(node), isMade)) return [{ within, at }];
    const way = findOwn(node, here, isOwn);
    if (way !== null) return [{ within, at }, ...way];
  }
  return null;
}

/** Removes the last step's item, and containers that memvault created only for it. */
function cut(text: string, way: readonly Step[]): string {
  let depth = way.length - 1;
  while (depth > 0 && way[depth]?.within.items.length === 1 && isMadeFor(way[depth - 1])) depth--;
  const { within, at } = way[depth] as Step;
  const [before, item, after] = [within.items[at - 1], within.items[at], within.items[at + 1]];
  if (item === undefined) return text;
  const without = (from: number, to: number): string => text.slice(0, from) + text.slice(to);
  const isPlain = (from: number, to: number): boolean => /^,\s*$/.test(text.slice(from, to));
  const alone = without(item.start, item.node.end);
  if (before !== undefined) {
    if (isPlain(before.node.end, item.start)) return without(before.node.end, item.node.end);
    return alone.slice(0, before.comma) + alone.slice(before.comma + 1);
  }
  if (after !== undefined && isPlain(item.node.end, after.start)) return without(item.start, after.start);
  if (item.comma < 0) return alone;
  const comma = item.comma - (item.node.end - item.start);
  return alone.slice(0, comma) + alone.slice(comma + 1);
}

/** A list item that is empty without it was also created for it. */
function isMadeFor(step: Step | undefined): boolean {
  const item = step?.within.items[step.at];
  return item !== undefined && (item.isMade || item.key === null);
}
