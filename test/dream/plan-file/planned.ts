// Plans of small vaults, made and carried out as the commands do it, through the text of a file.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { rehearse } from '../../../src/dream/apply.ts';
import type { DreamResult, Heard } from '../../../src/dream/dream.ts';
import { parsePlan, renderPlan } from '../../../src/dream/plan-file/parse.ts';
import { mustBeAsPlanned, replayOf, toPlanFile } from '../../../src/dream/plan-file/replay.ts';
import type { PlanFile } from '../../../src/model/plan.ts';
import { renderDayTitle, renderEntry } from '../../../src/page/fact-line.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { readView } from '../../../src/vault/view.ts';
import { dreamOnce, type NightOptions, TODAY, write } from '../nights.ts';

export type Wishes = NightOptions & { readonly minute?: number };

const startOf = (minute = 0): Date => new Date(2026, 6, 20, 3, minute);

/** The text of its file. Writes nothing. */
export async function planOf(vault: Vault, wishes: Wishes = {}): Promise<string> {
  const heard: Heard[] = [];
  const { view } = await dreamOnce(vault, {
    ...wishes,
    apply: rehearse,
    settle: () => undefined,
    hear: (one) => void heard.push(one),
  });
  const {
    start = startOf(wishes.minute),
    today = TODAY,
    maxDays = 14,
    reviews = 200,
    repeatUndone = false,
    retry = false,
  } = wishes;
  return renderPlan(
    toPlanFile(heard, view.factById, {
      start: start.toISOString(),
      today,
      options: { maxDays, reviews, repeatUndone, retry },
    }),
  );
}

export async function applyText(vault: Vault, text: string): Promise<DreamResult> {
  return await applyFile(vault, parsePlan(text, 'plan.json'));
}

export async function applyFile(vault: Vault, file: PlanFile): Promise<DreamResult> {
  mustBeAsPlanned(file, readView(vault));
  const { options, ...replay } = replayOf(file);
  const { repeatUndone, retry } = file.options;
  return await dreamOnce(vault, { ...replay, ...options, repeatUndone, retry, start: new Date(file.start) });
}

/** Puts facts into the logs of July; `next` numbers their ids. */
export function logInJuly(
  vault: Vault,
  facts: readonly { day: number; category: string; text: string }[],
  next: () => number,
): void {
  for (const { day, category, text } of facts) {
    const path = `daily/2026-07-0${day}.md`;
    const entry = renderEntry('14:05', 'abc12345', [
      { id: `t${String(next()).padStart(9, '0')}`, statement: { category, text, tags: [], fields: {} } },
    ]);
    if (readView(vault).facts.some((fact) => fact.path === path)) appendFileSync(join(vault.root, path), entry);
    else write(vault, path, renderDayTitle(`2026-07-0${day}`) + entry);
  }
}
