// Builds one bundle for a prompt within a budget: what is always worth knowing, then what answers the question, then a
// note on what did not fit. A pure function: equal input gives equal bytes.
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
  CLOSING,
  fits,
  type Found,
  greater,
  inMarks,
  type Item,
  lesser,
  minus,
  NO_ROOM,
  OPENING,
  partOf,
  plus,
  type Room,
  roomOf,
  sizeOf,
} from './found.ts';
import { chooseHits, hasFaded, type Neighbour, renderTaken, type Taken } from './hits.ts';
import type { Secrets } from './secrets.ts';

// Describes what a bundle left out and how to get it. Pure.

/** What the text could contain but does not. */
export interface Missing {
  /** Hits that did not fit. */
  readonly hits: number;
  /** Hits that barely match the question. */
  readonly unfit: number;
  /** Hits and entries that look like secrets, each statement once. */
  readonly secret: number;
  /** For each file, the number of its entries and of those not in the text. */
  readonly files: readonly { readonly path: string; readonly left: number; readonly all: number }[];
}

/**
 * Renders what was left out and how to get it. `isFull`: the budget was exhausted, rather than a file's share of it.
 */
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
            ? [`Omitted ${left} of ${all} entries of ${path} (limited to an eighth of the budget); see the file.`]
            : [],
        )),
    ...(isFull && short.length > 0
      ? [`Omitted for lack of space: ${short.join(', ')}; raise ${tokens === null ? '--max-chars' : '--max-tokens'}.`]
      : []),
    ...(unfit > 0 ? [`Omitted ${unfit} weak match${unfit === 1 ? '' : 'es'}; see memvault search.`] : []),
    ...(secret > 0
      ? [`${secret} left out: ${secret === 1 ? 'it looks like a secret' : 'they look like secrets'}.`]
      : []),
  ].join(' ');
}

const counted = (hits: number): string => `${hits} hit${hits === 1 ? '' : 's'}`;

export interface BundleInput {
  readonly budget: Budget;
  /** `persona.md` and `user.md`, if they exist. */
  readonly own: readonly CoreFile[];
  /** MEMORY.md. */
  readonly memory: CoreFile | null;
  /** Best first. */
  readonly hits: readonly Found[];
  /** All matches, in `hits` or not. */
  readonly total: number;
  /** Heading above the hits of a bundle without a question; MEMORY.md then gets a larger share. */
  readonly heading?: string;
  /** The time span that is listed if the question asks for nothing else: short, on one line. */
  readonly ofTime?: string | null;
  readonly nearOf: (hit: Found) => readonly Neighbour[];
  /** Looks up the metadata of a statement in MEMORY.md by its normal form; called only for those that fit. */
  readonly knownOf?: (says: string) => Known | null;
  /** Detects secrets, which are left out. */
  readonly secrets?: Secrets;
  /** Normal forms of statements that MEMORY.md still has but that are over. */
  readonly over?: ReadonlySet<string>;
  /**
   * Normal forms of statements about the user's identity, preferences and constraints; called if not all of MEMORY.md
   * fits.
   */
  readonly lastingOf?: () => ReadonlySet<string>;
}

export interface Bundle {
  /** Within the budget; ends with a newline. */
  readonly text: string;
  readonly size: Room;
  /** Something did not fit. */
  readonly truncated: boolean;
  readonly missing: Missing;
  /** In text order. */
  readonly items: readonly Item[];
  /** The search hits that the text contains. */
  readonly shown: readonly Found[];
}

/** Shares of the budget if the question has hits: for MEMORY.md, and below for `persona.md` and `user.md` together. */
const MEMORY_PART = 1 / 8;
/** The share of MEMORY.md without a question. */
const DIGEST_PART = 1 / 2;
const OWN_PART = 1 / 4;
/** A hit with less than this share of the best score matches only a word or two of the question and is left out. */
const FIT_PART = 0.1;
/** Approximate size of the metadata of a statement in MEMORY.md. */
const KNOWN = sizeOf('2026-07-01 [preference] ');
/** The smallest budgets in which the fixed parts fit. */
export const LEAST_CHARS = 500;
export const LEAST_TOKENS = 200;

const foundAs = (isList: boolean): string => `## Found for the question, ${isList ? 'newest' : 'best'} first`;
const FADED = 'Faded: not recalled for a long time; it may have changed.';
const ALL_FADED = 'All have faded: not recalled for a long time; they may have changed.';
const MORE = 'There is more: search the memory for what you need.';
const nothingOf = (time: string | null): string =>
  time === null ? 'Nothing in memory was found for the question.' : `Nothing in memory is from ${time}.`;

