// Runs one command line: finds the verb, runs its command, turns errors into words and an exit status.
import { MemvaultError } from '../model/errors.ts';
import { EXIT, exitOf } from './exit-codes.ts';
import { quickParse } from './quick-parse.ts';
import type { Invocation } from './spec.ts';
import { VERBS } from './verbs.ts';
import type { World } from './world.ts';

/** Gives the exit status. Never throws. */
export async function run(world: World): Promise<number> {
  try {
    const invocation = await parse(world);
    if (invocation === null) return EXIT.done;
    const verb = VERBS.find((candidate) => candidate.name === invocation.verb);
    if (!verb) throw new MemvaultError('usage', `there is no verb ${invocation.verb}`);
    const { run: command } = await verb.load();
    return await command(world, invocation);
  } catch (error) {
    return report(world, error);
  }
}

async function parse(world: World): Promise<Invocation | null> {
  const [first, ...rest] = world.argv;
  const verb = VERBS.find((candidate) => candidate.quick === true && candidate.name === first);
  const quick = verb ? quickParse(verb, rest) : null;
  if (quick) return quick;
  const { parseProgram } = await import('./program.ts');
  return await parseProgram(world);
}

function report(world: World, error: unknown): number {
  const json = world.argv.includes('--json');
  if (error instanceof MemvaultError) {
    world.stderr.write(json ? renderJson(error) : renderWords(error));
    return exitOf(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  world.stderr.write(json
    ? `${JSON.stringify({ type: 'memvault/error', code: 'internal', message: text.split('\n')[0], stack: text })}\n`
    : `memvault: this is a defect of memvault; nothing in your daily logs was changed\n${text}\n`);
  return EXIT.failed;
}

function renderJson(error: MemvaultError): string {
  return `${JSON.stringify({ type: 'memvault/error', code: error.code, message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }), ...error.data })}\n`;
}

function renderWords(error: MemvaultError): string {
  const unsaved = Array.isArray(error.data?.unsaved) ? ['not saved:', ...error.data.unsaved.map((text) => `  ${String(text)}`)] : [];
  return [`memvault: ${error.message}`, ...(error.hint === undefined ? [] : [`  ${error.hint}`]), ...unsaved].join('\n') + '\n';
}
