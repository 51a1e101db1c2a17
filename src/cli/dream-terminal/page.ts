// One page of a dream at the terminal: shows it, asks what to do with it, and rehearses the dream again with what the
// person put off or changed. Writes nothing.
import type { DreamResult } from '../../dream/dream.ts';
import { aboutClaim, ownClaim, proposalFor, PUT_OFF, putOff, setAside } from '../../dream/plan-file/edit.ts';
import { LookAlikes, statementOf } from '../../dream/propose/look-alikes.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import { compareText, type Fact } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { type Decision, type Left, type PlanFile, withDependents } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import { titleFromPath } from '../../page/page.ts';
import type { Choice, Context } from '../../tasks/context.ts';
import { rehearsePlan } from '../../tasks/dream.ts';
import type { View } from '../../vault/view.ts';
import { decisionRenderer, decisionsOf, noticesOf, renderNotices } from '../render/dream.ts';
import { faceOf, fit, wrap } from '../terminal/face.ts';
import { choose, stopped } from '../terminal/prompts.ts';

// The state of a dream while a person goes through it.

export interface TouchedPage {
  /** Null for facts that go on no page. */
  readonly path: string | null;
  readonly isNew: boolean;
  readonly decisions: readonly Decision[];
}

/** Pages with decisions, sorted by path; the decisions without a page come last. */
export function touchedPages(before: View, { runs }: Pick<DreamResult, 'runs'>): TouchedPage[] {
  const byPage = groupBy(decisionsOf(runs), ({ page }) => page ?? '');
  const paths = [...byPage.keys()].sort((a, b) => Number(a === '') - Number(b === '') || compareText(a, b));
  return paths.map((path) => ({
    path: path === '' ? null : path,
    isNew: path !== '' && !before.pages.has(path),
    decisions: byPage.get(path) ?? [],
  }));
}

/** The facts that are put off with a page: those of the batch, and those that change earlier decisions. */
export function factsBehind({ decisions }: Pick<TouchedPage, 'decisions'>, file: PlanFile): Set<string> {
  const named = decisions
    .flatMap(({ fact, beside, by, with: other }) => (beside === true ? [by, other] : [fact]))
    .filter((id) => id !== undefined);
  return new Set(named.filter((id) => proposalFor(file, id) !== undefined));
}

/** What a person agrees to with a page. Anything that appears later must be asked again. */
export function agreedOn({ decisions }: TouchedPage, file: PlanFile): Set<string> {
  return new Set(
    decisions.map(({ fact, as, page, of, by, with: other }) => {
      const { text, head } = proposalFor(file, fact) ?? {};
      return JSON.stringify([fact, as, page, of, by, other, text, head]);
    }),
  );
}

/** Immutable; each answer makes a new one. */
export interface Walk {
  readonly file: PlanFile;
  /** The result of the file. */
  readonly result: DreamResult;
  /** What was agreed to, by page. */
  readonly agreed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pages that were put off, as far as possible. */
  readonly off: ReadonlySet<string>;
}

export interface Walking {
  readonly context: Context;
  /** The vault before the questions. */
  readonly before: View;
}

/** Keeps these facts pending, and the facts that depend on them. */
export async function putFactsOff(walking: Walking, now: Walk, facts: ReadonlySet<string>): Promise<Walk> {
  const all = now.file.batches.flatMap(({ proposals }) => proposals.proposals);
  const off = new Map([...facts].map((fact): [string, Left] => [fact, { fact, reason: PUT_OFF, why: 'later' }]));
  const along = [...withDependents(all, off).keys()].filter((fact) => !facts.has(fact));
  const waited = new Set(now.result.left.map(({ fact }) => fact));
  const more = along.filter((fact) => !waited.has(fact));
  const next = await replayed(walking, { ...now, file: putOff(now.file, new Set([...facts, ...along])) });
  const pages = new Set(
    touchedPages(walking.before, now.result)
      .filter(({ decisions }) => decisions.some(({ fact }) => more.includes(fact)))
      .map(({ path }) => path ?? 'no page'),
  );
  if (more.length > 0)
    walking.context.answer.remark(
      `${plural(more.length, 'fact')} for ${[...pages].join(', ')} ` +
        `${more.length === 1 ? 'depends' : 'depend'} on ${facts.size === 1 ? 'it' : 'them'} and ` +
        `${more.length === 1 ? 'waits' : 'wait'}, too.`,
    );
  return next;
}

