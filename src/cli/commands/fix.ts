// `memvault fix ID`: takes back or corrects one decision; without a flag it says what was decided and what can be done.
import { explain, pageNamed, planFix, type Wish } from '../../curate/fix/fix.ts';
import { isAlready } from '../../curate/fix/standing.ts';
import type { CommitOutcome } from '../../tasks/commit.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { findFact } from '../../tasks/read-records.ts';
import {
  type Applied,
  applyByHand,
  type Made,
  planByHand,
  readViewNow,
  settleByHand,
} from '../../tasks/record-by-hand.ts';
import { mustHoldNoSecret } from '../../tasks/said-when.ts';
import { readFacts, type View } from '../../vault/view.ts';
import { openContext, sayEnd } from '../context.ts';
import { howItLasts, renderExplanation, renderMade, toExplanationJson, toMadeJson } from '../render/fix.ts';
import { type Command, EXIT, isOn, textValue, usage, type Values } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';

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

/** As typed: facts and pages by what they are called. Null without any of them. Throws `usage` where they do not go together. */
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
