// `memvault facts`: the facts of the daily logs, and what became of each.
import { type ListedFact, listFacts } from '../../inspect/facts.ts';
import { plain } from '../../model/controls.ts';
import { checkOrder, dayOf } from '../../model/day.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { DEFAULT_FADING } from '../../model/confidence.ts';
import { nearest } from '../../model/text.ts';
import { tagTableFor } from '../../tasks/refresh-index.ts';
import { readPending } from '../../vault/pending.ts';
import { readRecalled } from '../../vault/recalls.ts';
import { readView } from '../../vault/view.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { dayFlag } from '../filter-flags.ts';
import { type Command, isOn, listValue, textValue, usage } from '../spec.ts';
import { painter } from '../terminal/face.ts';

// The facts as lines: id, day, what became of it, the statement.

export function renderFacts(facts: readonly ListedFact[], color: boolean): string {
  const paint = painter(color);
  return facts
    .map((fact) =>
      [
        paint('dim', fact.id),
        fact.date,
        whatBecame(fact).padEnd(10),
        fact.disposition?.as === 'forgotten'
          ? ''
          : `[${fact.category}] ${plain(fact.content)}` +
            (fact.tags.length > 0 ? paint('dim', ` ${fact.tags.map((tag) => `#${tag}`).join(' ')}`) : ''),
        ...(fact.disposition?.corrected ? [paint('dim', `(corrected by ${fact.disposition.by ?? ''})`)] : []),
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const whatBecame = (fact: ListedFact): string => fact.disposition?.as ?? 'pending';

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const context = await openContext(world, invocation);
  const now = world.now();
  const as = textValue(values, 'as');
  if (as !== undefined && !(DISPOSITIONS as readonly string[]).includes(as)) {
    const near = nearest(as, DISPOSITIONS);
    throw usage(
      `there is no disposition ${as}`,
      near === null ? `one of ${DISPOSITIONS.join(', ')}` : `did you mean ${near}?`,
    );
  }
  const today = isOn(values, 'today') ? dayOf(now) : null;
  const [since, until] = [today ?? dayFlag(values, 'since', now), today ?? dayFlag(values, 'until', now)];
  checkOrder(since, until);
  const tagTable = values.tag === undefined ? undefined : await tagTableFor(context, '', true);
  const view = readView(context.vault);
  const facts = listFacts(
    view,
    readPending(view, dayOf(now)),
    {
      pending: isOn(values, 'pending'),
      faded: isOn(values, 'faded'),
      as: as ?? null,
      since,
      until,
      categories: listValue(values, 'category'),
      tags: listValue(values, 'tag'),
      ...(tagTable && { tagTable }),
    },
    { today: dayOf(now), fading: DEFAULT_FADING, recalled: readRecalled(context.vault) },
  );
  context.answer.document('facts', { facts });
  context.answer.print(renderFacts(facts, context.answer.color));
  context.answer.remark(`${facts.length} fact${facts.length === 1 ? '' : 's'}`);
  return EXIT.done;
};
