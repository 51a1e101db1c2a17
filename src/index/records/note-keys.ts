// The few front matter keys that search wants (title, aliases, tags), scanned line by line: the whole
// YAML library costs more than a search may take. What it cannot read it leaves out.

export interface NoteKeys {
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

const KEY = /^(title|alias(?:es)?|tags?):(?:\s+(.*?))?\s*$/;
const ITEM = /^\s*-\s+(.*?)\s*$/;

/** Reads the lines between the two `---`. */
export function parseNoteKeys(lines: readonly string[]): NoteKeys {
  let title: string | null = null;
  const aliases: string[] = [];
  const tags: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const match = KEY.exec(lines[i] ?? '');
    const key = match?.[1];
    if (key === undefined) continue;
    const value = match?.[2] ?? '';
    if (key === 'title') {
      title = scalarOf(value);
      continue;
    }
    const list = value === '' ? itemsAfter(lines, i + 1) : listOf(value);
    if (key.startsWith('alias')) aliases.push(...list);
    else tags.push(...list.flatMap((tag) => tag.split(/[\s,]+/)).map((tag) => tag.replace(/^#/, '')).filter((tag) => tag !== ''));
  }
  return { title, aliases, tags };
}

function itemsAfter(lines: readonly string[], start: number): string[] {
  const items: string[] = [];
  for (let i = start; i < lines.length; i++) {
    const item = ITEM.exec(lines[i] ?? '')?.[1];
    if (item === undefined) break;
    const value = scalarOf(item);
    if (value !== null) items.push(value);
  }
  return items;
}

function listOf(value: string): string[] {
  const inner = value.startsWith('[') ? value.replace(/^\[|\]\s*(?:#.*)?$/g, '') : null;
  const parts = inner === null ? [value] : inner.split(',');
  return parts.map((part) => scalarOf(part.trim())).filter((part) => part !== null);
}

/** A plain or quoted scalar on one line; null for anything else. */
function scalarOf(value: string): string | null {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
  if (quoted) return (quoted[1]?.replace(/\\(.)/g, '$1') ?? quoted[2]?.replaceAll("''", "'") ?? '').trim() || null;
  if (/^[[{|>&*!]/.test(value)) return null;
  return value.replace(/\s+#.*$/, '').trim() || null;
}
