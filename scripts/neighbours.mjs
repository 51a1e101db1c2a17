// Packs a table of word neighbours for `src/language/neighbours.ts`, which documents the format.
//   node scripts/neighbours.mjs words.tsv templates/words/neighbours.en.bin
// The table: a word a line, then its nearest words with the cosine in hundredths, tab-separated, best first.
import { readFileSync, writeFileSync } from 'node:fs';

/** More than so many neighbours of a word made no difference, and a larger package. */
const MOST = 12;

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error('usage: node scripts/neighbours.mjs TABLE.tsv OUT.bin');
  process.exit(2);
}
const rows = readFileSync(from, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [word, ...neighbours] = line.split('\t');
    return { word: Buffer.from(word), neighbours: neighbours.map((one) => one.split(' ')) };
  })
  .sort((a, b) => Buffer.compare(a.word, b.word));
const ids = new Map(rows.map(({ word }, id) => [word.toString(), id]));
const records = rows.map(({ word, neighbours }) => {
  const known = neighbours.filter(([other]) => ids.has(other)).slice(0, MOST);
  const record = Buffer.alloc(2 + word.length + known.length * 3);
  record[0] = word.length;
  word.copy(record, 1);
  record[1 + word.length] = known.length;
  for (const [at, [other, hundredths]] of known.entries()) {
    record.writeUInt16LE(ids.get(other), 2 + word.length + at * 3);
    record[4 + word.length + at * 3] = Number(hundredths);
  }
  return record;
});
const head = Buffer.alloc(8 + (rows.length + 1) * 4);
head.write('MVN1', 'latin1');
head.writeUInt32LE(rows.length, 4);
let offset = head.length;
for (const [at, record] of [...records, Buffer.alloc(0)].entries()) {
  head.writeUInt32LE(offset, 8 + at * 4);
  offset += record.length;
}
writeFileSync(to, Buffer.concat([head, ...records]));
console.error(`${rows.length} words, ${offset} bytes`);
