// What a model said of pairs of claims, in this clone alone: `.memvault/cache/asked-pairs.json`. Holds digests and
// places, no word of a claim. Disposable: what is not in it is asked again.
import { MemvaultError } from '../model/errors.ts';
import { readText } from './disk.ts';
import { writeInVault } from './folders.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

const FILE = `${CACHE_DIR}/asked-pairs.json`;
/** Those that were asked about longest ago go first. */
const MOST = 4000;

/**
 * Where the words of a contradiction begin and end in the older claim and in the newer; null where both may be true.
 */
export type PairAnswer = readonly [olderStart: number, olderEnd: number, newerStart: number, newerEnd: number] | null;

/** By the digest of all that was asked. Empty where there is no such file, or none that can be read. */
export function readAskedPairs(vault: Vault): Map<string, PairAnswer> {
  try {
    const value: unknown = JSON.parse(readText(absolute(vault, FILE)) ?? '[]');
    return new Map(
      Array.isArray(value)
        ? value.flatMap((one: unknown): [string, PairAnswer][] =>
            Array.isArray(one) && typeof one[0] === 'string' && isAnswer(one[1]) ? [[one[0], one[1]]] : [],
          )
        : [],
    );
  } catch (error) {
    if (error instanceof MemvaultError || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/**
 * `known`: what was read; `fresh`: what holds now, also of pairs that were known, so that they stay the longest. Where
 * it cannot be written they are asked again.
 */
export function writeAskedPairs(
  vault: Vault,
  known: ReadonlyMap<string, PairAnswer>,
  fresh: ReadonlyMap<string, PairAnswer>,
): void {
  const all = [...[...known].filter(([key]) => !fresh.has(key)), ...fresh].slice(-MOST);
  try {
    writeInVault(vault, FILE, `${JSON.stringify(all)}\n`);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}

const isAnswer = (value: unknown): value is PairAnswer =>
  value === null || (Array.isArray(value) && value.length === 4 && value.every((one) => Number.isInteger(one)));
