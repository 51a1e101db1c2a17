// Which variables of the environment can be settings. Light; knows no keys.

export type Environment = Readonly<Record<string, string | undefined>>;

export const PREFIX = 'MEMVAULT_';

/** Variables that mean something else; alone they cost nothing. */
const OTHERS: readonly string[] = ['VAULT', 'NOW', 'DREAM'];

/** Their names without `MEMVAULT_`. An empty variable counts as unset. */
export function variablesIn(env: Environment): string[] {
  const names: string[] = [];
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || env[name] === '') continue;
    const own = name.slice(PREFIX.length);
    if (!OTHERS.includes(own)) names.push(own);
  }
  return names;
}
