// The ids of several segments as one list: those that a live row, a fact or a citation still names.
import { type FactColumns, UNKNOWN } from './assemble.ts';
import { CorruptSegment } from './corrupt.ts';
import { FACT_ROW, GONE_FACT, NO_FACT, RECORD } from './format.ts';
import { countOf, placeOf, sortIds, type SortedIds } from './ids.ts';
import type { Order } from './merge.ts';
import type { Numbers } from './numbers.ts';
import type { Segment } from './open.ts';

interface MergedIds {
  readonly ids: SortedIds;
  /** By segment and place there the new place; -1 for an id that nothing names any more. */
  readonly places: readonly Int32Array[];
  readonly facts: FactColumns;
  readonly cites: { readonly ids: number[]; readonly rows: number[] };
}

/** `files`: by segment and file the new number, -1 for one that is gone. `keepGone` as mergeSegments has it. */
export function mergeIds(
  segments: readonly Segment[],
  order: Order,
  files: readonly Int32Array[],
  keepGone: boolean,
): MergedIds {
  const lists = segments.map((segment) => segment.ids.all());
  const all = unite(lists);
  const total = countOf(all);
  const places = lists.map(({ numbers, others }) => {
    const own = new Int32Array(numbers.length + others.length);
    for (let i = 0; i < numbers.length; i++) own[i] = placeOf(all.numbers, numbers[i] as number);
    for (let i = 0; i < others.length; i++) own[numbers.length + i] = all.placeOfText(others[i] ?? '');
    return own;
  });
  const facts = uniteFacts(segments, places, files, total, keepGone);
  const used = Uint8Array.from(facts.files, (file) => (file === UNKNOWN ? 0 : 1));
  const cites = { ids: [] as number[], rows: [] as number[] };
  segments.forEach((segment, part) => {
    const [own, rows] = [places[part] ?? [], order.places[part] ?? []];
    const ids = segment.recordColumn(RECORD.id);
    for (let row = 0; row < rows.length; row++)
      if ((rows[row] as number) >= 0) used[own[ids[row] as number] as number] = 1;
    const held = segment.cites();
    for (let i = 0; i < held.rows.length; i++) {
      const [id, row] = [own[held.ids[i] as number] ?? -1, rows[held.rows[i] as number] ?? -1];
      if (row < 0 || id < 0) continue;
      used[id] = 1;
      cites.ids.push(id);
      cites.rows.push(row);
    }
  });
  const kept = new Int32Array(total);
  let count = 0;
  for (let place = 0; place < total; place++) kept[place] = used[place] === 1 ? count++ : -1;
  const isKept = (_: unknown, place: number): boolean => used[place] === 1;
  return {
    ids: {
      numbers: all.numbers.filter(isKept),
      others: all.others.filter((_, i) => used[all.numbers.length + i] === 1),
    },
    places: places.map((own) => own.map((place) => kept[place] as number)),
    facts: {
      files: facts.files.filter(isKept),
      offsets: facts.offsets.filter(isKept),
      lines: facts.lines.filter(isKept),
    },
    cites: { ids: cites.ids.map((id) => kept[id] as number), rows: cites.rows },
  };
}

function unite(lists: readonly SortedIds[]): ReturnType<typeof sortIds> {
  const numbers = new Float64Array(lists.reduce((sum, list) => sum + list.numbers.length, 0));
  let at = 0;
  for (const list of lists) {
    numbers.set(list.numbers, at);
    at += list.numbers.length;
  }
  return sortIds(
    numbers,
    lists.flatMap((list) => list.others),
  );
}

interface Facts {
  readonly files: Int32Array<ArrayBuffer>;
  readonly offsets: Float64Array;
  readonly lines: Float64Array;
}

/** What the latest segment says of each id, by its place among all; a fact whose file is gone is gone. */
function uniteFacts(
  segments: readonly Segment[],
  places: readonly Int32Array[],
  files: readonly Int32Array[],
  total: number,
  keepGone: boolean,
): Facts {
  const facts: Facts = {
    files: new Int32Array(total).fill(UNKNOWN),
    offsets: new Float64Array(total),
    lines: new Float64Array(total),
  };
  for (let part = segments.length - 1; part >= 0; part--) {
    const segment = segments[part];
    if (!segment) continue;
    const [refs, fileOf, extras] = [segment.factRefs(), segment.column('file'), segment.extraFacts()];
    const [offsets, lines] = [segment.recordColumn(RECORD.offset), segment.recordColumn(RECORD.line)];
    const put = (
      place: number,
      from: { files: Numbers; offsets: ArrayLike<number>; lines: ArrayLike<number> },
      i: number,
    ): void => {
      if (i >= from.files.length) throw new CorruptSegment('a fact that is not there');
      const file = files[part]?.[from.files[i] as number] ?? -1;
      facts.files[place] = file;
      if (file < 0) return;
      facts.offsets[place] = from.offsets[i] as number;
      facts.lines[place] = from.lines[i] as number;
    };
    for (let i = 0; i < refs.length; i++) {
      const [ref, place] = [refs[i] as number, places[part]?.[i] ?? 0];
      if (ref === NO_FACT || facts.files[place] !== UNKNOWN) continue;
      if (ref === GONE_FACT) facts.files[place] = -1;
      else if (ref < segment.rows + FACT_ROW) put(place, { files: fileOf, offsets, lines }, ref - FACT_ROW);
      else put(place, extras, ref - FACT_ROW - segment.rows);
    }
  }
  // They were needed to hide what earlier segments say.
  if (!keepGone)
    for (let place = 0; place < total; place++) if (facts.files[place] === -1) facts.files[place] = UNKNOWN;
  return facts;
}
