// Each proof is tried out: a dreamed vault is clean, then one line or one byte of it changes, and exactly the
// rule that watches over it speaks.
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checksOf, labelOf } from '../../src/lint/rule.ts';
import { PROOFS } from '../../src/lint/rules.ts';
import { frontMatter } from '../../src/lint/rules/pages.ts';
import type { Proposal } from '../../src/model/plan.ts';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import { setOverview } from '../../src/page/overview.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { dreamOnce, placeAll } from '../dream/nights.ts';
import { dreamVault } from './dreamed.ts';
import { change, findings, makeVault, read, write } from './folders.ts';

const TODAY = '2026-07-04';
const NIGHT = new Date(2026, 6, 4, 3, 0);
const ID = {
  tabs: 'k3v9x2ab4q',
  tabsToo: 'm4w8y3bc5r',
  work: 'p0d4mm1z5k',
  release: 'q7e5nn2a6m',
  atlas: 'r8f6pp3b7n',
  today: 's9g7qq4c8p',
} as const;
const LEDGER = '.memvault/ledger/2026-07.jsonl';
const WORK = '3_Personal/Work.md';
const PREFERENCES = '3_Personal/Preferences.md';
const FIRST = 'daily/2026-07-01.md';
const NOW = `daily/${TODAY}.md`;

function logDay(
  vault: Vault,
  day: string,
  facts: readonly (readonly [id: string, category: string, text: string, project?: string])[],
): void {
  const entries = facts.map(([id, category, text, project]) => ({
    id,
    statement: { category, text, tags: [], fields: project === undefined ? {} : { project } },
  }));
  write(vault, `daily/${day}.md`, renderDayTitle(day) + renderEntry('14:05', 'abc12345', entries));
}

const derivedPage = (type: string, fact: string): string =>
  `---\ntype: ${type}\n---\n\n${setOverview('', [{ heading: null, as: 'list', sentences: [{ text: 'Ask', facts: [fact] }] }])}`;

async function dreamed(): Promise<Vault> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', [
    [ID.tabs, 'preference', 'User prefers tabs over 2 spaces'],
    [ID.work, 'work', 'User works at Microsoft'],
  ]);
  logDay(vault, '2026-07-02', [
    [ID.tabsToo, 'preference', 'The user prefers tabs over 2 spaces.'],
    [ID.release, 'work', 'The release is on 2026-08-15'],
  ]);
  logDay(vault, '2026-07-03', [[ID.atlas, 'work', 'Atlas has 14 services', 'Atlas']]);
  logDay(vault, TODAY, [[ID.today, 'work', 'User asked for leave']]);
  await dreamVault(vault, NIGHT, TODAY);
  expect(findings(vault, TODAY)).toEqual([]);
  return vault;
}

/** Takes out the lines that match. */
function drop(vault: Vault, path: string, line: RegExp): void {
  const lines = read(vault, path).split('\n');
  const kept = lines.filter((text) => !line.test(text));
  if (kept.length === lines.length) throw new Error(`no line of ${path} matches ${String(line)}`);
  write(vault, path, kept.join('\n'));
}

const ledgerLine = (id: string): RegExp => new RegExp(`"fact":"${id}"`);

type Mutation = readonly [what: string, rule: string, severities: string, mutate: (vault: Vault) => void];

