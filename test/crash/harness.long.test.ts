// The harness itself: it numbers every write that the system sees, and a fault does what it says.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault } from '../support/faults.ts';
import { hashFolder } from '../support/folder-hash.ts';

const FAULT = join(import.meta.dirname, '../support/fault.cjs');
const HAS_STRACE = spawnSync('strace', ['-V']).status === 0;

let folder: string;
let root: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-fault-')));
  root = join(folder, 'root');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly writes: string[];
  readonly reads: string[];
  readonly fired: string | null;
}

/** Runs a script of Node below the faults, in an empty folder `root`; it finds node:fs as `fs`. */
function script(text: string, fault: Record<string, unknown> = {}): Outcome {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  const report = join(folder, 'report.json');
  const env = { PATH: process.env.PATH, MEMVAULT_FAULT: JSON.stringify({ root, report, code: 'EIO', ...fault }) };
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    ['--require', FAULT, '-e', `process.chdir(${JSON.stringify(root)});${text}`],
    { env, encoding: 'utf8' },
  );
  return {
    status,
    signal,
    stdout,
    ...(JSON.parse(readFileSync(report, 'utf8')) as Pick<Outcome, 'writes' | 'reads' | 'fired'>),
  };
}

const ALL_WRITERS = `
  fs.mkdirSync('a'); fs.mkdirSync('a', { recursive: true }); fs.writeFileSync('a/b', 'text'); fs.appendFileSync('a/b', 'more')
  const fd = fs.openSync('a/c', 'w'); fs.writeSync(fd, 'text'); fs.writeFileSync(fd, 'text'); fs.fsyncSync(fd); fs.ftruncateSync(fd, 3); fs.closeSync(fd)
  fs.renameSync('a/b', 'a/d'); fs.linkSync('a/d', 'a/e'); fs.copyFileSync('a/d', 'a/f'); fs.utimesSync('a/f', 1, 1); fs.truncateSync('a/f'); fs.unlinkSync('a/e')
  fs.symlinkSync('d', 'a/g'); fs.chmodSync('a/d', 0o600); fs.rmSync('a', { recursive: true }); fs.writeFileSync('${tmpdir()}/memvault-elsewhere', ''); fs.rmSync('${tmpdir()}/memvault-elsewhere')
  const folder = fs.openSync('.', 'r'); fs.fsyncSync(folder); fs.closeSync(folder)`;

describe('what is numbered', () => {
  test('is every function that writes below the folder, and nothing else', () => {
    expect(script(ALL_WRITERS).writes).toEqual([
      'mkdir a',
      'writeFile a/b',
      'writeFile a/b',
      'open a/c',
      'write a/c',
      'write a/c',
      'fsync a/c',
      'ftruncate a/c',
      'rename a/d',
      'link a/e',
      'copyFile a/f',
      'utimes a/f',
      'truncate a/f',
      'unlink a/e',
      'symlink a/g',
      'chmod a/d',
      'rm a',
      'fsync .',
    ]);
  });

  test('is every function that looks', () => {
    const { reads } =
      script(`fs.writeFileSync('a', ''); fs.readFileSync('a'); fs.statSync('a'); fs.lstatSync('a'); fs.existsSync('b'); fs.readdirSync('.'); fs.realpathSync('a'); fs.realpathSync.native('a')
      const fd = fs.openSync('a', 'r'); fs.fstatSync(fd); fs.readSync(fd, Buffer.alloc(1)); fs.closeSync(fd); fs.readFileSync('/etc/passwd')`);
    expect(reads).toEqual([
      'readFile a',
      'stat a',
      'lstat a',
      'exists b',
      'readdir .',
      'realpath a',
      'realpath a',
      'open a',
      'fstat a',
      'read a',
    ]);
  });

  test('and a write that has no number throws, so that none goes past unseen', () => {
    const { stdout } = script(`
      for (const write of [() => fs.writeFile('a', '', () => 0), () => fs.promises.rename('a', 'b'), () => fs.createWriteStream('a'), () => fs.open('a', 'w', () => 0)])
        try { write(); console.log('unseen') } catch (error) { console.log(error.message) }`);
    expect(stdout.trimEnd().split('\n')).toEqual(
      ['writeFile a', 'rename a', 'createWriteStream a', 'open a'].map((what) => `fault.cjs cannot number ${what}`),
    );
  });
});

describe('a fault', () => {
  const write = `try { fs.writeFileSync('a', 'abcdef') } catch (error) { console.log(error.code, error.message) }; fs.writeFileSync('b', 'b')`;

  test('that fails does not do it, once', () => {
    const { stdout, fired } = script(write, { of: 'write', at: 1, do: 'fail', code: 'ENOSPC' });
    expect([stdout, fired, existsSync(join(root, 'a')), existsSync(join(root, 'b'))]).toEqual([
      expect.stringMatching(/^ENOSPC ENOSPC: /),
      'writeFile a',
      false,
      true,
    ]);
  });

  test('that stays fails every later one too', () => {
    expect(script(write, { of: 'write', at: 1, do: 'stay', code: 'EROFS' }).status).toBe(1);
    expect(existsSync(join(root, 'b'))).toBe(false);
  });

  test('in the middle writes half; a plain write says so, as the system does', () => {
    expect(script(write, { of: 'write', at: 1, do: 'half' }).stdout).toMatch(/^EIO/);
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('abc');
    const { stdout } = script(
      `const fd = fs.openSync('a', 'a'); console.log(fs.writeSync(fd, Buffer.from('abcdef')))`,
      { of: 'write', at: 2, do: 'half' },
    );
    expect([stdout, readFileSync(join(root, 'a'), 'utf8')]).toEqual(['3\n', 'abc']);
  });

  test('that kills leaves nothing of it, or half', () => {
    expect(script(write, { of: 'write', at: 1, do: 'kill' })).toMatchObject({
      signal: 'SIGKILL',
      fired: 'writeFile a',
    });
    expect(existsSync(join(root, 'a'))).toBe(false);
    expect(script(write, { of: 'write', at: 1, do: 'half-kill' }).signal).toBe('SIGKILL');
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('abc');
  });

  test('of a look throws; of one that never throws it says no', () => {
    expect(
      script(`fs.writeFileSync('a', ''); console.log(fs.existsSync('a'))`, { of: 'read', at: 1, do: 'fail' }).stdout,
    ).toBe('false\n');
    expect(
      script(`try { fs.readdirSync('.') } catch (error) { console.log(error.code) }`, { of: 'read', at: 1, do: 'fail' })
        .stdout,
    ).toBe('EIO\n');
  });

  test('that runs a command goes on after it', () => {
    script(write, { of: 'write', at: 2, do: 'run', command: `cat '${root}/a' > '${root}/seen'` });
    expect([readFileSync(join(root, 'seen'), 'utf8'), readFileSync(join(root, 'b'), 'utf8')]).toEqual(['abcdef', 'b']);
  });
});

