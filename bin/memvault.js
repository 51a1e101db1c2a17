#!/usr/bin/env node
// Starts the program of dist/, and takes V8's compiled code from beside its files where the build left it. Each file
// is a function already (scripts/build.mjs), so node's own way to load files, which looks for packages and links, is not gone here.
// Code is that of one executable (V8 would take, and crash on, code of another build of its version), and for the quick
// verbs holds what the verb calls and no more. What such a verb always needs is one file (scripts/start-file.cjs), since each
// further one costs a tenth of a millisecond. Without any of it files are compiled as ever.
'use strict';
const { closeSync, openSync, readFileSync, readSync, statSync } = require('node:fs');
const { Script } = require('node:vm');

const { size, mtimeMs } = statSync(process.execPath);
const mark = `${process.version}-${process.arch}-${size}-${mtimeMs}`;
const verb = process.argv[2];
const isQuick = verb === 'log' || verb === 'search' || verb === 'context';
const room = Buffer.allocUnsafeSlow(1 << 19);
const dist = `${__dirname.slice(0, -'bin'.length)}dist`;
/** By path the functions of files that need not be read any more. */
const ready = {};
const program = `${dist}/${(isQuick ? openStart(`${dist}/${verb}.${mark}.cache`) : undefined) ?? readFileSync(`${dist}/main.cjs`, 'utf8').split("'")[1]}`;

function load(file, asks) {
  const known = require.cache[file];
  if (known !== undefined) {
    // What the program gives to others, first what the quick verbs need.
    known.fill?.();
    if (!asks.includes('-path-')) known.fill?.();
    return known.exports;
  }
  const module = { exports: {} };
  require.cache[file] = module;
  const run = ready[file] ?? functionOf(file, textOf(file), codeOf(file));
  const folder = file.slice(0, file.lastIndexOf('/'));
  run(
    module.exports,
    (id) => (id[0] === '.' ? load(id[1] === '.' ? dist + id.slice(2) : folder + id.slice(1), file) : require(id)),
    module,
    file,
    folder,
  );
  // The program asks for a verb as a whole, which is there from the first.
  if (asks !== '' && asks !== program && !asks.includes('-path-')) module.fill?.();
  return module.exports;
}

function functionOf(filename, text, cachedData) {
  return new Script(text, { filename, cachedData }).runInThisContext();
}

/** Gives the name of the program; nothing where the file is not there or not whole. */
function openStart(path) {
  const start = readStart(path);
  if (start === undefined) return undefined;
  const functions = functionOf(path, start.text, start.code);
  for (let i = 0; i < start.files.length; i++) ready[`${dist}/${start.files[i]}`] = functions[i];
  return start.files[0];
}

/** The text first, which is copied, then the code into the same memory. */
function readStart(path) {
  let fd;
  try {
    fd = openSync(path);
    if (readSync(fd, room, 0, 512, 0) !== 512) return undefined;
    const [whole, length, ...files] = room.latin1Slice(0, 512).trimEnd().split(' ');
    const [end, size] = [Number(whole), Number(length)];
    if (readSync(fd, room, 0, size, 512) !== size) return undefined;
    const text = room.latin1Slice(0, size);
    const begin = (512 + size + 7) & ~7;
    // One byte more than there should be.
    if (readSync(fd, room, 0, end - begin + 1, begin) !== end - begin) return undefined;
    return { files, text, code: end === begin ? undefined : room.subarray(0, end - begin) };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** What the quick verbs need is ASCII (scripts/as-function.mjs), and read so in two thirds of the time: .1 ms less. */
function textOf(file) {
  const bytes = file === program || file.includes('-path-') ? read(file) : undefined;
  return bytes === undefined ? readFileSync(file, 'utf8') : bytes.latin1Slice();
}

function codeOf(file) {
  return (isQuick ? read(`${file}.${mark}.${verb}.cache`) : undefined) ?? read(`${file}.${mark}.cache`);
}

/** Into memory that was there before, since each new page of it costs as much as reading four. */
function read(path) {
  let fd;
  try {
    fd = openSync(path);
    const length = readSync(fd, room, 0, room.length, 0);
    return length < room.length ? room.subarray(0, length) : readFileSync(path);
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

load(program, '');
