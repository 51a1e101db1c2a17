// How commands have the inbox read: what is to become of its files, and carrying that out under the lock, or only
// showing it.
import { type InboxDone, processInbox } from '../import/inbox/process.ts';
import { type Survey, surveyInbox, takenBack } from '../import/inbox/survey.ts';
import { openTokenizer } from '../index/tokenizer.ts';
import type { ModelReader } from '../llm/port.ts';
import { MemvaultError } from '../model/errors.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import { carryOutInboxRun } from '../vault/inbox.ts';
import { readSchema } from '../vault/own-files.ts';
import { readRunLog } from '../vault/record-run.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { maySay } from './said-when.ts';

export interface InboxWishes {
  readonly commit: boolean;
  readonly dryRun: boolean;
  /** No person asked for it: then what a person took back is not read again. */
  readonly isNight: boolean;
  /** What the dream before it has used of the limits for a model. */
  readonly spent?: Usage;
}

export interface InboxRead extends InboxDone {
  readonly survey: Survey;
  /** What a model cost. */
  readonly usage: Usage;
}

/** Milliseconds. A program may still be writing a younger file. */
export const SETTLED_MS = 2000;

/** What could be done with the files of the inbox. Writes nothing. */
export function lookAtInbox(
  { vault, world }: Context,
  view: Pick<View, 'pages' | 'ledger' | 'ledgerRead'>,
  isNight: boolean,
  settledMs = SETTLED_MS,
): Survey {
  return surveyInbox(vault, view, {
    now: world.now(),
    settledMs,
    routed: new Set(readSchema(vault).routes.values()),
    takenBack: isNight ? takenBack(readRunLog(vault)) : new Set(),
  });
}

/** Would a night find something to do in the inbox? */
export function waitsForNight(context: Context, view: Pick<View, 'pages' | 'ledger' | 'ledgerRead'>): boolean {
  return context.settings.inbox.nightly === 'on' && lookAtInbox(context, view, true).ready.length > 0;
}

/** Works through the inbox. The caller holds the lock, unless `dryRun`. Throws what `chooseReader` throws, and `io`. */
export async function readInboxNow(
  context: Context,
  view: View,
  start: Date,
  { commit, dryRun, isNight, spent = NO_USAGE }: InboxWishes,
): Promise<InboxRead> {
  const { vault, settings, world, answer } = context;
  const survey = lookAtInbox(context, view, isNight, dryRun ? 0 : SETTLED_MS);
  const [progress, cancel] = [await answer.progress(), world.cancellable()];
  const tokenizer = await openTokenizer(settings.retrieve.languages);
  const asked: { reader: Promise<ModelReader | null> | null } = { reader: null };
  const model = async (): Promise<ModelReader | null> => {
    if (dryRun || settings.consolidate.engine === 'rules') return null;
    return await (asked.reader ??= import('./model-engine.ts').then(async ({ chooseReader }) => {
      const without = 'what is in the inbox is read without a model';
      const chosen = await chooseReader(context, { prompt: 'inbox', without, progress, cancel, spent });
      return (await chosen?.open()) ?? null;
    }));
  };
  const done = await processInbox(
    {
      vault,
      progress,
      cancel,
      model,
      terms: (text) => tokenizer.terms(text),
      maySay: maySay(view),
      carry: (journal) => (dryRun ? { journal, unwritten: new Map() } : carryOutInboxRun(vault, journal)),
    },
    survey.ready,
    view,
    { start, commit },
  );
  return { ...done, survey, usage: (await asked.reader)?.usage() ?? NO_USAGE };
}

/**
 * The same for a dream. An inbox that cannot be read is no failure of the dream: it is warned of, and the next night
 * tries again. Null then, and where `inbox.nightly` is off.
 */
export async function readInboxByNight(
  context: Context,
  view: View,
  start: Date,
  wishes: Omit<InboxWishes, 'dryRun' | 'isNight'>,
): Promise<InboxRead | null> {
  if (context.settings.inbox.nightly === 'off') return null;
  try {
    return await readInboxNow(context, view, start, { ...wishes, dryRun: false, isNight: true });
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    context.answer.warn(`memvault: the inbox was not read: ${error.message}`);
    return null;
  }
}
