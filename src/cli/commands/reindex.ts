// `memvault reindex`: builds the index from nothing. The files are the truth; nothing is lost with the old one.
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { rebuildIndex } from '../refresh-index.ts';
import { reportIndex } from '../render/index.ts';
import type { Command } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const begin = performance.now();
  const state = await rebuildIndex(context);
  reportIndex(context.answer, 'reindex', state, performance.now() - begin);
  return EXIT.done;
};
