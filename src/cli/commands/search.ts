// `memvault search`: brings the index up to date, then finds facts, claims and notes.
import { query } from '../../index/query.ts';
import { openContext } from '../context.ts';
import { dayFlag } from '../day-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { refreshIndex } from '../refresh-index.ts';
import { isOn, listValue, textValue, type Command } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const { values, args } = invocation;
  const context = await openContext(world, invocation);
  const state = await refreshIndex(context, 'cheap');
  const now = world.now();
  const hits = query(state, args.join(' '), {
    categories: listValue(values, 'category'), tags: listValue(values, 'tag'), folder: textValue(values, 'zone') ?? null,
    project: textValue(values, 'project') ?? null, projectFolder: context.vault.zones.projects,
    since: dayFlag(values, 'since', now), until: dayFlag(values, 'until', now), all: isOn(values, 'all'),
  });
  const shown = hits.slice(0, Number(textValue(values, 'limit') ?? context.settings.retrieve.limit)).map(({ document, score }) => ({ ...document, score }));
  context.answer.document('search', { query: args.join(' '), total: hits.length, hits: shown });
  for (const hit of shown) context.answer.print(`${hit.path}:${hit.line}  ${hit.text}`);
  return EXIT.done;
};