const NOTHING: ReadonlySet<string> = new Set();
const NO_SECRETS: Secrets = { hit: () => false, piece: () => false };

/** Expects at least the smallest budget; the result may exceed a smaller one. */
export function makeBundle(input: BundleInput): Bundle {
  const bundle = bundleOf(input, false);
  return bundle.missing.secret === 0 ? bundle : bundleOf(input, true);
}

/** Filters secrets and counts them, each statement once. */
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
 * `hasSecrets`: reserve room for a note about secrets. One may be next to a hit and is noticed only if that hit fits.
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
  // Reserve room for the longest possible note on what is missing.
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
    // Unread hits rank below all others, so they are left out for the same reason.
    hits: fitting.filter((hit) => !places.has(placeOf(hit))).length + (unfit === 0 ? unread : 0),
    unfit: unfit === 0 ? 0 : unfit + unread,
    secret: secret.size,
    files: files.map((pieces, at) => ({
      path: pathOf(pieces),
      all: pieces.length,
      left: pieces === listed ? rest.length - head.length : (own[at]?.left ?? 0),
    })),
  };
  // MEMORY.md is limited to its share, so it may have more to say although there is room.
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

/** Renders the part about the question. */
function renderFound({ total, heading, ofTime = null }: BundleInput, list: string): string {
  if (total > 0) return `\n${heading ?? foundAs(ofTime !== null)}\n\n${list}`;
  return heading === undefined ? `\n${nothingOf(ofTime)}\n` : '';
}

/** Maximum size of everything around the chosen content. */
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
  /** Hits that match well enough and are not secret. */
  readonly open: readonly Found[];
  readonly room: Room;
}

interface Chosen {
  /** Pieces of the own files that are included in any case, and the hits that say something else. */
  readonly kept: readonly Piece[];
  readonly fitting: readonly Found[];
  readonly taken: readonly Taken[];
  readonly shown: readonly Found[];
  /** The pieces of MEMORY.md that the others do not repeat, and those included. */
  readonly rest: readonly Piece[];
  readonly head: readonly Piece[];
  /** For each own file the included pieces, and how many new ones are not. */
  readonly own: readonly { readonly taken: readonly Piece[]; readonly left: number }[];
  /** Remaining room. */
  readonly free: Room;
}

/** Own files and MEMORY.md get their shares, hits the rest; what remains goes to the own files. */
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
  // A statement that answers the question appears among the hits with its date and source, and not again under
  // MEMORY.md.
  const isNew = notSaidBy(shown);
  const ownSays = new Set(kept.filter(isStatement).map(({ says }) => says));
  const rest = summary.filter((piece) => isNew(piece) && !(isStatement(piece) && ownSays.has(piece.says)));
  const bare = shareOut([rest], most).taken.flat();
  const labelled = shareOut([bare.map((piece) => withKnown(piece, knownOf(piece.says)))], memoryRoom).taken.flat();
  // A statement without its date is better than none.
  const head = labelled.length > 0 ? labelled : shareOut([bare], memoryRoom).taken.flat();
  // The remaining room goes to persona.md and user.md.
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

/** An agent must know these whatever the question; statements about a project come with a question about it. */
function lastingFirst(pieces: readonly Piece[], lasting: ReadonlySet<string>): readonly Piece[] {
  const isLasting = (piece: Piece): boolean => isStatement(piece) && lasting.has(piece.says);
  return [...pieces.filter(isLasting), ...pieces.filter((piece) => !isLasting(piece))];
}

/** If all hits have faded, a single line says so. */
function renderList(taken: readonly Taken[]): string {
  const faded = taken.filter(hasFaded).length;
  const isMarked = faded < taken.length;
  return (
    (faded === 0 ? '' : `${isMarked ? FADED : ALL_FADED}\n\n`) + taken.map((one) => renderTaken(one, isMarked)).join('')
  );
}

interface Shares {
  /** The included pieces of each non-empty file, in order. */
  readonly taken: readonly (readonly Piece[])[];
  /** Total size, including titles. */
  readonly size: Room;
}

/** Gives each file an equal share, and passes what shorter files do not need to longer ones. */
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

/** Returns a test of whether these pieces already say what a hit says. */
function saidIn(pieces: readonly Piece[]): (hit: Found) => boolean {
  const said = new Set(pieces.map((piece) => piece.says));
  return (hit) => pieces.some((piece) => holds(piece, hit)) || (said.size > 0 && said.has(normalForm(hit.text)));
}

/** Returns a test of whether a piece says something that none of these hits says. */
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
