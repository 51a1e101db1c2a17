// `memvault fix ID`: takes back or corrects one decision; without a flag it says what was decided and what can be done.
import { explain, type Explanation, type Offer, pageNamed, planFix, type Wish } from '../../curate/fix/fix.ts';
import { isAlready, type Remedy } from '../../curate/fix/standing.ts';
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { CommitOutcome } from '../../tasks/commit.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { findFact } from '../../tasks/read-records.ts';
import {
  type Applied,
  applyByHand,
  type Made,
  mustHoldNoSecret,
  planByHand,
  readViewNow,
  settleByHand,
} from '../../tasks/record-by-hand.ts';
import { readFacts, type View } from '../../vault/view.ts';
import { openContext, sayEnd } from '../context.ts';
import { type Command, EXIT, isOn, textValue, usage, type Values } from '../spec.ts';
import { type Face, faceOf, linesOf, wrap } from '../terminal/face.ts';

export const run: Command = async (world, invocation) => {
  const typed = readWish(invocation.values);
  const context = await openContext(world, invocation);
  const fact = findFact(context.vault, invocation.args[0] ?? '');
  if (typed !== null) return await fix(context, fact, typed, invocation.values);
  const { answer } = context;
  const found = explain(await readViewNow(context), fact);
  answer.document('fix', toExplanationJson(found));
  answer.print(renderExplanation(found, faceOf(context)));
  return EXIT.done;
};

async function fix(context: Context, fact: string, typed: Wish, values: Values): Promise<number> {
  const start = context.world.now();
  const commit = isOn(values, 'commit');
  if ((typed.kind === 'reword' || typed.kind === 'same') && typed.text !== null)
    await mustHoldNoSecret(
      typed.text,
      readFacts(context.vault).map(({ text }) => text),
    );
  if (isOn(values, 'dry-run'))
    return say(context, fact, planIn(context, await readViewNow(context), fact, typed, start, commit), null, null);
  return await withVaultLock(context, 'fix', async () => {
    const planned = planIn(context, await readViewNow(context), fact, typed, start, commit);
    if ('already' in planned) return say(context, fact, planned, null, null);
    const applied = applyByHand(context, planned.made);
    return say(context, fact, planned, applied, await settleByHand(context, start, commit));
  });
}

type Planned = { readonly made: Made; readonly view: View; readonly lasts: string } | { readonly already: string };

function planIn(context: Context, view: View, fact: string, typed: Wish, start: Date, commit: boolean): Planned {
  const remedy = planFix(view, fact, resolved(context, view, fact, typed));
  return isAlready(remedy)
    ? remedy
    : {
        made: planByHand(context, view, 'fix', start, commit, { ...remedy, about: fact }),
        view,
        lasts: howItLasts(fact, typed.kind, remedy),
      };
}

/** With full ids of facts and paths of pages. */
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

function say(
  context: Context,
  fact: string,
  planned: Planned,
  applied: Applied | null,
  commit: CommitOutcome | null,
): number {
  const { answer } = context;
  const made = 'already' in planned ? null : planned.made;
  answer.document('fix', {
    fact,
    ...toMadeJson(made, applied),
    ...('already' in planned ? { already: planned.already } : {}),
    ...(applied === null && made !== null ? { dryRun: true } : {}),
    commit,
  });
  if ('already' in planned) {
    answer.report(`Nothing to do: ${planned.already}.`);
    return EXIT.done;
  }
  const words = renderMade(planned.made, applied === null, planned.view, faceOf(context));
  if (applied === null) answer.print(words);
  else answer.report(`${words}\n${planned.lasts}`);
  const unwritten = (applied?.unwritten ?? []).map((reason) => `${reason}; run the command again`);
  return sayEnd(context, unwritten, commit);
}

/** As typed, facts and pages by name. Null if no flag asks for a change. Throws `usage` if they do not go together. */
function readWish(values: Values): Wish | null {
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
  if (text?.trim() === '') throw usage('--text is empty', 'memvault forget takes a claim off its page');
  if (wishes.length === 0 && (isOn(values, 'dry-run') || isOn(values, 'commit')))
    throw usage(
      'no correction was named',
      'one of --replaces ID, --same-as ID, --separate, --restore, --current, --to PAGE, --text TEXT',
    );
  return wishes[0] ?? null;
}

