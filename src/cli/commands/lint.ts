// `memvault lint`: proves from the files alone that nothing was lost, and names what is not as it should be.
import { type Baseline, planBaseline } from '../../lint/baseline.ts';
import type { LintInput } from '../../lint/input.ts';
import { lint, type LintResult, mayBeAccepted, resultOf } from '../../lint/lint.ts';
import { REPAIRED_CHECKS } from '../../lint/repairers.ts';
import { checksOf, labelOf, type Rule } from '../../lint/rule.ts';
import { isEditorial, resolveRules, RULES } from '../../lint/rules.ts';
import { contradictions } from '../../lint/rules/contradictions.ts';
import { countOthers, remarksOnScope } from '../../lint/scope.ts';
import { MemvaultError } from '../../model/errors.ts';
import { plural } from '../../model/text.ts';
import type { Answer, Context } from '../../tasks/context.ts';
import { sayTakenOff } from '../../tasks/hold-lock.ts';
import { askForContradictions } from '../../tasks/lint-contradictions.ts';
import { type Fixed, fixVault, readInput } from '../../tasks/lint-vault.ts';
import { appendBaseline, foldBaseline } from '../../vault/baseline.ts';
import { isPagePath } from '../../vault/confine.ts';
import { readLock } from '../../vault/lock.ts';
import { BASELINE_FILE, LOCK_FILE, type Vault } from '../../vault/vault.ts';
import { isForgotten } from '../../vault/view.ts';
import { makeAnswer, openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { renderFixed, renderRehearsedFix, toFixJson } from '../render/lint-fix.ts';
import { renderAccepted, renderAsked, renderCounts, renderFindings, renderRules, toLlmJson } from '../render/lint.ts';
import { sayCommit } from '../say-commit.ts';
import { settingFlags } from '../setting-flags.ts';
import { type Command, isOn, listValue } from '../spec.ts';
import { columnsOf, wrapFor } from '../terminal/wrap.ts';

// What a person accepts of lint's findings, and the findings as another baseline would show them.

export interface Accepting {
  /** What is still shown. */
  readonly result: LintResult;
  /** How many findings are accepted from now on, those of earlier times included. */
  readonly accepted: number;
  /** How many lines were written, or would be. */
  readonly lines: number;
  readonly rehearsed: boolean;
}

/**
 * Accepts all that these rules find now, and nothing any more that they only found before. `rehearsed`: writes nothing.
 * Throws `io`, `refused`.
 */
export function acceptFindings(
  vault: Vault,
  input: LintInput,
  found: LintResult,
  rules: readonly Rule[],
  at: Date,
  rehearsed: boolean,
): Accepting {
  const asked = new Set(rules.flatMap(checksOf).map(({ label }) => label));
  const lines = planBaseline(
    [...found.findings.filter(mayBeAccepted), ...found.accepted],
    input.baseline,
    (label) => asked.has(label),
    at,
  );
  if (!rehearsed) appendBaseline(vault, lines);
  const result = withBaseline(input, found, foldBaseline([...input.baseline.values(), ...lines]));
  return { result, accepted: result.accepted.length, lines: lines.length, rehearsed };
}

/** The same findings, sorted into shown and accepted ones by this baseline. */
export function withBaseline(input: LintInput, { findings, accepted }: LintResult, baseline: Baseline): LintResult {
  return resultOf([...findings, ...accepted], baseline, input.lookedAt.length);
}

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const rules = resolveRules(listValue(values, 'rule'));
  if (isOn(values, 'explain')) {
    const [other] = Object.keys(values).filter((flag) => ALONE_WITHOUT.has(flag));
    if (other !== undefined)
      throw new MemvaultError('usage', `--explain does not go with --${other}`, {
        hint: 'it describes rules, and looks at no vault',
      });
    return explain(makeAnswer(world, invocation), rules, columnsOf(world.stdout));
  }
  const [accepts, showsAll] = [isOn(values, 'baseline'), isOn(values, 'no-baseline')];
  const [isFix, dryRun, commit] = [isOn(values, 'fix'), isOn(values, 'dry-run'), isOn(values, 'commit')];
  if (accepts && isFix)
    throw new MemvaultError('usage', '--baseline does not go with --fix', { hint: 'run the one, then the other' });
  if (!isFix && (commit || (dryRun && !accepts)))
    throw new MemvaultError('usage', dryRun ? '--dry-run needs --fix or --baseline' : '--commit needs --fix', {
      hint: dryRun ? 'without one of them lint writes nothing' : 'without it lint changes no page',
    });
  const context = await openContext(world, invocation, settingFlags(values), (!isFix && !accepts) || dryRun);
  const { answer, vault } = context;
  const tell = (text: string): void => answer.remark(wrapFor(world.stderr, text));
  const start = world.now();
  const fixed = isFix ? await fixVault(context, start, { rules, dryRun, commit }) : null;
  const asItWas = fixed !== null && fixed.run === null && fixed.off.run === null ? fixed : null;
  const seen = asItWas?.input ?? (await readInput(context, start, !dryRun));
  const asked =
    isOn(values, 'llm') && rules.includes(contradictions)
      ? await askForContradictions(context, seen, !dryRun).catch((error: unknown): never => {
          throw fixed === null || dryRun ? error : afterRepairs(context, fixed, error);
        })
      : null;
  const input = asked === null ? seen : { ...seen, contradictions: asked.found };
  const found = asItWas !== null && asked === null ? asItWas.plan.now : lint(input, rules);
  // Without --llm nothing is known of contradictions: those that were accepted stay so.
  const looked = asked === null ? rules.filter((rule) => rule !== contradictions) : rules;
  const accepting = accepts ? acceptFindings(vault, input, found, looked, start, dryRun) : null;
  const result = accepting?.result ?? (showsAll ? withBaseline(input, found, new Map()) : found);
  const { counts, findings, health } = result;
  answer.document('lint', {
    findings,
    health,
    accepted: result.accepted.length,
    ...(fixed === null ? {} : toFixJson(fixed, dryRun)),
    ...(asked === null ? {} : { llm: toLlmJson(asked) }),
  });
  if (fixed !== null && dryRun) answer.print(renderRehearsedFix(fixed, columnsOf(world.stdout), answer.color));
  else
    answer.print(
      renderFindings(answer.quiet ? findings.filter((finding) => finding.severity !== 'note') : findings, {
        color: answer.color,
        columns: columnsOf(world.stdout),
        all: listValue(values, 'rule').length > 0,
      }),
    );
  const fixedStatus = fixed === null ? EXIT.done : sayFixed(context, fixed);
  const lock = findings.length > 0 ? readLock(vault, world.host, world.processes) : null;
  if (lock !== null && lock.alive !== false)
    tell(
      'Another memvault ' +
        (lock.alive === true ? 'is writing' : 'may be writing') +
        ` here (${LOCK_FILE}); some findings above may only show what it has not finished yet.`,
    );
  if (asked !== null) tell(renderAsked(asked));
  else if (listValue(values, 'rule').includes(contradictions.name))
    tell(`${contradictions.name} are looked for only with --llm: no model was asked.`);
  for (const remark of remarksOnScope(input)) tell(remark);
  if (accepting !== null) tell(renderAccepted(accepting, BASELINE_FILE));
  tell(
    renderCounts(
      result,
      input.view.facts.length,
      input.view.pages.size,
      input.lookedAt.length,
      input.view.facts.filter(({ id }) => isForgotten(id, input.view)).length,
    ),
  );
  const own =
    context.settings.lint.include.length === 0 && rules.length === RULES.length
      ? countOthers(vault, input.notes.keys())
      : 0;
  if (own > 0)
    tell(
      `${plural(own, 'note')} outside of memvault’s folders ${own === 1 ? 'was' : 'were'} not looked at; ` +
        'memvault config set lint.include "**" changes that.',
    );
  if (
    !isFix &&
    world.stderr.isTerminal &&
    findings.some(
      (finding) =>
        REPAIRED_CHECKS.has(labelOf(finding)) &&
        (!['links', 'unlinked'].includes(finding.rule) || isPagePath(vault, finding.path)),
    )
  )
    tell('memvault lint --fix --dry-run shows what lint can repair by itself.');
  if (asked?.stopped === true) return EXIT.interrupted;
  if (asked !== null && asked.reason !== null) return EXIT.partly;
  return fixedStatus !== EXIT.done
    ? fixedStatus
    : counts.error > 0 || (isOn(values, 'strict') && counts.warning > 0)
      ? EXIT.problems
      : EXIT.done;
};

