// What must hold after a night: every invariant of docs/design.md that the files can show, looked at in copies of the
// clones, so that the days may go on meanwhile.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CITED } from '../../src/model/disposition.ts';
import { dayOf } from '../../src/model/day.ts';
import { readView, type View } from '../../src/vault/view.ts';
import { rememberDigests } from '../support/files-below.ts';
import { makePlace, type Place } from '../support/memvault.ts';
import { checkLint } from '../two-clones/checks.ts';
import { clashes } from '../two-clones/clashes.ts';
import { Clone, type Setting } from '../two-clones/clone.ts';
import { stillSaid } from '../two-clones/decided.ts';
import { factsOf, vaultAt } from '../two-clones/state.ts';
import { applyChanges } from './changes.ts';
import { checkSearch } from './found.ts';
import { differing, type NightLeft, UNTRACKED } from './nights.ts';
import { BY_PROCESS, checkDryRuns, checkUndo, dreamByProcess, dreamKilled, type Ran, stateOfMemory } from './rarely.ts';
import { type Sizes, sizesOf } from './sizes.ts';

export interface Night extends Sizes {
  readonly day: string;
  /** It dreamed, and so many facts. */
  readonly ran: boolean;
  readonly dreamt: number;
  /** It looked at the health of the vault. */
  readonly looked: boolean;
  /** It was tried killed and taken back. */
  readonly tried: boolean;
  /** Milliseconds of the dream as a process of its own; null where it was none. */
  readonly processMs: number | null;
  readonly processCpu: number | null;
}

/** Holds a night against the invariants, after all before it. Rejects with what does not hold. */
export type Check = (left: NightLeft) => Promise<Night>;

const MOST_SAID = 12;

