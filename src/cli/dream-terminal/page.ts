// One page of a dream at the terminal: shows it, asks what becomes of it, and does what a person wants changed.
import { ownClaim, proposalFor, reword, setAside } from '../../dream/plan-file/edit.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Decision, PlanFile } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import { makeNamePage, type NamedPage, toTitle } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { mustHoldNoSecret } from '../../tasks/said-when.ts';
import type { Choice } from '../../tasks/world.ts';
import { isPagePath } from '../../vault/confine.ts';
import { renderPage, renderPageHead } from '../render/dream-page.ts';
import { short } from '../render/rehearsal.ts';
import { editorOf, nameOf } from '../terminal/editor.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import { factsBehind, type TouchedPage } from './pages.ts';
import { editableClaims, FAULT, noPage, readEdit, renderEdit, renderFaults, saidOf } from './text.ts';
import { putFactsOff, replayed, stopped, type Walk, type Walking } from './walk.ts';

export interface PlaceInWalk {
  readonly number: number;
  readonly of: number;
  /** Is there a question to go back to? */
  readonly back: boolean;
  /** They have just changed something on it, and look for that. */
  readonly isChanged: boolean;
}

type Picked = 'accept' | 'all' | 'edit' | 'reject' | 'off' | 'whole' | 'more' | 'back' | 'quit';
/** `escape`: they want out, by a key that may be a mistake. */
type Answered = 'accept' | 'all' | 'off' | 'back' | 'quit' | 'escape';

/** Lines around a page and its choices: its head, the question, what the keys do. */
const FRAME = 9;
/** So few more are shown at once. */
const SLACK = 3;
/** Shown of a page however low the terminal is. */
const FEWEST = 8;
/** Below so many rows a page and all choices do not stand on one screen. */
const LOW = 18;
const FEWEST_WHEN_LOW = 2;
/** Around it then: fewer choices, and nothing about keys. */
const FRAME_WHEN_LOW = 10;
/** What is offered at once then. */
const FIRST: readonly Picked[] = ['accept', 'whole', 'more', 'quit'];

/** What a person wants of the page as it is, or the walk with what they changed. Throws `interrupted`. */
export async function askAboutPage(
  walking: Walking,
  now: Walk,
  page: TouchedPage,
  place: PlaceInWalk,
): Promise<Answered | Walk> {
  const {
    context: { answer, world },
    prompts,
    before,
  } = walking;
  const face = { columns: columnsOf(world.stderr), color: answer.color, factById: before.factById };
  const lines = renderPage(page, face);
  const isLow = world.stderr.rows < LOW;
  const most = isLow
    ? Math.max(FEWEST_WHEN_LOW, world.stderr.rows - FRAME_WHEN_LOW)
    : Math.max(FEWEST, world.stderr.rows - FRAME - choicesFor(walking, now, page, place, 1).length);
  let whole = place.isChanged || lines.length <= most + SLACK;
  const question = `What becomes of ${page.path === null ? 'these facts' : plain(titleFromPath(page.path))}?`;
  const choose = async (): Promise<Picked | 'escape' | null> => {
    const all = choicesFor(walking, now, page, place, whole ? 0 : lines.length - most);
    if (!isLow) return await prompts.choose<Picked | 'escape'>(question, all, 'accept', 'escape');
    for (;;) {
      const first = await prompts.choose<Picked | 'escape'>(
        question,
        [...all, MORE]
          .filter(({ value }) => FIRST.includes(value))
          .sort((a, b) => FIRST.indexOf(a.value) - FIRST.indexOf(b.value)),
        'accept',
        'escape',
      );
      if (first !== 'more') return first;
      const second = await prompts.choose<Picked | 'escape'>(
        question,
        [...all.filter(({ value }) => !FIRST.includes(value)), FEWER],
        'more',
      );
      if (second !== 'more') return second;
    }
  };
  const show = (some: readonly string[]): void =>
    answer.warn(['', ...renderPageHead(page, place, face), '', ...some].join('\n'));
  show(whole ? lines : [...lines.slice(0, most), `… ${lines.length - most} more lines`]);
  answer.warn('');
  for (;;) {
    const picked = await choose();
    if (picked === null) throw stopped();
    if (picked === 'whole') {
      whole = true;
      show(lines);
      answer.warn('');
      continue;
    }
    if (picked === 'more') continue;
    if (picked !== 'edit' && picked !== 'reject') return picked;
    const changed = picked === 'edit' ? await editPage(walking, now, page) : await rejectOne(walking, now, page);
    if (changed !== null) return changed;
  }
}

