// The overviews of the versions of a page. One that memvault wrote is derived: of two the one of the later `updated`
// stays, ties by their text. One that a person edited is theirs, before any of memvault's; two of those merge as text.
import { parseOverview, putOverview, takeOverview, thinOverview } from '../overview.ts';
import { frontOf } from './front-matter.ts';
import { mapVersions, pick, type Versions, VERSIONS } from './three-way.ts';

const UPDATED = /^updated:[ \t]*(\d{4}-\d{2}-\d{2})/m;

export interface SettledOverviews {
  /** The versions without their overviews, or with them where they merge as text. */
  readonly texts: Versions<string>;
  /** The merged page with the overview that stays, less the sentences that its claims no longer bear out. */
  restore(text: string): string;
}

export function settleOverviews(texts: Versions<string>): SettledOverviews {
  const taken = mapVersions(texts, takeOverview);
  if (VERSIONS.every((version) => taken[version] === null)) return { texts, restore: (text) => text };
  const bodies = mapVersions(taken, (one) => one?.lines.map((line) => line.trimEnd()).join('\n') ?? null);
  const isEdited = mapVersions(texts, (text) => parseOverview(text)?.isEdited === true);
  const settled = pick(bodies);
  if (settled === null && isEdited.first && isEdited.second) return { texts, restore: (text) => text };
  const first = settled === null ? isFirst(texts, bodies, isEdited) : bodies.first === settled.value;
  const lines = taken[first ? 'first' : 'second']?.lines ?? null;
  const restOf = (version: (typeof VERSIONS)[number]): string => taken[version]?.rest ?? texts[version];
  return {
    texts: { base: restOf('base'), first: restOf('first'), second: restOf('second') },
    restore: (text) => (lines === null ? text : thinOverview(putOverview(text, lines))),
  };
}

/** Of two that both sides changed. */
function isFirst(texts: Versions<string>, bodies: Versions<string | null>, isEdited: Versions<boolean>): boolean {
  if (isEdited.first !== isEdited.second) return isEdited.first;
  const [first = '', second = ''] = [texts.first, texts.second].map((text) => UPDATED.exec(frontOf(text))?.[1] ?? '');
  return first === second ? (bodies.first ?? '') >= (bodies.second ?? '') : first > second;
}
