// Which pages lint speaks about: those that carry claims of memvault. A user's own note may use footnotes
// whose names happen to look like ids (`[^references]`), and is left alone.
import { ID_PATTERN } from '../model/ids.ts';
import type { PageText } from '../vault/view.ts';

/** A footnote definition whose name has the form of an id. */
export interface Definition {
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  /** What stands behind the colon. */
  readonly source: string;
  /** It leads to a daily log, so memvault wrote it. */
  readonly toLog: boolean;
}

export interface OwnPage extends PageText {
  readonly definitions: readonly Definition[];
}

const DEFINITION = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

/** The pages that cite a known fact, or that define a source in a daily log for what they cite. */
export function ownPages(pages: Iterable<PageText>, dailyDir: string, isKnown: (id: string) => boolean): OwnPage[] {
  const own: OwnPage[] = [];
  for (const page of pages) {
    if (page.claims.length === 0) continue;
    const definitions = parseDefinitions(page.text, dailyDir);
    const logged = new Set(definitions.filter((definition) => definition.toLog).map((definition) => definition.id));
    if (page.claims.some((claim) => claim.facts.some((id) => isKnown(id) || logged.has(id)))) own.push({ ...page, definitions });
  }
  return own;
}

function parseDefinitions(text: string, dailyDir: string): Definition[] {
  const folder = `${dailyDir.split('/').at(-1) ?? dailyDir}/`;
  const definitions: Definition[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(DEFINITION)) {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < match.index; at = text.indexOf('\n', counted)) {
      line++;
      counted = at + 1;
    }
    const source = (match[2] ?? '').trimEnd();
    const toLog = /\d{4}-\d{2}-\d{2}(?:\.md)?#\^/.test(source) || source.includes(folder);
    definitions.push({ id: match[1] ?? '', line, source, toLog });
  }
  return definitions;
}
