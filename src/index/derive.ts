// Records of files to documents, each statement once: a fact until a claim cites it, then the claim.
// A pure function of all records together, so that an index kept up to date and one built from nothing
// hold the same. Order: facts and claims by day and line, then claims without a known fact, then prose.
import { compareText, eventDay } from '../model/fact.ts';
import type { Fields } from '../model/fact.ts';
import type { IndexDocument, Source } from './document.ts';
import { timeOfFact } from './found.ts';
import type { ClaimRow, FactRow, FileRecord } from './records/record.ts';

export interface DeriveInput {
  readonly records: ReadonlyMap<string, FileRecord>;
  readonly forgotten: ReadonlySet<string>;
  /** The facts of a daily log anew, some of whose ids earlier days have taken; may add to `taken`. Null when it is gone. */
  readonly reparse: (path: string, day: string, taken: Set<string>) => readonly FactRow[] | null;
}

interface PlacedFact {
  readonly row: FactRow;
  readonly id: string;
  readonly category: string;
  readonly fields: Fields;
  readonly day: string;
  readonly path: string;
  readonly title: string;
  /** Place in the order of days and lines. */
  readonly place: number;
}

interface PlacedClaim {
  readonly row: ClaimRow;
  readonly path: string;
  readonly title: string;
  readonly facts: readonly PlacedFact[];
  readonly newest: PlacedFact | null;
}

export function deriveDocuments(input: DeriveInput): IndexDocument[] {
  const paths = [...input.records.keys()].sort(compareText);
  const facts = placeFacts(input, paths);
  const { byAnchor, loose, cited } = placeClaims(input, paths, facts);
  const documents: IndexDocument[] = [];
  const keys = new Map<string, number>();
  const addClaims = (claims: readonly PlacedClaim[]): void => {
    for (const claim of claims) {
      const key = `c ${claim.row[3][0]} ${claim.path}`;
      const occurrence = (keys.get(key) ?? 0) + 1;
      keys.set(key, occurrence);
      documents.push(claimDocument(claim, occurrence === 1 ? key : `${key} ${occurrence}`, facts));
    }
  };
  for (const fact of facts.values()) {
    if (!cited.has(fact.row[1]) && !input.forgotten.has(fact.row[1])) documents.push(factDocument(fact));
    addClaims(byAnchor.get(fact.row[1]) ?? []);
  }
  addClaims(loose);
  for (const path of paths) addTexts(documents, path, input.records.get(path));
  return documents;
}

/** All facts in the order of their days; an id that an earlier day has taken is computed anew. */
function placeFacts(input: DeriveInput, paths: readonly string[]): Map<string, PlacedFact> {
  const facts = new Map<string, PlacedFact>();
  const taken = new Set<string>();
  const logs = paths
    .map((path) => ({ path, record: input.records.get(path) }))
    .sort((a, b) => compareText(a.record?.day ?? '', b.record?.day ?? ''));
  for (const { path, record } of logs) {
    if (!record || record.day === null) continue;
    const clashes = record.facts.some((row) => taken.has(row[1]));
    const again = clashes ? input.reparse(path, record.day, taken) : null;
    for (const row of again ?? record.facts) {
      if (again === null && taken.has(row[1])) continue;
      taken.add(row[1]);
      facts.set(row[1], { row, id: row[1], category: row[4], fields: row[7], day: record.day, path, title: record.title, place: facts.size });
    }
  }
  return facts;
}

interface Placement {
  /** Claims by the newest fact that they cite. */
  readonly byAnchor: Map<string, PlacedClaim[]>;
  readonly loose: PlacedClaim[];
  /** Facts that a claim of the index cites. */
  readonly cited: Set<string>;
}

