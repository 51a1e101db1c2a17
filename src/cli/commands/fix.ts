// `memvault fix ID`: reverts or corrects one decision.
import { pageNamed, planFix, type Wish } from '../../curate/fix/fix.ts';
import { isAlready, type Remedy } from '../../curate/fix/standing.ts';
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import type { Change } from '../../model/plan.ts';
import type { Context } from '../../tasks/context.ts';
import { changeByHand, findFact, type Made, mustHoldNoSecret } from '../../tasks/record-by-hand.ts';
import { readFacts, type View } from '../../vault/view.ts';
import { sayEnd } from '../context.ts';
import { type Command, isOn, textValue, usage, type Values } from '../spec.ts';
import { type Face, faceOf, wrap } from '../terminal/face.ts';

export const run: Command = async (context, { args, values }) => {
  const { answer, world, vault } = context;
  const typed = readWish(args[0] ?? '', values);
  const fact = findFact(vault, args[0] ?? '');
  if ((typed.kind === 'reword' || typed.kind === 'same') && typed.text !== null)
    await mustHoldNoSecret(
      typed.text,
      readFacts(vault).map(({ text }) => text),
    );
  const wishes = { start: world.now(), commit: isOn(values, 'commit'), dryRun: isOn(values, 'dry-run') };
  const { view, planned, made, applied, outcome } = await changeByHand(context, 'fix', wishes, (now) => {
    const remedy = planFix(now, fact, resolved(context, now, fact, typed));
    return isAlready(remedy)
      ? { byHand: null, already: remedy.already, lasts: '' }
      : { byHand: { ...remedy, about: fact }, already: null, lasts: howItLasts(fact, typed.kind, remedy) };
  });
  const { already, lasts } = planned;
  answer.document({
    fact,
    changes: made?.changes ?? [],
    summary: made?.summary ?? null,
    run: applied?.journal.run ?? null,
    pages: (made?.journal.pages ?? []).map(({ path, before }) => ({
      path,
      change: before === null ? 'created' : 'updated',
    })),
    ...(already !== null && { already }),
    ...(applied === null && made !== null && { dryRun: true }),
    commit: outcome,
  });
  if (made === null) answer.report(`Nothing to do: ${already ?? ''}.`);
  else {
    const words = renderMade(made, applied === null, view, faceOf(context));
    answer[applied === null ? 'print' : 'report'](applied === null ? words : `${words}\n${lasts}`);
  }
  return sayEnd(
    context,
    (applied?.unwritten ?? []).map((reason) => `${reason}; run the command again`),
    outcome,
  );
};

/** Expands facts to full ids and pages to paths. */
function resolved(context: Context, view: View, fact: string, typed: Wish): Wish {
  if ('old' in typed) return { ...typed, old: otherFact(context, fact, typed.old, '--replaces') };
  if ('other' in typed) return { ...typed, other: otherFact(context, fact, typed.other, '--same-as') };
  return 'to' in typed && typed.to !== null ? { ...typed, to: pageNamed(context.vault, view, typed.to) } : typed;
}

function otherFact({ vault }: Context, fact: string, typed: string, flag: string): string {
  const other = findFact(vault, typed);
  if (other !== fact) return other;
  throw usage(`${flag} names the fact itself`, 'name the other one');
}

/** As typed, before facts and pages are looked up. Throws `usage` if there is none or if several conflict. */
function readWish(id: string, values: Values): Wish {
  const to = textValue(values, 'to');
  const text = textValue(values, 'text');
  const restores = isOn(values, 'restore');
  const [old, same] = [textValue(values, 'replaces'), textValue(values, 'same-as')];
  const wishes: Wish[] = [
    ...(old === undefined ? [] : [{ kind: 'replace' as const, old }]),
    ...(same === undefined ? [] : [{ kind: 'same' as const, other: same, text: text?.trim() ?? null }]),
    ...(isOn(values, 'separate') ? [{ kind: 'separate' as const }] : []),
    ...(restores ? [{ kind: 'restore' as const, to: to ?? null }] : []),
    ...(isOn(values, 'current') ? [{ kind: 'current' as const }] : []),
    ...(to !== undefined && !restores ? [{ kind: 'move' as const, to }] : []),
    ...(text === undefined || same !== undefined ? [] : [{ kind: 'reword' as const, text }]),
  ];
  if (wishes.length > 1)
    throw usage(
      'one correction at a time: --replaces, --same-as, --separate, --restore, --current, --to or --text',
      'only --restore and --to, and --same-as and --text, go together; run the command once for each',
    );
  if (text?.trim() === '') throw usage('--text is empty', 'memvault forget removes a claim');
  const [wish] = wishes;
  if (wish !== undefined) return wish;
  throw usage(
    'no correction was named: --replaces ID, --same-as ID, --separate, --restore, --current, --to PAGE or --text TEXT',
    `memvault explain ${id} shows what was decided and what can be done`,
  );
}

