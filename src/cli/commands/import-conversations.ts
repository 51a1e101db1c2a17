// Imports conversations: logs facts on the days they were said, and reports the result for people and as JSON.
import { type Conversation, sessionName } from '../../import/conversations/conversation.ts';
import type { Refusal } from '../../import/conversations/model/verify.ts';
import { readConversations } from '../../import/formats.ts';
import { plain } from '../../model/controls.ts';
import { breath, isCancelled, MemvaultError } from '../../model/errors.ts';
import type { JsonObject } from '../../model/json.ts';
import { tooMuch } from '../../model/limits.ts';
import type { Cancel } from '../../model/ports.ts';
import { plural, waits } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { extract, type Extracted, type Look, openExtraction, openLook } from '../../tasks/import-conversations.ts';
import type { Talk } from '../../tasks/import-files.ts';
import type { Quarantined, Watching } from '../../tasks/log-facts.ts';
import { readNamedText } from '../../vault/named-files.ts';
import { EXIT } from '../exit-codes.ts';
import { isOn, textValue, usage, type Values } from '../spec.ts';
import { firstOf, linesOf, painter } from '../terminal/face.ts';
import type { Imported } from './import-notes.ts';

interface Outcome {
  readonly done: (Extracted & { readonly file: string })[];
  /** Files that could not be read. */
  readonly failed: { readonly file: string; readonly error: MemvaultError }[];
  /** Conversations left for the next run, because of a limit or because another process is reading them. */
  readonly waiting: { readonly file: string; readonly session: string; readonly reason: 'limit' | 'locked' }[];
}

/** Conversations are logged as they are read; facts that are already known are skipped. */
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
  const outcome: Outcome = { done: [], failed: [], waiting: [] };
  const { done, failed, waiting } = outcome;
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
        const extracted = await extract(extraction, conversation, isOne ? PATIENCE_MS : PATIENCE_OF_MANY_MS);
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
  const { answer } = context;
  answer[dryRun ? 'print' : 'report'](renderExtracted(outcome, dryRun, answer.color));
  for (const line of done.flatMap(renderRemarks)) answer.remark(line);
  for (const line of renderWaiting(outcome)) answer.warn(`memvault: ${line}`);
  if (isStopped) answer.remark('Stopped; what was logged stands.');
  for (const line of extraction.warning) answer.warn(line);
  for (const { file, error } of failed) answer.warn(`memvault: ${nameOf(file)} was not read: ${error.message}`);
  if (!dryRun) await followPulled(context, 'import');
  const isPartly = failed.length + waiting.length > 0 || done.some(({ held }) => held > 0);
  return {
    document: { ...toConversationsJson(outcome, extraction.quarantined), waiting, usage: look.usage() },
    status: isStopped
      ? EXIT.interrupted
      : failed.length === talks.length
        ? EXIT.failed
        : isPartly
          ? EXIT.partly
          : EXIT.done,
  };
}

/** How long to wait for another process that reads the same conversation. */
const PATIENCE_MS = 30_000;
const PATIENCE_OF_MANY_MS = 2000;

/** The error for a file that is too large or too deeply nested to read. Rethrows every other error. */
const beyondLimits = (error: unknown): MemvaultError =>
  new MemvaultError('bad-input', tooMuch(error), { cause: error });

/** The rules run without pausing, so Ctrl-C is checked before and after. Results that a model was paid for are kept. */
function stoppable(look: Look['look'], cancel: Cancel): Look['look'] {
  return async (...asked) => {
    if (await isCancelled(cancel)) return 'stopped';
    const looked = await look(...asked);
    await breath();
    return cancel.requested && typeof looked !== 'string' && looked.byModel.size === 0 ? 'stopped' : looked;
  };
}

/** The conversations of a file. An unreadable file is added to `failed` and does not stop the others. */
function readTalk(
  { name, path, text, format }: Talk,
  failed: Outcome['failed'],
  values: Values,
): readonly Conversation[] {
  try {
    const found = readConversations(text ?? readNamedText(path, name) ?? '', format);
    const [session, project] = [textValue(values, 'session')?.trim(), textValue(values, 'project')?.trim()];
    if (session !== undefined && found.length > 1)
      throw usage(`--session names one conversation, but ${name} contains ${found.length}`, 'leave --session out');
    return found.map((conversation) => ({
      ...conversation,
      ...(session ? { session: sessionName(session) } : {}),
      ...(project ? { project } : {}),
    }));
  } catch (error) {
    failed.push({
      file: name,
      error:
        error instanceof MemvaultError && ['not-found', 'bad-input', 'io'].includes(error.code)
          ? error
          : beyondLimits(error),
    });
    return [];
  }
}