function placeClaims(input: DeriveInput, paths: readonly string[], facts: ReadonlyMap<string, PlacedFact>): Placement {
  const placement: Placement = { byAnchor: new Map(), loose: [], cited: new Set() };
  for (const path of paths) {
    const record = input.records.get(path);
    for (const row of record?.claims ?? []) {
      // What was forgotten stays forgotten, in whatever words a claim says it.
      if (row[3].some((id) => input.forgotten.has(id))) continue;
      for (const id of row[3]) placement.cited.add(id);
      const known = row[3].map((id) => facts.get(id)).filter((fact) => fact !== undefined);
      const newest = known.reduce<PlacedFact | null>((a, b) => (a === null || instantOf(b) > instantOf(a) || (instantOf(b) === instantOf(a) && b.place > a.place) ? b : a), null);
      const claim: PlacedClaim = { row, path, title: record?.title ?? '', facts: known, newest };
      if (newest === null) placement.loose.push(claim);
      else if (!pushTo(placement.byAnchor, newest.row[1], claim)) placement.byAnchor.set(newest.row[1], [claim]);
    }
  }
  return placement;
}

function pushTo<T>(map: Map<string, T[]>, key: string, value: T): boolean {
  const list = map.get(key);
  list?.push(value);
  return list !== undefined;
}

const dayOf = ({ row, day }: PlacedFact): string => eventDay({ fields: row[7], day });
const timeOf = ({ row }: PlacedFact): string | null => timeOfFact(row[7], row[2]);
const instantOf = (fact: PlacedFact): string => `${dayOf(fact)} ${timeOf(fact) ?? ''}`;
const groupOf = (fact: PlacedFact): string => `${fact.day} ${fact.row[3] ?? ''}`;

function factDocument(fact: PlacedFact): IndexDocument {
  const [line, id, , , category, text, tags, fields] = fact.row;
  return {
    key: `f ${id}`, kind: 'fact', id, path: fact.path, line, date: dayOf(fact), time: timeOf(fact), text, category, tags, title: fact.title,
    project: fields.project ?? null, persons: fields.persons ?? '', about: aboutOf(fields), headings: '',
    group: groupOf(fact), superseded: false, held: null, sources: [], facts: [fact],
  };
}

function claimDocument(claim: PlacedClaim, key: string, facts: ReadonlyMap<string, PlacedFact>): IndexDocument {
  const [line, past, text, cited, from, to] = claim.row;
  const { newest } = claim;
  const all = (pick: (fields: Fields) => string | undefined): string => [...new Set(claim.facts.map((fact) => pick(fact.row[7]) ?? ''))].filter((value) => value !== '').join(' ');
  return {
    key, kind: 'claim', id: cited[0] ?? '', path: claim.path, line,
    date: newest && dayOf(newest), time: newest && timeOf(newest), text,
    category: newest?.row[4] ?? null, tags: [...new Set(claim.facts.flatMap((fact) => fact.row[6]))], title: claim.title,
    project: newest?.row[7].project ?? claim.facts.find((fact) => fact.row[7].project !== undefined)?.row[7].project ?? null,
    persons: all((fields) => fields.persons), about: all(aboutOf), headings: '',
    group: newest ? groupOf(newest) : claim.path, superseded: past, held: from === undefined || to === undefined ? null : { from, to },
    sources: cited.map((id): Source => ({ id, path: facts.get(id)?.path ?? null, line: facts.get(id)?.row[0] ?? null })),
    facts: claim.facts,
  };
}

function aboutOf(fields: Fields): string {
  if (Object.keys(fields).length === 0) return '';
  const { project, entities, location, topic, key, value } = fields;
  return [project, entities, location, topic, key, value].filter((word) => word !== undefined).join(' ');
}

function addTexts(documents: IndexDocument[], path: string, record: FileRecord | undefined): void {
  if (!record || record.texts.length === 0) return;
  const date = record.day ?? /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0] ?? null;
  for (const [line, id, text, headings, tags] of record.texts) {
    documents.push({
      key: `t ${id}`, kind: 'text', id, path, line, date, time: null, text, category: null,
      tags: tags.length === 0 ? record.tags : [...new Set([...record.tags, ...tags])], title: record.title, project: null, persons: '', about: '',
      headings, group: path, superseded: false, held: null, sources: [], facts: [],
    });
  }
}
