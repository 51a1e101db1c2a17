// One bundle for a prompt: what is always worth knowing, then what answers a question, within a budget, with a word on
// what had no room. A pure function: the same notes and the same question give the same bytes.
import { normalForm } from '../language/normal-form.ts';
import {
  type CoreFile,
  isStatement,
  type Known,
  once,
  type Piece,
  piecesOf,
  renderPieces,
  takePieces,
  withKnown,
} from './core.ts';
import {
  type Budget,
  fits,
  type Found,
  greater,
  type Item,
  lesser,
  minus,
  NO_ROOM,
  partOf,
  plus,
  type Room,
  roomOf,
  sizeOf,
} from './found.ts';
import { CLOSING, inMarks, OPENING } from './harmless.ts';
import { chooseHits, hasFaded, renderTaken, type Taken } from './hits.ts';
import type { Neighbour } from './neighbours.ts';
import type { Secrets } from './secrets.ts';

// What a bundle has no room for, in words: how much it is, and how to get it. Pure.

/** What is not in the text, though it could be. */
export interface Missing {
  /** Hits that had no room. */
  readonly hits: number;
  /** Hits that hardly fit the question. */
  readonly unfit: number;
  /** Hits and entries that look like secrets, each statement once. */
  readonly secret: number;
  /** Of each file how many entries it has, and how many are not in the text. */
  readonly files: readonly { readonly path: string; readonly left: number; readonly all: number }[];
}

/** What was left out, and how to get it. `isFull`: it had no room, rather than more than its part of it. */
function renderMissing({ hits, unfit, secret, files }: Missing, { tokens }: Budget, isFull: boolean): string {
  const short = [
    ...(hits > 0 ? [counted(hits)] : []),
    ...files.flatMap(({ path, left, all }) => (left > 0 ? [`${left} of ${all} entries of ${path}`] : [])),
  ];
  return [
    ...(isFull
      ? []
      : files.flatMap(({ path, left, all }) =>
          left > 0
            ? [`Left out of ${path}, which has an eighth of the room: ${left} of ${all} entries; the file has them.`]
            : [],
        )),
    ...(isFull && short.length > 0
      ? [
          `Left out for want of room: ${short.join(', ')}; a larger ` +
            (tokens === null ? '--max-chars' : '--max-tokens') +
            ' has more.',
        ]
      : []),
    ...(unfit > 0 ? [`Left out as hardly fitting: ${counted(unfit)}; memvault search has them.`] : []),
    ...(secret > 0
      ? [`${secret} left out: ${secret === 1 ? 'it looks like a secret' : 'they look like secrets'}.`]
      : []),
  ].join(' ');
}

const counted = (hits: number): string => `${hits} hit${hits === 1 ? '' : 's'}`;

export interface BundleInput {
  readonly budget: Budget;
  /** `persona.md` and `user.md`, as far as there are such. */
  readonly own: readonly CoreFile[];
  /** MEMORY.md. */
  readonly memory: CoreFile | null;
  /** Best first. */
  readonly hits: readonly Found[];
  /** All that match, among `hits` or not. */
  readonly total: number;
  /** What stands above the hits of a bundle that answers no question: then MEMORY.md may have more. */
  readonly heading?: string;
  /** The time of which all is listed, where the question asks for nothing else: short, on one line. */
  readonly ofTime?: string | null;
  readonly nearOf: (hit: Found) => readonly Neighbour[];
  /** What is known of a statement of MEMORY.md, by what it says; asked of those alone that have room. */
  readonly knownOf?: (says: string) => Known | null;
  /** What looks like a secret, and so is left out. */
  readonly secrets?: Secrets;
  /** What is over though MEMORY.md still says it, as `normalForm` has it. */
  readonly over?: ReadonlySet<string>;
  /**
   * What the vault holds of who the user is, what they prefer and must not have, as `normalForm` has it: asked where
   * not all of MEMORY.md has room.
   */
  readonly lastingOf?: () => ReadonlySet<string>;
}

export interface Bundle {
  /** No longer than the budget; ends with a line end. */
  readonly text: string;
  readonly size: Room;
  /** Something had no room. */
  readonly truncated: boolean;
  readonly missing: Missing;
  /** In the order of the text. */
  readonly items: readonly Item[];
  /** What the search gave and the text says. */
  readonly shown: readonly Found[];
}

/**
 * Of the budget, where something answers the question: what MEMORY.md may have, and `persona.md` and `user.md`
 * together.
 */