/** Replays the walk's file, and reports what the plan changed or rejected. Throws `refused` if the vault changed. */
async function replayed(walking: Walking, walk: Walk): Promise<Walk> {
  const { context } = walking;
  const result = await rehearsePlan(context, walk.file);
  if (result.interrupted) throw stopped();
  const known = new Set(noticesOf(walk.result.runs));
  const notices = noticesOf(result.runs).filter((notice) => !known.has(notice));
  const waited = new Set(walk.result.left.map(({ fact }) => fact));
  const reasons = result.left
    .filter(({ fact, reason }) => !waited.has(fact) && reason !== PUT_OFF)
    .map(({ fact, reason }) => `${fact} waits: ${reason}`);
  for (const line of renderNotices([...notices, ...reasons].map((one) => named(one, walking.before))))
    context.answer.remark(line);
  return { ...walk, result };
}

/** Columns of the text that stands for a fact. */
const LONGEST_NAME = 60;

/** Replaces ids by the facts' text. */
const named = (notice: string, { factById }: Pick<View, 'factById'>): string =>
  notice.replace(/(?<![\w-])[0-9a-z]{10}(?![\w-])/g, (id) => {
    const fact = factById.get(id);
    return fact === undefined ? id : `“${fit(fact.text, LONGEST_NAME)}”`;
  });

/** Whether the vault changed while the person was looking at the proposals. */
export const isMoved = (error: unknown): boolean =>
  error instanceof MemvaultError && error.code === 'refused' && Array.isArray(error.data?.['moved']);

/** The page's position among all pages. */
interface PlaceInWalk {
  readonly number: number;
  readonly of: number;
}

type Picked = 'accept' | 'all' | 'reject' | 'off' | 'quit';

/** Returns what the person wants to do with the page, or the walk as they changed it. Throws `interrupted`. */
export async function askAboutPage(
  walking: Walking,
  now: Walk,
  page: TouchedPage,
  place: PlaceInWalk,
): Promise<Exclude<Picked, 'reject'> | Walk> {
  const { context } = walking;
  const face = faceOf(context, 'stderr');
  const title = page.path === null ? 'Facts that go on no page' : `${page.path}${page.isNew ? ' (new)' : ''}`;
  context.answer.warn(
    [
      '',
      ...wrap(`Page ${place.number} of ${place.of}: ${title}`, face.columns).map((line) => face.paint('bold', line)),
      '',
      ...page.decisions.flatMap(decisionRenderer(now.result.view, face)),
      '',
    ].join('\n'),
  );
  for (;;) {
    const picked = await choose<Picked>(
      context,
      `What should happen to ${page.path === null ? 'these facts' : plain(titleFromPath(page.path))}?`,
      choicesFor(walking, now, page, place),
      'accept',
      'quit',
    );
    if (picked !== 'reject') return picked;
    const changed = await rejectOne(walking, now, page);
    if (changed !== null) return changed;
  }
}

function choicesFor(
  { before }: Walking,
  { file }: Walk,
  page: TouchedPage,
  { number, of }: PlaceInWalk,
): (Choice<Picked> | false)[] {
  const facts = factsBehind(page, file).size;
  return [
    { value: 'accept', label: page.path === null ? 'Accept' : 'Accept this page' },
    number < of && { value: 'all', label: 'Accept all remaining pages', hint: plural(of - number + 1, 'page') },
    rejectable(page, { before, file }).length > 0 && {
      value: 'reject',
      label: 'Reject a decision',
      hint: 'you choose which',
    },
    facts > 0 && {
      value: 'off',
      label: 'Put off',
      hint: `${facts === 1 ? 'its fact waits' : `its ${facts} facts wait`} for the next dream, even a nightly one`,
    },
    { value: 'quit', label: 'Quit' },
  ];
}

/**
 * Decisions of the engine that a person can change, without those that follow from the log itself, such as an edited
 * line.
 */
function rejectable(
  { decisions }: TouchedPage,
  { before, file }: Pick<Walk, 'file'> & Pick<Walking, 'before'>,
): Decision[] {
  return decisions.filter(
    ({ fact, beside }) => beside !== true && proposalFor(file, fact) !== undefined && !before.citedOn.has(fact),
  );
}

/** Long enough to tell apart facts that differ only at the end. */
const LONGEST_LABEL = 240;

const NAMES: Readonly<Partial<Record<Decision['as'], string>>> = {
  placed: 'new',
  duplicate: 'known already',
  'set-aside': 'set aside',
  superseded: 'past',
};

