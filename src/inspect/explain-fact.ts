// Where a fact came from and what became of it, as one value. Reads no file; of a forgotten fact it holds no word.
import { factDigest } from '../model/bytes.ts';
import type { Fading } from '../model/confidence.ts';
import type { LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import { compareLines } from '../model/group-by.ts';
import { type Claim, isHistory, type MarkLine } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import type { ReviewLine } from '../model/review.ts';
import { purgedFacts, standingTombstones, type TombstoneLine } from '../model/tombstone.ts';
import type { RunEntry } from '../page/run-log.ts';
import { isForgotten, type View } from '../vault/view.ts';
import { type Course, courseOf } from './course.ts';
import { type Others, othersOf } from './others.ts';
import { type Touch, touchesOf, type TouchInput } from './touches.ts';

/** All that was read of the vault to tell the story of a fact or a page. */
export interface Records extends Pick<TouchInput, 'isUndone' | 'reasonOf'> {
  readonly view: View;
  readonly marks: readonly MarkLine[];
  readonly recalls: readonly (Recalled & { readonly fact: string })[];
  readonly reviews: readonly ReviewLine[];
  readonly tombstones: readonly TombstoneLine[];
  readonly entries: readonly RunEntry[];
  readonly fading: Fading;
  /** The local day. */
  readonly today: string;
}

/** All that is said of a forgotten fact. */
export interface ForgottenStory {
  readonly id: string;
  readonly forgotten: true;
  /** ISO in UTC; null where an older layout does not say. */
  readonly at: string | null;
  /** Its line is out of the daily log, too. */
  readonly purged: boolean;
  /** Nobody forgot it by its id: it says the same as a fact that was forgotten. */
  readonly alike: boolean;
}

/** What is told of a fact that a daily log holds. */
export interface FactStory {
  readonly fact: Fact;
  readonly forgotten: false;
  /** Null while it is pending. */
  readonly held: LedgerLine | null;
  /** Its line was edited after it was decided; the next dream corrects its claim. */
  readonly edited: boolean;
  /** The claims that cite it, current ones first. */
  readonly claims: readonly Claim[];
  readonly touches: readonly Touch[];
  readonly recalled: Recalled | null;
  readonly course: Course;
  readonly pinned: boolean;
  readonly others: Others;
}

/** The story of the fact of this id; null for an id that no log, no ledger line and no tombstone knows. */
export function factStory(id: string, records: Records): FactStory | ForgottenStory | LostStory | null {
  const { view, tombstones } = records;
  if (isForgotten(id, view)) return forgottenStory(id, records);
  const fact = view.factById.get(id);
  const lines = view.ledgerRead.lines.filter((line) => line.fact === id).sort(compareLines);
  const touches = touchesOf(id, {
    ...records,
    lines,
    marks: records.marks.filter((mark) => mark.fact === id),
    reviews: records.reviews.filter(({ facts }) => facts.includes(id)),
    tombstones: tombstones.filter((line) => line.fact === id),
  });
  if (fact === undefined)
    return lines.length === 0
      ? null
      : { id, lost: true, forgotten: false, day: lines.at(-1)?.day ?? '', claims: claimsOf(id, view), touches };
  const holds = view.ledger.get(id);
  const held = holds === undefined || holds.as === 'pending' ? null : holds;
  const claims = claimsOf(id, view);
  const others = othersOf(id, view, claims[0] ?? null);
  const over =
    held?.as === 'superseded'
      ? null
      : (others.replacedBy.map((by) => view.factById.get(by)?.day ?? '').sort()[0] ?? null);
  const recalls = records.recalls.filter((recall) => recall.fact === id);
  return {
    fact,
    forgotten: false,
    held,
    claims,
    touches,
    edited: held !== null && held.digest !== factDigest(fact),
    recalled:
      recalls.length === 0
        ? null
        : {
            count: recalls.reduce((sum, { count }) => sum + count, 0),
            last: recalls.reduce((latest, { last }) => (last > latest ? last : latest), ''),
          },
    // The line that holds goes last: it need not be the latest, since folding the ledger may pass over a later one.
    course: courseOf(fact, {
      lines: holds === undefined ? lines : [...lines.filter((line) => line !== holds), holds],
      marks: records.marks.filter((mark) => mark.fact === id).sort((a, b) => (a.at < b.at ? -1 : 1)),
      over,
      recalls,
      fading: records.fading,
      today: records.today,
    }),
    pinned: view.pinned.has(id),
    others,
  };
}

/**
 * What is left to tell of a fact that the ledger knows and no log holds: its line was deleted, or its log is not in
 * this clone.
 */
export interface LostStory {
  readonly id: string;
  readonly lost: true;
  readonly forgotten: false;
  readonly day: string;
  /** Claims that cite it all the same. */
  readonly claims: readonly Claim[];
  readonly touches: readonly Touch[];
}

/** The claims that cite a fact: current ones before past ones, and among each those of its home page first. */
function claimsOf(id: string, view: View): Claim[] {
  const home = view.ledger.get(id)?.page;
  const paths = [...(view.citedOn.get(id) ?? [])].sort((a, b) => Number(b === home) - Number(a === home));
  const claims = paths.flatMap((path) => view.pages.get(path)?.claims.filter(({ facts }) => facts.includes(id)) ?? []);
  return claims.sort((a, b) => Number(isHistory(a)) - Number(isHistory(b)));
}

function forgottenStory(id: string, { view, tombstones }: Records): ForgottenStory {
  const standing = standingTombstones(tombstones);
  const stones = standing.get(id) ?? [];
  const at =
    [...stones.map((stone) => stone.at), view.ledger.get(id)?.as === 'forgotten' ? (view.ledger.get(id)?.at ?? '') : '']
      .filter((time) => time !== '')
      .sort()[0] ?? null;
  return {
    id,
    forgotten: true,
    at,
    purged: purgedFacts(standing).has(id),
    alike: stones.length === 0 && view.ledger.get(id)?.as !== 'forgotten',
  };
}
