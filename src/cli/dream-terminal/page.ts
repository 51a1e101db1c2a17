// One page of a dream at the terminal: shows it, asks what becomes of it, and does what a person wants changed.
import { ownClaim, proposalFor, reword, type Reworded, setAside } from '../../dream/plan-file/edit.ts';
import { whatItLacks } from '../../language/specifics.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Fact } from '../../model/fact.ts';
import type { Decision, PlanFile } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import { escapeLine, unescapeLine } from '../../note/escape.ts';
import { IN_NO_ZONE, makeNamePage, type NamedPage, toTitle } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { mustHoldNoSecret } from '../../tasks/said-when.ts';
import type { Choice } from '../../tasks/world.ts';
import { isPagePath } from '../../vault/confine.ts';
import type { View } from '../../vault/view.ts';
import { renderPage, renderPageHead, sourceOf } from '../render/dream-page.ts';
import { short } from '../render/rehearsal.ts';
import { editorOf, nameOf } from '../terminal/editor.ts';
import { columnsOf, fit, wrap } from '../terminal/wrap.ts';
import { factsBehind, putFactsOff, replayed, stopped, type TouchedPage, type Walk, type Walking } from './walk.ts';

// The claims of a page as a small text that a person edits, and what they changed in it. Pure. What they say is only
// read here; the plan holds it against the facts.

/** One claim that can be edited, as it would be. */
export interface EditableClaim {
  readonly fact: Fact;
  readonly text: string;
  readonly head: string | null;
  readonly page: string;
  /** Whether it may go elsewhere: one that replaces or contradicts another, or is replaced by it, stays beside that. */
  readonly movable: boolean;
}

export interface ClaimEdit {
  readonly fact: string;
  readonly reworded: Reworded;
}

export interface ReadEdit {
  readonly edits: readonly ClaimEdit[];
  /** One sentence each for what cannot be taken. Then nothing is. */
  readonly faults: readonly string[];
}

const MAX_HEAD = 80;
const INDENT = '      ';

/** The claims of the page that the engine's words decide. */
function editableClaims(
  page: TouchedPage,
  file: PlanFile,
  before: Pick<View, 'factById' | 'citedOn'>,
): EditableClaim[] {
  return page.decisions.flatMap(({ fact: id, as, beside }): EditableClaim[] => {
    const [fact, proposal] = [before.factById.get(id), proposalFor(file, id)];
    if (
      !fact ||
      !proposal ||
      page.path === null ||
      beside === true ||
      !['placed', 'superseded', 'conflict'].includes(as)
    )
      return [];
    const movable =
      as !== 'superseded' &&
      proposal.as === 'placed' &&
      (proposal.supersedes ?? []).length === 0 &&
      proposal.corrects === undefined &&
      !before.citedOn.has(id);
    return [{ fact, text: proposal.text?.trim() || fact.text, head: proposal.head ?? null, page: page.path, movable }];
  });
}

/** `columns`: of the terminal. */
function renderEdit(claims: readonly EditableClaim[], columns: number): string {
  const comment = (text: string): string[] => commented(text, '#', columns);
  const blocks = claims.flatMap(({ fact, text, head, page, movable }) => [
    '',
    `[${fact.id}]`,
    ...comment(`${sourceOf(fact)}: ${fact.text}`),
    `says: ${indented(text)}`,
    ...(movable
      ? [`under: ${head ?? ''}`.trimEnd(), `page: ${page}`]
      : comment(`It stays on ${page}, beside the claim that it is about.`)),
  ]);
  return [
    ...comment(
      'One block for each claim: its words, the heading that it stands under (none where it is empty), its page.',
    ),
    ...comment('Lines below "says:" continue it, whether you broke them or your editor did.'),
    ...comment('Its words must keep the numbers, dates, names, links, code and negations that were logged.'),
    ...comment(
      'With nothing after "says:" a claim gets the words that were logged. A claim whose block you delete ' +
        'stays as it is.',
    ),
    ...comment('Lines that begin with # are not read. An empty file changes nothing.'),
    ...blocks,
    '',
  ].join('\n');
}

/** A person reads so many at once. */
const MOST_FAULTS = 5;

