// Everything in a text that may be one whole statement: lines, items, sentences, quoted parts, links, what stands
// behind a label, also over two or three lines. For who knows a statement by its digest alone. Judges nothing.
import { parseClaimText } from '../claim-text.ts';
import { parseFactLine } from '../fact-line.ts';
import { splitLines } from '../lines.ts';
import { withoutEscapes } from './words.ts';

export interface Candidate {
  /** 1-based; of the first line, where it goes over several. */
  readonly line: number;
  /** Over how many lines. */
  readonly count: number;
  readonly words: string;
}

/** A paragraph is wrapped; so many lines may hold one statement. */
const MOST_LINES = 3;
/** Of longer ones the sentences are looked at, and not what follows each label. */
const LONG = 1000;
/** No person writes such a line: it is data, and its texts are in quotes. */
const HUGE = 20_000;
/** So many labels may stand before a statement. */
const MOST_LABELS = 4;

/** Each once a line. In no order that means anything. */
export function* candidatesIn(text: string): Generator<Candidate> {
  const lines = splitLines(text);
  const plain = lines.map(withoutLead);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || SOURCE.test(line)) continue;
    // The same words stand in many units, and to look through them costs more than to know them again.
    const [parts, found] = [new Set<string>(), new Set<string>()];
    if (line.length > HUGE) {
      for (const [, quoted = ''] of line.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
        if (parts.has(quoted)) continue;
        parts.add(quoted);
        for (const part of new Set([quoted, withoutEscapes(quoted)]))
          for (const words of formsOf(part)) yield { line: index + 1, count: 1, words };
      }
      continue;
    }
    const isRecord = isRecordLine(line);
    for (let count = 1; count <= MOST_LINES; count++) {
      const some = plain.slice(index, index + count);
      if (
        count > 1 &&
        (isRecord ||
          some.length < count ||
          some.some((one) => one === '' || one.length > LONG) ||
          standsAlone(lines[index + count - 1] ?? ''))
      )
        break;
      for (const unit of count === 1 ? new Set(unitsOf(line, isRecord)) : [some.join(' ')]) {
        for (const part of isRecord && unit === line ? [line] : partsOf(unit)) {
          const words = part.trim();
          if (parts.has(words)) continue;
          parts.add(words);
          for (const form of formsOf(words)) {
            if (found.has(form)) continue;
            found.add(form);
            yield { line: index + 1, count, words: form };
          }
        }
      }
    }
  }
}

/** What the name of a file or folder may say: as it is, and with its words apart. */
export function candidatesInPath(path: string): string[] {
  const names = path.split('/').flatMap((name) => [name, name.replace(/\.[^.]*$/, ''), ...name.split('.')]);
  return [
    ...new Set(
      names
        .flatMap((name) => [name, name.replace(/_/g, ' '), name.replace(/-/g, ' '), name.replace(/[-_]/g, ' ')])
        .flatMap((name) => [...formsOf(name)]),
    ),
  ];
}

const LEAD =
  /^\s*(?:>\s?)*\s*(?:#{1,6}\s+)?(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[^\]]{1,60}\]\s+)?(?:\[![\w-]+\][+-]?\s*)?/u;

function withoutLead(line: string): string {
  return line.replace(LEAD, '').trim();
}

const QUOTED = new RegExp(
  String.raw`"((?:[^"\\]|\\.)*)"|'([^']{3,})'|“([^”]*)”|„([^“”]*)[“”]|‘([^’]*)’|«([^»]*)»|「([^」]*)」|『([^』]*)』|` +
    String.raw`\*\*([^*]+)\*\*|__([^_]+)__|==([^=]+)==|~~([^~]+)~~|\x60([^\x60]+)\x60|\(([^()]{3,})\)`,
  'g',
);
const LINKED = /\[\[([^\]]+)\]\]|\[([^\]]+)\]\(([^()\s]*)\)/g;

/**
 * Where a page names the line of a log that a claim rests on, as memvault writes it: there is one for each claim, and
 * no word in it.
 */
const SOURCE = new RegExp(
  String.raw`^\[\^[0-9a-z]{10}\]: \[\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?\]\((?:\.\.\/)*daily\/\d` +
    String.raw`{4}-\d{2}-\d{2}\.md#\^[0-9a-z]{10}\)$`,
);

const standsAlone = (line: string): boolean => SOURCE.test(line) || isRecordLine(line);

/** One of a file of JSON lines: what it says stands in quotes, and nothing goes on in the next. */
function isRecordLine(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function unitsOf(line: string, isRecord: boolean): string[] {
  const bare = withoutLead(line);
  const quoted = [...line.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
  const linked = [...line.matchAll(LINKED)].flatMap(([, wiki, label, target]) => [
    ...(wiki?.split('|') ?? []),
    label ?? '',
    target ?? '',
  ]);
  const links = linked
    .flatMap((link) => [link, ...link.split(/[/#]/)])
    .flatMap((link) => [link, withoutEscapes(link), link.replace(/\.md$/i, '')]);
  const cells = line.includes('|') ? line.split('|') : [];
  return [
    ...(isRecord ? [line] : [line, bare, parseClaimText(line), parseFactLine(line)?.text ?? '']),
    ...cells.map(withoutLead),
    ...links,
    ...quoted.flatMap((text) => [text, withoutLead(text), ...text.split(/\\[nr]/)]),
  ];
}

function partsOf(unit: string): string[] {
  const parts: string[] = [];
  const plain = withoutEscapes(unit);
  for (const text of plain === unit ? [unit] : [unit, plain]) {
    const bare = withoutFootnotes(text);
    parts.push(text, bare);
    if (bare.length <= LONG) behindLabels(bare, parts);
    for (const sentence of STOPS.test(bare) ? bare.split(/(?<=[.!?;。！？；])\s*/u) : []) {
      parts.push(sentence);
      if (sentence.length <= LONG) behindLabels(sentence, parts);
    }
  }
  return parts;
}

const STOPS = /[.!?;。！？；]/;
/** What a label ends with; without it none is looked for. */
const LABELS = /[:：]|\s[-–—]\s/;

function behindLabels(text: string, parts: string[]): void {
  if (!LABELS.test(text)) return;
  let count = 0;
  for (const { index, 0: label } of text.matchAll(/:\s+|：|\s[-–—]\s|::\s*/gu)) {
    if (count++ === MOST_LABELS) return;
    parts.push(text.slice(index + label.length), text.slice(0, index));
  }
}

/** Without one of these there is nothing to take off. */
const MARKED = /[[~^*_=`]/;

function withoutFootnotes(text: string): string {
  if (!MARKED.test(text)) return text;
  return text
    .replace(/\s?\[\^[^\]\s]+\]/g, '')
    .replace(/~~\s+\d{4}-\d{2}-\d{2}.*$/, '')
    .replace(/\s\^[A-Za-z0-9-]+$/, '')
    .replace(/\*\*|__|~~|==|`/g, '')
    .replace(/\*/g, '');
}

/** With the stop at its end and without. */
function formsOf(words: string): string[] {
  const text = words.trim();
  if (text === '') return [];
  if (isOfWord(text.charCodeAt(0)) && isOfWord(text.charCodeAt(text.length - 1))) return [text, `${text}.`];
  const core = text.replace(/^[\s"'“”„«»‘’([{*_]+|[\s"'“”„«»‘’)\]}*_.,;:!?。！？；，]+$/gu, '');
  return core === '' || core === text ? [text, `${text}.`] : [text, core, `${core}.`];
}

/** A digit or a letter of ASCII. */
const isOfWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
