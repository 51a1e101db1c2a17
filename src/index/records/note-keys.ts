// The few front matter keys that search wants (what a note is called, how it is tagged, what it is about and by whom),
// scanned line by line: the whole YAML library costs more than a search may take. What it cannot read it leaves out.

export interface NoteKeys {
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** Its description, its summary and its authors. */
  readonly about: readonly string[];
}

const KEY = /^(title|alias(?:es)?|tags?|description|summary|authors?):(?:\s+(.*?))?\s*$/;
const ITEM = /^\s*-\s+(.*?)\s*$/;

/** Reads the lines between the two `---`. */
export function parseNoteKeys(lines: readonly string[]): NoteKeys {
  let title: string | null = null;
  const aliases: string[] = [];
  const tags: string[] = [];
  const about: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const match = KEY.exec(lines[i] ?? '');
    const key = match?.[1];
    if (key === undefined) continue;
    const value = match?.[2] ?? '';
    if (key === 'title') {
      title = scalarOf(value);
      continue;
    }
    if (key === 'description' || key === 'summary') {
      const text = textAt(lines, i, value);
      if (text !== null) about.push(text);
      continue;
    }
    const list = value === '' ? itemsAfter(lines, i + 1) : listOf(value);
    const isTags = key.startsWith('tag');
    const to = isTags ? tags : key.startsWith('author') ? about : aliases;
    for (const one of isTags
      ? list
          .flatMap((tag) => tag.split(/[\s,]+/))
          .map((tag) => tag.replace(/^#/, ''))
          .filter((tag) => tag !== '')
      : list)
      to.push(one);
  }
  return { title, aliases, tags, about };
}

/** A text that may go on in lines further in, folded (`>`), kept as it stands (`|`) or plain. */
function textAt(lines: readonly string[], at: number, value: string): string | null {
  const further: string[] = [];
  for (let i = at + 1; i < lines.length && /^\s|^$/.test(lines[i] ?? ''); i++) further.push((lines[i] ?? '').trim());
  const rest = further.filter((line) => line !== '').join(' ');
  if (/^[|>][-+\d]*(?:\s+#.*)?$/.test(value)) return rest || null;
  return scalarOf(`${value} ${rest}`.trim());
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