function renderExplanation(
  { fact, held, claim, others, offers, obstacle, corrected }: Explanation,
  { columns, paint }: Face,
): string {
  const width = Math.max(...offers.map((offer) => flagOf(offer).length));
  const say = (text: string, first: string, indent?: string): string[] => wrap(text, columns, first, indent);
  const where =
    claim === null
      ? 'on no page'
      : `on ${claim.page}:${claim.line}` +
        (isHistory(claim) ? ' in History' : claim.sides.length > 1 ? ' in a conflict' : '');
  return linesOf(
    say(`${fact.day}  ${fact.text}`, `${fact.id}  `).map((line) => paint('bold', line)),
    say(
      (corrected ? `corrected by ${held.by ?? ''}` : `${held.as}${relation(held)}`) +
        (held.reason === undefined ? '' : `: ${held.reason}`) +
        `, ${where}`,
      '  ',
      '    ',
    ),
    claim !== null && claim.text !== fact.text && say(`the claim: ${claim.text}`, '  ', '    '),
    say(`decided by ${held.run}, ${held.engine}, ${held.at.slice(0, 10)}`, '  ', '    '),
    others.flatMap(({ id, day, text }) => say(`${day}  ${text}`, `  ${id}  `)),
    obstacle !== null && ['', ...say(obstacle, 'Nothing to be done here: ', '  ')],
    offers.length !== 0 && [
      '',
      'What you can do:',
      ...offers.flatMap((offer) => say(offer.does, `  ${flagOf(offer).padEnd(width)}  `)),
    ],
  ).join('\n');
}

/** What a correction rules out, and what it does not. */
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

const flagOf = ({ flag, takes }: Offer): string => `--${flag}${takes === null ? '' : ` ${takes}`}`;

function relation({ of, by, with: other }: Explanation['held']): string {
  return of !== undefined ? ` of ${of}` : by !== undefined ? ` by ${by}` : other !== undefined ? ` with ${other}` : '';
}

function toExplanationJson({ fact, held, claim, others, offers, corrected }: Explanation): Record<string, unknown> {
  const { as, page, of, by, with: other, reason, run, engine, at } = held;
  return {
    fact: fact.id,
    // What is undefined is in no document.
    decision: { as, corrected: corrected || undefined, page, of, by, with: other, reason, run, engine, at },
    claim: claim === null ? null : { path: claim.page, line: claim.line, text: claim.text, current: !isHistory(claim) },
    others,
    offers: offers.map(({ flag, takes, does }) => ({ flag: `--${flag}`, takes, does })),
    changes: [],
  };
}

// What a correction by hand changes, page by page, for people and as a document.

/** `view`: as it was before. */
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
  if (change.kind === 'add') return { sign: '+', text: quoted(change.text) };
  if (change.kind === 'past') return { sign: '+', text: `${quoted(change.text)} in History, ${renderSpan(change)}` };
  if (change.kind === 'correct') return { sign: '+', text: `the claim says ${quoted(change.text)}` };
  if (change.kind === 'supersede')
    return { sign: '-', text: `to History: ${quoted(textOf(change.claim))}, ${renderSpan(change)}` };
  if (change.kind === 'revive') return { sign: '+', text: `out of History: ${quoted(textOf(change.claim))}` };
  if (change.kind === 'remove') return { sign: '-', text: quoted(textOf(change.claim)) };
  if (change.kind === 'cite')
    return { sign: '+', text: `${quoted(textOf(change.claim))} also cites ${change.facts.join(', ')}` };
  if (change.kind === 'settle') return { sign: '+', text: 'each side of the conflict is a claim of its own' };
  if (change.kind === 'conflict') return { sign: '-', text: `still in conflict: ${quoted(change.text)}` };
  return change.kind === 'uncite'
    ? { sign: '-', text: `the footnote of ${change.facts.join(', ')} on the claim that it shared` }
    : null;
}

/** The part of a document that says what came of it. */
function toMadeJson(made: Made | null, applied: Applied | null): Record<string, unknown> {
  return {
    changes: made?.changes ?? [],
    summary: made?.summary ?? null,
    run: applied?.journal.run ?? null,
    pages: (made?.journal.pages ?? []).map(({ path, before }) => ({
      path,
      change: before === null ? 'created' : 'updated',
    })),
  };
}