function renderWaiting({ waiting }: Outcome): string[] {
  const limited = waiting.filter(({ reason }) => reason === 'limit').length;
  return linesOf(
    limited > 0 && `the model limit is reached: ${waits(limited, 'conversation')} for the next import`,
    waiting
      .filter(({ reason }) => reason === 'locked')
      .map(
        ({ file, session }) =>
          `${nameOf(file)}: another memvault is reading the session ${plain(session)}; it waits for the next import`,
      ),
  );
}

/** The name to show. */
const nameOf = (file: string): string => (file === '-' ? 'stdin' : plain(file));

const countOf = ({ dropped }: Pick<Extracted, 'dropped'>, ...reasons: readonly string[]): number =>
  dropped.filter(({ reason }) => reasons.includes(reason)).length;

/** The document's fields. None of them contains forgotten text. */
function toConversationsJson({ done, failed }: Outcome, quarantined: readonly Quarantined[]): JsonObject {
  return {
    sessions: done.map((one) => {
      const { conversation, looked, file } = one;
      const { session, format, project, turns, events, broken } = conversation;
      return {
        session,
        format,
        file,
        project,
        engine: looked.engine,
        fallback: looked.reason === null ? null : { reason: looked.reason, parts: looked.ruled, of: looked.parts },
        refused: Object.fromEntries(looked.refused),
        turns: turns.length,
        events,
        broken,
        facts: one.facts.map(({ logged: { id, day, path, statement }, time, quote }) => ({
          id,
          date: day,
          time,
          path,
          content: statement.text,
          category: statement.category,
          tags: statement.tags,
          fields: statement.fields,
          quote,
        })),
        duplicates: countOf(one, 'seen'),
        echoes: countOf(one, 'echo', 'own'),
        quarantined: one.held,
        dropped: one.dropped
          .filter(({ reason }) => reason !== 'seen')
          .map(({ candidate, reason }) => ({
            reason,
            events: candidate.events,
            ...(reason === 'forgotten' ? {} : { content: candidate.statement.text, confidence: candidate.confidence }),
          })),
      };
    }),
    failed: failed.map(({ file, error }) => ({ file, code: error.code, message: error.message })),
    quarantined:
      quarantined.length === 0
        ? null
        : {
            count: quarantined.reduce((sum, { count }) => sum + count, 0),
            path: quarantined[0]?.path ?? '',
            rules: [...new Set(quarantined.flatMap(({ rules }) => rules))].toSorted(),
          },
  };
}

/** One line per session with facts, followed by the facts; at the end the number of sessions without any. */
function renderExtracted({ done }: Outcome, would: boolean, color: boolean): string {
  const paint = painter(color);
  const rest = done.filter(({ facts }) => facts.length === 0);
  const fruitful = done.filter(({ facts }) => facts.length > 0);
  return linesOf(
    fruitful.flatMap(({ conversation: { format, session }, facts, file }) => [
      paint(
        'bold',
        `${nameOf(file)}: ${format} ${plain(session)}, ${plural(facts.length, 'fact')}` +
          (would ? ' would be logged' : ''),
      ),
      ...facts.map(({ logged: { id, day, statement }, time }) => {
        const when = `${id === null ? '' : `${id}  `}${day}${time === null ? '' : ` ${time}`}`;
        return `  ${paint('dim', when)}  [${statement.category}] ${plain(statement.text)}`;
      }),
    ]),
    rest.length > 0 &&
      `Nothing new in ${done.length === 1 ? nameOf(rest[0]?.file ?? '') : plural(rest.length, 'conversation')}.`,
  ).join('\n');
}

/** What was left out of a conversation, and why. */
function renderRemarks(one: Outcome['done'][number]): string[] {
  const { conversation, file, looked } = one;
  const { reason, ruled, parts } = looked;
  const broken = conversation.broken.map(String);
  const left: readonly (readonly [number, string])[] = [
    [countOf(one, 'seen'), 'known already'],
    [countOf(one, 'echo', 'own'), 'from memvault itself'],
    [countOf(one, 'forgotten'), 'forgotten'],
    [countOf(one, 'unsure'), 'too unsure'],
    [countOf(one, 'many'), 'less sure than the others'],
    ...[...looked.refused].map(([refusal, count]) => [count, REFUSED[refusal]] as const),
  ];
  const said = left.flatMap(([count, what]) => (count === 0 ? [] : `${count} ${what}`));
  return linesOf(
    said.length > 0 && `left out: ${said.join(', ')}`,
    reason !== null && `the rules read ${ruled === parts ? 'it' : `${ruled} of ${parts} parts of it`}: ${reason}`,
    broken.length > 0 &&
      `${plural(broken.length, 'line')} could not be read: ${firstOf(broken, 10, () => '…').join(', ')}`,
  ).map((line) => `${nameOf(file)}: ${line}`);
}

/** Why a model's candidates were rejected. */
const REFUSED: { readonly [Reason in Refusal]: string } = {
  evidence: 'not said word for word',
  more: 'that say more than was said',
  alone: 'that do not stand alone',
  talk: 'that nobody stated',
  form: 'in no plain words',
};