/** Checks in this process, one after the other. `end` removes the copies. */
export function createChecks(): { check: Check; end: () => void } {
  const place = { ...makePlace() };
  const checks = new Checks(place);
  const check: Check = async (left) => {
    const zone = process.env['TZ'];
    process.env['TZ'] = place.env['TZ'];
    try {
      return await checks.check(left);
    } catch (error) {
      throw new Error(
        `${left.name}, the night after ${left.day}: ${error instanceof Error ? error.message : String(error)}${process.env['MEMVAULT_KEEP'] === undefined ? '' : `\nin ${place.root}`}`,
        { cause: error },
      );
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  };
  return { check, end: place.remove };
}

class Checks {
  private readonly setting: Setting;
  private readonly digests = rememberDigests();
  private readonly copies = new Map<string, Clone>();

  constructor(place: Place) {
    this.setting = { place, random: () => 0 };
  }

  async check(left: NightLeft): Promise<Night> {
    const { name, day, time, said, before, after, asks } = left;
    const clone = this.copies.get(name) ?? new Clone(this.setting, name, time);
    this.copies.set(name, clone);
    clone.time = time;
    clone.knowledge = left.knows;
    const { root } = clone;
    const digests = (of: Clone): Record<string, string> => this.digests(of.root, UNTRACKED);
    let state: Record<string, string> = {};
    const others: Ran[] = [];
    if (before !== null) {
      applyChanges(root, before);
      if (asks.tries) {
        await checkDryRuns(this.digests, clone);
        state = stateOfMemory(this.digests, root);
        others.push(await dreamKilled(this.setting.place, clone));
      }
      if (asks.process) others.push(await dreamByProcess(this.setting.place, clone));
    }
    applyChanges(root, after);
    const dreamt = digests(clone);
    const unlike = differing(dreamt, left.digests);
    if (unlike.length > 0) throw new Error(`the copy is not the clone: ${unlike.join(', ')}`);
    for (const { what, copy } of others) {
      const wrong = differing(dreamt, digests(copy));
      if (wrong.length > 0) throw new Error(`a night that was ${what} ended otherwise: ${wrong.join(', ')}`);
      copy.remove();
    }
    const view = readView(vaultAt(root));
    const wrong = [
      ...checkFacts(left, clone, view),
      ...stillSaid(clone, view),
      ...(said.ran ? clashes(clone, view) : []),
    ];
    const sizes = sizesOf(root, view);
    if (sizes.memoryLines > 200 || sizes.memory > 25_000)
      wrong.push(`MEMORY.md has ${sizes.memoryLines} lines and ${sizes.memory} bytes`);
    wrong.push(...(await checkSearch(clone, view, asks.twice)));
    if (wrong.length > 0) throw new Error(wrong.slice(0, MOST_SAID).join('\n'));
    await checkLint(clone);
    const runs = said.runs.length + (said.inbox?.runs.length ?? 0);
    if (said.ran && asks.twice) await this.checkAgain(clone, dreamt);
    const tried = asks.tries && runs > 0;
    if (tried) await checkUndo(this.digests, clone, state, runs);
    const timed = others.find(({ what }) => what === BY_PROCESS);
    return {
      day,
      ran: said.ran,
      dreamt: said.runs.reduce((sum, { facts }) => sum + Object.values(facts).reduce((a, b) => a + b, 0), 0),
      looked: said.lint !== null,
      tried,
      processMs: timed?.ms ?? null,
      processCpu: timed?.cpu ?? null,
      ...sizes,
    };
  }

  /** 7.: a second dream with nothing new writes nothing. What it notes for itself is not the clone's. */
  private async checkAgain(clone: Clone, dreamt: Readonly<Record<string, string>>): Promise<void> {
    const own = ['runs', 'state.json']
      .map((name) => join(clone.root, '.memvault', name))
      .filter((path) => existsSync(path));
    for (const path of own) cpSync(path, `${path}.kept`, { recursive: true, preserveTimestamps: true });
    clone.time += 60_000;
    await clone.must(['dream', '--batch', '--force']);
    for (const path of own) {
      rmSync(path, { recursive: true });
      renameSync(`${path}.kept`, path);
    }
    const written = differing(dreamt, this.digests(clone.root, UNTRACKED));
    if (written.length > 0) throw new Error(`a second dream wrote ${written.join(', ')}`);
  }
}

/**
 * 1., 4., 9. and 15.: all that was logged is there, and each fact that is over has one disposition, which its page
 * shows.
 */
function checkFacts({ known, removed, said: { ran } }: NightLeft, clone: Clone, view: View): string[] {
  const today = dayOf(clone.now);
  const found = factsOf(view);
  const wrong = [...clone.facts].flatMap((id) =>
    found[id] === known.get(id) ? [] : [`${id} was logged as ${known.get(id) ?? ''}, and is ${found[id] ?? 'lost'}`],
  );
  for (const { id, day, text } of view.facts) {
    if (!clone.facts.has(id)) wrong.push(`${id} is a fact that nobody logged`);
    if (clone.isForgotten(id, text) !== view.forgotten.has(id))
      wrong.push(`${id} is ${view.forgotten.has(id) ? '' : 'not '}forgotten`);
    if (view.forgotten.has(id)) continue;
    const line = view.ledger.get(id);
    if (line === undefined) {
      if (ran && day < today) wrong.push(`${id} of ${day} is pending`);
      continue;
    }
    if (day >= today) wrong.push(`${id} of today is ${line.as}`);
    if (CITED.has(line.as)) {
      const pages = view.citedOn.get(id) ?? [];
      // Between a merge or an edit and the next dream the ledger may lag behind.
      if (ran && !pages.includes(line.page ?? ''))
        wrong.push(`${id} is ${line.as} on ${line.page ?? ''}, which does not cite it`);
    } else if (line.as === 'set-aside' ? !removed.has(id) : true)
      wrong.push(`${id} is ${line.as}: ${'reason' in line ? line.reason : ''}`);
    else if (view.citedOn.has(id))
      wrong.push(`${id} is ${line.as} and cited on ${(view.citedOn.get(id) ?? []).join(', ')}`);
  }
  return wrong;
}