/** What the correction prevents in later dreams, and what it does not. */
function howItLasts(fact: string, kind: Wish['kind'], { reviews }: Pick<Remedy, 'reviews'>): string {
  if (kind === 'move' || kind === 'reword' || kind === 'same') return 'No dream decides it again.';
  const others = [
    ...new Set(
      reviews
        .filter(({ status, facts }) => status === 'rejected' && facts.includes(fact))
        .flatMap(({ facts }) => facts),
    ),
  ].filter((id) => id !== fact);
  return others.length === 0
    ? 'A newer statement may still replace it.'
    : `Kept apart from ${others.join(', ')} for good; a newer statement may still replace it.`;
}

// Renders what a correction by hand changes, page by page, for people and as JSON.

/** `view`: the vault before the change. */
function renderMade(
  made: Made,
  would: boolean,
  view: Pick<View, 'pages' | 'factById'>,
  { columns, paint }: Face,
): string {
  const textOf = (page: string, id: string): string => {
    const claim = view.pages.get(page)?.claims.find(({ facts }) => facts.includes(id));
    return (
      claim?.sides.find(({ facts }) => facts.includes(id))?.text ?? claim?.text ?? view.factById.get(id)?.text ?? id
    );
  };
  const pages = [...new Set(made.changes.map(({ page }) => page))];
  const changed = new Map(
    made.journal.pages.map(({ path, before }) => [path, before === null ? 'created' : 'updated']),
  );
  return [
    ...wrap(`${made.summary.replace(/^the /, 'The ')}.`, columns, would ? 'Would do: ' : '', '').map((line) =>
      would ? line : paint('bold', line),
    ),
    ...pages.flatMap((page) => [
      `  ${paint('cyan', (changed.get(page) ?? 'as it is').padEnd(8))}  ${plain(page)}`,
      ...made.changes
        .filter((change) => change.page === page)
        .flatMap((change) => {
          const said = sayChange(change, (id) => textOf(page, id));
          return said === null
            ? []
            : wrap(said.text, columns, `    ${paint(said.sign === '+' ? 'green' : 'red', said.sign)} `, '      ');
        }),
    ]),
  ].join('\n');
}

function sayChange(
  change: Change,
  textOf: (fact: string) => string,
): { readonly sign: '+' | '-'; readonly text: string } | null {
  const quoted = (text: string): string => `“${plain(text)}”`;
  const claim = 'claim' in change ? quoted(textOf(change.claim)) : '';
  if (change.kind === 'add') return { sign: '+', text: quoted(change.text) };
  if (change.kind === 'past') return { sign: '+', text: `${quoted(change.text)} in History, ${renderSpan(change)}` };
  if (change.kind === 'correct') return { sign: '+', text: `the claim says ${quoted(change.text)}` };
  if (change.kind === 'supersede') return { sign: '-', text: `to History: ${claim}, ${renderSpan(change)}` };
  if (change.kind === 'revive') return { sign: '+', text: `out of History: ${claim}` };
  if (change.kind === 'remove') return { sign: '-', text: claim };
  if (change.kind === 'cite') return { sign: '+', text: `${claim} also cites ${change.facts.join(', ')}` };
  if (change.kind === 'settle') return { sign: '+', text: 'each side of the conflict is a claim of its own' };
  if (change.kind === 'conflict') return { sign: '-', text: `still in conflict: ${quoted(change.text)}` };
  return change.kind === 'uncite'
    ? { sign: '-', text: `the footnote of ${change.facts.join(', ')} on the claim that it shared` }
    : null;
}
