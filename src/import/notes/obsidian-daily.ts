// Daily notes of Obsidian and similar tools: one note per day, named for it. List items and completed tasks are
// statements; prose and open tasks are skipped.
import { firstDate } from '../../language/dates/written-dates.ts';
import { isDay, isTime } from '../../model/day.ts';
import { type Format, type Found, found, unread } from '../format.ts';
import { fieldsOf, headOf, nameOf } from '../values.ts';
import { isOwnPage, type Said, saidIn, takeTags } from './pieces.ts';

// The day in a daily note's name, in the usual notations. Pure.

type DayName = { readonly day: string } | 'no day' | 'which first?';

const asDay = (year: string, month: string, day: string): DayName => {
  const whole = [year, month, day].map((part) => part.padStart(2, '0')).join('-');
  return isDay(whole) ? { day: whole } : 'no day';
};

export function dayOfName(path: string): DayName {
  const name = nameOf(path).replace(/\.[^.]+$/, '');
  const [, year = '', , month = '', date = ''] = /^(\d{4})([-_. ]?)(\d{2})\2(\d{2})(?![\dT])/.exec(name) ?? [];
  if (date !== '') return asDay(year, month, date);
  const [, first = '', sign = '', second = '', last = ''] =
    /^(\d{1,2})([-_. ])(\d{1,2})\2(\d{4})(?!\d)/.exec(name) ?? [];
  if (last !== '') {
    if (Number(first) > 12 || first === second || sign === '.') return asDay(last, second, first);
    return Number(second) > 12 ? asDay(last, first, second) : 'which first?';
  }
  const folders = /(?:^|\/)(\d{4})\/(\d{2})(?!\d)[^/]*\/(\d{2})(?!\d)[^/]*$/.exec(path);
  if (folders) return asDay(folders[1] ?? '', folders[2] ?? '', folders[3] ?? '');
  const written = /\d{4}-\d\d-\d\dT/.test(name) ? null : firstDate(name);
  return written !== null && isDay(written.label) ? { day: written.label } : 'no day';
}

/** Template headings that say nothing about what follows. */
const NO_TOPIC = new RegExp(
  String.raw`^(?:notes?|daily notes?|log|daily log|journal|diary|tasks?|to-?dos?|done|today|yesterday|tomorrow|` +
    String.raw`morning|afternoon|evening|notizen|tagebuch|aufgaben|heute|erledigt|日记|笔记|今天|任务)$`,
  'i',
);
/** Tags that a template puts on every note. */
const NO_TAG = /^(?:daily|journal|diary|daily-?notes?|daily\/.*)$/i;
const TIME = /^(?:\*\*|__)?(\d{1,2}:\d{2})(?:\*\*|__)?\s*(?:[-–—:]\s*)?(?=\S)/;
/** Marks of the Tasks plugin: the completion day, and marks that add nothing to a statement. */
const DONE_ON = /\s*(?:✅\s*|\[completion::\s*)(\d{4}-\d\d-\d\d)\]?/;
const TASK_MARKS = /\s*(?:[📅⏳🛫➕❌]\uFE0F?\s*\d{4}-\d\d-\d\d|🔁[^📅⏳🛫➕✅]*|[🔺⏫🔼🔽⏬]\uFE0F?)/gu;

export const OBSIDIAN_DAILY: Format = {
  name: 'obsidian-daily',
  scope: 'day',
  category: 'journal',
  detect: (given) =>
    /\.(?:md|markdown)$/.test(given.path) &&
    !isOwnPage(given.text) &&
    dayOfName(given.path) !== 'no day' &&
    headOf(given).text('permalink') === '',
  read: (given) => {
    const named = dayOfName(given.path);
    if (named === 'no day') return unread('its file name is not a date');
    if (named === 'which first?') return unread('day or month first? Rename it, such as 2026-04-03.md');
    const tags = headOf(given).tags.filter((tag) => !NO_TAG.test(tag));
    return {
      facts: saidIn(given.text)
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
    NO_TOPIC.test(heading.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')) || dayOfName(heading) !== 'no day'
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