/** What is said of them, a line each. */
function saidOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return [
    ...faults.slice(0, MOST_FAULTS).map((fault) => `not taken: ${fault}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** How a line begins that says what was not taken. */
const FAULT = '#!';

/** Lines for the top of what is to be edited again. */
function renderFaults(faults: readonly string[], columns: number): string {
  return saidOf(faults)
    .flatMap((fault) => commented(fault, FAULT, columns))
    .map((line) => `${line}\n`)
    .join('');
}

/** Its own lines stay apart by what stands before them; what an editor cannot show stands as a reference. */
const indented = (text: string): string => asTyped(text).split('\n').map(escapeLine).join(`\n${INDENT}`);

const WIDEST = 78;

/** Lines of a comment, whatever is in the text. */
const commented = (text: string, mark: string, columns: number): string[] =>
  wrap(plain(text), Math.min(columns, WIDEST), `${mark} `, `${mark} `);

export interface EditRules {
  /** The page that a path means, or why there can be none. */
  namePage(path: string): NamedPage;
}

/** What is other than in `claims`. */
function readEdit(text: string, claims: readonly EditableClaim[], rules: EditRules): ReadEdit {
  const faults: string[] = [];
  const edits: ClaimEdit[] = [];
  const seen = new Set<string>();
  for (const block of blocksOf(text, faults)) {
    const claim = claims.find(({ fact }) => fact.id === block.id);
    if (claim === undefined) faults.push(`there is no claim [${block.id}] on this page`);
    else if (seen.has(block.id)) faults.push(`${lineName(claim)} is there twice`);
    else edits.push(...readBlock(block, claim, rules, faults));
    seen.add(block.id);
  }
  return { edits: faults.length > 0 ? [] : edits, faults };
}

interface Block {
  readonly id: string;
  /** With what `says:` has below it, line by line. */
  readonly fields: Map<string, string>;
}

const COMMENT = /^#(?:[#! ]|$)/;
const FIELDS: readonly string[] = ['says', 'under', 'page'];

function blocksOf(text: string, faults: string[]): Block[] {
  const blocks: Block[] = [];
  let field: string | null = null;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const block = blocks.at(-1);
    // Such as the #4 of a text, with which an editor begins a line.
    if (field === 'says' ? COMMENT.test(line) : line.startsWith('#')) continue;
    const id = /^\[([^\]]*)\]\s*$/.exec(line)?.[1];
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/s.exec(line) ?? [];
    if (id !== undefined) {
      blocks.push({ id: id.trim(), fields: new Map() });
      field = null;
    } else if (block !== undefined && FIELDS.includes(name)) {
      if (block.fields.has(name)) faults.push(`[${block.id}] has "${name}:" twice`);
      block.fields.set(name, value.trim());
      field = name;
    } else if (line.trim() === '') field = null;
    else if (block !== undefined && field === 'says')
      block.fields.set('says', `${block.fields.get('says') ?? ''}\n${line.trimEnd()}`);
    else faults.push(`this line belongs to no claim: ${line.trim().slice(0, 60)}`);
  }
  return blocks;
}

function readBlock({ fields }: Block, claim: EditableClaim, { namePage }: EditRules, faults: string[]): ClaimEdit[] {
  const typedSays = fields.get('says');
  const says =
    typedSays === undefined
      ? asTyped(claim.text)
      : saysOf(typedSays, claim.text).split('\n').map(unescapeLine).join('\n');
  const head = claim.movable ? (fields.get('under') ?? claim.head ?? '').replace(/^#+\s*/, '') : (claim.head ?? '');
  const typed = fields.get('page') ?? claim.page;
  const named: NamedPage = typed === claim.page ? { page: typed } : namePage(typed);
  const page = 'page' in named ? named.page : typed;
  const isSame = isSameText(says, claim.text);
  if (isSame && head === (claim.head ?? '') && page === claim.page) return [];
  const lacks = isSame || says === '' ? null : whatItLacks(claim.fact.text, says);
  const name = lineName(claim);
  if (lacks !== null) faults.push(`what you wrote for ${name} ${lacks}`);
  if (head.length > MAX_HEAD || /[[\]\u0000-\u001F]/.test(head))
    faults.push(`the heading for ${name} is too long, or has brackets`);
  if (page !== claim.page && !claim.movable)
    faults.push(`${name} stays on ${claim.page}, beside the claim that it is about`);
  else if ('problem' in named)
    faults.push(
      typed === '' ? `${name} is to go to no page` : `${name} cannot go there: ${noPage(typed, named.problem)}`,
    );
  return [
    {
      fact: claim.fact.id,
      reworded: {
        text: says === '' || isSameText(says, claim.fact.text) ? null : isSame ? claim.text : says,
        head: head === '' ? null : head,
        page: page === claim.page ? null : page,
      },
    },
  ];
}

/** Columns of the words that a person knows a fact by. */
const LONGEST_NAME = 60;

const lineName = ({ fact }: EditableClaim): string => `“${fit(plain(fact.text), LONGEST_NAME)}”`;

/** Of a path that a person typed. */
function noPage(typed: string, problem: string): string {
  return (
    `${typed} is no page that memvault writes` + (problem === IN_NO_ZONE ? ', such as 2_Wiki/Name.md' : `: ${problem}`)
  );
}

/**
 * Lines that an editor broke are one again; those of a claim that has lines of its own stay, where they are indented.
 */
function saysOf(typed: string, text: string): string {
  const hasLines = asTyped(text).includes('\n');
  const [first = '', ...rest] = typed.split('\n');
  return rest
    .reduce((said, line) => `${said}${hasLines && /^\s/.test(line) ? '\n' : ' '}${line.trim()}`, first.trim())
    .trim();
}

const isSameText = (a: string, b: string): boolean => a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();

/** As a text comes back that nobody touched. */
const asTyped = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, at) => at === 0 || line !== '')
    .join('\n');

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
