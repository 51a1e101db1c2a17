// MiniSearch as a process of its own that loads its index whole, as JSON.
//   node minisearch.cjs build INDEX < FACTS.jsonl
//   node minisearch.cjs search INDEX WORDS
'use strict';
const { createReadStream, readFileSync, writeFileSync } = require('node:fs');
const MiniSearch = require('minisearch');

const OPTIONS = { fields: ['text', 'tags', 'category'], storeFields: ['text', 'date'] };
const [task, path, words] = process.argv.slice(2);

if (task === 'build') void build();
else
  for (const { date, text } of MiniSearch.loadJSON(readFileSync(path, 'utf8'), OPTIONS).search(words).slice(0, 10))
    console.log(date, text);

async function build() {
  const index = new MiniSearch(OPTIONS);
  for await (const line of require('node:readline').createInterface({ input: createReadStream(null, { fd: 0 }) }))
    index.add(JSON.parse(line));
  writeFileSync(path, JSON.stringify(index));
}
