// The facts that a person means, by ids, by a text or by lines of a pipe; asks where several could be meant.
import { findFacts } from '../forget/again.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { ID_LENGTH, isId } from '../model/ids.ts';
import type { Context } from '../tasks/context.ts';
import type { View } from '../vault/view.ts';
import { askYes } from './terminal/prompts.ts';

const SHORTEST = 6;
/** A person does not read more. */
const SHOWN = 20;

/** Full ids. Null where a person chose none. Throws `not-found`, `ambiguous` with the list, `bad-input`. */
export async function whichFacts(context: Context, view: View, args: readonly string[]): Promise<string[] | null> {
  if (args.length === 1 && args[0] === '-') return await fromPipe(context, view);
  const ids = args.map((arg) => idsOf(view, arg));
  if (ids.every((found) => found.length > 0))
    return [...new Set(ids.map((found, index) => onlyId(view, found, args[index] ?? '')))];
  return await byText(context, view, args.join(' '));
}

/** An id as it is compared: full-width letters and capitals are the same. */
export function foldId(word: string): string {
  return word.normalize('NFKC').trim().replace(/^\^/, '').toLowerCase();
}

/** A whole id, or a beginning of one that is no word of a language: it has a digit. Takes what `foldId` gives. */
export function looksLikeId(word: string): boolean {
  return isId(word) || (word.length >= SHORTEST && word.length <= ID_LENGTH && /^[0-9a-z]*\d[0-9a-z]*$/.test(word));
}

/** Those that a word is the beginning of, the whole of one first. */
function idsOf({ factById, ledger }: View, word: string): string[] {
  const wanted = foldId(word);
  if (isId(wanted) && (factById.has(wanted) || ledger.has(wanted))) return [wanted];
  return wanted.length < SHORTEST || !/^[0-9a-z]+$/.test(wanted)
    ? []
    : [...factById.keys()].filter((id) => id.startsWith(wanted));
}

function onlyId(view: View, found: readonly string[], word: string): string {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw ambiguous(
    found.flatMap((id) => view.factById.get(id) ?? []),
    view,
    `have ids that begin with ${short(word)}`,
    'give more characters',
  );
}

async function byText(context: Context, view: View, text: string): Promise<string[] | null> {
  const { equal, alike } = findFacts(
    view.facts.filter(({ id }) => !view.forgotten.has(id)),
    text,
  );
  if (equal.length > 0) return equal.map(({ id }) => id);
  const [first] = alike;
  if (!first) return forgottenAlready(view, text);
  if (context.answer.yes && alike.length === 1) return [first.id];
  if (!context.answer.asks)
    throw ambiguous(
      alike,
      view,
      alike.length === 1 ? 'holds these words' : 'hold these words',
      alike.length === 1 ? 'say --yes if it is that one, or give its id' : 'give the id of the one that is meant',
    );
  if (alike.length > 1) return await choose(context, alike);
  context.answer.warn(lineOf(first, view));
  return (await askYes(context, 'Forget this?')) ? [first.id] : null;
}

async function choose({ world, answer }: Context, facts: readonly Fact[]): Promise<string[] | null> {
  const prompts = await world.prompts(answer.color);
  const choices = facts
    .slice(0, SHOWN)
    .map(({ id, day, category, text }) => ({ value: id, label: `${day}  [${category}] ${short(text)}` }));
  const more = facts.length > SHOWN ? ` The newest ${SHOWN} of ${facts.length}; more words find fewer.` : '';
  const picked = await prompts.choose(
    `Which one should be forgotten?${more}`,
    [...choices, { value: '', label: 'none' }],
    '',
  );
  if (picked === null) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  return picked === '' ? null : [picked];
}

async function fromPipe({ world, answer }: Context, view: View): Promise<string[]> {
  if (world.stdinIsTerminal)
    throw new MemvaultError('usage', 'there is nothing to forget', { hint: 'pipe ids or statements, one a line' });
  const lines = (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0)
    throw new MemvaultError('bad-input', 'there is nothing to forget', { hint: 'pipe ids or statements, one a line' });
  const known = view.facts.filter(({ id }) => !view.forgotten.has(id));
  return [
    ...new Set(
      lines.flatMap((line) => {
        const ids = idsOf(view, line);
        if (ids.length > 0) return [onlyId(view, ids, line)];
        const { equal, alike } = findFacts(known, line);
        if (equal.length > 0) return equal.map(({ id }) => id);
        const [only, ...others] = alike;
        if (!only) return forgottenAlready(view, line);
        if (answer.yes && others.length === 0) return [only.id];
        throw ambiguous(
          alike,
          view,
          `${alike.length === 1 ? 'holds' : 'hold'} the words of "${short(line)}"`,
          'nothing was forgotten; give whole statements or ids',
        );
      }),
    ),
  ];
}

/** Those that say just that; who does it again is told so. */
function forgottenAlready(view: View, text: string): string[] {
  const { equal } = findFacts(
    view.facts.filter(({ id }) => view.forgotten.has(id)),
    text,
  );
  if (equal.length === 0) throw notFound(text);
  return equal.map(({ id }) => id);
}

const notFound = (text: string): MemvaultError =>
  new MemvaultError('not-found', `no fact says "${short(text)}"`, {
    hint: 'memvault search finds facts by other words, but none that are forgotten already',
  });

function ambiguous(facts: readonly Fact[], view: View, which: string, hint: string): MemvaultError {
  const list = facts.slice(0, SHOWN).map((fact) => `  ${lineOf(fact, view)}`);
  const more = facts.length > SHOWN ? [`  and ${facts.length - SHOWN} more`] : [];
  return new MemvaultError(
    'ambiguous',
    `${facts.length} fact${facts.length === 1 ? '' : 's'} ${which}:\n${[...list, ...more].join('\n')}`,
    { hint, data: { ids: facts.map(({ id }) => id) } },
  );
}

const lineOf = ({ id, day, text }: Fact, view: View): string =>
  `${id}  ${day}  ${view.forgotten.has(id) ? '(forgotten)' : short(text)}`;

/** On one line, cut to what a person reads. */
export function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(flat);
  return points.length > 70 ? `${points.slice(0, 69).join('')}…` : flat;
}
