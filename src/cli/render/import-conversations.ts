// What came of conversations, for people and as a document.
import type { Refusal } from '../../import/conversations/model/verify.ts';
import { plain } from '../../model/controls.ts';
import type { MemvaultError } from '../../model/errors.ts';
import { plural } from '../../model/text.ts';
import type { Quarantined } from '../../tasks/log-facts.ts';
import type { Extracted, Looked, Taken } from '../../tasks/import-conversations.ts';
import { painter, linesOf } from '../terminal/face.ts';

/** A file that could not be read. */
export interface Failed {
  readonly file: string;
  readonly error: MemvaultError;
}

type Done = Extracted & { readonly file: string };

/** As it is told to people. */
export const nameOf = (file: string): string => (file === '-' ? 'stdin' : plain(file));

const countOf = ({ dropped }: Pick<Extracted, 'dropped'>, ...reasons: readonly string[]): number =>
  dropped.filter(({ reason }) => reasons.includes(reason)).length;

/** The fields of the document. Words of what is forgotten are in none of them. */
export function toConversationsJson(
  done: readonly Done[],
  failed: readonly Failed[],
  quarantined: readonly Quarantined[],
): Record<string, unknown> {
  return {
    sessions: done.map((one) => ({
      session: one.conversation.session,
      format: one.conversation.format,
      file: one.file,
      project: one.conversation.project,
      engine: one.looked.engine,
      fallback:
        one.looked.reason === null
          ? null
          : { reason: one.looked.reason, parts: one.looked.ruled, of: one.looked.parts },
      refused: Object.fromEntries(one.looked.refused),
      turns: one.conversation.turns.length,
      events: one.conversation.events,
      broken: one.conversation.broken,
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
    })),
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

/** A line for each session that gave something, its facts below; in the end how many gave nothing. */
export function renderExtracted(
  done: readonly Done[],
  { would, color }: { readonly would: boolean; readonly color: boolean },
): string {
  const paint = painter(color);
  const fruitful = done.filter(({ facts }) => facts.length > 0);
  const lines = fruitful.flatMap(({ conversation, facts, file }) => [
    paint(
      'bold',
      `${nameOf(file)}: ${conversation.format} ${plain(conversation.session)}, ${plural(facts.length, 'fact')}` +
        (would ? ' would be logged' : ''),
    ),
    ...facts.map((fact) => renderTaken(fact, (text) => paint('dim', text))),
  ]);
  const rest = done.length - fruitful.length;
  return linesOf(
    lines,
    rest !== 0 &&
      (rest === 1 && done.length === 1
        ? `Nothing new in ${nameOf(done[0]?.file ?? '')}.`
        : `Nothing new in ${plural(rest, 'conversation')}.`),
  ).join('\n');
}

function renderTaken({ logged: { id, day, statement }, time }: Taken, dim: (text: string) => string): string {
  return (
    `  ${dim(`${id === null ? '' : `${id}  `}${day}${time === null ? '' : ` ${time}`}`)}  [${statement.category}` +
    `] ${plain(statement.text)}`
  );
}

/** What was left and why, in one line a conversation. */
export function renderRemarks(done: readonly Done[]): string[] {
  return done.flatMap((one) => {
    const {
      conversation: { broken },
      file,
      looked,
    } = one;
    const why = [
      [countOf(one, 'seen'), 'known already'],
      [countOf(one, 'echo', 'own'), 'memvault said itself'],
      [countOf(one, 'forgotten'), 'forgotten'],
      [countOf(one, 'unsure'), 'too unsure'],
      [countOf(one, 'many'), 'less sure than the others'],
      ...[...looked.refused].map(([reason, count]) => [count, REFUSED[reason]] as const),
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${String(count)} ${String(what)}`]));
    return linesOf(
      why.length !== 0 && `${nameOf(file)}: left out: ${why.join(', ')}`,
      looked.reason !== null && `${nameOf(file)}: ${renderFallback(looked)}`,
      broken.length !== 0 &&
        `${nameOf(file)}: ${plural(broken.length, 'line')} could not be read: ` +
          `${broken.slice(0, 10).join(', ')}${broken.length > 10 ? ', …' : ''}`,
    );
  });
}

/** What a model noted down and is not so. */
const REFUSED: { readonly [Reason in Refusal]: string } = {
  evidence: 'not said word for word',
  more: 'that say more than was said',
  alone: 'that do not stand alone',
  talk: 'that nobody stated',
  form: 'in no plain words',
};

function renderFallback({ reason, ruled, parts }: Pick<Looked, 'reason' | 'ruled' | 'parts'>): string {
  return `the rules read ${ruled === parts ? 'it' : `${ruled} of ${parts} parts of it`}: ${reason ?? ''}`;
}
