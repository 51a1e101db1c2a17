// `memvault reindex`: builds the index from nothing. The files are the truth; nothing is lost with the old one.
import { keepIndex } from '../../tasks/keep-index.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import type { Command } from '../spec.ts';
import { reportIndex } from './index.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const begin = performance.now();
  const state = await keepIndex(context, 'reindex');
  reportIndex(context.answer, 'reindex', state, performance.now() - begin);
  return state.unread.size === 0 ? EXIT.done : EXIT.partly;
};
