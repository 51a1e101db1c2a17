// `memvault open ID|PAGE`: opens a fact's line or a page in the person's editor or in Obsidian. Without a terminal it
// prints the place.
import { MemvaultError } from '../../model/errors.ts';
import { type Subject, whichLine, whichSubject } from '../../tasks/find-subject.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { confined } from '../../vault/confine.ts';
import { exists } from '../../vault/disk.ts';
import { readTombstones } from '../../vault/tombstones.ts';
import { isForgotten, type View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, failure, isOn } from '../spec.ts';

interface Place {
  readonly path: string;
  readonly line: number;
  /** The fact's block id, if the line has one. */
  readonly block: string | null;
}

export const run: Command = async (context, { args, values }) => {
  const { world, vault, answer } = context;
  const view = await readViewNow(context);
  const known = [...view.ledger.keys(), ...readTombstones(vault).map(({ fact }) => fact)];
  const typed = args.join(' ');
  // A place on a page, as search prints it, means the claim there, not its fact.
  const onPage = whichLine(context, typed.trim().replace(/^\.\//, ''), view);
  const place: Place =
    onPage !== null && view.pages.has(onPage.path)
      ? { ...onPage, block: null }
      : placeOf(whichSubject(context, typed, view, known), view);
  const path = confined(vault, place.path);
  if (!exists(path)) throw new MemvaultError('not-found', `no such file: ${place.path}`);
  const inObsidian = isOn(values, 'obsidian');
  const opens = !answer.json && (inObsidian || (world.stdout.isTerminal && world.stdinIsTerminal));
  answer.document({ path: place.path, line: place.line, address: addressOf(path, place) });
  if (!opens) {
    answer.print(`${place.path}:${place.line}`);
    return EXIT.done;
  }
  const failed = inObsidian ? await world.openAddress(addressOf(path, place)) : await world.editFile(path, place.line);
  if (failed !== null) throw failure('io', failed, `it is in ${place.path}, line ${place.line}`);
  return EXIT.done;
};

/** Never opens a forgotten fact: its place would reveal something, too. */
function placeOf(subject: Subject, view: View): Place {
  if ('page' in subject || 'note' in subject)
    return { path: 'page' in subject ? subject.page : subject.note, line: 1, block: null };
  const { fact: id } = subject;
  const fact = view.factById.get(id);
  if (isForgotten(id, view))
    throw failure('refused', `${id} was forgotten`, `memvault forget --undo ${id} restores it, unless it was purged`);
  if (fact === undefined)
    throw failure(
      'not-found',
      `no daily log contains ${id} any more`,
      `memvault explain ${id} shows what happened to it`,
    );
  return { path: fact.path, line: fact.line, block: fact.computed ? null : id };
}

/** Obsidian finds the vault by path, whatever its name is there. */
const addressOf = (path: string, { block }: Place): string =>
  `obsidian://open?path=${encodeURIComponent(path)}${block === null ? '' : encodeURIComponent(`#^${block}`)}`;