const MUTATIONS: readonly Mutation[] = [
  ['a claim goes with its source', 'conservation', 'error', (vault) => drop(vault, WORK, new RegExp(ID.work))],
  ['a page goes', 'conservation', 'error', (vault) => rmSync(join(vault.root, WORK))],
  [
    'a citation goes',
    'conservation',
    'error',
    (vault) => {
      change(vault, PREFERENCES, `[^${ID.tabsToo}]`, '');
      drop(vault, PREFERENCES, new RegExp(ID.tabsToo));
    },
  ],
  [
    'a page is renamed',
    'conservation',
    'warning',
    (vault) => renameSync(join(vault.root, WORK), join(vault.root, '3_Personal/Job.md')),
  ],
  [
    'a claim is copied to another page',
    'conservation',
    'warning',
    (vault) => {
      for (const line of read(vault, WORK)
        .split('\n')
        .filter((text) => text.includes(ID.work)))
        appendFileSync(join(vault.root, PREFERENCES), `${line}\n`);
    },
  ],
  ['a ledger line goes', 'conservation', 'error warning', (vault) => drop(vault, LEDGER, ledgerLine(ID.work))],
  [
    'a disposition is of no kind',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, '"as":"placed"', '"as":"plaxed"'),
  ],
  ['a ledger line is broken', 'conservation', 'error warning', (vault) => change(vault, LEDGER, '{"fact"', '{"fact')],
  [
    'the ledger names another page',
    'conservation',
    'warning',
    (vault) => change(vault, LEDGER, WORK, '3_Personal/Wirk.md'),
  ],
  [
    'a placed fact is said to be set aside',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, '"as":"placed"', '"as":"set-aside"'),
  ],
  [
    'a placed fact is said to be quarantined',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, '"as":"placed"', '"as":"quarantined"'),
  ],
  [
    'a placed fact is said to be forgotten',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, '"as":"placed"', '"as":"forgotten"'),
  ],
  [
    'the words of a forgotten fact are on another page',
    'forgotten/words',
    'warning',
    (vault) => {
      write(vault, '.memvault/tombstones.jsonl', '{"fact":"x4m7q2wc9r"}\n');
      write(
        vault,
        'daily/2026-06-30.md',
        '# Daily Log - 2026-06-30\n\n- [health] User saw a cardiologist in Lyon ^x4m7q2wc9r\n',
      );
      write(vault, '3_Personal/Diary.md', 'That week the user saw a *cardiologist* in Lyon.\n');
    },
  ],
  [
    'a line that was taken out for good is back',
    'forgotten/purged',
    'error',
    (vault) => {
      write(vault, '.memvault/tombstones.jsonl', '{"fact":"x4m7q2wc9r","purged":true}\n');
      write(
        vault,
        'daily/2026-06-30.md',
        '# Daily Log - 2026-06-30\n\n- [health] User saw a cardiologist in Lyon ^x4m7q2wc9r\n',
      );
    },
  ],
  [
    'a forgotten fact is still on its page',
    'conservation',
    'error',
    (vault) =>
      write(
        vault,
        '.memvault/tombstones.jsonl',
        `{"fact":"${ID.work}","salt":null,"digest":null,"at":"2026-07-02T00:00:00.000Z","run":"r-1","reason":""}\n`,
      ),
  ],
  [
    'a time in the ledger is none',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, '"at":"2026-07-0', '"at":"2026-07-x'),
  ],
  [
    'log.md counts other dispositions',
    'conservation',
    'error',
    (vault) => change(vault, 'log.md', '4 placed', '5 placed'),
  ],
  [
    'a duplicate is one of nothing',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, `"of":"${ID.tabs}"`, '"of":"zzzzzzzzzz"'),
  ],
  [
    'one run decides a fact twice',
    'conservation',
    'error',
    (vault) => {
      const line =
        read(vault, LEDGER)
          .split('\n')
          .find((text) => ledgerLine(ID.work).test(text)) ?? '';
      appendFileSync(join(vault.root, LEDGER), `${line.replace(WORK, PREFERENCES).replace('"at":"2', '"at":"1')}\n`);
    },
  ],

  ['a log line is edited', 'logs-untouched', 'warning', (vault) => change(vault, FIRST, 'works at', 'work at')],
  ['a category in a log is edited', 'logs-untouched', 'warning', (vault) => change(vault, FIRST, '[work]', '[work2]')],
  ['a log line goes', 'logs-untouched', 'error', (vault) => drop(vault, FIRST, new RegExp(ID.work))],
  ['a log goes', 'logs-untouched', 'error', (vault) => rmSync(join(vault.root, FIRST))],
  [
    'an id in a log loses a character',
    'logs-untouched',
    'error',
    (vault) => change(vault, FIRST, `^${ID.work}`, `^${ID.work.slice(1)}`),
  ],

  ['a header in a log is edited', 'logs-untouched', 'note', (vault) => change(vault, FIRST, '## 14:05', '## 14:06')],
  ['a header in a log goes', 'logs-untouched', 'note', (vault) => drop(vault, FIRST, /^## 14:05/)],

  [
    'a run decides a fact of its own day',
    'pending',
    'error',
    (vault) => {
      for (const path of [LEDGER, 'log.md'])
        write(vault, path, read(vault, path).replaceAll('r-20260704', 'r-20260703'));
    },
  ],
  [
    'a page cites a fact of today',
    'pending',
    'warning',
    (vault) => {
      change(vault, WORK, `[^${ID.work}]`, `[^${ID.work}][^${ID.today}]`);
      appendFileSync(join(vault.root, WORK), `[^${ID.today}]: [${TODAY} 14:05](../daily/${TODAY}.md#^${ID.today})\n`);
    },
  ],
  [
    'facts wait longer than they should',
    'pending',
    'note',
    (vault) => logDay(vault, '2026-06-20', [['tttttttttt', 'work', 'A late fact']]),
  ],

  [
    'the ledger names a page out of the vault',
    'confined',
    'error',
    (vault) => change(vault, LEDGER, WORK, `../${WORK}`),
  ],
  [
    'the schema routes out of the vault',
    'confined',
    'error',
    (vault) => change(vault, 'schema.md', `work: ${WORK}`, `work: ../${WORK}`),
  ],
  [
    'the schema routes out of the zones',
    'confined',
    'error',
    (vault) => change(vault, 'schema.md', `work: ${WORK}`, 'work: daily/Work.md'),
  ],
  [
    'a zone is a link out of the vault',
    'confined',
    'error',
    (vault) => symlinkSync(tmpdir(), join(vault.root, '0_Inbox')),
  ],
  [
    'a link in a zone leads out of the vault',
    'confined',
    'warning',
    (vault) => symlinkSync(tmpdir(), join(vault.root, '3_Personal/elsewhere')),
  ],
  [
    'a link in a zone leads nowhere',
    'confined',
    'warning',
    (vault) => symlinkSync('/nonexistent/x.md', join(vault.root, '3_Personal/x.md')),
  ],
  [
    'a log is a link out of the vault',
    'confined',
    'error',
    (vault) => symlinkSync('/nonexistent/x.md', join(vault.root, 'daily/2026-06-30.md')),
  ],
  ['front matter is a script', 'confined', 'error', (vault) => change(vault, WORK, '---\n', '---js\n')],

  [
    'a claim loses a number',
    'specifics',
    'warning',
    (vault) => change(vault, '1_Projects/Atlas.md', 'Atlas has 14 services', 'Atlas has 41 services'),
  ],
  [
    'a claim of two facts loses a number',
    'specifics',
    'warning',
    (vault) => change(vault, PREFERENCES, 'over 2 spaces', 'over 4 spaces'),
  ],
  [
    'a claim of two facts gains a negation',
    'specifics',
    'warning',
    (vault) => change(vault, PREFERENCES, 'User prefers', 'User never prefers'),
  ],
  [
    'a claim gains a negation',
    'specifics',
    'warning',
    (vault) => change(vault, WORK, 'User works', 'User no longer works'),
  ],

  [
    'a claim cites an id that never was',
    'citations',
    'error',
    (vault) => change(vault, WORK, `[^${ID.work}]`, `[^${ID.work}][^zzzzzzzzzz]`),
  ],
  ['a source goes', 'citations', 'warning', (vault) => drop(vault, WORK, new RegExp(`^\\[\\^${ID.work}\\]:`))],
  [
    'a source leads to another day',
    'citations',
    'warning',
    (vault) => change(vault, WORK, 'daily/2026-07-01.md', 'daily/2026-07-02.md'),
  ],
  [
    'a source leads to another fact',
    'citations',
    'warning',
    (vault) => change(vault, WORK, `#^${ID.work}`, `#^${ID.release}`),
  ],
  [
    'a source is left behind',
    'citations',
    'note',
    (vault) =>
      appendFileSync(join(vault.root, WORK), `[^${ID.tabs}]: [2026-07-01 14:05](../daily/2026-07-01.md#^${ID.tabs})\n`),
  ],

  [
    'MEMORY.md loses a marker',
    'own-parts',
    'warning',
    (vault) => change(vault, 'MEMORY.md', '<!-- /memvault:memory -->', ''),
  ],
  [
    'the markers of index.md stand in a code fence',
    'own-parts',
    'warning',
    (vault) => write(vault, 'index.md', `\`\`\`\n${read(vault, 'index.md')}\`\`\`\n`),
  ],
  [
    'an overview cites what the page does not say',
    'overview',
    'warning',
    (vault) =>
      change(
        vault,
        WORK,
        '## Key Facts',
        '## Overview\n<!-- memvault:overview f4d44ea6 -->\nUser has worked at Microsoft since June 2026.' +
          '[^k3v9x2ab4q]\n<!-- /memvault:overview -->\n\n## Key Facts',
      ),
  ],
  [
    'a lesson cites what no log has',
    'experience/cited',
    'error',
    (vault) => write(vault, '2_Wiki/Lessons/Atlas.md', derivedPage('lessons', 'k3v9x2ab4z')),
  ],
  [
    'an outcome ends what is no episode',
    'experience/resolves',
    'error',
    (vault) =>
      change(vault, NOW, 'User asked for leave', `User asked for leave [kind:: outcome] [resolves:: ${ID.work}]`),
  ],
  [
    'a skill appears that nobody approved',
    'experience/approved',
    'error',
    (vault) => write(vault, '2_Wiki/Skills/Leave.md', derivedPage('skill', ID.work)),
  ],
  ['MEMORY.md is empty', 'own-parts', 'warning', (vault) => write(vault, 'MEMORY.md', '')],

  ['a log is cut off', 'damaged/torn', 'warning', (vault) => write(vault, NOW, read(vault, NOW).slice(0, -9))],
  [
    'a log loses its last line end',
    'damaged/torn',
    'note',
    (vault) => write(vault, NOW, read(vault, NOW).slice(0, -1)),
  ],
  [
    'an append healed a torn line',
    'damaged/torn',
    'warning',
    (vault) =>
      write(
        vault,
        NOW,
        `${read(vault, NOW).slice(0, -9)}${renderEntry('15:00', 'abc', [{ id: 'tttttttttt', statement: { category: 'work', text: 'x', tags: [], fields: {} } }])}`,
      ),
  ],
  ['a log holds NUL bytes', 'damaged/torn', 'warning', (vault) => appendFileSync(join(vault.root, NOW), '\0\0\0\n')],
  [
    'a log holds half a character',
    'damaged/torn',
    'warning',
    (vault) => appendFileSync(join(vault.root, NOW), Buffer.from([0xc3, 0x0a])),
  ],
  [
    'the ledger is cut off at its end',
    'damaged/torn',
    'warning',
    (vault) => appendFileSync(join(vault.root, LEDGER), '{"fact":"tttttt'),
  ],
  [
    'log.md is cut off',
    'damaged/torn',
    'warning',
    (vault) => appendFileSync(join(vault.root, 'log.md'), '\n## [2026-'),
  ],
  [
    'a recall line is torn',
    'damaged/torn',
    'warning',
    (vault) => write(vault, '.memvault/recall.jsonl', '{"id":\n{}\n'),
  ],
  [
    'a tombstone is torn',
    'damaged/torn',
    'error',
    (vault) => write(vault, '.memvault/tombstones.jsonl', '{"fact":\n{"fact":"x4m7q2wc9r"}\n'),
  ],
  [
    'a tombstone lacks its digest',
    'damaged/lines',
    'error',
    (vault) =>
      write(
        vault,
        '.memvault/tombstones.jsonl',
        '{"fact":"x4m7q2wc9r","salt":"aa","at":"2026-07-02T00:00:00.000Z","run":"r-1"}\n',
      ),
  ],

  [
    'a log line is copied',
    'log-ids/equal',
    'warning',
    (vault) => appendFileSync(join(vault.root, NOW), `- [work] User works at Microsoft ^${ID.work}\n`),
  ],

  [
    'a new fact stands in a fence',
    'log-ids/fenced',
    'warning',
    (vault) => appendFileSync(join(vault.root, NOW), '\n~~~\n- [work] fenced ^tttttttttt\nprose\n~~~\n'),
  ],
  [
    'a consolidated fact stands in a fence',
    'log-ids/fenced',
    'error',
    (vault) => change(vault, FIRST, /(.*works at Microsoft.*\n)/, '~~~\n$1prose\n~~~\n'),
  ],
  [
    'a fact is quoted in a fence',
    'log-ids/fenced',
    'note',
    (vault) =>
      appendFileSync(join(vault.root, NOW), `\n~~~\n- [work] User works at Microsoft ^${ID.work}\nprose\n~~~\n`),
  ],
  [
    'a fence stays open',
    'log-ids/fenced',
    'warning',
    (vault) => appendFileSync(join(vault.root, NOW), '\n```\nprose\n'),
  ],

  [
    'the entry of a run is misspelt',
    'run-log',
    'warning',
    (vault) => change(vault, 'log.md', '] ingest |', '] ingset |'),
  ],
  ['the entry of a run goes', 'run-log', 'warning', (vault) => write(vault, 'log.md', '# Log\n')],
  [
    'the ledger of a run goes',
    'run-log',
    'error',
    (vault) =>
      appendFileSync(
        join(vault.root, 'log.md'),
        '\n## [2026-07-03] ingest | daily logs  watermark=2026-07-02\nr-20260703-0300-000000, rules/1: 2 facts: 2 placed\n',
      ),
  ],
  [
    'a watermark is no day',
    'run-log',
    'warning',
    (vault) => change(vault, 'log.md', 'watermark=2026-07-03', 'watermark=2026-07-33'),
  ],
  [
    'a watermark is ahead of its run',
    'run-log',
    'warning',
    (vault) => change(vault, 'log.md', 'watermark=2026-07-03', 'watermark=2026-07-04'),
  ],
  [
    'a watermark is in the future',
    'run-log',
    'warning',
    (vault) => change(vault, 'log.md', 'watermark=2026-07-03', 'watermark=2062-07-03'),
  ],

  [
    'front matter is no YAML',
    'front-matter',
    'error',
    (vault) => change(vault, WORK, 'status: stable', 'status: [stable'),
  ],
  [
    'a status is misspelt',
    'front-matter',
    'warning',
    (vault) => change(vault, WORK, 'status: stable', 'status: stabel'),
  ],
  ['a review is a number', 'front-matter', 'warning', (vault) => change(vault, WORK, 'review: current', 'review: 7')],
  [
    'updated is no day',
    'front-matter',
    'warning',
    (vault) => change(vault, WORK, /updated: .*/, 'updated: 2026-13-01'),
  ],
  ['the title is empty', 'front-matter', 'note', (vault) => change(vault, WORK, /^title: .*/m, 'title:')],
  ['the schema is no YAML', 'front-matter', 'error', (vault) => change(vault, 'schema.md', 'routes:', 'routes: [')],

  [
    'an overview says what its claims do not',
    'overview',
    'warning',
    (vault) => {
      const sentences = [{ text: 'User has 3 jobs.', facts: [ID.work] }];
      write(vault, WORK, setOverview(read(vault, WORK), [{ heading: null, as: 'text', sentences }]));
    },
  ],
  [
    'a page holds conflict markers',
    'damaged/markers',
    'error',
    (vault) => change(vault, WORK, '## Key Facts\n', '<<<<<<< HEAD\n## Key Facts\n=======\n>>>>>>> theirs\n'),
  ],
  [
    'the ledger holds conflict markers',
    'damaged/markers',
    'error',
    (vault) => write(vault, LEDGER, `<<<<<<< HEAD\n${read(vault, LEDGER)}=======\n>>>>>>> theirs\n`),
  ],
  [
    'a log holds conflict markers',
    'damaged/markers',
    'error',
    (vault) => appendFileSync(join(vault.root, NOW), '<<<<<<< HEAD\n=======\n>>>>>>> theirs\n'),
  ],
];

/** Of a vault in which a job was replaced, a city is in conflict and a review waits. */
const OF_UPDATES: readonly Mutation[] = [
  [
    'History is a section of another name, and nothing struck through',
    'conservation',
    'warning',
    (vault) => {
      change(vault, WORK, '## History', '## Histary');
      change(vault, WORK, /~~(.*)~~ .*\.\[/, '$1[');
    },
  ],
  [
    'a superseded fact names one that never was',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, `"by":"${ID.atlas}"`, `"by":"${ID.atlas.slice(0, -1)}z"`),
  ],
  [
    'a fact in conflict names one that never was',
    'conservation',
    'error',
    (vault) => change(vault, LEDGER, `"with":"${ID.tabsToo}"`, `"with":"${ID.tabsToo.slice(0, -1)}z"`),
  ],
  [
    'a citation in History goes',
    'conservation citations',
    'error note',
    (vault) => change(vault, WORK, `2026-07-02.[^${ID.work}]`, '2026-07-02.'),
  ],
  [
    'a side of a callout goes',
    'conservation citations',
    'error note warning',
    (vault) => change(vault, WORK, `[^${ID.tabsToo}] (`, ' ('),
  ],
  ['a side loses a number', 'specifics', 'warning', (vault) => change(vault, WORK, 'on port 9090[', 'on port 9091[')],
  [
    'a review is of no kind',
    'damaged/lines',
    'error',
    (vault) => change(vault, '.memvault/reviews.jsonl', '"kind":"merge"', '"kind":"marge"'),
  ],
  [
    'a mark is of no kind',
    'damaged/lines',
    'error',
    (vault) =>
      write(vault, '.memvault/marks.jsonl', `{"fact":"${ID.work}","mark":"pim","at":"2026-07-04T03:00:00Z"}\n`),
  ],
  [
    'a recall counts nothing',
    'damaged/lines',
    'warning',
    (vault) => write(vault, '.memvault/recalls/2026-07.jsonl', `{"fact":"${ID.work}","count":0}\n`),
  ],
];

async function updated(): Promise<Vault> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', [
    [ID.work, 'work', 'User works at Google'],
    [ID.tabs, 'work', 'It runs on port 8080'],
  ]);
  logDay(vault, '2026-07-02', [
    [ID.atlas, 'work', 'User works at Microsoft'],
    [ID.tabsToo, 'work', 'It runs on port 9090'],
    [ID.release, 'work', 'The port is open'],
  ]);
  const says: Partial<Record<string, Partial<Proposal>>> = {
    [ID.atlas]: { supersedes: [ID.work] },
    [ID.tabsToo]: { as: 'conflict', with: ID.tabs },
  };
  await dreamOnce(vault, {
    start: NIGHT,
    today: TODAY,
    propose: (batch) => ({
      ...placeAll(batch, WORK, ({ id }) => says[id] ?? {}),
      reviews: [{ kind: 'merge', facts: [ID.tabs, ID.release], reason: 'near', score: 0.5 }],
    }),
  });
  expect(findings(vault, TODAY)).toEqual([]);
  return vault;
}