const MEMORY_PART = 1 / 8;
/** The same where nothing is asked. */
const DIGEST_PART = 1 / 2;
const OWN_PART = 1 / 4;
/** A hit with less than this part of the best score has a word or two of the question and hardly fits it. */
const FIT_PART = 0.1;
/** What is known of a statement of MEMORY.md takes about so much beside its words. */
const KNOWN = sizeOf('2026-07-01 [preference] ');
/** The smallest budgets: what is always said has room in them. */
export const LEAST_CHARS = 500;
export const LEAST_TOKENS = 200;

const foundAs = (isList: boolean): string => `## Found for the question, ${isList ? 'newest' : 'best'} first`;
const FADED = 'Faded: nobody has looked at it for long; it may have changed.';
const ALL_FADED = 'All have faded: nobody has looked at them for long; they may have changed.';
const MORE = 'There is more: search the memory for what you need.';
const nothingOf = (time: string | null): string =>
  time === null ? 'Nothing in memory was found for the question.' : `Nothing in memory is of ${time}.`;

const NOTHING: ReadonlySet<string> = new Set();
const NO_SECRETS: Secrets = { hit: () => false, piece: () => false };

/** For budgets from the smallest on; a smaller one may be passed. */
export function makeBundle(input: BundleInput): Bundle {
  const bundle = bundleOf(input, false);
  return bundle.missing.secret === 0 ? bundle : bundleOf(input, true);
}

/** What may be said: what looks like a secret is counted, each statement once, and left out. */
function createScreen({ hit, piece }: Secrets): {
  readonly secret: ReadonlySet<string>;
  readonly isOpenHit: (hit: Found) => boolean;
  readonly openPieces: (file: CoreFile) => Piece[];
} {
  const secret = new Set<string>();
  const isOpen = (isSecret: boolean, says: string): boolean => {
    if (isSecret) secret.add(says);
    return !isSecret;
  };
  return {
    secret,
    isOpenHit: (one) => isOpen(hit(one), normalForm(one.text)),
    openPieces: (file) =>
      piecesOf(file).filter((one) => isOpen(piece(one), isStatement(one) ? one.says : `${one.path}:${one.line}`)),
  };
}

/**
 * `hasSecrets`: there is to be room to tell of them. One may stand beside a hit, and is seen only where that has room.
 */
function bundleOf(input: BundleInput, hasSecrets: boolean): Bundle {
  const { budget, memory, hits, total, over = NOTHING } = input;
  const { secret, isOpenHit, openPieces } = createScreen(input.secrets ?? NO_SECRETS);
  const owned = input.own.map(openPieces).filter((pieces) => pieces.length > 0);
  const listed =
    memory === null ? [] : once(openPieces(memory)).filter((piece) => !isStatement(piece) || !over.has(piece.says));
  const files = listed.length === 0 ? owned : [...owned, listed];
  const least = FIT_PART * hits.reduce((best, { score }) => Math.max(best, score), 0);
  const open = hits.filter((hit) => hit.score >= least && isOpenHit(hit));
  // The longest that may have to be said of what is missing has its room.
  const everything: Missing = {
    hits: total,
    secret: hasSecrets ? secret.size + 2 * total : 0,
    unfit: hits.some(({ score }) => score < least) ? total : 0,
    files: files.map((pieces) => ({ path: pathOf(pieces), left: pieces.length, all: pieces.length })),
  };
  const chosen = chooseAll(
    input,
    { owned, listed, open, room: minus(roomOf(budget), frameOf(input, everything)) },
    (hit) => input.nearOf(hit).filter(({ found }) => isOpenHit(found)),
  );
  const { kept, fitting, taken, shown, rest, head, own, free } = chosen;
  const places = new Set(shown.map(placeOf));
  const unread = total - hits.length;
  const isKept = saidIn(kept);
  const unfit = hits.filter((hit) => hit.score < least && !places.has(placeOf(hit)) && !isKept(hit)).length;
  const missing: Missing = {
    // What was not read comes behind all that was, and is left out for the same reason.
    hits: fitting.filter((hit) => !places.has(placeOf(hit))).length + (unfit === 0 ? unread : 0),
    unfit: unfit === 0 ? 0 : unfit + unread,
    secret: secret.size,
    files: files.map((pieces, at) => ({
      path: pathOf(pieces),
      all: pieces.length,
      left: pieces === listed ? rest.length - head.length : (own[at]?.left ?? 0),
    })),
  };
  // MEMORY.md has but its part, and may have more to say though there is room.
  const inHead = new Set(head.map(({ line }) => line));
  const next = rest.find(({ line }) => !inHead.has(line));
  const truncated =
    missing.hits > 0 ||
    own.some(({ left }) => left > 0) ||
    (next !== undefined && (total === 0 || !fits(sizeOf(renderPieces([next])), free)));
  const isSaid = truncated || next !== undefined || unfit > 0 || secret.size > 0;
  const core = [...own.map((one) => one.taken), head].filter((pieces) => pieces.length > 0);
  const text = inMarks(
    [
      renderTitles(core),
      total === 0 || taken.length > 0 ? renderFound(input, renderList(taken)) : '',
      isSaid ? `\n${input.heading === undefined ? renderMissing(missing, budget, truncated) : MORE}\n` : '',
    ].join(''),
  );
  return {
    text,
    size: sizeOf(text),
    truncated,
    missing,
    items: [...core.flat().map(coreItem), ...taken.flatMap(hitItems)],
    shown,
  };
}

