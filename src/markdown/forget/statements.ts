// Everything in a text that may be one whole statement: lines, items, sentences, quoted parts, links, what stands behind
// a label, also over two or three lines. For who knows a statement by its digest alone. Judges nothing.
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
    if (line.trim() === '') continue;
    const found = new Set<string>();
    if (line.length > HUGE) {
      for (const [, quoted = ''] of line.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
        for (const part of [quoted, withoutEscapes(quoted)]) for (const words of formsOf(part)) yield { line: index + 1, count: 1, words };
      }
      continue;
    }
    for (let count = 1; count <= MOST_LINES; count++) {
      const some = plain.slice(index, index + count);
      if (count > 1 && (some.length < count || some.some((one) => one === '' || one.length > LONG))) break;
      for (const unit of count === 1 ? unitsOf(line) : [some.join(' ')]) {
        for (const words of partsOf(unit)) for (const form of formsOf(words)) {
          if (found.has(form)) continue;
          found.add(form);
          yield { line: index + 1, count, words: form };
        }
      }
    }
  }
}

/** What the name of a file or folder may say: as it is, and with its words apart. */
export function candidatesInPath(path: string): string[] {
  const names = path.split('/').flatMap((name) => [name, name.replace(/\.[^.]*$/, ''), ...name.split('.')]);
  return [...new Set(names.flatMap((name) => [name, name.replace(/_/g, ' '), name.replace(/-/g, ' '), name.replace(/[-_]/g, ' ')]).flatMap((name) => [...formsOf(name)]))];
}

const LEAD = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+)?(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[^\]]{1,60}\]\s+)?(?:\[![\w-]+\][+-]?\s*)?/u;

function withoutLead(line: string): string {
  return line.replace(LEAD, '').trim();
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']{3,})'|“([^”]*)”|„([^“”]*)[“”]|‘([^’]*)’|«([^»]*)»|「([^」]*)」|『([^』]*)』|\*\*([^*]+)\*\*|__([^_]+)__|==([^=]+)==|~~([^~]+)~~|`([^`]+)`|\(([^()]{3,})\)/g;
const LINKED = /\[\[([^\]]+)\]\]|\[([^\]]+)\]\(([^()\s]*)\)/g;

function unitsOf(line: string): string[] {
  const bare = withoutLead(line);
  const quoted = [...line.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
  const linked = [...line.matchAll(LINKED)].flatMap(([, wiki, label, target]) => [...(wiki?.split('|') ?? []), label ?? '', target ?? '']);
  const links = linked.flatMap((link) => [link, ...link.split(/[/#]/)]).flatMap((link) => [link, withoutEscapes(link), link.replace(/\.md$/i, '')]);
  const cells = line.includes('|') ? line.split('|') : [];
  return [line, bare, parseClaimText(line), parseFactLine(line)?.text ?? '', ...cells.map(withoutLead), ...links, ...quoted.flatMap((text) => [text, withoutLead(text), ...text.split(/\\[nr]/)])];
}

function* partsOf(unit: string): Generator<string> {
  for (const text of new Set([unit, withoutEscapes(unit)])) {
    const bare = withoutFootnotes(text);
    yield text;
    yield bare;
    if (bare.length <= LONG) yield* behindLabels(bare);
    for (const sentence of bare.split(/(?<=[.!?;。！？；])\s*/u)) {
      yield sentence;
      if (sentence.length <= LONG) yield* behindLabels(sentence);
    }
  }
}

function* behindLabels(text: string): Generator<string> {
  let count = 0;
  for (const { index, 0: label } of text.matchAll(/:\s+|：|\s[-–—]\s|::\s*/gu)) {
    if (count++ === MOST_LABELS) return;
    yield text.slice(index + label.length);
    yield text.slice(0, index);
  }
}

const withoutFootnotes = (text: string): string => text.replace(/\s?\[\^[^\]\s]+\]/g, '').replace(/~~\s+\d{4}-\d{2}-\d{2}.*$/, '').replace(/\s\^[A-Za-z0-9-]+$/, '').replace(/\*\*|__|~~|==|`/g, '').replace(/\*/g, '');

/** With the stop at its end and without. */
function* formsOf(words: string): Generator<string> {
  const text = words.trim();
  if (text === '') return;
  yield text;
  const core = text.replace(/^[\s"'“”„«»‘’([{*_]+|[\s"'“”„«»‘’)\]}*_.,;:!?。！？；，]+$/gu, '');
  if (core !== '' && core !== text) yield core;
  yield `${core === '' ? text : core}.`;
}
