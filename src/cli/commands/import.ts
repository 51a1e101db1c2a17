// `memvault import`: conversations, exports of other tools, notes and folders, recognised by content. Without a path it
// reads the vault's inbox.
import { setTimeout as wait } from 'node:timers/promises';
import { isBeingFilled } from '../../import/inbox/survey.ts';
import type { Context } from '../../tasks/context.ts';
import { finishCutShort, withVaultLock } from '../../tasks/hold-lock.ts';
import { readImport } from '../../tasks/import-files.ts';
import { type InboxRead, readInboxNow, SETTLED_MS } from '../../tasks/process-inbox.ts';
import { readViewNow, settleByHand } from '../../tasks/record-by-hand.ts';
import { hasInbox, makeInbox } from '../../vault/inbox.ts';
import { checkModelFlags, refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { renderInbox, renderLeft, toInboxJson } from '../render/import.ts';
import { type Command, failure, isOn, usage, type Values } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { importConversations } from './import-conversations.ts';
import { importNotes, wishesOf } from './import-notes.ts';

export const run: Command = async (context, { args, values }) => {
  const { world } = context;
  refuseWithinDream(world, 'import');
  if (args.filter((name) => name === '-').length > 1) throw usage('stdin is named more than once', 'name - once');
  if (args.includes('-') && world.stdinIsTerminal)
    throw usage('there is nothing to read', 'name a file, or pipe something: pbpaste | memvault import -');
  const wishes = wishesOf(values);
  const dryRun = isOn(values, 'dry-run');
  checkModelFlags(context);
  if (args.length === 0) return await importInbox(context, values);
  const { answer } = context;
  const watching = { now: world.now(), progress: await answer.progress(), cancel: world.cancellable() };
  const read = await readImport(context, args, wishes, watching);
  const { talks, files, unknown, left } = read;
  const hasNotes = talks.length === 0 || files.length + unknown.length + left.length > 0;
  // Notes first: if nobody can be asked, nothing at all is imported.
  const notes = hasNotes ? await importNotes(context, read, values, watching) : null;
  const spoken = talks.length > 0 ? await importConversations(context, talks, values, watching) : null;
  answer.document({ ...(dryRun ? { dryRun } : {}), ...notes?.document, ...spoken?.document });
  const statuses = [notes?.status ?? EXIT.done, spoken?.status ?? EXIT.done];
  if (statuses.includes(EXIT.interrupted)) return EXIT.interrupted;
  return statuses.every((one) => one === statuses[0]) || !hasNotes ? Math.max(...statuses) : EXIT.partly;
};

/** Processes the inbox now, and creates its folder if missing. */
async function importInbox(context: Context, values: Values): Promise<number> {
  const { world } = context;
  const dryRun = isOn(values, 'dry-run');
  const start = world.now();
  const wishes = { commit: false, dryRun, isNight: false };
  if (dryRun)
    return say(context, await readInboxNow(context, await readViewNow(context), start, wishes), {
      dryRun,
      made: false,
    });
  await finishCutShort(context);
  // The user may have just put a file there: wait instead of skipping it.
  if (isBeingFilled(context.vault, world.now(), SETTLED_MS)) await wait(SETTLED_MS + 100);
  return await withVaultLock(context, 'import', async () => {
    const view = await readViewNow(context);
    if (view.merge !== null)
      throw failure(
        'refused',
        `${view.merge.what} is in progress; finish it before importing the inbox`,
        'git status says what is left to do',
      );
    const read = await readInboxNow(context, view, start, wishes);
    if (read.runs.length > 0) await settleByHand(context, start, false);
    // If pages of the inbox are missing too, its drive may be unmounted.
    const made = !hasInbox(context.vault) && !view.lost.has(context.vault.zones.inbox);
    if (made) makeInbox(context.vault);
    return say(context, read, { dryRun, made });
  });
}

function say(
  context: Context,
  read: InboxRead,
  { dryRun, made }: { readonly dryRun: boolean; readonly made: boolean },
): number {
  const { answer, vault } = context;
  const folder = vault.zones.inbox;
  answer.document({ ...(dryRun ? { dryRun } : {}), folder, made, ...toInboxJson(read), commit: null });
  const state = made ? 'made' : hasInbox(vault) ? 'there' : 'missing';
  const words = renderInbox(read, faceOf(context), { would: dryRun, folder, state });
  answer[dryRun ? 'print' : 'report'](words);
  for (const line of [...renderLeft(read), ...read.notices]) answer.remark(line);
  if (read.interrupted) return EXIT.interrupted;
  return read.left.length > 0 ? EXIT.partly : EXIT.done;
}