test.each(OF_UPDATES)('%s: %s says so', async (_what, rules, severities, mutate) => {
  const vault = await updated();
  mutate(vault);
  const found = findings(vault, TODAY);
  expect([...new Set(found.map(labelOf))].sort()).toEqual(rules.split(' ').sort());
  expect([...new Set(found.map((finding) => finding.severity))].sort().join(' ')).toBe(severities);
});

test('every kind of every proof has its mutation', () => {
  // This one takes a dream in between, and has a test of its own below.
  const ownTest = 'removed-by-hand';
  expect(
    [...new Set([...[...MUTATIONS, ...OF_UPDATES].flatMap(([, rule]) => rule.split(' ')), ownTest])].sort(),
  ).toEqual(
    [...PROOFS, frontMatter]
      .flatMap(checksOf)
      .map(({ label }) => label)
      .sort(),
  );
});

test.each(MUTATIONS)('%s: %s says so', async (_what, rule, severities, mutate) => {
  const vault = await dreamed();
  mutate(vault);
  const found = findings(vault, TODAY);
  expect([...new Set(found.map(labelOf))]).toEqual([rule]);
  expect([...new Set(found.map((finding) => finding.severity))].sort().join(' ')).toBe(severities);
});

test('a claim that was removed by hand comes back: removed-by-hand says so', async () => {
  const vault = await dreamed();
  const page = read(vault, WORK);
  drop(vault, WORK, new RegExp(ID.work));
  await dreamVault(vault, new Date(2026, 6, 4, 4, 0), TODAY);
  expect(findings(vault, TODAY)).toEqual([]);
  write(vault, WORK, page);
  expect(findings(vault, TODAY).map(({ severity, rule }) => [severity, rule])).toEqual([['error', 'removed-by-hand']]);
  await dreamVault(vault, new Date(2026, 6, 4, 5, 0), TODAY);
  expect(findings(vault, TODAY)).toEqual([]);
});