/** The part about the question. */
function renderFound({ total, heading, ofTime = null }: BundleInput, list: string): string {
  if (total > 0) return `\n${heading ?? foundAs(ofTime !== null)}\n\n${list}`;
  return heading === undefined ? `\n${nothingOf(ofTime)}\n` : '';
}

/** What stands around that which is chosen, at most. */
function frameOf(input: BundleInput, everything: Missing): Room {
  const { budget, hits } = input;
  const said = [
    renderMissing(everything, budget, true),
    renderMissing({ ...everything, files: everything.files.slice(-1) }, budget, false),
  ].map((words) => sizeOf(`\n${words}\n`));
  return [OPENING, renderFound(input, ''), hits.every(({ faded }) => faded !== true) ? '' : `${ALL_FADED}\n\n`, CLOSING]
    .map(sizeOf)
    .reduce(plus, said.reduce(greater));
}

interface Choosing {
  /** The pieces of `persona.md` and `user.md`, then those of MEMORY.md. */
  readonly owned: readonly (readonly Piece[])[];
  readonly listed: readonly Piece[];
  /** Hits that fit and may be said. */
  readonly open: readonly Found[];
  readonly room: Room;
}

interface Chosen {
  /** Pieces of the own files that have their room whatever is found, and the hits that say something else. */
  readonly kept: readonly Piece[];
  readonly fitting: readonly Found[];
  readonly taken: readonly Taken[];
  readonly shown: readonly Found[];
  /** Of MEMORY.md what the others do not say, and what of it is taken. */
  readonly rest: readonly Piece[];
  readonly head: readonly Piece[];
  /** Of each own file what is taken, and how much that is new is not. */
  readonly own: readonly { readonly taken: readonly Piece[]; readonly left: number }[];
  /** Room that is left. */
  readonly free: Room;
}

/** Own files and MEMORY.md have their parts of the room, hits the rest; what they leave is for the own files. */
function chooseAll(
  { total, heading, knownOf = () => null, lastingOf = () => NOTHING }: BundleInput,
  { owned, listed, open, room }: Choosing,
  nearOf: BundleInput['nearOf'],
): Chosen {
  const ownShare = shareOut(owned, total === 0 ? room : partOf(room, OWN_PART));
  const kept = ownShare.taken.flat();
  const beside = minus(room, ownShare.size);
  const most = total === 0 ? beside : partOf(room, heading === undefined ? MEMORY_PART : DIGEST_PART);
  const withLabels = (pieces: readonly Piece[], size: Room): Room => pieces.map(() => KNOWN).reduce(plus, size);
  const summary = fits(withLabels(listed, sizeOf(renderTitles([listed]))), most)
    ? listed
    : lastingFirst(listed, lastingOf());
  const plain = shareOut([summary], most);
  const memoryRoom = lesser(most, withLabels(plain.taken.flat(), plain.size));
  const isKept = saidIn(kept);
  const fitting = open.filter((hit) => !isKept(hit));
  const taken = chooseHits(fitting, minus(beside, memoryRoom), nearOf);
  const shown = taken.flatMap(({ found, also, near }) => [found, ...also, ...near.map((one) => one.found)]);
  // What answers the question stands with it, with its date and its place, and not in MEMORY.md's head once more.
  const isNew = notSaidBy(shown);
  const ownSays = new Set(kept.filter(isStatement).map(({ says }) => says));
  const rest = summary.filter((piece) => isNew(piece) && !(isStatement(piece) && ownSays.has(piece.says)));
  const bare = shareOut([rest], most).taken.flat();
  const labelled = shareOut([bare.map((piece) => withKnown(piece, knownOf(piece.says)))], memoryRoom).taken.flat();
  // Rather without its day than not at all.
  const head = labelled.length > 0 ? labelled : shareOut([bare], memoryRoom).taken.flat();
  // What is left over is for who the agent is, and for whom.
  const own = plus(ownShare.size, minus(beside, [renderTitles([head]), renderList(taken)].map(sizeOf).reduce(plus)));
  const ownRest = owned.map((pieces) => pieces.filter((piece) => kept.includes(piece) || isNew(piece)));
  const widened = shareOut(ownRest, own);
  const share = kept.every((piece) => widened.taken.some((pieces) => pieces.includes(piece))) ? widened : ownShare;
  return {
    kept,
    fitting,
    taken,
    shown,
    rest,
    head,
    own: ownRest.map((pieces, at) => {
      const ofFile = share.taken[at] ?? [];
      return { taken: ofFile, left: pieces.length - ofFile.length };
    }),
    free: minus(own, share.size),
  };
}

