// One page of a dream at the terminal: shows it and asks what becomes of it.
import { aboutClaim, ownClaim, proposalFor, setAside } from '../../dream/plan-file/edit.ts';
import { plain } from '../../model/controls.ts';
import { wordsOf } from '../../language/forgotten-words.ts';
import type { Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { Decision, PlanFile } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { View } from '../../vault/view.ts';
import { titleFromPath } from '../../page/page.ts';
import type { Choice } from '../../tasks/world.ts';
import { renderPage, renderPageHead } from '../render/dream-page.ts';
import { faceOf, fit } from '../terminal/face.ts';
import { choose } from '../terminal/prompts.ts';
import { factsBehind, putFactsOff, replayed, type TouchedPage, type Walk, type Walking } from './walk.ts';

interface PlaceInWalk {
  readonly number: number;
  readonly of: number;
  /** Is there a question to go back to? */
  readonly back: boolean;
  /** A person has just changed something on the page, and looks for that. */
  readonly isChanged: boolean;
}

type Picked = 'accept' | 'all' | 'reject' | 'off' | 'whole' | 'back' | 'quit';
/** `escape`: they want out, by a key that may be a mistake. */
type Answered = 'accept' | 'all' | 'off' | 'back' | 'quit' | 'escape';

/** Lines around a page and its choices: its head, the question, what the keys do. */
const FRAME = 9;
/** A page is cut only if it saves more lines than this. */
const SLACK = 3;
/** Lines of a page that are shown however low the terminal is. */
const FEWEST = 4;

/** What a person wants of the page as it is, or the walk with what they changed. Throws `interrupted`. */
export async function askAboutPage(
  walking: Walking,
  now: Walk,
  page: TouchedPage,
  place: PlaceInWalk,
): Promise<Answered | Walk> {
  const { context, before } = walking;
  const { answer, world } = context;
  const face = { ...faceOf(context, 'stderr'), factById: before.factById };
  const lines = renderPage(page, face);
  const most = Math.max(FEWEST, world.stderr.rows - FRAME - choicesFor(walking, now, page, place, 1).length);
  let whole = place.isChanged || lines.length <= most + SLACK;
  const show = (some: readonly string[]): void =>
    answer.warn(['', ...renderPageHead(page, place, face), '', ...some, ''].join('\n'));
  show(whole ? lines : [...lines.slice(0, most), `… ${lines.length - most} more lines`]);
  for (;;) {
    const picked = await choose<Picked | 'escape'>(
      context,
      `What becomes of ${page.path === null ? 'these facts' : plain(titleFromPath(page.path))}?`,
      choicesFor(walking, now, page, place, whole ? 0 : lines.length - most),
      'accept',
      'escape',
    );
    if (picked === 'whole') {
      whole = true;
      show(lines);
    } else if (picked === 'reject') {
      const changed = await rejectOne(walking, now, page);
      if (changed !== null) return changed;
    } else return picked;
  }
}

function choicesFor(
  { before }: Walking,
  { file }: Walk,
  page: TouchedPage,
  { number, of, back }: PlaceInWalk,
  hidden: number,
): Choice<Picked>[] {
  const facts = factsBehind(page, file).size;
  const choices: readonly (Choice<Picked> | false)[] = [
    { value: 'accept', label: page.path === null ? 'Accept' : 'Accept this page' },
    number < of && { value: 'all', label: 'Accept all that is left', hint: plural(of - number + 1, 'page') },
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
    hidden > 0 && { value: 'whole', label: 'Show all', hint: plural(hidden, 'more line') },
    back && { value: 'back', label: 'Back', hint: 'to the question before' },
    { value: 'quit', label: 'Quit' },
  ];
  return choices.filter((choice) => choice !== false);
}

/**
 * What the engine decided here and a person can decide otherwise: not what the log says by itself, such as a line that
 * was edited.
 */
function rejectable(
  { decisions }: TouchedPage,
  { before, file }: Pick<Walk, 'file'> & Pick<Walking, 'before'>,
): Decision[] {
  return decisions.filter(
    ({ fact, beside }) => beside !== true && proposalFor(file, fact) !== undefined && !before.citedOn.has(fact),
  );
}

/** So that two that differ at their ends can be told apart. */
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
  const near = nearestClaims(before.factById.get(decision.fact) ?? { id: decision.fact, text: '' }, before);
  const instead = await choose<'own' | 'replaces' | 'same' | 'aside' | 'off' | 'none'>(
    context,
    'What becomes of it instead?',
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

/** A fact of the claim that a person means; null for none. */
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

/** Claims that a person chooses from. */
const NEAREST = 5;

/** The current claims that share the rarest words with a fact, the nearest first. */
function nearestClaims(
  fact: Pick<Fact, 'id' | 'text'>,
  { pages, factById, pinned }: Pick<View, 'pages' | 'factById' | 'pinned'>,
): Claim[] {
  const claims = [...pages.values()].flatMap((page) =>
    page.claims.filter(
      (claim) =>
        !isHistory(claim) &&
        claim.sides.length < 2 &&
        !claim.facts.includes(fact.id) &&
        claim.facts.some((id) => factById.has(id)) &&
        !claim.facts.some((id) => pinned.has(id)),
    ),
  );
  const words = claims.map(({ text }) => new Set(wordsOf(text)));
  const spread = new Map<string, number>();
  for (const word of words.flatMap((some) => [...some])) spread.set(word, (spread.get(word) ?? 0) + 1);
  const own = new Set(wordsOf(fact.text));
  const scored = claims.map((claim, at) => {
    const shared = [...(words[at] ?? [])].filter((word) => own.has(word));
    const weight = shared.reduce((sum, word) => sum + Math.log(1 + claims.length / (spread.get(word) ?? 1)), 0);
    return { claim, score: weight / Math.sqrt(1 + (words[at]?.size ?? 0)) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST)
    .map(({ claim }) => claim);
}

/**
 * The fact by whose proposal this one has no claim of its own in its own words: itself, or one that replaces or
 * contradicts it. Null where it has one.
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
