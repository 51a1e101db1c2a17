// The marks of Logseq that no reader of a note sees: properties of a block, its clock, references by id. Its words for
// tasks become checkboxes. Lines keep their numbers. Pure.
import { withoutParts } from './blank.ts';

/** Below a block; those that a person makes up (`mood:: good`) are words. */
const PROPERTY = new RegExp(
  String.raw`^[ \t]+(?:id|collapsed|todo|doing|done|now|later|background-color|heading|icon|ls-type|` +
    String.raw`query-[\w-]+|(?:created|updated)-at|(?:card|hl|logseq|template)[\w.-]*)::.*$`,
  'gm',
);
const [CLOCK, END_OF_CLOCK] = [/^[ \t]*:LOGBOOK:[ \t]*$/, /^[ \t]*:END:[ \t]*$/];
const PLANNED = /^[ \t]*(?:SCHEDULED|DEADLINE):[ \t]*<[^>\n]*>[ \t]*$/gm;
const TASK = new RegExp(
  String.raw`^([ \t]*-[ \t]+)(DONE|TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS|CANCELED|` +
    String.raw`CANCELLED)[ \t]+(?:\[#[ABC]\][ \t]+)?(?=\S)`,
  'gm',
);
const REFERENCE = /\{\{[a-z][\w-]*[^{}\n]*\}\}|\(\([0-9a-f]{8}-[0-9a-f-]{27}\)\)/g;

export function withoutLogseqMarks(text: string): string {
  return belowHeadings(text.includes(':LOGBOOK:') ? withoutParts(text, CLOCK, END_OF_CLOCK) : text)
    .replace(PROPERTY, '')
    .replace(PLANNED, '')
    .replace(REFERENCE, '')
    .replace(TASK, (_, mark: string, word: string) => `${mark}${word === 'DONE' ? '[x]' : '[ ]'} `);
}

/** A list that stands indented right below a heading is no code there. */
function belowHeadings(text: string): string {
  let indent = '';
  let isBelow = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      if (isBelow) indent = /^(\t+| {2,})(?=- )/.exec(line)?.[1] ?? '';
      else if (!line.startsWith(indent)) indent = '';
      isBelow = /^#{1,6}\s/.test(line);
      return line.slice(indent.length);
    })
    .join('\n');
}
