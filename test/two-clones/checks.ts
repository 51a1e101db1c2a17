// What must hold of a clone after its next dream, whatever was merged before.
import { CITED } from '../../src/model/disposition.ts';
import { readView } from '../../src/vault/view.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { clashes } from './clashes.ts';
import type { Clone } from './clone.ts';
import { stillSaid } from './decided.ts';
import { areSameBytes, differences, factsOf, stateOf, vaultAt } from './state.ts';

export interface Known {
  /** What was logged: day, time, session and words, by id. */
  readonly facts: Map<string, string>;
  /** Facts whose claim a person took off a page, somewhere. */
  readonly removed: Set<string>;
}

/** `except`: paths that are not compared. */
export function expectSame(one: Clone, other: Clone, what: string, except?: RegExp): void {
  if (areSameBytes(one.root, other.root, except)) return;
  const found = differences(stateOf(one.root, except), stateOf(other.root, except));
  if (found.length > 0) throw new Error(`${what} are not the same:\n${found.join('\n')}`);
}

interface Listed {
  readonly id: string;
  readonly date: string;
  readonly disposition: { readonly as: string; readonly page?: string; readonly reason?: string } | null;
}

/** Dreams; then every fact is accounted for, lint finds no error, and a second dream writes nothing. */
export async function checkDreamt(clone: Clone, known: Known, { mayWrite = true } = {}): Promise<void> {
  const before = hashFolder(clone.root, EXCEPT);
  const { stdout, stderr } = await clone.must(['dream', '--batch', '--force', '--json']);
  if (!mayWrite)
    expectEqual(before, hashFolder(clone.root, EXCEPT), `${clone.name}: a dream after merging what both dreamt wrote`);
  const { closed, left } = JSON.parse(stdout) as { closed?: unknown[]; left: unknown[] };
  if (left.length > 0 || (closed ?? []).length > 0) throw new Error(`${clone.name}: the dream left ${stdout}${stderr}`);
  await checkFacts(clone, known);
  await checkLint(clone);
  if (clone.forgettings.size > 0) await checkForgotten(clone);
  const dreamt = hashFolder(clone.root, EXCEPT);
  clone.time += 60_000;
  await clone.must(['dream', '--batch', '--force']);
  clone.time -= 60_000;
  expectEqual(dreamt, hashFolder(clone.root, EXCEPT), `${clone.name}: the second dream wrote`);
}

const EXCEPT = /^\.git(\/|$)|^\.memvault\/(cache|lock|runs|state\.json)(\/|$)/;

async function checkFacts(clone: Clone, known: Known): Promise<void> {
  const view = readView(vaultAt(clone.root));
  const wanted = Object.fromEntries([...clone.facts].sort().map((id) => [id, known.facts.get(id) ?? '']));
  expectEqual(wanted, factsOf(view), `${clone.name}: not the facts that were logged, with their day, time and session`);
  const { facts } = JSON.parse((await clone.must(['facts', '--json'])).stdout) as { facts: Listed[] };
  const wrong = facts.flatMap(({ id, disposition }) => {
    if (clone.isForgotten(id, view.factById.get(id)?.text ?? '') !== view.forgotten.has(id))
      return [`${id} is ${view.forgotten.has(id) ? '' : 'not '}forgotten`];
    if (view.forgotten.has(id)) return [];
    if (disposition === null) return [`${id} is pending`];
    const { as, page = '', reason = '' } = disposition;
    if (CITED.has(as))
      return (view.citedOn.get(id) ?? []).includes(page) ? [] : [`${id} is ${as} on ${page}, which does not cite it`];
    return as === 'set-aside' && known.removed.has(id) ? [] : [`${id} is ${as}: ${reason}`];
  });
  wrong.push(...stillSaid(clone), ...clashes(clone));
  if (wrong.length > 0) throw new Error(`${clone.name}: ${wrong.join('\n')}`);
}

/** In no file but the daily log. */
async function checkForgotten(clone: Clone): Promise<void> {
  const { status, stdout } = await clone.must(['forget', '--verify'], '', [0, 1, 3]);
  if (status !== 0) throw new Error(`${clone.name}: ${stdout}`);
}

export async function checkLint(clone: Clone): Promise<void> {
  const { stdout } = await clone.must(['lint', '--json'], '', [0, 1]);
  const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] };
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(`${clone.name}: lint finds ${errors.map((error) => JSON.stringify(error)).join('\n')}`);
}

function expectEqual(
  wanted: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
  what: string,
): void {
  const wrong = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].filter(
    (key) => wanted[key] !== found[key],
  );
  if (wrong.length > 0)
    throw new Error(
      `${what}:\n${wrong.map((key) => `${key}: ${wanted[key] ?? '(none)'} -> ${found[key] ?? '(none)'}`).join('\n')}`,
    );
}
