// An invented life as daily logs, from a seed: what people tell an agent over the days, with its
// repetitions, dates, code and a few statements in Chinese. Run by itself it writes them to a folder:
//   node bench/generate.mjs FOLDER [--facts 10000] [--days 500] [--seed 1] [--until 2026-06-30]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom } from './parts/random.mjs';
import { chineseSentences, sentences } from './parts/sentences.mjs';
import * as words from './parts/vocabulary.mjs';

const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const SHARE = {
  exact: 0.03,
  reformatted: 0.03,
  chinese: 0.03,
  project: 0.15,
  confidence: 0.06,
  at: 0.03,
  persons: 0.03,
};

/**
 * The logs of `days` days up to `until`, oldest first, with `facts` facts in all:
 * `{day, entries: [{time, session, facts: [{id, category, text, tags, fields}]}]}`.
 */
export function generateLogs(life) {
  return [...streamLogs(life)];
}

/**
 * The same, a day at a time: a million facts are not held in memory together, only what was told and may be told again.
 */
export function* streamLogs({ facts, days, seed = 1, until = '2026-06-30' }) {
  const random = createRandom(seed);
  const life = createLife(random);
  for (const [index, count] of countPerDay(random, facts, days).entries()) {
    const day = addDays(until, index - days + 1);
    yield { day, entries: entriesOf(random, count, () => life.nextFact(day)) };
  }
}

/** A day's log as memvault writes it. */
export function renderLog({ day, entries }) {
  const parts = entries.map(
    ({ time, session, facts }) => `\n## ${time} — ${session}\n\n${facts.map(renderFact).join('\n')}\n`,
  );
  return `# Daily Log - ${day}\n${parts.join('')}`;
}

/** The same facts as lines for `memvault log --jsonl`. */
export function renderJsonLines(logs) {
  return logs
    .map(({ day, entries }) =>
      entries
        .map(({ time, session, facts }) =>
          facts
            .map(
              ({ category, text, tags, fields }) =>
                `${JSON.stringify({ content: text, category, tags, date: day, time, session, ...fields })}\n`,
            )
            .join(''),
        )
        .join(''),
    )
    .join('');
}

/** Writes one file a day. `logs` may be a stream. */
export function writeLogs(folder, logs) {
  mkdirSync(folder, { recursive: true });
  for (const log of logs) writeFileSync(join(folder, `${log.day}.md`), renderLog(log));
}

function renderFact({ id, category, text, tags, fields }) {
  const trailer = Object.entries(fields)
    .map(([name, value]) => ` [${name}:: ${value}]`)
    .join('');
  return `- [${category}] ${text}${trailer}${tags.length > 0 ? ` \`${tags.join(' ')}\`` : ''} ^${id}`;
}

function createLife(random) {
  const told = [];
  const texts = new Set();
  const ids = new Set();
  const newId = () => {
    let id = '';
    while (id.length < 10) id += ID_LETTERS[random.below(32)];
    if (ids.has(id)) return newId();
    ids.add(id);
    return id;
  };
  const anyStatement = (day) => {
    if (random.chance(SHARE.chinese))
      return {
        category: random.pick(['work', 'health', 'general']),
        text: fill(random.pick(chineseSentences), random, day),
        tags: [random.pick(words.chineseTags)],
        fields: {},
      };
    const category = random.pickOften(Object.keys(sentences));
    const text = capitalise(fill(random.pick(sentences[category]), random, day));
    return { category, text, tags: tagsOf(random), fields: fieldsOf(random, day) };
  };
  /** Not told before, as far as a few tries find one: how much repeats is the matter of the shares above. */
  const newStatement = (day) => {
    let statement = anyStatement(day);
    for (let tries = 0; tries < 8 && texts.has(statement.text); tries++) statement = anyStatement(day);
    texts.add(statement.text);
    return statement;
  };
  return {
    nextFact: (day) => {
      const repeats = told.length > 0 ? random.next() : 1;
      const before = repeats < SHARE.exact + SHARE.reformatted ? told[random.below(told.length)] : null;
      const statement =
        before === null
          ? newStatement(day)
          : repeats < SHARE.exact
            ? before
            : { ...before, text: reformat(before.text, random) };
      if (before === null) told.push(statement);
      return { id: newId(), ...statement };
    },
  };
}

function tagsOf(random) {
  const tags = new Set();
  for (let count = random.below(4); count > 0; count--) tags.add(random.pickOften(words.tags));
  return [...tags];
}

function fieldsOf(random, day) {
  return {
    ...(random.chance(SHARE.at) && { at: addDays(day, -random.between(1, 30)) }),
    ...(random.chance(SHARE.project) && { project: random.pickOften(words.projects) }),
    ...(random.chance(SHARE.confidence) && { confidence: `0.${random.between(5, 9)}` }),
    ...(random.chance(SHARE.persons) && { persons: random.pickOften(words.people) }),
  };
}

/** The same statement as another agent would write it: case, articles, white space, the stop at its end. */
function reformat(text, random) {
  switch (random.below(4)) {
    // Code at the end of a line would read as its tags.
    case 0:
      return text.replace(/(?<!`)[.。]$/, '');
    case 1:
      return text.replace(/^The /, '').replace(/ the /g, ' ');
    case 2:
      return text.replace(/ (?=\S+$)/, '  ');
    default:
      return text.replace(/^User\b/, 'user').replace(/[.。]$/, '!');
  }
}

