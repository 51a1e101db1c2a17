// The conversations of an import: facts in the daily logs of the days on which they were said.
import { type Conversation, sessionName } from '../../import/conversations/conversation.ts';
import { readConversations } from '../../import/conversations/formats/detect.ts';
import { plain } from '../../model/controls.ts';
import { breath, isCancelled, MemvaultError } from '../../model/errors.ts';
import { tooMuch } from '../../model/limits.ts';
import type { Usage } from '../../model/plan.ts';
import type { Cancel } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { type Extracted, isOfFile, openExtraction } from '../../tasks/import-conversations.ts';
import { type Look, openLook } from '../../tasks/preview-import.ts';
import type { Talk } from '../../tasks/import-files.ts';
import type { Watching } from '../../tasks/log-facts.ts';
import { readOuterText } from '../../vault/own-files.ts';
import {
  type Failed,
  nameOf,
  renderExtracted,
  renderRemarks,
  toConversationsJson,
} from '../render/import-conversations.ts';
import type { Imported } from './import-notes.ts';
import { EXIT, isOn, textValue, usage, type Values } from '../spec.ts';

/** Conversations are logged as they are read; what is known already is not logged again. */
export async function importConversations(
  context: Context,
  talks: readonly Talk[],
  values: Values,
  { progress, cancel }: Pick<Watching, 'progress' | 'cancel'>,
): Promise<Imported> {
  if (talks.length > 1 && textValue(values, 'session') !== undefined)
    throw usage(
      `--session names one conversation, and there are ${talks.length}`,
      'give one file, or leave --session out',
    );
  const dryRun = isOn(values, 'dry-run');
  const look = await openLook(context, { progress, cancel });
  const extraction = await openExtraction(context, {
    again: isOn(values, 'again'),
    dryRun,
    look: stoppable(look.look, cancel),
  });
  const [done, failed]: [(Extracted & { readonly file: string })[], Failed[]] = [[], []];
  const waiting: Waiting[] = [];
  let isStopped = false;
  for (const [at, talk] of talks.entries()) {
    const { name: file } = talk;
    progress.update(`reading ${file}`, at, talks.length);
    const conversations = cancel.requested || isStopped ? [] : readTalk(talk, failed, values);
    const isOne = talks.length === 1 && conversations.length === 1;
    for (const conversation of conversations) {
      if (isStopped) break;
      const { session } = conversation;
      try {
        const extracted = await extraction.one(conversation, isOne ? PATIENCE_MS : PATIENCE_OF_MANY_MS);
        if (extracted === 'stopped') isStopped = true;
        else if (extracted === 'limit') waiting.push({ file, session, reason: 'limit' });
        else done.push({ file, ...extracted });
      } catch (error) {
        if (!(error instanceof MemvaultError)) failed.push({ file, error: beyondLimits(error) });
        else if (error.code === 'locked' && !isOne) waiting.push({ file, session, reason: 'locked' });
        else throw error;
      }
    }
  }
  isStopped ||= cancel.requested;
  progress.end();
  const [first] = failed;
  if (first !== undefined && talks.length === 1) throw first.error;
  const outcome: Outcome = { done, failed, waiting, usage: look.usage(), isStopped };
  const { all, warning } = extraction.quarantined();
  say(context, outcome, warning, dryRun);
  if (!dryRun) await followPulled(context, 'import');
  return {
    document: { ...toConversationsJson(done, failed, all), waiting, usage: look.usage() },
    status: statusOf(outcome, talks.length),
  };
}

function statusOf({ done, failed, waiting, isStopped }: Outcome, count: number): number {
  if (isStopped) return EXIT.interrupted;
  if (failed.length === count) return EXIT.failed;
  return failed.length > 0 || waiting.length > 0 || done.some(({ held }) => held > 0) ? EXIT.partly : EXIT.done;
}

/** For another process that reads the same conversation. */
const PATIENCE_MS = 30_000;
const PATIENCE_OF_MANY_MS = 2000;

/** A file that is larger, or nested deeper, than can be read. Throws every other error. */
const beyondLimits = (error: unknown): MemvaultError =>
  new MemvaultError('bad-input', tooMuch(error), { cause: error });

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
function readTalk({ name, path, text, format }: Talk, failed: Failed[], values: Values): readonly Conversation[] {
  try {
    const found = readConversations(text ?? readOuterText(path, name), format);
    const [session, project] = [textValue(values, 'session')?.trim(), textValue(values, 'project')?.trim()];
    if (session !== undefined && found.length > 1)
      throw usage(`--session names one conversation, and ${name} holds ${found.length}`, 'leave --session out');
    return found.map((conversation) => ({
      ...conversation,
      ...(session ? { session: sessionName(session) } : {}),
      ...(project ? { project } : {}),
    }));
  } catch (error) {
    failed.push({
      file: name,
      error: isOfFile(error) ? error : beyondLimits(error),
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
  { answer }: Context,
  { done, failed, waiting, isStopped }: Outcome,
  warning: readonly string[],
  dryRun: boolean,
): void {
  answer[dryRun ? 'print' : 'report'](renderExtracted(done, { would: dryRun, color: answer.color }));
  for (const line of renderRemarks(done)) answer.remark(line);
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