const MORE: Choice<Picked> = { value: 'more', label: 'More…' };
const FEWER: Choice<Picked> = { value: 'more', label: 'None of these' };

function choicesFor(
  { before, context: { world } }: Walking,
  { file }: Walk,
  page: TouchedPage,
  { number, of, back }: PlaceInWalk,
  hidden: number,
): Choice<Picked>[] {
  const facts = factsBehind(page, file).size;
  const editor = editorOf(world.env, world.platform);
  const when = <T>(is: boolean, choice: T): T[] => (is ? [choice] : []);
  return [
    { value: 'accept', label: page.path === null ? 'Accept' : 'Accept this page' },
    ...when<Choice<Picked>>(number < of, {
      value: 'all',
      label: 'Accept all that is left',
      hint: plural(of - number + 1, 'page'),
    }),
    ...when<Choice<Picked>>(editor !== null && editableClaims(page, file, before).length > 0, {
      value: 'edit',
      label: `Edit in ${nameOf(editor ?? '')}`,
      hint: 'wording, heading, page',
    }),
    ...when<Choice<Picked>>(rejectable(page, { before, file }).length > 0, {
      value: 'reject',
      label: 'Reject a decision',
      hint: 'you choose which',
    }),
    ...when<Choice<Picked>>(facts > 0, {
      value: 'off',
      label: 'Put off',
      hint: `${facts === 1 ? 'its fact waits' : `its ${facts} facts wait`} for the next dream, even a nightly one`,
    }),
    ...when<Choice<Picked>>(hidden > 0, { value: 'whole', label: 'Show all', hint: plural(hidden, 'more line') }),
    ...when<Choice<Picked>>(back, { value: 'back', label: 'Back', hint: 'to the question before' }),
    { value: 'quit', label: 'Quit' },
  ];
}

/** Null where nothing came of it. */
async function editPage(walking: Walking, now: Walk, page: TouchedPage): Promise<Walk | null> {
  const {
    context: { world, answer },
    prompts,
    before,
  } = walking;
  const claims = editableClaims(page, now.file, before);
  const columns = columnsOf(world.stderr);
  for (let text = renderEdit(claims, columns); ;) {
    const edited = await world.edit(text);
    if ('failed' in edited) {
      answer.warn(wrap(`Nothing was changed: ${edited.failed}.`, columns).join('\n'));
      return null;
    }
    const { edits, faults: found } = readEdit(edited.text, claims, { namePage: pageNamer(walking) });
    const faults = [
      ...found,
      ...(await secretsIn(
        edits.map(({ reworded }) => reworded.text ?? ''),
        claims.map(({ fact }) => fact.text),
      )),
    ];
    if (faults.length === 0) {
      if (edits.length === 0) answer.remark('Nothing was changed.');
      return edits.length === 0
        ? null
        : await replayed(walking, {
            ...now,
            file: edits.reduce((file, { fact, reworded }) => reword(file, fact, reworded), now.file),
          });
    }
    for (const words of saidOf(faults)) answer.warn(wrap(`${toTitle(plain(words))}.`, columns).join('\n'));
    const again = await prompts.choose<'again' | 'leave'>(
      'Edit it again?',
      [
        { value: 'again', label: 'Edit again', hint: 'with what you wrote' },
        { value: 'leave', label: 'Leave the page as it was' },
      ],
      'again',
    );
    if (again === null) throw stopped();
    if (again === 'leave') return null;
    text = withFaults(edited.text, faults, columns);
  }
}

