// `memvault index`: brings the index up to date with the files.
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { refreshIndex } from '../refresh-index.ts';
import { reportIndex } from '../render/index.ts';
import type { Command } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const begin = performance.now();
  const state = refreshIndex(context, 'always');
  reportIndex(context.answer, 'index', state, performance.now() - begin);
  return EXIT.done;
};