describe('a kill in the process of the test', () => {
  let base: CrashVault;
  beforeAll(async () => {
    base = await makeCrashVault();
  });
  afterAll(() => base.remove());

  test.each([
    ['kill', 5],
    ['half-kill', 9],
    ['kill', 24],
    ['half-kill', 35],
    ['kill', 53],
    ['kill', 77],
    ['half-kill', 78],
  ] as const)('leaves what a process leaves that is killed: %s at %i', async (how, at) => {
    const dream = ['dream', '--batch', '--force'];
    const left = async (itself: boolean): Promise<unknown> => {
      const vault = base.copy('killed');
      const { status, writes, fired } = await memvaultWithFault(
        base.place,
        vault,
        dream,
        { of: 'write', at, how },
        { itself },
      );
      return {
        status,
        writes: writes.map(unnumbered),
        fired: unnumbered(fired ?? 'never'),
        files: Object.entries(hashFolder(vault, /^$/))
          .map(([path, hash]) => `${unnumbered(path)} ${HAS_TIMES.test(path) ? '' : hash}`)
          .sort(),
      };
    };
    const itself = await left(true);
    expect(itself).toMatchObject({ status: null, fired: expect.not.stringMatching('never') as string });
    expect(await left(false)).toEqual(itself);
  });
});

/** Files that hold when something was done. */
const HAS_TIMES = /lock|state\.json$|^\.memvault\/cache\/(?:search\/|settings\.json$)/;
/** Without the numbers of processes, and what is drawn for temporary files and for segments. */
const unnumbered = (text: string): string =>
  text
    .replace(/\.[0-9a-z-]+\.tmp$/, '.tmp')
    .replace(/lock\.\d+$/, 'lock.N')
    .replace(/[0-9a-f]{16}\.seg/, 'N.seg');

describe.skipIf(!HAS_STRACE)('the system itself (skipped where there is no strace)', () => {
  let base: CrashVault;
  beforeAll(async () => {
    base = await makeCrashVault();
  });
  afterAll(() => base.remove());

  test.each([[['dream', '--batch', '--force', '--max-days', '2']], [['log', 'User found the fuse']], [['reindex']]])(
    'sees no write of %j that has no number',
    async (args) => {
      const { status, writes } = await memvaultWithFault(base.place, base.copy('numbered'), args, null);
      expect(status).toBe(0);
      const vault = base.copy('traced');
      const output = join(folder, 'strace.txt');
      const calls =
        'open,openat,openat2,creat,write,pwrite64,writev,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mkdir,mkdirat,truncate,ftruncate,fsync,fdatasync,utimensat,fchmod,fchmodat,chmod,copy_file_range,sendfile';
      const child = spawnSync(
        'strace',
        [
          '-f',
          '--seccomp-bpf',
          '-y',
          '-qq',
          '-s',
          '0',
          '-o',
          output,
          '-e',
          `trace=${calls}`,
          process.execPath,
          join(base.place.root, '../bin/memvault'),
          ...args,
          '--vault',
          vault,
        ],
        { env: base.place.env, encoding: 'utf8' },
      );
      expect(child.status).toBe(0);
      const seen = readFileSync(output, 'utf8')
        .split('\n')
        .filter((line) => line.includes(`${vault}/`) || line.includes(`${vault}>`))
        .filter((line) => !/ = -1 E/.test(line) && !/\bopen(at2?)?\(.*O_RDONLY/.test(line));
      const count = (pattern: RegExp): number => seen.filter((line) => pattern.test(line)).length;
      const numbered = (pattern: RegExp): number => writes.filter((text) => pattern.test(text)).length;
      expect({
        rename: count(/\brename(at2?)?\(/),
        link: count(/\blink(at)?\(/),
        fsync: count(/\bf(data)?sync\(/),
        mkdir: count(/\bmkdir(at)?\(/),
        gone: count(/\b(unlink(at)?|rmdir)\(/),
        open: count(/\b(open(at2?)?|creat)\(/),
      }).toEqual({
        rename: numbered(/^rename /),
        link: numbered(/^link /),
        fsync: numbered(/^f(data)?sync /),
        mkdir: numbered(/^mkdir /),
        gone: numbered(/^(unlink|rm|rmdir) /),
        open: numbered(/^(open|writeFile) /),
      });
      expect(count(/\b(ftruncate|truncate|utimensat|f?chmod(at)?|symlink(at)?|copy_file_range|sendfile)\(/)).toBe(
        numbered(/^(f?truncate|f?l?utimes|f?chmod|symlink|copyFile|cp) /),
      );
      writeFileSync(output, '');
    },
  );
});
