// `memvault import` without a path: reads the inbox now, and makes its folder where it is missing.
import { setTimeout as wait } from 'node:timers/promises';
import { isBeingFilled } from '../../import/inbox/survey.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Context } from '../../tasks/context.ts';
import { finishCutShort, withVaultLock } from '../../tasks/hold-lock.ts';
import { type InboxRead, readInboxNow, SETTLED_MS } from '../../tasks/process-inbox.ts';
import { readViewNow, settleByHand } from '../../tasks/record-by-hand.ts';
import { hasInbox, makeInbox } from '../../vault/inbox.ts';
import { EXIT } from '../exit-codes.ts';
import { renderInbox, renderLeft, toInboxJson } from '../render/import-inbox.ts';
import { isOn, type Values } from '../spec.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

export async function importInbox(context: Context, values: Values): Promise<number> {
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
  // Who has just put a file there waits for it rather than come again.
  if (isBeingFilled(context.vault, world.now(), SETTLED_MS)) await wait(SETTLED_MS + 100);
  return await withVaultLock(context, 'import', async () => {
    const view = await readViewNow(context);
    if (view.merge !== null)
      throw new MemvaultError('refused', `${view.merge.what} is not finished; the inbox waits for it`, {
        hint: 'git status says what is left to do',
      });
    const read = await readInboxNow(context, view, start, wishes);
    if (read.runs.length > 0) await settleByHand(context, start, false);
    // Where pages of it went with it, its drive may be away.
    const made = !hasInbox(context.vault) && !view.lost.has(context.vault.zones.inbox);
    if (made) makeInbox(context.vault);
    return say(context, read, { dryRun, made });
  });
}

function say(
  { answer, world, vault }: Context,
  read: InboxRead,
  { dryRun, made }: { readonly dryRun: boolean; readonly made: boolean },
): number {
  const folder = vault.zones.inbox;
  answer.document('import', { ...(dryRun ? { dryRun } : {}), folder, made, ...toInboxJson(read), commit: null });
  const state = made ? 'made' : hasInbox(vault) ? 'there' : 'missing';
  const words = renderInbox(read, {
    would: dryRun,
    color: answer.color,
    columns: columnsOf(world.stdout),
    folder,
    state,
  });
  if (dryRun) answer.print(words);
  else answer.report(words);
  for (const line of [...renderLeft(read), ...read.notices])
    answer.remark(wrap(line, columnsOf(world.stderr), '', '  ').join('\n'));
  if (read.interrupted) return EXIT.interrupted;
  return read.left.length > 0 ? EXIT.partly : EXIT.done;
}
