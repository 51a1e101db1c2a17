// `memvault explain ID|PAGE`: where a fact came from and what became of it, or what a page rests on. Writes nothing but
// what a search keeps for itself.
import { listReviews } from '../../curate/review/review.ts';
import { factStory, type FactStory, type Records } from '../../inspect/explain-fact.ts';
import { pageStory } from '../../inspect/explain-page.ts';
import { listingsAmong } from '../../lint/scope.ts';
import { isDay } from '../../model/day.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Context } from '../../tasks/context.ts';
import { surroundingsOf, type Way } from '../../tasks/fact-surroundings.ts';
import { readRecords, sayableIn } from '../../tasks/read-records.ts';
import { linkMapOf, readNoteFacts } from '../../vault/note-facts.ts';
import { readVaultFiles } from '../../vault/note-files.ts';
import { listNotes } from '../../vault/notes.ts';
import { readOwnFiles } from '../../vault/own-files.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { toFactJson, toLostJson } from '../render/explain-json.ts';
import { renderPageStory } from '../render/explain-page.ts';
import { type Face, renderFactStory, renderForgotten, renderLost } from '../render/explain.ts';
import { glyphsOf } from '../render/plot.ts';
import { type Command, isOn } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { pathFrom, quoted, whichSubject } from '../which-facts.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const records = await readRecords(context);
  const { view, tombstones } = records;
  const subject = whichSubject(invocation.args.join(' '), view, {
    ids: [...view.ledger.keys(), ...tombstones.map(({ fact }) => fact)],
    wordsOf: sayableIn(context).fact,
    notes: () => listNotes(context.vault).map(({ path }) => path),
    reviews: () => listReviews(view, { all: true }).map(({ id }) => id),
    fromHere: (typed) => pathFrom(world, typed, context.vault.root),
  });
  if ('note' in subject) throw nothingToExplain(subject.note, context.vault.dailyDir);
  const face: Face = {
    ...faceOf(context),
    plotColumns: world.stdout.columns,
    plots: world.stdout.isTerminal || isOn(invocation.values, 'plot'),
    glyphs: glyphsOf(world),
  };
  if ('page' in subject) await explainPage(context, subject.page, records, face);
  else await explainFact(context, subject.fact, records, face);
  return EXIT.done;
};

function nothingToExplain(path: string, dailyDir: string): MemvaultError {
  const day = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1, -'.md'.length) : '';
  if (isDay(day))
    return new MemvaultError('not-found', `${path} is a daily log, and explain takes one fact of it`, {
      hint: `memvault facts --since ${day} --until ${day} lists them; explain takes an id or a place such as ${path}:5`,
    });
  return new MemvaultError('not-found', `${path} is in no zone, and memvault keeps claims only on pages in zones`, {
    hint: 'so there is nothing to explain; memvault open opens it',
  });
}

async function explainFact(context: Context, id: string, records: Records, face: Face): Promise<void> {
  const { answer } = context;
  const story = factStory(id, records);
  if (story === null)
    throw new MemvaultError('not-found', `nothing is known of ${id}`, { hint: 'memvault facts lists the facts' });
  if (story.forgotten) {
    const { at, purged } = story;
    answer.document('explain', { kind: 'fact', id, forgotten: { at, purged } });
    return answer.print(renderForgotten(story));
  }
  if ('lost' in story) {
    answer.document('explain', toLostJson(story));
    return answer.print(renderLost(story, face));
  }
  const around = await surroundingsOf(context, story, records);
  const shown = withoutSecrets(story, context);
  answer.document('explain', toFactJson(shown, around));
  answer.print(renderFactStory(shown, around, face));
}

/**
 * The story with the words of other facts hidden that look like a secret. Those of the fact itself are hidden by
 * `surroundingsOf`.
 */
function withoutSecrets(story: FactStory, context: Context): FactStory {
  const sayable = sayableIn(context);
  const hide = <T extends { readonly text: string | null }>(other: T): T =>
    other.text === null ? other : { ...other, text: sayable.words(other.text) };
  const { chain, same, against, ...rest } = story.others;
  // A model may have given the words of a fact as its reason.
  const isHidden = sayable.isSecret(story.fact);
  const touches = story.touches.map((touch) => ({
    ...touch,
    reason: touch.reason === null || isHidden ? null : sayable.words(touch.reason),
  }));
  return {
    ...story,
    touches,
    others: { ...rest, chain: chain.map(hide), same: same.map(hide), against: against.map(hide) },
  };
}

async function explainPage({ vault, answer }: Context, path: string, records: Records, face: Face): Promise<void> {
  const paths = readVaultFiles(vault);
  const notes = readNoteFacts(vault, true, paths, await answer.progress());
  const map = linkMapOf(paths, notes.values());
  const listings = listingsAmong(readOwnFiles(vault));
  const page = pageStory(path, records, { notes, map, isMade: (other) => listings.has(other) });
  if (page === null)
    throw new MemvaultError('not-found', `there is no page ${path}`, { hint: 'index.md names the pages' });
  // `type` of the document says what document it is.
  const { claims, type, ...rest } = page;
  answer.document('explain', {
    kind: 'page',
    ...rest,
    pageType: type,
    claims: { ...claims, share: claims.statements === 0 ? null : claims.onFacts / claims.statements },
  });
  answer.print(renderPageStory(page, waysOf(page.runs.at(-1)?.run, path, page.conflicts.length > 0), face));
}

function waysOf(run: string | undefined, path: string, isContested: boolean): Way[] {
  const name = quoted(path);
  return [
    [`memvault open ${name}`, 'the page in your editor'],
    ...(run === undefined ? [] : [[`memvault diff ${run}`, 'what the last run changed on it'] as const]),
    ...(isContested ? [['memvault review', 'decide which side of a conflict holds'] as const] : []),
  ];
}
