// Daily notes as Obsidian, Logseq and others keep them: a note a day, named for it. List items and tasks that are done
// are statements; prose and open tasks are not taken.
import { isOwnPage } from './branches.ts';
import { dayOfName } from './day-names.ts';
import { withoutLogseqMarks } from './logseq.ts';
import { fieldsOf, found, headOf } from './notes.ts';
import { saidIn, type Said } from './pieces.ts';
import type { Format, Found } from './types.ts';
import { takeTags } from './words.ts';
import { isDay, isTime } from '../model/day.ts';

/** Headings that many templates have, and that say nothing of what stands below. */
const NO_TOPIC = new RegExp(
  String.raw`^(?:notes?|daily notes?|log|daily log|journal|diary|tasks?|to-?dos?|done|today|yesterday|tomorrow|` +
    String.raw`morning|afternoon|evening|notizen|tagebuch|aufgaben|heute|erledigt|日记|笔记|今天|任务)$`,
  'i',
);
/** What every note of a template is tagged with. */
const NO_TAG = /^(?:daily|journal|diary|daily-?notes?|daily\/.*)$/i;
const TIME = /^(?:\*\*|__)?(\d{1,2}:\d{2})(?:\*\*|__)?\s*(?:[-–—:]\s*)?(?=\S)/;
/** Marks of the plugin Tasks: when it was done, and what no reader of a statement needs. */
const DONE_ON = /\s*(?:✅\s*|\[completion::\s*)(\d{4}-\d\d-\d\d)\]?/;
const TASK_MARKS = /\s*(?:[📅⏳🛫➕❌]\uFE0F?\s*\d{4}-\d\d-\d\d|🔁[^📅⏳🛫➕✅]*|[🔺⏫🔼🔽⏬]\uFE0F?)/gu;

export const OBSIDIAN_DAILY: Format = {
  name: 'obsidian-daily',
  what: 'Daily notes of Obsidian, Logseq and the like: one note a day, named for it',
  known:
    'a date as the name: `2026-07-01`, `20260701`, `2026_07_01`, `01.07.2026`, `July 1st, 2026`, ' +
    '`2026年7月1日`, `2026/07/01.md`, also with words behind it',
  takes:
    'each list item and each task that is done (category `done`), on the day of the note, with the time that ' +
    'it begins with. What stands below an item goes with it. `#tags` at its end are its tags, the nearest ' +
    'heading is its `topic` unless it is one such as “Notes”. Prose and open tasks are not taken',
  scope: 'day',
  category: 'journal',
  detect: (given) =>
    /\.(?:md|markdown)$/.test(given.path) &&
    !isOwnPage(given.text) &&
    dayOfName(given) !== 'no day' &&
    headOf(given).text('permalink') === '',
  read: (given) => {
    const named = dayOfName(given);
    if (named === 'no day') return { facts: [], left: [{ line: null, why: 'its name is no date', isBad: true }] };
    if (named === 'which first?')
      return {
        facts: [],
        left: [
          {
            line: null,
            why: 'its name does not say which comes first, day or month: --date-order dmy or mdy',
            isBad: true,
          },
        ],
      };
    const tags = headOf(given).tags.filter((tag) => !NO_TAG.test(tag));
    return {
      facts: saidIn(withoutLogseqMarks(given.text))
        .filter(({ kind, task }) => kind === 'item' && task !== 'open')
        .map((said) => entry(said, named.day, tags))
        .filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
      left: [],
    };
  },
};

function entry({ text: words, lead, task, line, headings }: Said, noteDay: string, noteTags: readonly string[]): Found {
  const done = task === 'done' ? (DONE_ON.exec(words)?.[1] ?? '') : '';
  const plain = task === null ? words : words.replace(DONE_ON, '').replace(TASK_MARKS, '').trim();
  const time = TIME.exec(plain)?.[1]?.padStart(5, '0') ?? '';
  const { text, tags } = takeTags(isTime(time) ? plain.replace(TIME, '') : plain);
  const heading = headings.at(-1) ?? '';
  const topic =
    NO_TOPIC.test(heading.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')) ||
    dayOfName({ path: heading, beside: new Set(), dateOrder: 'dmy' }) !== 'no day'
      ? ''
      : takeTags(heading).text;
  return found(lead + text, line, {
    category: task === 'done' ? 'done' : null,
    tags: [...tags, ...noteTags],
    fields: fieldsOf({ topic }),
    day: isDay(done) ? done : noteDay,
    time: isTime(time) && done === '' ? time : null,
  });
}
