// Loaded before the program (`node --require`), or into the process of a test, which arms it (`arm`, `disarm`): numbers
// what is done with files below a folder, and makes one of these operations go wrong. MEMVAULT_FAULT, like what is
// armed, is an object (as JSON):
//   root      the folder, a real path
//   report    a file for what happened: {"writes":[…],"reads":[…],"fired":"…"}; written at the end, and when something
//             fires; null for none
//   of        "write" or "read": which of the two lists `at` counts in
//   at        the operation that goes wrong, from 1
//   do        "fail": it throws `code` and is not done
//             "half": half of its bytes are written; then it says so, as a full disk does, or throws `code`
//             "after": it is done whole, and throws `code` all the same
//             "stay": it and every later operation that writes throws `code`, as a disk that stays full or read-only
//             "kill": the process gets SIGKILL before it; "half-kill": after half of its bytes. In the process of a
//             test
//             nothing below the folder is done from then on, neither read nor written: what is there is what a kill
//             leaves
//             "run": the command `command` of sh runs before it, and it goes on
// Functions that write below the folder and cannot be numbered (those with a callback) throw at once.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { resolve, sep } = require('node:path');

const original = { ...fs };
const native = fs.realpathSync.native;
/** What is armed, each with what happened below its folder. */
const armed = new Set();
/** Open files below a folder, by descriptor. */
const open = new Map();
/** Set while a function of node:fs runs, which may call others of its kind. */
let inside = false;

const nameOf = (path) => {
  if (typeof path === 'number') return open.get(path);
  if (path instanceof URL) path = require('node:url').fileURLToPath(path);
  if (armed.size === 0) return undefined;
  const whole = resolve(String(path));
  for (const fault of armed) {
    if (whole === fault.root) return { fault, path: '.' };
    if (whole.startsWith(fault.root + sep)) return { fault, path: whole.slice(fault.root.length + 1) };
  }
  return undefined;
};

function arm(spec) {
  const fault = { ...spec, lists: { write: [], read: [] }, fired: null };
  armed.add(fault);
  return fault;
}

/** Gives what happened. `dead`: it was killed. */
function disarm(fault) {
  armed.delete(fault);
  return { writes: fault.lists.write, reads: fault.lists.read, fired: fault.fired, dead: fault.dead === true };
}

function report({ report: file, lists, fired }) {
  if (file) original.writeFileSync(file, JSON.stringify({ writes: lists.write, reads: lists.read, fired }));
}

if (process.env.MEMVAULT_FAULT) {
  const fault = arm(JSON.parse(process.env.MEMVAULT_FAULT));
  process.on('exit', () => report(fault));
}
module.exports = { arm, disarm };

const errnos = require('node:os').constants.errno;
function failure(fault, name, path) {
  return Object.assign(new Error(`${fault.code}: made to fail, ${name} '${path}'`), {
    errno: -errnos[fault.code],
    code: fault.code,
    syscall: name,
    path,
  });
}