/** What a person wrote, with what is wrong above it; what was wrong the last time is not said again. */
function withFaults(text: string, faults: readonly string[], columns: number): string {
  const rest = text
    .split('\n')
    .filter((line) => !line.startsWith(FAULT))
    .join('\n');
  return `${renderFaults(faults, columns)}${rest}`;
}

async function secretsIn(texts: readonly string[], known: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    texts.map(
      async (text) =>
        await mustHoldNoSecret(text, known).then(
          () => [],
          (error: unknown) => {
            if (!(error instanceof MemvaultError)) throw error;
            return [error.message.replace(/; nothing was changed$/, '')];
          },
        ),
    ),
  );
  return [...new Set(found.flat())];
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
  const { prompts, before } = walking;
  const decisions = rejectable(page, { before, file: now.file });
  const nameOfDecision = ({ fact, as }: Decision): string =>
    as === 'placed' && (proposalFor(now.file, fact)?.supersedes ?? []).length > 0 ? 'update' : (NAMES[as] ?? as);
  const picked = await prompts.choose(
    'Which decision is wrong?',
    [
      ...decisions.map((decision): Choice<string> => ({
        value: decision.fact,
        label:
          `${nameOfDecision(decision)}: ` + short(plain(before.factById.get(decision.fact)?.text ?? ''), LONGEST_LABEL),
      })),
      { value: 'none', label: 'None of them' },
    ],
    'none',
  );
  if (picked === null) throw stopped();
  const decision = decisions.find(({ fact }) => fact === picked);
  if (decision === undefined) return null;
  return await rejected(walking, now, decision);
}

async function rejected(walking: Walking, now: Walk, decision: Decision): Promise<Walk | null> {
  const {
    context: { vault, answer },
    prompts,
    before,
  } = walking;
  const { fact } = decision;
  const joined = joining(decision, now.file, before);
  const instead = await prompts.choose<'own' | 'aside' | 'off' | 'none'>(
    'What becomes of it instead?',
    [
      ...(joined === null
        ? []
        : [{ value: 'own' as const, label: 'A claim of its own', hint: 'in the words that were logged' }]),
      ...(decision.as === 'set-aside'
        ? []
        : [{ value: 'aside' as const, label: 'Set it aside', hint: 'on no page; search still finds it' }]),
      { value: 'off', label: 'Put it off', hint: 'until the next dream, even a nightly one' },
      { value: 'none', label: 'Leave it as it is' },
    ],
    'none',
  );
  if (instead === null) throw stopped();
  if (instead === 'off') return await putFactsOff(walking, now, new Set([fact]));
  if (instead === 'aside') return await replayed(walking, { ...now, file: setAside(now.file, fact) });
  if (instead === 'none' || joined === null) return null;
  const target = decision.page ?? (await prompts.edit('Its page:', `${vault.zones.inbox}/Notes.md`))?.trim();
  if (target === undefined) throw stopped();
  const named = decision.page === undefined ? pageNamer(walking)(target) : { page: decision.page };
  if ('page' in named) return await replayed(walking, { ...now, file: ownClaim(now.file, joined, named.page) });
  answer.warn(
    wrap(
      'Nothing was changed: ' +
        (target === ''
          ? `name a page that memvault writes, such as ${vault.zones.wiki}/Name.md`
          : plain(noPage(target, named.problem))) +
        '.',
      columnsOf(walking.context.world.stderr),
    ).join('\n'),
  );
  return null;
}

/** Names pages as they are; the plan sees to new ones. */
const pageNamer = ({ context: { vault }, before }: Walking): ((path: string) => NamedPage) =>
  makeNamePage(before.pages, (path) => isPagePath(vault, path));

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
