// What came of conversations, for people and as a document.
import type { MemvaultError } from '../../model/errors.ts';
import type { Quarantined } from '../hold-suspects.ts';
import type { Extracted, Taken } from '../extract-now.ts';
import { painter, plain, plural } from '../paint.ts';

/** A file that could not be read. */
export interface Failed {
  readonly file: string;
  readonly error: MemvaultError;
}

type Done = Extracted & { readonly file: string };

/** As it is told to people. */
export const nameOf = (file: string): string => (file === '-' ? 'stdin' : plain(file));

const countOf = ({ dropped }: Pick<Extracted, 'dropped'>, ...reasons: readonly string[]): number => dropped.filter(({ reason }) => reasons.includes(reason)).length;

/** The fields of the document. Words of what is forgotten are in none of them. */
export function toExtractDocument(done: readonly Done[], failed: readonly Failed[], quarantined: readonly Quarantined[]): Record<string, unknown> {
  return {
    sessions: done.map((one) => ({
      session: one.conversation.session, format: one.conversation.format, file: one.file, project: one.conversation.project,
      turns: one.conversation.turns.length, events: one.conversation.events, broken: one.conversation.broken,
      facts: one.facts.map(({ logged: { id, day, path, statement }, time, quote }) => ({ id, date: day, time, path, content: statement.text, category: statement.category, tags: statement.tags, fields: statement.fields, quote })),
      duplicates: countOf(one, 'seen'), echoes: countOf(one, 'echo', 'own'), quarantined: one.held,
      dropped: one.dropped.filter(({ reason }) => reason !== 'seen').map(({ candidate, reason }) => ({ reason, events: candidate.events, ...(reason === 'forgotten' ? {} : { content: candidate.statement.text, confidence: candidate.confidence }) })),
    })),
    failed: failed.map(({ file, error }) => ({ file, code: error.code, message: error.message })),
    quarantined: quarantined.length === 0 ? null : { count: quarantined.reduce((sum, { count }) => sum + count, 0), path: quarantined[0]?.path ?? '', rules: [...new Set(quarantined.flatMap(({ rules }) => rules))].toSorted() },
  };
}

/** A line for each session that gave something, its facts below; in the end how many gave nothing. */
export function renderExtracted(done: readonly Done[], { would, color }: { readonly would: boolean; readonly color: boolean }): string {
  const paint = painter(color);
  const fruitful = done.filter(({ facts }) => facts.length > 0);
  const lines = fruitful.flatMap(({ conversation, facts, file }) => [
    paint('bold', `${nameOf(file)}: ${conversation.format} ${plain(conversation.session)}, ${plural(facts.length, 'fact')}${would ? ' would be logged' : ''}`),
    ...facts.map((fact) => renderTaken(fact, (text) => paint('dim', text))),
  ]);
  const rest = done.length - fruitful.length;
  return [...lines, ...(rest === 0 ? [] : [rest === 1 && done.length === 1 ? `Nothing new in ${nameOf(done[0]?.file ?? '')}.` : `Nothing new in ${plural(rest, 'conversation')}.`])].join('\n');
}

function renderTaken({ logged: { id, day, statement }, time }: Taken, dim: (text: string) => string): string {
  return `  ${dim(`${id === null ? '' : `${id}  `}${day}${time === null ? '' : ` ${time}`}`)}  [${plain(statement.category)}] ${plain(statement.text)}`;
}

/** What was left and why, in one line a conversation. */
export function renderRemarks(done: readonly Done[]): string[] {
  return done.flatMap((one) => {
    const { conversation, file, older } = one;
    const why = [
      [countOf(one, 'seen'), 'known already'], [countOf(one, 'echo', 'own'), 'memvault said itself'], [countOf(one, 'forgotten'), 'forgotten'], [countOf(one, 'unsure'), 'too unsure'],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${String(count)} ${String(what)}`]));
    const { broken } = conversation;
    return [
      ...(why.length === 0 ? [] : [`${nameOf(file)}: left out: ${why.join(', ')}`]),
      ...(broken.length === 0 ? [] : [`${nameOf(file)}: ${plural(broken.length, 'line')} could not be read: ${broken.slice(0, 10).join(', ')}${broken.length > 10 ? ', …' : ''}`]),
      ...(older === null ? [] : [`${nameOf(file)}: ${plain(older)} read it; --again has the present rules read all of it`]),
    ];
  });
}