const ALONE_WITHOUT: ReadonlySet<string> = new Set(['fix', 'dry-run', 'commit', 'baseline', 'llm', 'strict']);

/** What the rules hold, with their examples. Needs no vault. */
function explain(answer: Answer, rules: readonly Rule[], columns: number): number {
  answer.document('lint', {
    rules: rules.map((rule) => ({
      name: rule.name,
      what: rule.what,
      editorial: isEditorial(rule.name),
      ...('kinds' in rule
        ? { kinds: checksOf(rule).map(({ kind, what, examples }) => ({ kind, what, examples })) }
        : { examples: rule.examples }),
    })),
  });
  answer.print(renderRules(rules, answer.color, columns));
  return EXIT.done;
}

/**
 * Says what was repaired before asking a model failed. Gives the error to throw, with the repairs as data for programs.
 */
function afterRepairs(context: Context, fixed: Fixed, error: unknown): unknown {
  if (fixed.run === null && fixed.off.run === null && fixed.unwritten.length === 0) return error;
  sayFixed(context, fixed);
  return error instanceof MemvaultError
    ? new MemvaultError(error.code, error.message, {
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        cause: error,
        data: { ...error.data, ...toFixJson(fixed, false) },
      })
    : error;
}

/**
 * Says what was repaired. Gives the exit status, which is not 0 where a page was left or nothing could be committed.
 */
function sayFixed(context: Context, fixed: Fixed): number {
  const { answer } = context;
  sayTakenOff(context, fixed.off);
  for (const line of renderFixed(fixed, columnsOf(context.world.stderr))) answer.remark(line);
  for (const reason of fixed.unwritten) answer.warn(`memvault: ${reason}; run the command again`);
  const committed = sayCommit(context, fixed.commit);
  return fixed.unwritten.length > 0 ? EXIT.partly : committed;
}
