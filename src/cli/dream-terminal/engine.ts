// Which engine a dream at the terminal asks, what it is about to ask of a model, and what happens where none answers.
import { rememberSecrets } from '../../dream/engine.ts';
import { estimateUsage } from '../../dream/propose/model/estimate.ts';
import { readPrompts } from '../../dream/propose/model/prompts.ts';
import { shown } from '../../llm/address.ts';
import { plain } from '../../model/controls.ts';
import { dayOf } from '../../model/day.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Fact } from '../../model/fact.ts';
import { isLoopback } from '../../model/loopback.ts';
import type { Usage } from '../../model/plan.ts';
import { capitalized, plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { type DreamWishes, rulesFor } from '../../tasks/dream.ts';
import { modelAddress, readModelChoice, untrusted } from '../../tasks/model.ts';
import { modelOf, promptFolders } from '../../tasks/model-engine.ts';
import { planDream, type Planned } from '../../tasks/plan-dream.ts';
import { readConventions } from '../../vault/own-files.ts';
import { readPending } from '../../vault/pending.ts';
import { claimsToSummarise } from '../../vault/summary.ts';
import type { View } from '../../vault/view.ts';
import { askTrust } from '../commands/trust.ts';
import { choose } from '../terminal/prompts.ts';
import { EXIT, exitOf } from '../spec.ts';

/** What a model will be asked, in words, and whether nothing leaves this machine. */
interface ModelEstimate {
  readonly words: string;
  readonly isHere: boolean;
}

/**
 * What a model will be asked about these facts. Null where none will be: by the settings, since what the vault asks for
 * is not trusted, or since there is nothing to ask. Asks nothing. Throws `settings`.
 */
export async function estimateFor(
  context: Context,
  view: View,
  today: string,
  facts: readonly Fact[],
): Promise<ModelEstimate | null> {
  const { vault, world, answer } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null || untrusted(context, choice) !== null) return null;
  const looksSecret = rememberSecrets();
  const { models } = choice.settings;
  const model = modelOf(context, choice);
  const progress = await answer.progress();
  const usage = await estimateUsage(
    facts.filter((fact) => !looksSecret(fact)),
    view,
    {
      rules: rulesFor(context)(view.facts.filter(({ id, day }) => day < today && !view.forgotten.has(id))),
      context: model.context,
      prompts: readPrompts(promptFolders(context, choice)),
      conventions: readConventions(vault),
      claims: claimsToSummarise(vault, view, world.now()),
    },
    progress,
    world.cancellable(),
  );
  progress.end();
  if (usage.calls === 0) return null;
  const address = modelAddress(choice, world);
  const isHere = address !== null && isLoopback(address);
  const where =
    address === null ? '' : ` at ${plain(shown(new URL(address)))}${isHere ? '' : ', which is not this machine'}`;
  return { isHere, words: `${plain(model.name)} is asked${where}: ${renderUsage(usage, models.max_calls)}` };
}

function renderUsage({ calls, tokens }: Usage, maxCalls: number): string {
  const most =
    calls > maxCalls ? ` Of these ${plural(maxCalls, 'call')} are made (models.max_calls), and the rest waits.` : '';
  // No more than is known: two digits.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  const about = (Math.round(tokens / unit) * unit).toLocaleString('en-US');
  return `about ${plural(calls, 'call')} with ${about} tokens.${most}`;
}

const BY_RULES = { value: 'rules', label: 'Use the rules this time', hint: 'nothing is sent' } as const;
const QUIT = { value: 'quit', label: 'Quit' } as const;

const byRules = (context: Context): Context => ({
  ...context,
  settings: { ...context.settings, consolidate: { ...context.settings.consolidate, engine: 'rules' } },
});

/**
 * The same, or with the rules for this time; null where a person will have neither. What leaves this machine or runs a
 * program is asked about before.
 */
export async function chooseEngine(
  context: Context,
  before: View,
  start: Date,
  { retry }: DreamWishes,
): Promise<Context | null> {
  const { answer, settings } = context;
  const { facts } = readPending(before, dayOf(start), { retry });
  if (settings.consolidate.engine === 'rules' || facts.length === 0) return context;
  if (!(await askTrust(context)))
    return (await choose<'rules' | 'quit'>(context, 'What now?', [BY_RULES, QUIT], 'quit')) === 'rules'
      ? byRules(context)
      : null;
  const estimate = await estimateFor(context, before, dayOf(start), facts);
  if (estimate !== null) answer.warn(estimate.words);
  if (estimate === null || estimate.isHere) return context;
  const picked = await choose<'ask' | 'rules' | 'quit'>(
    context,
    'Ask it?',
    [{ value: 'ask', label: 'Ask it' }, BY_RULES, QUIT],
    'ask',
    'quit',
  );
  if (picked === 'quit') answer.remark('Nothing was written.');
  if (picked === 'rules') return byRules(context);
  return picked === 'quit' ? null : context;
}

/** The plan of the engine; where no model answered, of the rules if a person wants that, or an exit status. */
export async function planOrRules(context: Context, start: Date, wishes: DreamWishes): Promise<Planned | number> {
  const { answer } = context;
  const planned = await planDream(context, start, wishes).catch((error: unknown) => {
    if (error instanceof MemvaultError && error.code === 'model') return error;
    throw error;
  });
  const isUnasked = planned instanceof MemvaultError;
  const unanswered = isUnasked ? [] : planned.result.left.filter(({ why }) => why === 'model');
  if (!isUnasked && (planned.result.interrupted || planned.result.runs.length > 0 || unanswered.length === 0))
    return planned;
  const why = isUnasked
    ? [planned.message, planned.hint ?? '']
    : [[...new Set(unanswered.map(({ reason }) => reason))].join('; ')];
  for (const line of why.filter((one) => one !== '')) answer.warn(capitalized(line.replace(/\.?$/, '.')));
  const picked = await choose<'rules' | 'leave'>(
    context,
    'The model gave no answer. What now?',
    [
      { value: 'rules', label: 'Use the rules this time' },
      { value: 'leave', label: 'Leave it for later', hint: 'nothing is written' },
    ],
    'leave',
  );
  if (picked === 'rules') return await planDream(byRules(context), start, wishes);
  answer.remark('Nothing was written: all of it waits.');
  return isUnasked ? exitOf('model') : EXIT.partly;
}
