// The claims of a page as a small text that a person edits, and what they changed in it. Pure. What they say is only
// read here; the plan holds it against the facts.
import { proposalFor, type Reworded } from '../../dream/plan-file/edit.ts';
import { whatItLacks } from '../../language/specifics.ts';
import { plain } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import type { PlanFile } from '../../model/plan.ts';
import { escapeLine, unescapeLine } from '../../note/escape.ts';
import { IN_NO_ZONE, type NamedPage } from '../../page/page-name.ts';
import type { View } from '../../vault/view.ts';
import { sourceOf } from '../render/dream-page.ts';
import { fit, wrap } from '../terminal/wrap.ts';
import type { TouchedPage } from './pages.ts';

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
export function editableClaims(
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
export function renderEdit(claims: readonly EditableClaim[], columns: number): string {
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
export function saidOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return [
    ...faults.slice(0, MOST_FAULTS).map((fault) => `not taken: ${fault}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** How a line begins that says what was not taken. */
export const FAULT = '#!';

/** Lines for the top of what is to be edited again. */
export function renderFaults(faults: readonly string[], columns: number): string {
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
export function readEdit(text: string, claims: readonly EditableClaim[], rules: EditRules): ReadEdit {
  const faults: string[] = [];
  const edits: ClaimEdit[] = [];
  const seen = new Set<string>();
  for (const block of blocksOf(text, faults)) {
    const claim = claims.find(({ fact }) => fact.id === block.id);
    if (claim === undefined) faults.push(`there is no claim [${block.id}] on this page`);
    else if (seen.has(block.id)) faults.push(`${nameOf(claim)} is there twice`);
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
  const name = nameOf(claim);
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

const nameOf = ({ fact }: EditableClaim): string => `“${fit(plain(fact.text), LONGEST_NAME)}”`;

/** Of a path that a person typed. */
export function noPage(typed: string, problem: string): string {
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
