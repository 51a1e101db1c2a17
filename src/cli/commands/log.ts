// `memvault log`: from what was typed or piped to facts in the daily log.
import { checkItem, type LogItem, type RawItem } from '../../log/request.ts';
import { logFacts, readLines, type LogResult } from '../../log/log.ts';
import { MemvaultError } from '../../model/errors.ts';
import { isId, makeId } from '../../model/ids.ts';
import { readCloneId } from '../../vault/clone.ts';
import { openContext, type Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { isOn, listValue, textValue, type Command, type Values } from '../spec.ts';
import { renderLogged } from '../render/log.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const now = world.now();
  const items = await readItems(context, invocation.args, invocation.values, now);
  const result = logFacts(items, {
    vault: context.vault, now,
    newId: () => makeId(world.random),
    clone: readCloneId(context.vault, world.random),
  });
  answer(context, result);
  return EXIT.done;
};

async function readItems({ world, vault }: Context, args: readonly string[], values: Values, now: Date): Promise<LogItem[]> {
  const defaults: Omit<RawItem, 'text'> = {
    category: textValue(values, 'category'),
    tags: values.tag === undefined ? undefined : listValue(values, 'tag'),
    session: textValue(values, 'session'),
    day: textValue(values, 'date'),
    fields: await readFields(values, () => import('../find-fact.ts').then(({ findFact }) => findFact(vault, textValue(values, 'supersedes') ?? ''))),
  };
  if (isOn(values, 'jsonl')) {
    if (args.some((arg) => arg !== '-')) throw new MemvaultError('usage', '--jsonl reads a pipe and takes no text', { hint: 'leave out --jsonl, or the text' });
    const { parseJsonLines } = await import('../../log/json-lines.ts');
    return parseJsonLines(await readInput(world), defaults, now);
  }
  const piped = args.length === 0 || (args.length === 1 && args[0] === '-');
  if (!piped) return [checkItem({ ...defaults, text: args.join(' ') }, now)];
  const lines = (await readInput(world)).replace(/^\uFEFF/, '').split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new MemvaultError('bad-input', 'there is nothing to log', { hint: 'give the fact as an argument, or pipe one fact a line' });
  return lines.map((text) => checkItem({ ...defaults, text: text.replace(/\r$/, '') }, now));
}

async function readInput(world: Context['world']): Promise<string> {
  if (world.stdinIsTerminal) throw new MemvaultError('usage', 'there is nothing to log', { hint: 'give the fact as an argument: memvault log "User prefers tabs"' });
  return await world.readStdin();
}

async function readFields(values: Values, findSuperseded: () => Promise<string>): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of ['at', 'project', 'confidence'] as const) {
    const value = textValue(values, name);
    if (value !== undefined) fields[name] = value;
  }
  if (isOn(values, 'pin')) fields.pinned = 'true';
  const superseded = textValue(values, 'supersedes');
  if (superseded !== undefined) fields.supersedes = isId(superseded) ? superseded : await findSuperseded();
  for (const pair of listValue(values, 'field')) {
    const at = pair.indexOf('=');
    if (at < 1) throw new MemvaultError('usage', `--field ${JSON.stringify(pair)} has no =`, { hint: 'write it as --field location=Berlin' });
    fields[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return fields;
}

function answer({ answer: face, vault }: Context, result: LogResult): void {
  if (face.json) {
    const lines = readLines(vault, result.facts);
    face.document('log', {
      facts: result.facts.map(({ id, day, path, statement }) => ({ id, date: day, line: lines.get(id) ?? null, path, content: statement.text, category: statement.category, tags: statement.tags })),
    });
    return;
  }
  const { ids, remarks } = renderLogged(vault, result);
  face.report(ids);
  for (const remark of remarks) face.remark(remark);
}