function kill(fault, name, path) {
  if (fault.here) {
    fault.dead = true;
    throw failure({ code: 'EIO' }, name, path);
  }
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/**
 * One operation. `half`: does half of it and gives what the function then returns; absent where there is no half.
 * `blind`: what a function that never throws returns instead.
 */
function operate(kind, name, { fault, path }, work, { half, blind } = {}) {
  if (inside) return work();
  if (fault.dead) {
    if (blind !== undefined) return blind;
    throw failure({ code: 'EIO' }, name, path);
  }
  const list = fault.lists[kind];
  const text = `${name} ${path}`;
  list.push(text);
  const go = () => {
    inside = true;
    try {
      return work();
    } finally {
      inside = false;
    }
  };
  const stays = fault.do === 'stay' && fault.fired !== null && kind === 'write';
  if (!stays && (kind !== fault.of || list.length !== fault.at)) return go();
  fault.fired ??= text;
  report(fault);
  switch (fault.do) {
    case 'run': {
      const { status, stderr } = spawnSync('sh', ['-c', fault.command], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
      if (status !== 0) throw new Error(`the command of the fault failed: ${stderr}`);
      return go();
    }
    case 'kill':
      return kill(fault, name, path);
    case 'half-kill':
    case 'half': {
      let result;
      inside = true;
      try {
        result = half?.();
      } finally {
        inside = false;
      }
      if (fault.do === 'half-kill') return kill(fault, name, path);
      if (result !== undefined) return result;
      break;
    }
    case 'after':
      go();
  }
  if (blind !== undefined) return blind;
  throw failure(fault, name, path);
}

function wrap(owner, name, make) {
  if (typeof owner[name] === 'function') owner[name] = Object.assign(make(owner[name].bind(owner)), owner[name]);
}

const bytesOf = (data, options) =>
  typeof data === 'string'
    ? Buffer.from(data, typeof options === 'string' ? options : (options?.encoding ?? 'utf8'))
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
const firstHalf = (bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2));

// Descriptors.

const isWriting = (flags) =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
    : !/^rs?$/.test(flags ?? 'r');

wrap(fs, 'openSync', (openSync) => (path, flags, mode) => {
  const name = nameOf(path);
  if (name === undefined || inside) return openSync(path, flags, mode);
  const work = () => openSync(path, flags, mode);
  const fd = isWriting(flags) ? operate('write', 'open', name, work) : operate('read', 'open', name, work);
  open.set(fd, name);
  return fd;
});
wrap(fs, 'closeSync', (closeSync) => (fd) => {
  open.delete(fd);
  return closeSync(fd);
});

wrap(fs, 'writeSync', (writeSync) => (fd, data, ...rest) => {
  const name = nameOf(fd);
  if (name === undefined || inside) return writeSync(fd, data, ...rest);
  // (fd, buffer, offset, length, position) or (fd, text, position, encoding)
  const bytes =
    typeof data === 'string'
      ? Buffer.from(data, rest[1])
      : bytesOf(data).subarray(typeof rest[0] === 'number' ? rest[0] : 0);
  return operate('write', 'write', name, () => writeSync(fd, data, ...rest), {
    half: () => {
      const part = firstHalf(bytes);
      // At its place, where it has one: else the half of another file's line would stand at the file's beginning.
      return writeSync(fd, part, 0, part.length, typeof data === 'string' ? rest[0] : rest[2]);
    },
  });
});
for (const [name, flags] of [
  ['writeFileSync', 'w'],
  ['appendFileSync', 'a'],
]) {
  wrap(fs, name, (whole) => (path, data, options) => {
    const file = nameOf(path);
    if (file === undefined || inside) return whole(path, data, options);
    return operate('write', typeof path === 'number' ? 'write' : 'writeFile', file, () => whole(path, data, options), {
      half: () =>
        original.writeFileSync(
          path,
          firstHalf(bytesOf(data, options)),
          typeof path === 'number' ? {} : { flag: options?.flag ?? flags },
        ),
    });
  });
}

// What changes names, times and sizes. The number: which argument names what is written.

const writers = {
  renameSync: 1,
  linkSync: 1,
  symlinkSync: 1,
  copyFileSync: 1,
  cpSync: 1,
  unlinkSync: 0,
  rmSync: 0,
  rmdirSync: 0,
  mkdirSync: 0,
  mkdtempSync: 0,
  truncateSync: 0,
  utimesSync: 0,
  lutimesSync: 0,
  chmodSync: 0,
  chownSync: 0,
  lchownSync: 0,
  fsyncSync: 0,
  fdatasyncSync: 0,
  ftruncateSync: 0,
  futimesSync: 0,
  fchmodSync: 0,
  fchownSync: 0,
  writevSync: 0,
};
for (const [name, target] of Object.entries(writers)) {
  wrap(fs, name, (work) => (...args) => {
    const path = nameOf(args[target]) ?? (name === 'renameSync' ? nameOf(args[0]) : undefined);
    if (path === undefined || inside) return work(...args);
    // To make a folder that is there writes nothing.
    if (name === 'mkdirSync' && args[1]?.recursive && original.existsSync(args[0])) return work(...args);
    return operate('write', name.replace(/Sync$/, ''), path, () => work(...args));
  });
}

// What looks.

const readers = [
  'readFileSync',
  'readSync',
  'statSync',
  'lstatSync',
  'fstatSync',
  'readdirSync',
  'opendirSync',
  'realpathSync',
  'accessSync',
  'readlinkSync',
  'existsSync',
];
for (const name of readers) {
  wrap(fs, name, (work) => (...args) => {
    const path = nameOf(args[0]);
    if (path === undefined || inside) return work(...args);
    return operate(
      'read',
      name.replace(/Sync$/, ''),
      path,
      () => work(...args),
      name === 'existsSync' ? { blind: false } : {},
    );
  });
}
fs.realpathSync.native = (...args) => {
  const path = nameOf(args[0]);
  return path === undefined || inside ? native(...args) : operate('read', 'realpath', path, () => native(...args));
};

// What has no number: no write may go past the count unseen.

for (const owner of [fs, fs.promises]) {
  for (const name of Object.keys(owner)) {
    const plain = `${name}Sync`;
    if (!(plain in writers) && !['open', 'write', 'writeFile', 'appendFile', 'createWriteStream'].includes(name))
      continue;
    wrap(owner, name, (work) => (...args) => {
      const path = args
        .slice(0, 2)
        .map((arg) =>
          typeof arg === 'string' || arg instanceof URL || typeof arg === 'number' ? nameOf(arg) : undefined,
        )
        .find((found) => found !== undefined);
      if (path === undefined || inside || (name === 'open' && !isWriting(args[1]))) return work(...args);
      throw new Error(`fault.cjs cannot number ${name} ${path.path}`);
    });
  }
}

// For modules that took the functions by name.
require('node:module').syncBuiltinESMExports();
