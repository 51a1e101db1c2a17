// A vault that remembers something it should not: logged, dreamt onto pages, recalled, in the journals and the cache.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { runHere } from '../two-clones/clone.ts';

/** What is to be forgotten. The words stand nowhere else in any test vault. */
export const SECRET = 'User visits a cardiologist named Quillfeather in Lyon';
export const WORD = /quillfeather/i;
/** A segment has stems, without the beginning that one shares with the one before it. */
const PART = /lfeath/i;

export class TestVault {
  readonly place: Place;
  readonly root: string;
  now = '2026-07-01T03:00:00Z';
  private seed: number;

  constructor(place: Place = makePlace(), name = 'vault') {
    this.place = place;
    this.seed = [...name].reduce((sum, char) => sum * 31 + (char.codePointAt(0) ?? 0), 7) % 2 ** 31;
    this.root = join(place.root, name);
  }

  async run(args: readonly string[], input = ''): Promise<Ended> {
    return await runHere(
      { place: this.place, random: () => this.random() },
      this.root,
      new Date(this.now),
      args,
      input,
    );
  }

  /** Fails where it does not end so. */
  async must(args: readonly string[], { input = '', status = 0 } = {}): Promise<Ended> {
    const ended = await this.run(args, input);
    if (ended.status !== status)
      throw new Error(`memvault ${args.join(' ')}: ${ended.status}\n${ended.stdout}${ended.stderr}`);
    return ended;
  }

  /** The id of what is logged. */
  async log(text: string, category = 'health', date = '2026-06-28', more: readonly string[] = []): Promise<string> {
    return (await this.must(['log', text, '-c', category, '--date', date, ...more])).stdout.trim();
  }

  async dream(...more: string[]): Promise<Ended> {
    return await this.must(['dream', '--batch', '--force', ...more]);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  append(path: string, text: string): void {
    appendFileSync(join(this.root, path), text);
  }

  edit(path: string, from: string | RegExp, to: string): void {
    const text = this.read(path);
    if (text.replace(from, to) === text) throw new Error(`${path} does not hold ${String(from)}:\n${text}`);
    this.write(path, text.replace(from, to));
  }

  /** Files but the daily logs and git's own that hold the words, plainly looked for. */
  holding(word: RegExp = WORD): string[] {
    const paths = readdirSync(this.root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !/^(?:\.git|daily)\//.test(path) && statSync(join(this.root, path)).isFile(),
    );
    const isIn = (path: string): boolean =>
      (path.endsWith('.seg') && word === WORD ? PART : word).test(readFileSync(join(this.root, path), 'utf8'));
    return paths.filter((path) => word.test(path) || isIn(path)).sort();
  }

  private random(): number {
    // Numbers for ids: the same in each run.
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return this.seed / 2 ** 31;
  }
}

const prepared = new Map<string, { vault: TestVault; id: string }>();

/** A vault after a dream, with what else it has. Gives the id of what is to be forgotten. Made once, and copied. */
export async function dreamtVault(
  others: readonly string[] = ['User swims on Fridays'],
): Promise<{ vault: TestVault; id: string }> {
  const key = others.join();
  const first = prepared.get(key) ?? (await prepare(others));
  prepared.set(key, first);
  const vault = new TestVault();
  cpSync(first.vault.root, vault.root, { recursive: true, preserveTimestamps: true });
  return { vault, id: first.id };
}

/** For the end of a test file. */
export function removePrepared(): void {
  for (const { vault } of prepared.values()) vault.place.remove();
  prepared.clear();
}

async function prepare(others: readonly string[]): Promise<{ vault: TestVault; id: string }> {
  const vault = new TestVault();
  const { status, stderr } = await runHere(
    { place: vault.place, random: Math.random },
    vault.place.root,
    new Date(vault.now),
    ['init', '--no-git', vault.root],
  );
  if (status !== 0) throw new Error(stderr);
  // Of a kind that lasts, so that MEMORY.md has it, too.
  const id = await vault.log(SECRET, 'health', '2026-06-28', ['--field', 'kind=decision']);
  for (const other of others) await vault.log(other);
  await vault.dream();
  if (!WORD.test(vault.read('MEMORY.md'))) throw new Error('MEMORY.md does not have it');
  return { vault, id };
}

/**
 * Gives what git says. Never in a call that blocks: git asks for the merge driver, and the process of the test may
 * answer.
 */
export async function git({ place, root }: TestVault, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await program(
    place,
    'git',
    ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args],
    { env: { ...place.env, GIT_EDITOR: ':' } },
  );
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${status}\n${stderr}`);
  return stdout;
}
