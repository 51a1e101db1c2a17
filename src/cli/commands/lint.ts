// `memvault lint`: proves from the files alone that nothing was lost, and names what is not as it should be.
import { lint } from '../../lint/lint.ts';
import { readLintInput } from '../../lint/input.ts';
import { resolveRules } from '../../lint/rules.ts';
import { dayOf } from '../../model/day.ts';
import { readLock } from '../../vault/lock.ts';
import { LOCK_FILE } from '../../vault/vault.ts';
import { readViewNow } from '../by-hand.ts';
import { openContext, type Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { repairForgotten, sayTakenOff } from '../follow-tombstones.ts';
import { withVaultLock } from '../hold-lock.ts';
import { readOpenMerge } from '../open-merge.ts';
import { refreshIndex } from '../refresh-index.ts';
import { renderCounts, renderFindings } from '../render/lint.ts';
import { isOn, listValue, type Command } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const rules = resolveRules(listValue(invocation.values, 'rule'));
  const isFix = isOn(invocation.values, 'fix');
  const context = await openContext(world, invocation, [], !isFix);
  const { answer, settings, vault } = context;
  if (isFix) await repair(context);
  const input = readLintInput(vault, dayOf(world.now()), settings.consolidate.max_wait_days, (await readOpenMerge(world, vault))?.paths);
  const result = lint(input, rules);
  const { counts, findings, health } = result;
  answer.document('lint', { findings, health });
  answer.print(renderFindings(answer.quiet ? findings.filter((finding) => finding.severity !== 'note') : findings, answer.color));
  const lock = findings.length > 0 ? readLock(vault, world.host, world.processes) : null;
  if (lock !== null && lock.alive !== false) answer.remark(`Another memvault ${lock.alive === true ? 'writes' : 'may write'} here (${LOCK_FILE}); what it has not finished yet may be found above.`);
  answer.remark(renderCounts(result, input.view.facts.length, input.view.pages.size));
  return counts.error > 0 || (isOn(invocation.values, 'strict') && counts.warning > 0) ? EXIT.problems : EXIT.done;
};

/** The one thing that is put right without a person: what was forgotten goes again where it came back. */
async function repair(context: Context): Promise<void> {
  await withVaultLock(context, 'lint', async () => {
    const off = repairForgotten(context, await readViewNow(context), context.world.now());
    if (off.run !== null) await refreshIndex(context);
    sayTakenOff(context, off);
    if (off.run === null && off.left.length === 0) context.answer.remark('There is nothing that lint repairs by itself.');
  });
}
