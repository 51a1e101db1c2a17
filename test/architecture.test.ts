// Holds the rule of the house: a file imports only from its own room or from a lower floor, and reaches
// for the disk, the process and the search engine only where they belong. It reads the source as a tree.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

/** The floors of the house. A room that is not named is that of a verb. */
const FLOORS: readonly (readonly string[])[] = [
  ['model'],
  ['language'],
  ['note'],
  ['page'],
  ['config', 'git', 'llm', 'schedule', 'vault'],
  ['index'],
  ['agents', 'context', 'curate', 'dream', 'export', 'forget', 'import', 'init', 'inspect', 'lint', 'log', 'search'],
  ['tasks'],
  ['cli'],
  ['main.ts'],
];
const keys: [what: RegExp, where: RegExp][] = [
  [/^(node:)?fs(\/|$)/, /^(main\.ts|vault\/)/],
  [/^minisearch$/, /^index\//],
  [/^((node:)?child_process|execa)$/, /^(git\/repository|cli\/terminal\/editor|llm\/command)\.ts$/],
  [/^((node:)?(https?|http2|net|tls)|undici|ollama(\/.*)?|eventsource-parser(\/.*)?)$/, /^llm\//],
  [/^(node:)?process$/, /^main\.ts$/],
];

const room = (path: string) => path.split('/')[0] ?? '';
const floor = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(room(path)));

/** What `path` (below src/) reaches for: modules as they are named, `process` as a module of that name. */
function reaches(path: string, text: string): string[] {
  const found: string[] = [];
  const take = (node: { source: object | null }) =>
    node.source && 'value' in node.source && found.push(String(node.source.value));
  const names = new Set<object>();
  const name = (node: { computed: boolean; key?: object; property?: object }) =>
    names.add((!node.computed && (node.key ?? node.property)) || {});
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  new Visitor({
    ImportDeclaration: take,
    ExportNamedDeclaration: take,
    ExportAllDeclaration: take,
    ImportExpression: take,
    TSImportType: take,
    MemberExpression: name,
    Property: name,
    TSPropertySignature: name,
    Identifier: (node) => node.name === 'process' && !names.has(node) && found.push('process'),
  }).visit(program);
  return found;
}

function violations(path: string, text: string): string[] {
  return reaches(path, text)
    .filter((what) => {
      if (!what.startsWith('.')) return keys.some(([key, where]) => key.test(what) && !where.test(path));
      const target = posix.join(posix.dirname(path), what);
      if (target.startsWith('../templates/')) return false;
      return room(target) !== room(path) && !(floor(target) >= 0 && floor(target) < floor(path));
    })
    .map((what) => `${path} must not reach for ${what}`);
}

test('every file of src/ keeps to its floor', () => {
  const src = join(import.meta.dirname, '../src');
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.filter((path) => path.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((path) => violations(path, readFileSync(join(src, path), 'utf8')))).toEqual([]);
});

test.each([
  [
    'a lower floor',
    'dream/plan/plan.ts',
    `import { x } from '../../vault/x.ts'; import type { y } from '../../model/y.ts'`,
    0,
  ],
  ['its own room', 'dream/plan/plan.ts', `export * from '../collect.ts'`, 0],
  ['data', 'dream/propose/rules.ts', `import words from '../../../templates/words/stop.json'`, 0],
  [
    'a word in a text or a property',
    'cli/x.ts',
    `const x = 'process.exit'; x.process; ({ process: 1 }) // process.env`,
    0,
  ],
  ['an upper floor', 'model/x.ts', `import { x } from '../page/x.ts'`, 1],
  ['an upper floor for a type', 'page/x.ts', `import type { X } from '../cli/x.ts'`, 1],
  ['an upper floor in a type', 'vault/x.ts', `let x: import('../dream/x.ts').X`, 1],
  ['a room beside', 'dream/x.ts', `const x = await import('../search/x.ts')`, 1],
  ['a room beside by export', 'git/x.ts', `export { x } from '../vault/x.ts'`, 1],
  ['a room that is on no floor', 'cli/x.ts', `import { x } from '../elsewhere/x.ts'`, 1],
  ['the composition root', 'cli/x.ts', `import '../main.ts'`, 1],
  ['a path outside src', 'cli/x.ts', `import '../../test/x.ts'`, 1],
  ['the disk', 'log/x.ts', `import { readFile } from 'node:fs/promises'`, 1],
  ['the search engine', 'search/x.ts', `import MiniSearch from 'minisearch'`, 1],
  ['another program', 'git/commit.ts', `import { execa } from 'execa'; import { spawn } from 'node:child_process'`, 2],
  [
    'the network',
    'dream/x.ts',
    `import { request } from 'node:http'; const { Ollama } = await import('ollama/browser'); import 'eventsource-parser'`,
    3,
  ],
  ['the process', 'cli/x.ts', `const { env } = process; process.exit(1); f({ process })`, 3],
])('%s: %s', (_what, path, text, count) => {
  expect(violations(path, text)).toHaveLength(count);
});
