// `memvault log`: turns typed or piped text into facts in the daily log.
import { logFacts, type LogResult, readLines, screenItems } from '../../log/log.ts';
import {
  checkItem,
  checkLines,
  type LogItem,
  parseJsonLines,
  type RawItem,
  refuseControls,
} from '../../log/request.ts';
import { makeId } from '../../model/ids.ts';
import type { Context } from '../../tasks/context.ts';
import type { Quarantined } from '../../tasks/log-facts.ts';
import { listDays } from '../../vault/daily.ts';
import { readStat } from '../../vault/disk.ts';
import { absolute, readCloneId, TOMBSTONE_FILE } from '../../vault/vault.ts';
import { refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, failure, isOn, listValue, textValue, usage, type Values } from '../spec.ts';

interface Input {
  readonly items: readonly LogItem[];
  /** Piped: likely secrets are put aside, and the rest is logged. */
  readonly piped: boolean;
}

export const run: Command = async (context, { args, values }) => {
  const { world } = context;
  refuseWithinDream(world, 'log');
  const now = world.now();
  const input = await readItems(context, args, values, now);
  const { result, held, again, follow } = await logItems(context, input, now, isOn(values, 'allow-secret'));
  answer(context, result, held?.quarantined ?? null, again);
  if (again.length > 0) context.answer.remark((await import('../../tasks/log-facts.ts')).renderForgottenAgain(again));
  for (const line of held?.warning ?? []) context.answer.warn(line);
  await follow();
  return held === null ? EXIT.done : EXIT.partly;
};

/**
 * Logs everything that does not look like a secret. `held`: piped items that do; `again`: ids of facts that repeat
 * forgotten ones; `follow`: work to do after printing the answer. Throws `refused` for a single secret, `io` with
 * `data.unsaved`.
 */
export async function logItems(context: Context, { items, piped }: Input, now: Date, allowsSecrets = false) {
  const { clean, suspects } = allowsSecrets ? { clean: items, suspects: [] } : await screenItems(items);
  const held =
    suspects.length === 0
      ? null
      : await import('../../tasks/log-facts.ts').then(({ holdSuspects }) =>
          holdSuspects(context.vault, { clean, suspects }, { piped, now }),
        );
  const result = logFacts(clean, {
    vault: context.vault,
    now,
    newId: () => makeId(context.world.random),
    clone: readCloneId(context.vault, context.world.random),
  });
  const isAny = (readStat(absolute(context.vault, TOMBSTONE_FILE))?.size ?? 0) > 0;
  const forgotten = isAny ? await import('../../tasks/log-facts.ts') : null;
  const again = forgotten?.forgetAgain(context.vault, result.facts, now) ?? [];
  return { result, held, again, follow: async () => await forgotten?.followIfPulled(context) };
}

async function readItems(context: Context, args: readonly string[], values: Values, now: Date): Promise<Input> {
  const { world } = context;
  const defaults: Omit<RawItem, 'text'> = {
    category: textValue(values, 'category'),
    tags: values.tag === undefined ? undefined : listValue(values, 'tag'),
    session: textValue(values, 'session'),
    day: textValue(values, 'date'),
    fields: await readFields(values, (typed) =>
      import('../../tasks/find-subject.ts').then(({ supersededIds }) => supersededIds(context, typed)),
    ),
  };
  refuseControls(defaults);
  if (isOn(values, 'jsonl')) {
    if (args.some((arg) => arg !== '-'))
      throw usage('--jsonl reads a pipe and takes no text', 'leave out --jsonl, or the text');
    return { items: parseJsonLines(await readInput(world), defaults, now), piped: true };
  }
  const piped = args.length === 0 || (args.length === 1 && args[0] === '-');
  if (!piped) return { items: [checkItem({ ...defaults, text: args.join(' ') }, now)], piped };
  // Checks the flags once, so that a bad flag is not reported for every line.
  checkItem({ ...defaults, text: 'x' }, now);
  const items = checkLines(await readInput(world), (line) =>
    checkItem({ ...defaults, text: line.replace(/\r$/, '') }, now),
  );
  if (items.length === 0)
    throw failure('bad-input', 'there is nothing to log', 'give the fact as an argument, or pipe one fact a line');
  return { items, piped };
}

async function readInput(world: Context['world']): Promise<string> {
  if (world.stdinIsTerminal)
    throw usage('there is nothing to log', 'give the fact as an argument: memvault log "User prefers tabs"');
  return await world.readStdin();
}

async function readFields(
  values: Values,
  findSuperseded: (typed: string) => Promise<string>,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of ['at', 'project', 'confidence'] as const) {
    const value = textValue(values, name);
    if (value !== undefined) fields[name] = value;
  }
  if (isOn(values, 'pin')) fields.pinned = 'true';
  const superseded = textValue(values, 'supersedes');
  if (superseded !== undefined) fields.supersedes = await findSuperseded(superseded);
  for (const pair of listValue(values, 'field')) {
    const at = pair.indexOf('=');
    if (at < 1) throw usage(`--field ${JSON.stringify(pair)} has no =`, 'write it as --field location=Berlin');
    fields[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return fields;
}

function answer(
  { answer: face, vault }: Context,
  result: LogResult,
  quarantined: Quarantined | null,
  forgotten: readonly string[],
): void {
  if (face.json) {
    const lines = readLines(vault, result.facts);
    face.document({
      facts: result.facts.map(({ id, day, path, statement }) => ({
        id,
        date: day,
        line: lines.get(id) ?? null,
        path,
        content: statement.text,
        category: statement.category,
        tags: statement.tags,
      })),
      quarantined,
      ...(forgotten.length === 0 ? {} : { forgotten }),
    });
    return;
  }
  face.report(result.facts.map(({ id }) => id).join('\n'));
  if (result.created.length > 0 && listDays(vault).length === result.created.length) {
    face.remark('This is the first fact of the vault. Search finds it at once: memvault search "*"');
    face.remark(
      'memvault dream puts it on a page once the day is over; memvault dream --dry-run shows what it would do.',
    );
  }
}
