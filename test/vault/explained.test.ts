// Whoever calls the disk says in memvault's words what went wrong there: a fault of the system that nobody catches ends
// as a defect with a stack. It reads the source as a tree: a call of node:fs stands in a `try` with a `catch`, or in
// what `tryIo` and the like are given to do.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

/** They throw nothing, or nothing that can be told better. */
const SAFE = new Set(['closeSync', 'existsSync']);
const CATCHING = new Set(['tryIo', 'ifThere', 'readWhole']);
/** Who calls `withSynced` and `isNull` catches what they throw. */
const AS_THEY_ARE = new Set([
  "main.ts statSync('/dev/null', { throwIfNoEntry: false })",
  'vault/disk.ts openSync(path, flags, mode)',
  'vault/disk.ts fsyncSync(fd)',
]);

/** The calls of node:fs in `text` that nothing around them catches, as they are written. */
function uncaught(path: string, text: string): string[] {
  if (!/['"](?:node:)?fs['"/]/.test(text)) return [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const names = new Set<string>();
  const caught: { start: number; end: number }[] = [];
  const found: string[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) =>
      /^(?:node:)?fs(?:\/|$)/.test(source.value) && specifiers.forEach(({ local }) => names.add(local.name)),
    TryStatement: ({ handler, block }) => handler && caught.push(block),
    CallExpression: (call) => call.callee.type === 'Identifier' && CATCHING.has(call.callee.name) && caught.push(call),
  }).visit(program);
  new Visitor({
    CallExpression({ callee, start, end }) {
      let of = callee;
      while (of.type === 'MemberExpression') of = of.object;
      if (of.type !== 'Identifier' || !names.has(of.name) || SAFE.has(of.name)) return;
      if (!caught.some((block) => block.start <= start && end <= block.end))
        found.push(`${path} ${text.slice(start, end)}`);
    },
  }).visit(program);
  return found;
}

test('every call of the disk in src/ stands where its faults are caught', () => {
  const src = join(import.meta.dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  const found = files.flatMap((path) => uncaught(path, readFileSync(join(src, path), 'utf8')));
  expect(found.filter((call) => !AS_THEY_ARE.has(call))).toEqual([]);
  expect(found).toHaveLength(AS_THEY_ARE.size);
});

test.each([
  ['in a try', `import { statSync } from 'node:fs'; try { statSync('x') } catch (error) { throw explainIo(error) }`, 0],
  ['in what is tried', `import { statSync } from 'node:fs'; tryIo('read', 'x', () => statSync('x'))`, 0],
  ['of another module', `import { statSync } from './disk.ts'; statSync('x')`, 0],
  ['bare', `import { statSync } from 'node:fs'; statSync('x')`, 1],
  ['of a member', `import { realpathSync } from 'node:fs'; realpathSync.native('x')`, 1],
  ['of the whole module', `import * as fs from 'node:fs'; fs.promises.stat('x')`, 1],
  ['in a catch', `import { rmSync } from 'fs'; try { f() } catch { rmSync('x') }`, 1],
  ['with a finally alone', `import { rmSync } from 'fs'; try { rmSync('x') } finally { f() }`, 1],
])('a call %s', (_what, text, count) => {
  expect(uncaught('x.ts', text)).toHaveLength(count);
});
