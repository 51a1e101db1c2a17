// `memvault facts`: the facts of the daily logs, and what became of each.
import { dayOf } from '../../model/day.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { listFacts } from '../../facts/facts.ts';
import { checkOrder } from '../../model/day-order.ts';
import { MemvaultError } from '../../model/errors.ts';
import { nearest } from '../../model/nearest.ts';
import { readRecalled } from '../../vault/recalls.ts';
import { readView } from '../../vault/view.ts';
import { readPending } from '../../vault/pending.ts';
import { openContext } from '../context.ts';
import { dayFlag } from '../day-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { renderFacts } from '../render/facts.ts';
import { tagTableFor } from '../tag-table.ts';
import { isOn, listValue, textValue, type Command } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const context = await openContext(world, invocation);
  const now = world.now();
  const as = textValue(values, 'as');
  if (as !== undefined && !(DISPOSITIONS as readonly string[]).includes(as)) {
    const near = nearest(as, DISPOSITIONS);
    throw new MemvaultError('usage', `there is no disposition ${as}`, {
      hint: near === null ? `one of ${DISPOSITIONS.join(', ')}` : `did you mean ${near}?`,
    });
  }
  const [since, until] = [dayFlag(values, 'since', now), dayFlag(values, 'until', now)];
  checkOrder(since, until);
  const tagTable = values.tag === undefined ? undefined : await tagTableFor(context, '', true);
  const view = readView(context.vault);
  const facts = listFacts(
    view,
    readPending(view, dayOf(now)),
    {
      pending: isOn(values, 'pending'),
      as: as ?? null,
      since,
      until,
      categories: listValue(values, 'category'),
      tags: listValue(values, 'tag'),
      ...(tagTable && { tagTable }),
    },
    { today: dayOf(now), fading: context.settings.maintain, recalled: readRecalled(context.vault) },
  );
  context.answer.document('facts', { facts });
  context.answer.print(renderFacts(facts, context.answer.color));
  context.answer.remark(`${facts.length} fact${facts.length === 1 ? '' : 's'}`);
  return EXIT.done;
};
