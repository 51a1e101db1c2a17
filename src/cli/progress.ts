// Progress on stderr, at a terminal and only for what takes over a second. One line, taken away at the end.
import type { Progress } from '../model/ports.ts';
import type { World } from './world.ts';
import type { Answer } from './context.ts';

const PATIENCE_MS = 1000;
const STEP_MS = 100;
const ERASE_LINE = '\r\u001B[K';

export function makeProgress(world: World, answer: Answer): Progress {
  if (answer.quiet || answer.json || !world.stderr.isTerminal) return { update: () => undefined, end: () => undefined };
  const begin = Date.now();
  let shown = 0;
  return {
    update: (label, done, total) => {
      const now = Date.now();
      if (now - begin < PATIENCE_MS || now - shown < STEP_MS) return;
      shown = now;
      world.stderr.write(`${ERASE_LINE}${label}${total > 0 ? ` ${done}/${total}` : ''}`.slice(0, world.stderr.columns));
    },
    end: () => {
      if (shown > 0) world.stderr.write(ERASE_LINE);
      shown = 0;
    },
  };
}
