// `memvault mcp`: serves memory to an agent on stdio. It reads and appends; only a person can change or forget
// something.
import { serve } from '../../agents/mcp.ts';
import type { Context, World } from '../../tasks/context.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import type { BareCommand } from '../spec.ts';

export const start: BareCommand = async (outside, invocation) => {
  // stdout carries only the protocol, and the program runs as long as the agent.
  const world = Object.create(outside, {
    stdout: { value: outside.stderr },
    endsSoon: { value: () => undefined },
  }) as World;
  const { vault } = await openContext(world, invocation);
  const values = { ...invocation.values, vault: vault.root, json: false, 'no-input': true };
  const open = async (): Promise<Context> => await openContext(world, { ...invocation, values });
  await serve({
    answers: async () => (await import('./mcp-answers.ts')).answersFrom(open),
    version: world.version,
    pipe: { input: world.stdin, write: outside.stdout.write.bind(outside.stdout) },
    warn: (text) => world.stderr.write(`memvault mcp: ${text}\n`),
  });
  return EXIT.done;
};
