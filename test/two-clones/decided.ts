// What a person says of single facts and reviews in a history, through the program: fix, review, forget, pin, search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CITED } from '../../src/model/disposition.ts';
import type { Claim } from '../../src/model/page.ts';
import { readView, type View } from '../../src/vault/view.ts';
import type { Clone } from './clone.ts';
import { vaultAt } from './state.ts';
import type { Decided } from './steps.ts';

/** What a step came to; `words` are a person's own that now stand on a page. */
export interface Outcome {
  readonly said: string;
  readonly done: boolean;
  readonly words: string;
}

const NOTHING: Outcome = { said: '', done: false, words: '' };
const QUERIES = ['green tea', 'where does the user live', 'port of the staging server', '*'];

/** Refusals are no failure: much of what is tried here no person would do. */
export async function decide(clone: Clone, step: Decided, number: number): Promise<Outcome> {
  clone.time += step.later * 60_000;
  const view = readView(vaultAt(clone.root));
  if (step.does === 'search') return await run(clone, ['search', ...(QUERIES[step.words] ?? '*').split(' ')]);
  if (step.does === 'review') return await decideReview(clone, step);
  if (step.does === 'forget') return await forget(clone, view, step);
  if (step.does === 'pin') {
    const fact = pick([...clone.facts].sort(), step.at);
    return fact === undefined ? NOTHING : await run(clone, step.how === 'pin' ? ['pin', fact] : ['pin', '--off', fact]);
  }
  return await fix(clone, view, step, number);
}

async function run(clone: Clone, args: readonly string[]): Promise<Outcome> {
  // 3: what is forgotten stands in a note of a person's own, too.
  const { status, stderr } = await clone.must(args, '', [0, 2, 3]);
  const done = status !== 2;
  return {
    said: `${clone.name} says ${args.join(' ')} at ${clone.now.toISOString()}${done ? '' : `, refused: ${stderr.trim().split('\n')[0] ?? ''}`}`,
    done,
    words: '',
  };
}

async function decideReview(clone: Clone, { at, how, keep }: Decided & { does: 'review' }): Promise<Outcome> {
  const { reviews } = JSON.parse((await clone.must(['review', 'list', '--json'])).stdout) as {
    reviews: { id: string; kind: string; facts: string[] }[];
  };
  const review = pick(reviews, at);
  if (review === undefined) return NOTHING;
  const holds = how === 'approve' && keep && review.kind !== 'merge' ? ['--keep', review.facts[0] ?? ''] : [];
  return await run(clone, ['review', how, review.id, ...holds]);
}

async function forget(clone: Clone, view: View, { at, undo }: Decided & { does: 'forget' }): Promise<Outcome> {
  const fact = pick([...clone.facts].filter((id) => view.forgotten.has(id) === undo).sort(), at);
  if (fact === undefined) return NOTHING;
  const outcome = await run(clone, ['forget', fact, ...(undo ? ['--undo'] : [])]);
  if (outcome.done) clone.forget(fact, view.factById.get(fact)?.text ?? '', undo);
  return outcome;
}

/** Dispositions that each kind is for; another fact is tried where there is none. */
const MEANT: Readonly<Record<(Decided & { does: 'fix' })['how'], readonly string[]>> = {
  separate: ['duplicate', 'conflict'],
  restore: ['superseded', 'set-aside'],
  current: ['superseded', 'conflict'],
  to: ['placed', 'duplicate'],
  text: ['placed', 'superseded'],
};

async function fix(
  clone: Clone,
  view: View,
  { at, how, to }: Decided & { does: 'fix' },
  number: number,
): Promise<Outcome> {
  const all = [...clone.facts].sort();
  const meant = all.filter((id) => MEANT[how].includes(view.ledger.get(id)?.as ?? ''));
  const fact = pick(meant.length > 0 ? meant : all, at);
  if (fact === undefined) return NOTHING;
  const pages = [
    '2_Wiki/Kept here.md',
    ...[...view.pages.values()].filter(({ claims }) => claims.length > 0).map(({ path }) => path),
  ];
  const words = `${view.factById.get(fact)?.text ?? ''}, ${clone.name} adds ${number}`;
  const value = how === 'to' ? [pick(pages, to) ?? ''] : how === 'text' ? [words] : [];
  const outcome = await run(clone, ['fix', fact, `--${how}`, ...value]);
  return { ...outcome, words: outcome.done && how === 'text' ? words : '' };
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

/** The claims of each page by its title, to see what a command changed. */
export function claimsByPage(clone: Clone): Map<string, readonly Claim[]> {
  return new Map(
    [...readView(vaultAt(clone.root)).pages.values()].map(({ text, claims }) => [
      /^title: (.*)$/m.exec(text)?.[1] ?? '',
      claims,
    ]),
  );
}

/** By page the facts of the claims that are not what they were. */
export function touchedBetween(
  before: ReadonlyMap<string, readonly Claim[]>,
  after: ReadonlyMap<string, readonly Claim[]>,
): Map<string, string[]> {
  const linesOf = (claims: readonly Claim[] = []): Map<string, Claim> =>
    new Map(
      claims.map((claim) => [JSON.stringify([claim.section, claim.head, claim.text, claim.facts, claim.held]), claim]),
    );
  return new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((page): [string, string[]][] => {
      const [was, is] = [linesOf(before.get(page)), linesOf(after.get(page))];
      const changed = [...was, ...is].filter(([line]) => !was.has(line) || !is.has(line));
      return changed.length === 0 ? [] : [[page, [...new Set(changed.flatMap(([, { facts }]) => facts))]]];
    }),
  );
}

/** Facts that are forgotten and stand on a page all the same, or in MEMORY.md. */
export function stillSaid(clone: Clone, view: View = readView(vaultAt(clone.root))): string[] {
  const lost = view.facts.filter(({ id }) => view.forgotten.has(id));
  const cited = lost
    .filter(({ id }) => view.citedOn.has(id))
    .map(({ id }) => `${id} is forgotten and cited on ${(view.citedOn.get(id) ?? []).join(', ')}`);
  const held = lost
    .filter(({ id }) => CITED.has(view.ledger.get(id)?.as ?? ''))
    .map(({ id }) => `${id} is forgotten and ${view.ledger.get(id)?.as ?? ''}`);
  const others = new Set(view.facts.filter(({ id }) => !view.forgotten.has(id)).map(({ text }) => spoken(text)));
  const summary = new Set(
    readFileSync(join(clone.root, 'MEMORY.md'), 'utf8')
      .split('\n')
      .map((line) => spoken(line.replace(/^- /, ''))),
  );
  const shown = lost
    .filter(({ text }) => !others.has(spoken(text)) && summary.has(spoken(text)))
    .map(({ id }) => `${id} is forgotten and in MEMORY.md`);
  return [...cited, ...held, ...shown];
}

/** The same of facts that a dream takes for one: a claim may keep the spelling of the one that was forgotten. */
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.!。]$|\bthe\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