test.each(
  MUTATIONS.filter(([what]) =>
    ['a claim goes with its source', 'a page goes', 'a page is renamed', 'a log line is edited'].includes(what),
  ),
)('%s: the next dream settles what %s says', async (_what, _rule, _severities, mutate) => {
  const vault = await dreamed();
  mutate(vault);
  await dreamVault(vault, new Date(2026, 6, 4, 4, 0), TODAY);
  expect(findings(vault, TODAY).filter((finding) => finding.rule !== 'citations')).toEqual([]);
});

test('a claim that a person made of two may take a negation from either, and must keep the numbers of both', async () => {
  const vault = await dreamed();
  logDay(vault, '2026-07-03', [
    ['tttttttttt', 'work', 'The release is not on a Monday in 2027'],
    [ID.atlas, 'work', 'Atlas has 14 services', 'Atlas'],
  ]);
  await dreamVault(vault, new Date(2026, 6, 4, 4, 0), TODAY);
  drop(vault, WORK, /^- The release is not on/);
  change(
    vault,
    WORK,
    'The release is on 2026-08-15',
    'The release is on 2026-08-15, not on a Monday in 2027[^tttttttttt]',
  );
  expect(findings(vault, TODAY)).toEqual([]);
  change(vault, WORK, 'Monday in 2027', 'Monday in 2028');
  expect(findings(vault, TODAY).map(({ rule, message }) => [rule, message.slice(0, 10)])).toEqual([
    ['specifics', 'tttttttttt'],
  ]);
});

