// SQLite's full-text search by node:sqlite, for Node 24: any of the words, stemmed, best first by bm25.
//   node fts5.cjs build DATABASE < FACTS.jsonl
//   node fts5.cjs search DATABASE WORDS
'use strict';
const { DatabaseSync } = require('node:sqlite');

const [task, path, words] = process.argv.slice(2);

if (task === 'build') void build();
else search();

async function build() {
  const database = new DatabaseSync(path);
  database.exec(
    "CREATE VIRTUAL TABLE facts USING fts5(text, tags, category, id UNINDEXED, date UNINDEXED, tokenize = 'porter unicode61'); BEGIN",
  );
  const insert = database.prepare('INSERT INTO facts (text, tags, category, id, date) VALUES (?, ?, ?, ?, ?)');
  for await (const line of require('node:readline').createInterface({ input: process.stdin })) {
    const { text, tags, category, id, date } = JSON.parse(line);
    insert.run(text, tags, category, id, date);
  }
  database.exec("COMMIT; INSERT INTO facts (facts) VALUES ('optimize')");
  database.close();
}

function search() {
  const database = new DatabaseSync(path, { readOnly: true });
  const query = words
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' OR ');
  for (const { date, text } of database
    .prepare('SELECT date, text FROM facts WHERE facts MATCH ? ORDER BY rank LIMIT 10')
    .all(query))
    console.log(date, text);
}
