// `memvault lint`: proves from the files alone that nothing was lost, and reports problems.
import { countOthers, remarksOnScope } from '../../lint/input.ts';
import { lint } from '../../lint/lint.ts';
import { REPAIRED_CHECKS } from '../../lint/repair.ts';
import { type Finding, labelOf, type Rule } from '../../lint/rule.ts';
import { resolveRules, RULES } from '../../lint/rules.ts';
import { contradictions } from '../../lint/rules/claims.ts';
import { MemvaultError } from '../../model/errors.ts';
import { defined } from '../../model/json.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { sayTakenOff } from '../../tasks/hold-lock.ts';
import { acceptFindings, askForContradictions, type Fixed, fixVault, readInput } from '../../tasks/lint-vault.ts';
import { isPagePath } from '../../vault/confine.ts';
import { readLock } from '../../vault/lock.ts';
import { LOCK_FILE } from '../../vault/vault.ts';
import { isForgotten } from '../../vault/view.ts';
import { sayEnd } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import {
  renderAccepted,
  renderAsked,
  renderCounts,
  renderFindings,
  renderFixed,
  renderRehearsedFix,
  toFixJson,
  toLlmJson,
} from '../render/lint.ts';
import { type Command, isOn, listValue, type Values } from '../spec.ts';
import { faceOf, linesOf } from '../terminal/face.ts';

interface Wishes {
  readonly rules: readonly Rule[];
  readonly isFix: boolean;
  readonly accepts: boolean;
  readonly dryRun: boolean;
  readonly commit: boolean;
}

/** Throws `usage`. */
function readWishes(values: Values): Wishes {
  const rules = resolveRules(listValue(values, 'rule'));
  const [isFix, accepts] = [isOn(values, 'fix'), isOn(values, 'baseline')];
  const [dryRun, commit] = [isOn(values, 'dry-run'), isOn(values, 'commit')];
  return { rules, isFix, accepts, dryRun, commit };
}

/** What was found, asked and accepted. */
type Looked = Awaited<ReturnType<typeof look>>;

/** `fixed`: what was repaired before. */
async function look(context: Context, { rules, accepts, dryRun }: Wishes, fixed: Fixed | null, llm: boolean) {
  const start = context.world.now();
  const asItWas = fixed !== null && fixed.run === null && fixed.off.run === null ? fixed : null;
  const seen = asItWas?.input ?? (await readInput(context, start, !dryRun));
  const asked = llm && rules.includes(contradictions) ? await askForContradictions(context, seen, !dryRun) : null;
  const input = asked === null ? seen : { ...seen, contradictions: asked.found };
  const found = asItWas !== null && asked === null ? asItWas.plan.now : lint(input, rules);
  // Without --llm contradictions are not checked, so accepted ones stay accepted.
  const known = asked === null ? rules.filter((rule) => rule !== contradictions) : rules;
  const accepting = accepts ? acceptFindings(context.vault, input, found, { rules: known, at: start, dryRun }) : null;
  return { input, result: accepting?.result ?? found, asked, lines: accepting?.lines ?? null };
}

export const run: Command = async (context, { values }) => {
  const wishes = readWishes(values);
  const { isFix, dryRun } = wishes;
  const { answer } = context;
  const fixed = isFix ? await fixVault(context, context.world.now(), wishes) : null;
  const looked = await look(context, wishes, fixed, isOn(values, 'llm')).catch((error: unknown) => {
    throw fixed === null || dryRun ? error : withRepairs(context, error, fixed);
  });
  // Not 0 if a page was skipped or nothing could be committed.
  const fixedStatus = fixed === null ? EXIT.done : sayFixed(context, fixed);
  const { result, asked } = looked;
  const { counts, findings, health } = result;
  answer.document({
    findings,
    health,
    accepted: result.accepted.length,
    ...(fixed === null ? {} : toFixJson(fixed, dryRun)),
    ...(asked === null ? {} : { llm: toLlmJson(asked) }),
  });
  answer.print(
    fixed !== null && dryRun
      ? renderRehearsedFix(fixed, faceOf(context))
      : renderFindings(
          answer.quiet ? findings.filter(({ severity }) => severity !== 'note') : findings,
          faceOf(context),
          listValue(values, 'rule').length > 0,
        ),
  );
  for (const remark of remarksOn(context, looked, wishes)) answer.remark(remark);
  if (asked?.stopped === true) return EXIT.interrupted;
  if (asked !== null && asked.reason !== null) return EXIT.partly;
  if (fixedStatus !== EXIT.done) return fixedStatus;
  return counts.error > 0 || (isOn(values, 'strict') && counts.warning > 0) ? EXIT.problems : EXIT.done;
};

/** The error of a model that is away; what was repaired before is said, to programs too. */
function withRepairs(context: Context, error: unknown, fixed: Fixed): unknown {
  if (fixed.run === null && fixed.off.run === null && fixed.unwritten.length === 0) return error;
  sayFixed(context, fixed);
  if (!(error instanceof MemvaultError)) return error;
  const { code, message, hint, data } = error;
  const more = { cause: error, data: { ...data, ...toFixJson(fixed, false) } };
  return new MemvaultError(code, message, { ...more, ...defined({ hint }) });
}

function remarksOn({ vault, world, settings }: Context, looked: Looked, { rules, isFix, dryRun }: Wishes): string[] {
  const { input, result, asked, lines } = looked;
  const { view, lookedAt } = input;
  const isAll = rules.length === RULES.length;
  const lock = result.findings.length > 0 ? readLock(vault, world.host, world.processes) : null;
  const own = settings.lint.include.length === 0 && isAll ? countOthers(vault, input.notes.keys()) : 0;
  const isRepairable = (finding: Finding): boolean =>
    REPAIRED_CHECKS.has(labelOf(finding)) &&
    (!['links', 'unlinked'].includes(finding.rule) || isPagePath(vault, finding.path));
  return linesOf(
    lock !== null &&
      lock.alive !== false &&
      `Another memvault ${lock.alive === true ? 'is' : 'may be'} writing here (${LOCK_FILE}); ` +
        'some findings may come from its unfinished work.',
    asked !== null
      ? renderAsked(asked)
      : rules.includes(contradictions) &&
          !isAll &&
          `${contradictions.name} are looked for only with --llm: no model was asked.`,
    remarksOnScope(input),
    lines !== null && renderAccepted(result.accepted.length, lines, dryRun),
    renderCounts(
      result,
      view.facts.length,
      view.pages.size,
      lookedAt.length,
      view.facts.filter(({ id }) => isForgotten(id, view)).length,
    ),
    own !== 0 &&
      `${plural(own, 'note')} outside of memvault’s folders ${own === 1 ? 'was' : 'were'} not looked at; ` +
        'memvault config set lint.include "**" changes that.',
    !isFix &&
      world.stderr.isTerminal &&
      result.findings.some(isRepairable) &&
      'memvault lint --fix --dry-run shows what lint can repair by itself.',
  );
}

/** Reports the repairs. Returns the exit status. */
function sayFixed(context: Context, fixed: Fixed): number {
  const { answer } = context;
  sayTakenOff(context, fixed.off);
  for (const line of renderFixed(fixed)) answer.remark(line);
  const unwritten = fixed.unwritten.map((reason) => `${reason}; run the command again`);
  return sayEnd(context, unwritten, fixed.commit);
}