async function rejectOne(walking: Walking, now: Walk, page: TouchedPage): Promise<Walk | null> {
  const { context, before } = walking;
  const decisions = rejectable(page, { before, file: now.file });
  const nameOfDecision = ({ fact, as }: Decision): string =>
    as === 'placed' && (proposalFor(now.file, fact)?.supersedes ?? []).length > 0 ? 'update' : (NAMES[as] ?? as);
  const picked = await choose<string>(
    context,
    'Which decision is wrong?',
    [
      ...decisions.map((decision) => ({
        value: decision.fact,
        label: `${nameOfDecision(decision)}: ` + fit(before.factById.get(decision.fact)?.text ?? '', LONGEST_LABEL),
      })),
      { value: 'none', label: 'None of them' },
    ],
    'none',
  );
  const decision = decisions.find(({ fact }) => fact === picked);
  return decision === undefined ? null : await rejected(walking, now, decision);
}

async function rejected(walking: Walking, now: Walk, decision: Decision): Promise<Walk | null> {
  const { context, before } = walking;
  const joined = joining(decision, now.file, before);
  const page = decision.page ?? `${context.vault.zones.inbox}/Notes.md`;
  const near = nearestClaims(before.factById.get(decision.fact), before);
  const instead = await choose<'own' | 'replaces' | 'same' | 'aside' | 'off' | 'none'>(
    context,
    'What should happen to it instead?',
    [
      joined !== null && { value: 'own', label: 'A claim of its own', hint: `as it was logged, on ${plain(page)}` },
      near.length > 0 && { value: 'replaces', label: 'It replaces a claim', hint: 'you choose which' },
      near.length > 0 && { value: 'same', label: 'It says the same as a claim', hint: 'you choose which' },
      decision.as !== 'set-aside' && {
        value: 'aside',
        label: 'Set it aside',
        hint: 'on no page; search still finds it',
      },
      { value: 'off', label: 'Put it off', hint: 'until the next dream, even a nightly one' },
      { value: 'none', label: 'Leave it as it is' },
    ],
    'none',
  );
  if (instead === 'off') return await putFactsOff(walking, now, new Set([decision.fact]));
  if (instead === 'aside') return await replayed(walking, { ...now, file: setAside(now.file, decision.fact) });
  if (instead === 'replaces' || instead === 'same') {
    const other = await chooseClaim(context, near);
    if (other === null) return null;
    return await replayed(walking, { ...now, file: aboutClaim(now.file, decision.fact, { as: instead, other, page }) });
  }
  if (instead === 'none' || joined === null) return null;
  return await replayed(walking, { ...now, file: ownClaim(now.file, joined, page) });
}

/** A fact of the claim that the person chose; null for none. */
async function chooseClaim(context: Walking['context'], near: readonly Claim[]): Promise<string | null> {
  const picked = await choose<string>(
    context,
    'Which claim?',
    [
      ...near.map(({ text, facts, page }) => ({
        value: facts[0] ?? '',
        label: fit(text, LONGEST_LABEL),
        hint: plain(titleFromPath(page)),
      })),
      { value: 'none', label: 'None of them' },
    ],
    'none',
  );
  return picked === 'none' ? null : picked;
}

/** The number of claims to choose from. */
const NEAREST = 5;

/** The current claims that are most like a fact, best match first, and then others. */
function nearestClaims(
  fact: Fact | undefined,
  { pages, factById, pinned }: Pick<View, 'pages' | 'factById' | 'pinned'>,
): Claim[] {
  if (fact === undefined) return [];
  const likes = new LookAlikes();
  const claims = new Map<string, Claim>();
  for (const claim of [...pages.values()].flatMap((page) => page.claims)) {
    const first = claim.facts.flatMap((id) => factById.get(id) ?? [])[0];
    const isOpen = !isHistory(claim) && claim.sides.length < 2 && !claim.facts.includes(fact.id);
    if (first === undefined || !isOpen || claim.facts.some((id) => pinned.has(id))) continue;
    likes.add(statementOf(first, claim.text));
    claims.set(first.id, claim);
  }
  const near = likes.kin(statementOf(fact, fact.text), NEAREST).flatMap(({ id }) => claims.get(id) ?? []);
  return [...new Set([...near, ...claims.values()])].slice(0, NEAREST);
}

/**
 * The fact whose proposal keeps this one from having its own claim in its own words: itself, or one that replaces or
 * contradicts it. Null if it has such a claim.
 */
function joining(
  { fact, as, by, with: other }: Decision,
  file: PlanFile,
  { factById }: Walking['before'],
): string | null {
  const { text, as: proposed, supersedes = [], corrects } = proposalFor(file, fact) ?? {};
  if (proposed !== 'placed' || supersedes.length > 0 || corrects !== undefined) return fact;
  const named = as === 'placed' ? undefined : (by ?? other);
  if (named !== undefined) return proposalFor(file, named) === undefined ? null : named;
  return text === undefined || text.trim() === '' || text === factById.get(fact)?.text ? null : fact;
}
