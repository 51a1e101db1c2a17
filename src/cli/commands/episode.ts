// `memvault episode`: logs decisions and how they ended, and lists them.
import { findEpisode, openingOf, outcomeNamed, outcomeOf, rememberedEpisodes } from '../../agents/experience.ts';
import { checkItem } from '../../log/request.ts';
import { plain } from '../../model/controls.ts';
import { dayOf } from '../../model/day.ts';
import { type Episode, isArchived } from '../../model/experience.ts';
import { eventDay, type Statement } from '../../model/fact.ts';
import type { JsonObject } from '../../model/json.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import { readFacts } from '../../vault/view.ts';
import { refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, isOn, listValue, textValue, type Values } from '../spec.ts';
import { type Face, faceOf, wrap } from '../terminal/face.ts';
import { logItems } from './log.ts';

export const run: Command = async (context, { action, args, values }) => {
  if (action === 'list') return list(context, isOn(values, 'pending'));
  refuseWithinDream(context.world, 'episode');
  return action === 'open' ? await open(context, args.join(' '), values) : await resolve(context, args, values);
};

async function open(context: Context, text: string, values: Values): Promise<number> {
  const statement = openingOf(text, listValue(values, 'entity'), listValue(values, 'tag'));
  const project = textValue(values, 'project');
  return await logOne(context, {
    ...statement,
    fields: { ...statement.fields, ...(project !== undefined && { project }) },
  });
}

async function resolve(
  context: Context,
  [typed = '', value = '', ...words]: readonly string[],
  values: Values,
): Promise<number> {
  const episode = findEpisode(readEpisodes(context), typed);
  const before = episode.outcome;
  const lesson = textValue(values, 'lesson')?.trim() || null;
  const status = await logOne(
    context,
    outcomeOf(episode, { value: outcomeNamed(value), text: words.join(' '), lesson }),
  );
  if (before !== null)
    context.answer.remark(`It had ended before: ${before.value}, ${eventDay(before.fact)}. The later outcome holds.`);
  return status;
}

async function logOne(context: Context, statement: Statement): Promise<number> {
  const now = context.world.now();
  const item = checkItem({ ...statement }, now);
  const { result, again, follow } = await logItems(context, { items: [item], piped: false }, now);
  const [fact] = result.facts;
  if (fact !== undefined) {
    const { id, day, path } = fact;
    context.answer.document({ facts: [{ id, date: day, path, content: fact.statement.text }] });
    context.answer.report(id);
  }
  if (again.length > 0) context.answer.remark((await import('../../tasks/log-facts.ts')).renderForgottenAgain(again));
  await follow();
  return EXIT.done;
}

function readEpisodes({ vault }: Context): Episode[] {
  const facts = readFacts(vault);
  const forgotten = forgottenAmong(vault, facts);
  return rememberedEpisodes(facts, (id) => forgotten.has(id));
}

function list(context: Context, pendingOnly: boolean): number {
  const { answer, settings, world } = context;
  const today = dayOf(world.now());
  const archived = (episode: Episode): boolean => isArchived(episode, settings.episodes.archive_days, today);
  const episodes = readEpisodes(context).filter(({ outcome }) => !pendingOnly || outcome === null);
  answer.document({ episodes: episodes.map((episode) => toJson(episode, archived(episode))) });
  answer.print(episodes.map((episode) => render(episode, archived(episode), faceOf(context))).join('\n'));
  const open = episodes.filter(({ outcome }) => outcome === null).length;
  answer.remark(
    episodes.length === 0
      ? `No ${pendingOnly ? 'pending ' : ''}episodes. Open one: memvault episode open "DECISION" --entity NAME`
      : `${plural(episodes.length, 'episode')}, ${open} pending.`,
  );
  return EXIT.done;
}

/** The decision, then how it ended and the lesson. */
function render({ fact, entities, outcome }: Episode, archived: boolean, { columns, paint }: Face): string {
  const head = `${fact.id}  ${eventDay(fact)}  `;
  const status = `${outcome?.value ?? 'pending'}${archived ? ', archived' : ''}`;
  const about = entities.length === 0 ? '' : ` (${plain(entities.join(', '))})`;
  const lines = wrap(`${status}: ${plain(fact.text)}${about}`, columns, head, ' '.repeat(head.length));
  const end =
    outcome === null ? [] : wrap(`${eventDay(outcome.fact)}  ${plain(outcome.ended)}`, columns, '            ');
  const lesson = outcome?.lesson ? wrap(`lesson: ${plain(outcome.lesson)}`, columns, '            ') : [];
  return [
    ...lines.map((line, at) => (at === 0 ? paint('dim', line.slice(0, 10)) + line.slice(10) : line)),
    ...end,
    ...lesson,
  ].join('\n');
}

function toJson({ fact, entities, outcome }: Episode, archived: boolean): JsonObject {
  return {
    id: fact.id,
    date: eventDay(fact),
    path: fact.path,
    line: fact.line,
    content: fact.text,
    entities,
    status: outcome?.value ?? 'pending',
    archived,
    outcome:
      outcome === null
        ? null
        : { id: outcome.fact.id, date: eventDay(outcome.fact), content: outcome.ended, lesson: outcome.lesson },
  };
}