/** Whatever the question is, an agent is to know of these; of a project it is told where the question is about it. */
function lastingFirst(pieces: readonly Piece[], lasting: ReadonlySet<string>): readonly Piece[] {
  const isLasting = (piece: Piece): boolean => isStatement(piece) && lasting.has(piece.says);
  return [...pieces.filter(isLasting), ...pieces.filter((piece) => !isLasting(piece))];
}

/** Where all have faded, it is said of all at once. */
function renderList(taken: readonly Taken[]): string {
  const faded = taken.filter(hasFaded).length;
  const isMarked = faded < taken.length;
  return (
    (faded === 0 ? '' : `${isMarked ? FADED : ALL_FADED}\n\n`) + taken.map((one) => renderTaken(one, isMarked)).join('')
  );
}

interface Shares {
  /** What is taken of each file that has anything, in their order. */
  readonly taken: readonly (readonly Piece[])[];
  /** Of all, titles included. */
  readonly size: Room;
}

/** To each file an equal part, and what the shorter ones do not need to the longer. */
function shareOut(files: readonly (readonly Piece[])[], room: Room): Shares {
  const shares = new Map<readonly Piece[], readonly Piece[]>();
  const needs = files.map((pieces) => ({ pieces, need: renderPieces(pieces).length })).sort((a, b) => a.need - b.need);
  let left = room;
  let used = NO_ROOM;
  needs.forEach(({ pieces }, at) => {
    const title = sizeOf(renderTitle(pieces));
    const { taken, size } = takePieces(pieces, minus(partOf(left, 1 / (needs.length - at)), title));
    if (taken.length === 0) return;
    left = minus(left, plus(size, title));
    used = plus(used, plus(size, title));
    shares.set(pieces, taken);
  });
  return { taken: files.flatMap((pieces) => [shares.get(pieces) ?? []]), size: used };
}

/** Do these pieces say what a hit says? */
function saidIn(pieces: readonly Piece[]): (hit: Found) => boolean {
  const said = new Set(pieces.map((piece) => piece.says));
  return (hit) => pieces.some((piece) => holds(piece, hit)) || (said.size > 0 && said.has(normalForm(hit.text)));
}

/** Does a piece say what none of these hits says? */
function notSaidBy(hits: readonly Found[]): (piece: Piece) => boolean {
  const said = new Set(hits.map(({ text }) => normalForm(text)));
  return (piece) => !said.has(piece.says) && !hits.some((hit) => holds(piece, hit));
}

const holds = (piece: Piece, { path, line }: Found): boolean =>
  path === piece.path && line >= piece.line && line <= piece.end;

const pathOf = (pieces: readonly Piece[]): string => pieces[0]?.path ?? '';

const renderTitles = (files: readonly (readonly Piece[])[]): string =>
  files.map((pieces) => (pieces.length === 0 ? '' : renderTitle(pieces) + renderPieces(pieces))).join('');

const renderTitle = (pieces: readonly Piece[]): string => `\n## ${pathOf(pieces)}\n\n`;

const placeOf = ({ kind, id, path, line }: Found): string => `${kind} ${id} ${path}:${line}`;

function coreItem({ path, line, text, known }: Piece): Item {
  return {
    kind: 'core',
    id: null,
    path,
    line,
    date: known?.date ?? null,
    ...(known?.logged !== undefined && { logged: known.logged }),
    score: null,
    text,
    category: known?.category ?? null,
    tags: [],
    why: 'always',
  };
}

function hitItems(taken: Taken): Item[] {
  const { found, also, near } = taken;
  const more = also.map(({ id, path, line, date }) => ({ id, path, line, date }));
  return [
    { ...itemOf(found, 'match', hasFaded(taken)), ...(more.length === 0 ? {} : { also: more }) },
    ...near.map(({ where, found: other }): Item => ({
      ...itemOf(other, where, other.faded === true),
      score: null,
      of: found.id,
    })),
  ];
}

function itemOf(
  { kind, id, path, line, date, logged, score, text, category, tags, superseded, held }: Found,
  why: Item['why'],
  faded: boolean,
): Item {
  return {
    kind,
    id,
    path,
    line,
    date,
    ...(logged !== undefined && { logged }),
    score,
    text,
    category,
    tags,
    why,
    ...(faded && { faded }),
    ...(superseded && { superseded }),
    ...(held && { held }),
  };
}
