// The index brought up to date, or built anew, for who asks for nothing else: one that cannot be written is an error.
import { rebuild, refresh } from '../index/refresh.ts';
import type { MemvaultError } from '../model/errors.ts';
import { indexFiles } from '../vault/index-files.ts';
import { sweepCache } from '../vault/sweep.ts';
import type { Context } from './context.ts';
import { forgottenIn, type Refreshed, sayRebuilt } from './refresh-index.ts';

export async function keepIndex({ vault, answer }: Context, how: 'index' | 'reindex'): Promise<Refreshed> {
  sweepCache(vault);
  const unread = new Map<string, MemvaultError>();
  const files = indexFiles(vault, { mustKeep: true, unread: (path, reason) => unread.set(path, reason) });
  const state = await (how === 'index' ? refresh : rebuild)(files, { forgotten: await forgottenIn(vault), write: 'always' });
  if (how === 'index') sayRebuilt(answer, state);
  return { ...state, unread };
}
