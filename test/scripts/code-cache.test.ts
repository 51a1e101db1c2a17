// V8's compiled code beside the files of dist/: taken where it fits, of no consequence where it does not.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'memvault-cache-'));
  for (const part of ['bin', 'dist', 'templates', 'package.json'])
    cpSync(join(root, part), join(folder, 'program', part), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caches = () =>
  readdirSync(join(folder, 'program/dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.cache'))
    .map((path) => join(folder, 'program/dist', path));
const node = (...args: string[]) => {
  const env = { PATH: process.env.PATH, HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const memvault = (flags: string[], ...args: string[]) =>
  node(...flags, join(folder, 'program/bin/memvault.js'), ...args);

/** Prints for each script whose it is, and whether V8 took compiled code for it. */
const hook = () => {
  const path = join(folder, 'hook.cjs');
  writeFileSync(
    path,
    `
    const vm = require('node:vm')
    const { basename } = require('node:path')
    vm.Script = class extends vm.Script {
      constructor(text, options) {
        super(text, options)
        const isTaken = options.cachedData !== undefined && !this.cachedDataRejected
        console.error('compiled', basename(options.filename).replace(/-.{8}\\.cjs$|\\.v.*$/, ''), isTaken)
      }
    }`,
  );
  return path;
};
const compiledFor = (...args: string[]) =>
  memvault(['--require', hook()], ...args)
    .stderr.split('\n')
    .filter((line) => line.startsWith('compiled'));

test('V8 takes the code of every file that a dream loads', () => {
  expect(memvault([], 'init', 'dreamt')).toMatchObject({ status: 0 });
  expect(memvault([], 'log', 'User works at Google', '--date', '2020-03-01', '--vault', 'dreamt')).toMatchObject({
    status: 0,
  });
  expect(memvault([], 'index', '--vault', 'dreamt')).toMatchObject({ status: 0 });
  const compiled = compiledFor('dream', '--batch', '--force', '--commit', '--vault', 'dreamt');
  expect(compiled.length).toBeGreaterThan(20);
  for (const line of compiled) expect(line).toMatch(/ true$/);
});

test('V8 takes the code of every file that log, search and context load', () => {
  const ask = (...args: string[]) => compiledFor(...args, '--vault', 'taken');
  expect(memvault([], 'init', 'taken')).toMatchObject({ status: 0 });
  // A copy of settings that are as young as it is, is not believed: on a quick machine the next start would make it
  // again.
  utimesSync(join(folder, 'taken/.memvault/config.yaml'), 1e9, 1e9);
  // The first start makes the copy.
  for (const args of [['log', 'apples'], ['index'], ['search', 'apples']])
    expect(memvault([], ...args, '--vault', 'taken')).toMatchObject({ status: 0 });
  const compiled = [
    ask('search', 'apples'),
    ask('log', 'pears'),
    ask('search', 'pears'),
    ask('search', 'last', 'week'),
    ask('context', 'pears'),
  ];
  for (const lines of compiled) {
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/ true$/);
  }
  // Each further file costs a tenth of a millisecond: a log loads the program, and nothing else.
  expect(compiled[1]).toHaveLength(2);
});

test('no file with compiled code imports at run time, which such code cannot', () => {
  const files = caches().map((path) => path.replace(/(\.cjs)\..*$/, '$1'));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/[^.\w]import\(/);
});

test('with code of another executable, with code that V8 refuses, or without any, the program does the same', () => {
  expect(memvault([], 'init', 'vault')).toMatchObject({ status: 0 });
  const log = (flags: string[], text: string) => {
    expect(memvault(flags, 'log', text, '--vault', 'vault')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^[0-9a-z]{10}\n$/),
    });
    expect(memvault(flags, 'search', text, '--vault', 'vault')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(text),
    });
  };
  log([], 'apples');
  log(['--no-lazy'], 'pears');
  for (const path of caches()) writeFileSync(path, readFileSync(path).subarray(0, 100));
  log([], 'plums');
  for (const path of caches()) writeFileSync(path, '');
  log([], 'grapes');
  for (const path of caches()) renameSync(path, path.replace(/\.cache$/, '0.cache'));
  log([], 'cherries');
  for (const path of caches()) rmSync(path);
  log([], 'melons');
});
