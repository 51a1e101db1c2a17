// Runs one command line: finds the verb, runs its command, and turns errors into a message and an exit status.
import { userConfigPath } from '../config/quick.ts';
import { toJson, toTerminal } from '../model/controls.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Choice, Stream, World } from '../tasks/context.ts';
import { findRoot, openContext } from './context.ts';
import { EXIT, exitOf } from './exit-codes.ts';
import { checkUsage, parse, type Parsed } from './parse.ts';
import { type Invocation, isOn } from './spec.ts';
import { wrapFor } from './terminal/face.ts';

/** Returns the exit status. Never throws. */
export async function run(outside: World): Promise<number> {
  const world = guarded(outside);
  try {
    const parsed = parse(world.argv);
    if ('verb' in parsed) return await runVerb(world, parsed);
    if ('morning' in parsed && (await isInVault(world, parsed.morning)))
      return await (await import('./commands/morning.ts')).run(await openContext(world, parsed.morning));
    const { renderHelp } = await import('./help.ts');
    world.stdout.write(
      'version' in parsed
        ? `${world.version}\n`
        : renderHelp('help' in parsed ? parsed.help : null, Math.min(world.stdout.columns, 100)),
    );
    return EXIT.done;
  } catch (error) {
    const status = report(world, error);
    // An agent would take any other status for a veto, and some would drop the person's prompt.
    return world.argv[0] === 'hook' ? EXIT.done : status;
  }
}

async function runVerb(world: World, { verb, invocation: typed }: Extract<Parsed, { verb: object }>): Promise<number> {
  const invocation = checkUsage(verb, typed);
  const command = await verb.load();
  return 'start' in command
    ? await command.start(world, invocation)
    : await command.run(await openContext(world, invocation), invocation);
}

/** Whether a vault is here or named. With --json nobody wants a help page, so its absence is an error. */
async function isInVault(world: World, { values }: Invocation): Promise<boolean> {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  return isOn(values, 'json') || (await findRoot(world, { values }, userConfig)) !== null;
}

/** Wraps the world so that everything written or asked passes through `toTerminal`. */
function guarded(world: World): World {
  const stream = (to: Stream): PropertyDescriptor => ({
    value: Object.create(to, { write: { value: (text: string) => to.write(toTerminal(text)) } }) as Stream,
  });
  const said = <T extends string>({ value, label, hint = '' }: Choice<T>): Choice<T> => ({
    value,
    label: toTerminal(label),
    ...(hint !== '' && { hint: toTerminal(hint) }),
  });
  const ask: World['ask'] = async (question, initial = '') =>
    await world.ask(toTerminal(question), toTerminal(initial));
  const prompts: World['prompts'] = async (color) => {
    const { choose, edit } = await world.prompts(color);
    return {
      choose: async (question, choices, ...picks) => await choose(toTerminal(question), choices.map(said), ...picks),
      edit: async (question, initial) => await edit(toTerminal(question), toTerminal(initial)),
    };
  };
  // Inherits from the world instead of copying it, because some of its getters are slow.
  return Object.create(world, {
    stdout: stream(world.stdout),
    stderr: stream(world.stderr),
    ask: { value: ask },
    prompts: { value: prompts },
  }) as World;
}

function report(world: World, error: unknown): number {
  const json = world.argv.includes('--json');
  if (error instanceof MemvaultError) {
    world.stderr.write(json ? renderJson(error) : wrapFor(world.stderr, renderWords(error)));
    return exitOf(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  world.stderr.write(
    json
      ? `${toJson({ type: 'memvault/error', code: 'internal', message: text.split('\n')[0], stack: text })}\n`
      : `memvault: this is a bug in memvault; your daily logs were not changed\n${text}\n`,
  );
  return EXIT.failed;
}

function renderJson(error: MemvaultError): string {
  const { code, message, hint, data } = error;
  return `${toJson({ type: 'memvault/error', code, message, hint, ...data })}\n`;
}

function renderWords(error: MemvaultError): string {
  const unsaved = Array.isArray(error.data?.unsaved)
    ? ['not saved:', ...error.data.unsaved.map((text) => `  ${String(text)}`)]
    : [];
  return (
    [`memvault: ${error.message}`, ...(error.hint === undefined ? [] : [`  ${error.hint}`]), ...unsaved].join('\n') +
    '\n'
  );
}
