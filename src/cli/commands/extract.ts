// `memvault extract`: from conversations to facts in the daily logs of the days on which they were said.
import { resolve } from 'node:path';
import type { Conversation } from '../../import/conversations/conversation.ts';
import { checkFormat, readConversations } from '../../import/conversations/formats/detect.ts';
import { sessionName } from '../../import/conversations/formats/fields.ts';
import { plain } from '../../model/controls.ts';
import { breath, isCancelled, MemvaultError } from '../../model/errors.ts';
import { tooMuch } from '../../model/limits.ts';
import type { Usage } from '../../model/plan.ts';
import type { Cancel } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { type Extracted, type Extraction, isOfFile, openExtraction } from '../../tasks/import-conversations.ts';
import { type Look, openLook } from '../../tasks/preview-import.ts';
import type { World } from '../../tasks/world.ts';
import { readOuterText } from '../../vault/own-files.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { refuseWithinDream } from '../no-echo.ts';
import { checkModelFlags } from '../plan-flags.ts';
import { type Failed, nameOf, renderExtracted, renderRemarks, toExtractDocument } from '../render/extract.ts';
import { READER_FLAGS, settingFlags } from '../setting-flags.ts';
import { type Command, isOn, textValue, type Values } from '../spec.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

export const run: Command = async (world, { args, values, ...invocation }) => {
  refuseWithinDream(world, 'extract');
  const typed = textValue(values, 'format');
  const format = typed === undefined ? null : checkFormat(typed);
  const names = args.length === 0 ? ['-'] : args;
  if (names.filter((name) => name === '-').length > 1)
    throw new MemvaultError('usage', 'stdin is named more than once, and can be read once', {
      hint: 'name - once, and others as files',
    });
  if (names.length > 1 && textValue(values, 'session') !== undefined)
    throw new MemvaultError('usage', '--session names one conversation, and there are several files', {
      hint: 'give one file, or leave --session out',
    });
  if (names.includes('-') && world.stdinIsTerminal)
    throw new MemvaultError('usage', 'there is nothing to read', {
      hint: 'name a file, or pipe a conversation: memvault extract session.jsonl',
    });
  const dryRun = isOn(values, 'dry-run');
  const context = await openContext(world, { ...invocation, args, values }, settingFlags(values, READER_FLAGS), dryRun);
  checkModelFlags(values, context.settings.consolidate.engine);
  const [progress, cancel] = [await context.answer.progress(), world.cancellable()];
  const look = await openLook(context, { progress, cancel });
  const extraction = await openExtraction(context, {
    again: isOn(values, 'again'),
    dryRun,
    look: stoppable(look.look, cancel),
  });
  const [done, failed]: [(Extracted & { readonly file: string })[], Failed[]] = [[], []];
  const waiting: Waiting[] = [];
  let isStopped = false;
  const extract = async (file: string, conversation: Conversation, patienceMs: number): Promise<void> => {
    const extracted = isStopped
      ? 'stopped'
      : await extraction
          .one(conversation, patienceMs)
          .catch((error: unknown) => new MemvaultError('bad-input', tooMuch(error), { cause: error }));
    if (extracted instanceof MemvaultError) return void failed.push({ file, error: extracted });
    if (extracted === 'stopped') isStopped = true;
    else if (extracted === 'limit') waiting.push({ file, session: conversation.session, reason: 'limit' });
    else done.push({ file, ...extracted });
  };
  const held: (() => Promise<void>)[] = [];
  for (const [at, name] of names.entries()) {
    if ((isStopped ||= cancel.requested)) break;
    progress.update(`reading ${name}`, at, names.length);
    const conversations = await readFile(world, name, failed, (text) => readConversations(text, format), values);
    const isOne = names.length === 1 && conversations.length === 1;
    for (const conversation of conversations) {
      // Of many none waits for another process before all others are read.
      await (isOne
        ? extract(name, conversation, PATIENCE_MS)
        : unlessHeld(
            async () => await extract(name, conversation, 0),
            () => {
              held.push(
                async () =>
                  await unlessHeld(
                    async () => await extract(name, conversation, PATIENCE_OF_MANY_MS),
                    () => waiting.push({ file: name, session: conversation.session, reason: 'locked' }),
                  ),
              );
            },
          ));
    }
  }
  for (const again of held) await again();
  progress.end();
  const [first] = failed;
  if (first !== undefined && failed.length === names.length && names.length === 1) throw first.error;
  say(context, { done, failed, waiting, usage: look.usage(), isStopped }, extraction.quarantined(), dryRun);
  if (!dryRun) await followPulled(context, 'extract');
  if (isStopped) return EXIT.interrupted;
  if (failed.length === names.length) return EXIT.failed;
  return failed.length > 0 || waiting.length > 0 || done.some(({ held }) => held > 0) ? EXIT.partly : EXIT.done;
};

