// The text of a config file as a YAML document whose nodes know their places. Turns what is not YAML
// into an error that a person can act on; judges no key.
import { type Document, isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLError } from 'yaml';
import { MemvaultError } from '../model/errors.ts';
import { hasLoop, yamlProblem } from '../note/front-matter.ts';

export interface YamlSource {
  /** The text without a BOM; offsets of nodes count in it. */
  readonly body: string;
  readonly bom: string;
  readonly document: Document.Parsed;
  /** 1-based line of an offset. */
  readonly lineAt: (offset: number) => number;
}

/** Throws `settings` with `file:line:column` for anything that is not one YAML document. */
export function parseSource(text: string, file: string): YamlSource {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  const refused = yamlProblem(body);
  if (refused !== null)
    throw new MemvaultError('settings', `${file}: ${refused}`, {
      hint: 'write the settings as plain `key: value` lines',
      data: { file },
    });
  const counter = new LineCounter();
  const document = parseDocument(body, { lineCounter: counter, prettyErrors: false, logLevel: 'error' });
  const error = document.errors[0] ?? document.warnings[0];
  if (error !== undefined) {
    const start = startOf(error, body);
    const { line, col } = counter.linePos(start);
    const { message, hint } = describe(error, body, start);
    throw new MemvaultError('settings', `${file}:${line}:${col}: ${message}`, {
      hint,
      cause: error,
      data: { file, line, column: col },
    });
  }
  return { body, bom, document, lineAt: (offset) => counter.linePos(offset).line };
}

/** The plain value of the document. Throws `settings` where aliases lead nowhere or multiply. */
export function valueOf(source: YamlSource, file: string): unknown {
  try {
    if (hasLoop(source.document, source.body)) throw new Error('an alias stands within what it names');
    return source.document.toJS();
  } catch (cause) {
    throw new MemvaultError('settings', `${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Write the values out instead of using aliases; what only begins with * needs quotes.',
      cause,
    });
  }
}

/** The pair of a key in a map node; null where there is none. */
export function findPair(node: unknown, name: string): Pair | null {
  if (!isMap(node)) return null;
  return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === name) ?? null;
}

/** 1-based line of the deepest key of a path that stands in the document; null where none does. */
export function lineOfPath(source: YamlSource, path: readonly string[]): number | null {
  let node: unknown = source.document.contents;
  let line: number | null = null;
  for (const name of path) {
    const pair = findPair(node, name);
    if (pair === null) break;
    if (isScalar(pair.key) && pair.key.range) line = source.lineAt(pair.key.range[0]);
    node = pair.value;
  }
  return line;
}

/** A doubled key is reported at the end of what stands before it, which may be lines above. */
function startOf(error: YAMLError, body: string): number {
  const start = error.pos[0];
  if (error.code !== 'DUPLICATE_KEY') return start;
  return body.length - body.slice(start).replace(/^(?:\s+|#[^\n]*)*/, '').length;
}

function describe(error: YAMLError, body: string, start: number): { message: string; hint: string } {
  const own = PROBLEMS[error.code];
  const yaml = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  const key = /^[^\s:]+/.exec(body.slice(start))?.[0] ?? 'a key';
  const first = error.code === 'DUPLICATE_KEY' ? firstLineOf(key, body, start) : null;
  return {
    message: own?.message?.replace('KEY', () => key) ?? yaml,
    hint:
      first === null
        ? (own?.hint ?? 'Correct the YAML there; put odd text in quotes.')
        : `Put both together; the first stands in line ${first}.`,
  };
}

/** The line, from 1 on, of the same key in the same section, before an offset; null where it is written otherwise. */
function firstLineOf(key: string, body: string, start: number): number | null {
  const lines = body.slice(0, start).split('\n');
  const indent = lines.pop()?.length ?? 0;
  for (let line = lines.length; line > 0; line--) {
    const text = lines[line - 1] ?? '';
    const depth = text.search(/[^ ]/);
    if (depth < 0 || text.trimStart().startsWith('#')) continue;
    if (depth < indent) return null;
    if (depth === indent && text.slice(depth).startsWith(`${key}:`)) return line;
  }
  return null;
}

const PROBLEMS: Readonly<Record<string, { readonly message?: string; readonly hint: string }>> = {
  TAB_AS_INDENT: { message: 'a tab cannot indent a key', hint: 'Use spaces.' },
  DUPLICATE_KEY: { message: 'KEY stands here a second time', hint: 'Keep one of the two.' },
  MULTIPLE_DOCS: { message: 'a second document begins here', hint: 'Take the line --- away.' },
  BAD_INDENT: { hint: 'Keys of one section begin in the same column.' },
};
