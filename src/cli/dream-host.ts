// `dream.host`: which clone or machine dreams by night.
import { peekCloneId } from '../vault/clone.ts';
import type { Context } from './context.ts';

/** The clone or machine that the settings name to dream by night, where it is not this one; else null. */
export function otherHost({ settings, vault, world }: Context): string | null {
  const { host } = settings.dream;
  if (host === null) return null;
  const here = [peekCloneId(vault) ?? '', world.host, world.host.replace(/\..*$/, '')];
  return here.some((name) => name.toLowerCase() === host.toLowerCase()) ? null : host;
}

/** Why no night dreams here. */
export const elsewhere = (host: string): string => `${host} dreams by night (dream.host), this clone does not`;