/** For another process that reads the same conversation. */
const PATIENCE_MS = 30_000;
const PATIENCE_OF_MANY_MS = 2000;

/** Does it, or where another process has that conversation something else. */
async function unlessHeld(work: () => Promise<void>, otherwise: () => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof MemvaultError && error.code === 'locked')) throw error;
    otherwise();
  }
}

/** Rules read in one go: before and after it is time for Ctrl-C. What a model was paid for is taken. */
function stoppable(look: Look['look'], cancel: Cancel): Look['look'] {
  return async (...asked) => {
    if (await isCancelled(cancel)) return 'stopped';
    const looked = await look(...asked);
    await breath();
    return cancel.requested && typeof looked !== 'string' && looked.byModel.size === 0 ? 'stopped' : looked;
  };
}

/** The conversations of a file; one that cannot be read is named, and the others are read all the same. */
async function readFile(
  world: World,
  name: string,
  failed: Failed[],
  read: (text: string) => readonly Conversation[],
  values: Values,
): Promise<readonly Conversation[]> {
  try {
    const found = read(name === '-' ? await world.readStdin() : readOuterText(resolve(world.cwd, name), name));
    const [session, project] = [textValue(values, 'session')?.trim(), textValue(values, 'project')?.trim()];
    if (session !== undefined && found.length > 1)
      throw new MemvaultError('usage', `--session names one conversation, and ${name} holds ${found.length}`, {
        hint: 'leave --session out',
      });
    return found.map((conversation) => ({
      ...conversation,
      ...(session ? { session: sessionName(session) } : {}),
      ...(project ? { project } : {}),
    }));
  } catch (error) {
    failed.push({
      file: name,
      error: isOfFile(error) ? error : new MemvaultError('bad-input', tooMuch(error), { cause: error }),
    });
    return [];
  }
}

/** A conversation that a limit, or another process that is reading it, left to another time. */
interface Waiting {
  readonly file: string;
  readonly session: string;
  readonly reason: 'limit' | 'locked';
}

interface Outcome {
  readonly done: readonly (Extracted & { readonly file: string })[];
  readonly failed: readonly Failed[];
  readonly waiting: readonly Waiting[];
  readonly usage: Usage;
  readonly isStopped: boolean;
}

function say(
  { answer, world }: Context,
  { done, failed, waiting, usage, isStopped }: Outcome,
  { all, warning }: ReturnType<Extraction['quarantined']>,
  dryRun: boolean,
): void {
  answer.document('extract', {
    ...(dryRun ? { dryRun } : {}),
    ...toExtractDocument(done, failed, all),
    waiting,
    usage,
  });
  const words = renderExtracted(done, { would: dryRun, color: answer.color });
  if (dryRun) answer.print(words);
  else answer.report(words);
  for (const line of renderRemarks(done)) answer.remark(wrap(line, columnsOf(world.stderr), '', '  ').join('\n'));
  const limited = waiting.filter(({ reason }) => reason === 'limit').length;
  if (limited > 0)
    answer.warn(
      `memvault: the limit of what a model may be asked is reached: ${plural(limited, 'conversation')} ` +
        `${limited === 1 ? 'waits' : 'wait'} for the next time`,
    );
  for (const { file, session, reason } of waiting)
    if (reason === 'locked')
      answer.warn(
        `memvault: ${nameOf(file)}: another memvault is reading the session ${plain(session)}; it waits for ` +
          'the next time',
      );
  if (isStopped) answer.remark('Stopped; what was logged stands.');
  for (const line of warning) answer.warn(line);
  for (const { file, error } of failed) answer.warn(`memvault: ${nameOf(file)} was not read: ${error.message}`);
}
