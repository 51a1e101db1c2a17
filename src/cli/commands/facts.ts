// `memvault facts`: the facts of the daily logs, and what happened to each.
import { type ListedFact, listFacts } from '../../inspect/facts.ts';
import { plain } from '../../model/controls.ts';
import { checkOrder, dayOf } from '../../model/day.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { plural } from '../../model/text.ts';
import { tagTableFor } from '../../tasks/refresh-index.ts';
import { readPending } from '../../vault/pending.ts';
import { readRecalled } from '../../vault/recalls.ts';
import { readView } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { dayFlag } from '../filter-flags.ts';
import { type Command, isOn, knownWord, listValue, textValue } from '../spec.ts';
import { type Face, faceOf, wrap } from '../terminal/face.ts';

/** One line per fact: id, day, disposition, statement. */
function renderFacts(facts: readonly ListedFact[], { columns, paint }: Face): string {
  return facts
    .map(({ id, date, category, content, tags, disposition }) => {
      const line = [
        paint('dim', id),
        date,
        (disposition?.as ?? 'pending').padEnd(10),
        disposition?.as === 'forgotten'
          ? ''
          : `[${category}] ${plain(content)}` +
            (tags.length > 0 ? paint('dim', ` ${tags.map((tag) => `#${tag}`).join(' ')}`) : ''),
        ...(disposition?.corrected ? [paint('dim', `(corrected by ${disposition.by ?? ''})`)] : []),
      ]
        .join('  ')
        .trimEnd();
      return wrap(line, columns, '', ' '.repeat(id.length + 2)).join('\n');
    })
    .join('\n');
}

export const run: Command = async (context, { values }) => {
  const now = context.world.now();
  const typed = textValue(values, 'as');
  const as = typed === undefined ? null : knownWord('disposition', typed, DISPOSITIONS);
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
      as,
      session: textValue(values, 'session') ?? null,
      since,
      until,
      categories: listValue(values, 'category'),
      tags: listValue(values, 'tag'),
      ...(tagTable && { tagTable }),
    },
    { today: dayOf(now), recalled: readRecalled(context.vault) },
  );
  context.answer.document({ facts });
  context.answer.print(renderFacts(facts, faceOf(context)));
  context.answer.remark(plural(facts.length, 'fact'));
  return EXIT.done;
};