test('notes of a person’s own are left alone, whatever they hold', async () => {
  const vault = await dreamed();
  mkdirSync(join(vault.root, '2_Wiki'), { recursive: true });
  write(vault, '2_Wiki/Script.md', '---js\nmodule.exports = {}\n---\ntext\n');
  write(
    vault,
    '2_Wiki/Broken.md',
    '---\ntitle: [\nstatus: whatever\n---\n<<<<<<< HEAD\nan essay on git\n=======\n>>>>>>> x\n',
  );
  write(vault, '2_Wiki/Footnotes.md', 'A study[^references] of[^2024030500].\n\n[^references]: Ann et al.\n');
  write(vault, 'Root.md', Buffer.from([0xff, 0x00, 0xfe]));
  write(vault, '4_Assets/list.jsonl', '{');
  symlinkSync(tmpdir(), join(vault.root, '4_Assets/media'));
  appendFileSync(
    join(vault.root, 'log.md'),
    '\n## [2026-07-04] query | of another tool\n\n## Ideas\n\n### 2026-07-04\n\n## [Links](x.md)\n',
  );
  appendFileSync(join(vault.root, NOW), '\nprose\n- [ ] a task\n```\ncode\n```\n');
  expect(findings(vault, TODAY)).toEqual([]);
});