function fill(sentence, random, day) {
  const used = new Set();
  return sentence.replace(/\{(\w+)\}/g, (_, slot) => {
    let word = fillSlot(slot, random, day);
    // Nobody prefers a thing over itself.
    while (used.has(word)) word = fillSlot(slot, random, day);
    used.add(word);
    return word;
  });
}

const LISTS = {
  tool: words.tools,
  place: words.places,
  company: words.companies,
  food: words.foods,
  drink: words.drinks,
  hobby: words.hobbies,
  book: words.books,
  symptom: words.symptoms,
  thing: words.things,
  quality: words.qualities,
  object: words.objects,
  reason: words.reasons,
  verb: words.verbs,
  code: words.code,
  when: words.past,
  soon: words.future,
  month: words.months,
  relative: words.relatives,
  skill: words.skills,
  surname: words.surnames,
  project: words.projects,
};

function fillSlot(slot, random, day) {
  switch (slot) {
    case 'person':
      return random.pickOften(words.people);
    case 'n':
      return String(random.between(11, 480));
    case 'small':
      return String(random.between(2, 9));
    case 'port':
      return String(random.between(3000, 9999));
    case 'clock':
      return `${random.between(6, 22)}:${String(random.below(4) * 15).padStart(2, '0')}`;
    case 'date':
      return addDays(day, random.between(-90, 90));
    case 'version':
      return `${random.between(1, 18)}.${random.below(10)}`;
    case 'ticket':
      return `${random.pick(['OPS', 'WEB', 'CORE'])}-${random.between(100, 4999)}`;
    case 'weekday':
      return random.pick(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    default:
      return random.pick(LISTS[slot]);
  }
}

const capitalise = (text) => text[0].toUpperCase() + text.slice(1);

/** How many facts each day has: uneven, none without one, `facts` in all. */
function countPerDay(random, facts, days) {
  if (facts < days) throw new RangeError(`${facts} facts are too few for ${days} days`);
  const weights = Array.from({ length: days }, () => 0.2 + random.next() ** 2);
  const sum = weights.reduce((a, b) => a + b, 0);
  const counts = weights.map((weight) => 1 + Math.floor((weight / sum) * (facts - days)));
  for (let missing = facts - counts.reduce((a, b) => a + b, 0); missing > 0; missing--) counts[random.below(days)]++;
  return counts;
}

/** Some sessions a day, in the order of their times, each with some of the day's facts. */
function entriesOf(random, count, nextFact) {
  const entries = [];
  for (let left = count; left > 0;) {
    const size = Math.min(left, random.between(1, 6));
    const session = Array.from({ length: 8 }, () => random.below(16).toString(16)).join('');
    entries.push({ minute: random.between(7 * 60, 23 * 60), session, facts: Array.from({ length: size }, nextFact) });
    left -= size;
  }
  return entries
    .sort((a, b) => a.minute - b.minute)
    .map(({ minute, session, facts }) => ({
      time: new Date(minute * 60_000).toISOString().slice(11, 16),
      session,
      facts,
    }));
}

function addDays(day, count) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      facts: { type: 'string', default: '10000' },
      days: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      until: { type: 'string', default: '2026-06-30' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('say which folder: node bench/generate.mjs FOLDER');
  writeLogs(
    folder,
    streamLogs({
      facts: Number(values.facts),
      days: Number(values.days),
      seed: Number(values.seed),
      until: values.until,
    }),
  );
}
