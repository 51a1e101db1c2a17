// No dream within a dream: what a dream starts must log nothing that it then remembers as if somebody had said it.
import { MemvaultError } from '../model/errors.ts';
import type { World } from '../tasks/world.ts';

/** Throws `refused` in a process that a dream started. */
export function refuseWithinDream({ env }: Pick<World, 'env'>, verb: string): void {
  const mark = env.MEMVAULT_DREAM ?? '';
  if (mark === '' || mark === '0') return;
  throw new MemvaultError('refused', `${verb} does nothing in a program that a dream started`, {
    hint: 'if no dream started this, unset MEMVAULT_DREAM',
  });
}
