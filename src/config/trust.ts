// Requests of a vault's own config that only the user may grant, and the list of the user's grants. A vault can come
// from anywhere, so nothing inside it is consulted here. Pure: reads no file.
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { MemvaultError } from '../model/errors.ts';
import { isLoopback } from '../model/ports.ts';
import type { Layer, ResolvedSettings } from './load.ts';
import type { SettingKey } from './settings.ts';

/** The keys that decide which program runs, where memory is sent and what a model is told. */
export const TRUST_KEYS = [
  'consolidate.engine',
  'models.command',
  'models.url',
  'models.prompts',
  'retrieve.embeddings',
  'retrieve.embeddings_url',
] as const satisfies readonly SettingKey[];
export type TrustKey = (typeof TRUST_KEYS)[number];

/** A file that belongs to a value: if the file changes, the value counts as changed. */
export interface AskedFile {
  readonly path: string;
  /** Of its bytes; null if only its path counts. */
  readonly digest: string | null;
}

/** Programs that a vault's repository would have git run: its hooks, and those that its configuration names. */
export type GitKey = 'git.hooks' | 'git.config';

type InForce = ResolvedSettings['inForce'];

/** One request of a vault. */
export interface Ask<Key extends TrustKey | GitKey = TrustKey | GitKey> {
  readonly key: Key;
  readonly value: string;
  readonly files: readonly AskedFile[];
}

/** The user's grant to one vault. */
export interface Grant {
  /**
   * Real path of the vault, or of a repository's git directory. A copy elsewhere, or a vault that moved, needs its own
   * grant.
   */
  readonly vault: string;
  /** ISO. */
  readonly at: string;
  readonly digest: string;
  /** For display. */
  readonly asks: readonly { readonly key: string; readonly value: string }[];
}

/**
 * Requests of the config files in the vault's name. `layer`: the values of both config files, with their owners. A
 * relative prompt folder in the user's config lies in the vault, so it counts as the vault's. `filesOf`: the files that
 * belong to a value.
 */
export function asksOf(
  layer: Layer,
  isRelative: (path: string) => boolean,
  filesOf: (key: TrustKey, value: string) => readonly AskedFile[],
): Ask<TrustKey>[] {
  return TRUST_KEYS.flatMap((key) => {
    const found = layer[key];
    if (found === undefined || typeof found.value !== 'string' || found.value === 'rules' || found.value === 'off')
      return [];
    const isVaults = found.from === 'vault' || (key === 'models.prompts' && isRelative(found.value));
    return isVaults ? [{ key, value: found.value, files: filesOf(key, found.value) }] : [];
  });
}

/**
 * The requests that a dream with this engine would follow and that need the user's trust: a program, prompts, any
 * server address; and the choice of the engine itself if it leads to a program of the user's, or to a server of theirs
 * on another machine. A value from a variable or a flag is the user's own. `address`: of the server to be asked; null
 * for the engine `command`.
 */
export function needsTrust(asks: readonly Ask<TrustKey>[], inForce: InForce, address: string | null): Ask[] {
  const leavesOrRuns = address === null || !isLoopback(address);
  const leads = leavesOrRuns && isOfFiles(inForce, address === null ? 'models.command' : 'models.url');
  return asks.filter(({ key }) => {
    if (isOfEmbeddings(key) || !isOfFiles(inForce, key)) return false;
    if (key === 'models.prompts') return true;
    if (key === 'models.command') return address === null;
    if (key === 'models.url') return address !== null;
    return leads;
  });
}

/** The same for embeddings: any server address, or a choice that leads to a server of the user's on another machine. */
export function embeddingsNeedTrust(asks: readonly Ask<TrustKey>[], inForce: InForce, address: string): Ask[] {
  const leads = !isLoopback(address) && isOfFiles(inForce, 'retrieve.embeddings_url');
  return asks.filter(({ key }) => {
    return isOfFiles(inForce, key) && (key === 'retrieve.embeddings_url' || (key === 'retrieve.embeddings' && leads));
  });
}

const isOfFiles = (inForce: InForce, key: TrustKey): boolean =>
  ['default', 'user', 'vault'].includes(inForce[key].from);

const isOfEmbeddings = (key: TrustKey): boolean => key === 'retrieve.embeddings' || key === 'retrieve.embeddings_url';

/** True if the vault only chooses among the user's own settings. */
export function isHarmless(asks: readonly Ask[]): boolean {
  return asks.every(({ key }) => key === 'consolidate.engine' || key === 'retrieve.embeddings');
}

/** Identifies a set of requests and files. */
export function digestOf(asks: readonly Ask[]): string {
  const said = asks.map(({ key, value, files }) => [key, value, files.map(({ path, digest }) => [path, digest])]);
  return hash('sha256', JSON.stringify([1, said]));
}

const GRANT = z.strictObject({
  vault: z.string(),
  at: z.string(),
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  asks: z.array(z.strictObject({ key: z.string(), value: z.string() })),
});
const LIST = z.strictObject({ type: z.literal('memvault/trusted'), version: z.literal(1), vaults: z.array(GRANT) });

/**
 * The list in the user's `trusted.json`; `file` is its name in messages. Throws `settings` if it is malformed: then no
 * grant counts.
 */
export function parseGrants(text: string | null, file: string): Grant[] {
  if (text === null) return [];
  try {
    return LIST.parse(JSON.parse(text)).vaults;
  } catch (cause) {
    throw new MemvaultError('settings', `invalid list of trusted vaults: ${file}; no vault is trusted`, {
      hint: 'remove the file and run memvault config trust in each vault again',
      cause,
    });
  }
}

export function renderGrants(grants: readonly Grant[]): string {
  const vaults = grants.toSorted((a, b) => (a.vault < b.vault ? -1 : 1));
  return `${JSON.stringify({ type: 'memvault/trusted', version: 1, vaults }, null, 2)}\n`;
}

export function withGrant(grants: readonly Grant[], grant: Grant): Grant[] {
  return [...withoutGrant(grants, grant.vault), grant];
}

export function withoutGrant(grants: readonly Grant[], vault: string): Grant[] {
  return grants.filter((one) => one.vault !== vault);
}

/** `changed`: it was trusted, but its requests have changed. */
export type Standing = 'trusted' | 'changed' | 'untrusted';

export function standingOf(grants: readonly Grant[], vault: string, asks: readonly Ask[]): Standing {
  const grant = grants.find((one) => one.vault === vault);
  if (grant === undefined) return 'untrusted';
  return grant.digest === digestOf(asks) ? 'trusted' : 'changed';
}
