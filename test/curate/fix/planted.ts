// Wrong decisions of a dream, planted into real folders: what was logged, what the ledger says, what the page shows.
// Each with the correction that a person makes, and what the page must say then.
import { join } from 'node:path';
import { initVault } from '../../../src/init/init.ts';
import { writeExample } from '../../lint/folders.ts';
import type { Place } from '../../support/memvault.ts';

export const TODAY = '2026-08-01T12:00:00Z';
const PAGE = '3_Personal/Work.md';

/** Ids of the facts of a story, in the order in which they happened. */
export const [A, B, C, D] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;

export interface Planted {
  readonly name: string;
  /** What was logged: id to day and words. */
  readonly facts: Readonly<Record<string, readonly [day: string, text: string]>>;
  /** By fact what stands in the ledger. */
  readonly ledger: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly keyFacts?: string;
  readonly history?: string;
  /** What the person types behind `fix`. */
  readonly fix: readonly string[];
  /** Current claims and History afterwards: words and facts. */
  readonly after: { readonly current: readonly string[]; readonly history?: readonly string[]; readonly page?: string };
  /** By fact its disposition afterwards. */
  readonly as: Readonly<Record<string, string>>;
  /** Pairs that are kept apart from then on. */
  readonly apart?: readonly (readonly [string, string])[];
}

export const PLANTED: readonly Planted[] = [
  {
    name: 'a wrong duplicate',
    facts: { [A]: ['2026-07-01', 'User visited Rome'], [B]: ['2026-07-03', 'User visited Paris'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A } },
    keyFacts: `- User visited Rome[^${A}][^${B}]`,
    fix: [B, '--separate'],
    after: { current: [`User visited Paris ${B}`, `User visited Rome ${A}`] },
    as: { [A]: 'placed', [B]: 'placed' },
    apart: [[A, B]],
  },
  {
    name: 'a wrong duplicate, named by the other fact',
    facts: { [A]: ['2026-07-01', 'User visited Rome'], [B]: ['2026-07-03', 'User visited Paris'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A } },
    keyFacts: `- User visited Rome[^${A}][^${B}]`,
    fix: [A, '--separate'],
    after: { current: [`User visited Paris ${B}`, `User visited Rome ${A}`] },
    as: { [A]: 'placed', [B]: 'placed' },
    apart: [[A, B]],
  },
  {
    name: 'a wrong update',
    facts: { [A]: ['2026-07-01', 'User has a daughter called Mia'], [B]: ['2026-07-03', 'User has a son called Tom'] },
    ledger: { [A]: { as: 'superseded', by: B }, [B]: { as: 'placed' } },
    keyFacts: `- User has a son called Tom[^${B}]`,
    history: `- ~~User has a daughter called Mia~~ 2026-07-01 to 2026-07-03.[^${A}]`,
    fix: [A, '--restore'],
    after: { current: [`User has a daughter called Mia ${A}`, `User has a son called Tom ${B}`] },
    as: { [A]: 'placed', [B]: 'placed' },
    apart: [[A, B]],
  },
  {
    name: 'an update the wrong way round',
    facts: { [A]: ['2026-07-01', 'User works at Microsoft'], [B]: ['2026-07-03', 'User works at Google'] },
    ledger: { [A]: { as: 'superseded', by: B }, [B]: { as: 'placed' } },
    keyFacts: `- User works at Google[^${B}]`,
    history: `- ~~User works at Microsoft~~ 2026-07-01 to 2026-07-03.[^${A}]`,
    fix: [A, '--current'],
    after: { current: [`User works at Microsoft ${A}`], history: [`User works at Google ${B} 2026-07-03 2026-07-03`] },
    as: { [A]: 'placed', [B]: 'superseded' },
  },
  {
    name: 'a wrong conflict',
    facts: { [A]: ['2026-07-01', 'User speaks German'], [B]: ['2026-07-01', 'User speaks French'] },
    ledger: { [A]: { as: 'conflict', with: B }, [B]: { as: 'conflict', with: A } },
    keyFacts: `> [!warning] Conflicting claims: User speaks German[^${A}] (2026-07-01) vs User speaks French[^${B}] (2026-07-01)`,
    fix: [A, '--separate'],
    after: { current: [`User speaks German ${A}`, `User speaks French ${B}`] },
    as: { [A]: 'placed', [B]: 'placed' },
    apart: [[A, B]],
  },
  {
    name: 'a conflict of which one side is known',
    facts: { [A]: ['2026-07-01', 'User lives in Berlin'], [B]: ['2026-07-01', 'User lives in Hamburg'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'conflict', with: A } },
    keyFacts: `> [!warning] Conflicting claims: User lives in Berlin[^${A}] (2026-07-01) vs User lives in Hamburg[^${B}] (2026-07-01)`,
    fix: [A, '--current'],
    after: { current: [`User lives in Berlin ${A}`], history: [`User lives in Hamburg ${B} 2026-07-01 2026-07-01`] },
    as: { [A]: 'placed', [B]: 'superseded' },
  },
  {
    name: 'a wrong page',
    facts: {
      [A]: ['2026-07-01', 'The greenhouse needs new glass'],
      [B]: ['2026-07-02', 'the greenhouse needs new glass!'],
    },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A } },
    keyFacts: `- The greenhouse needs new glass[^${A}][^${B}]`,
    fix: [B, '--to', '1_Projects/Greenhouse'],
    after: { current: [`The greenhouse needs new glass ${A} ${B}`], page: '1_Projects/Greenhouse.md' },
    as: { [A]: 'placed', [B]: 'duplicate' },
  },
  {
    name: 'wrongly set aside',
    facts: { [A]: ['2026-07-01', 'ok, tabs it is'] },
    ledger: { [A]: { as: 'set-aside', reason: 'says nothing that lasts' } },
    fix: [A, '--restore', '--to', 'Work'],
    after: { current: [`ok, tabs it is ${A}`] },
    as: { [A]: 'placed' },
  },
  {
    name: 'removed by hand, and wanted again',
    facts: { [A]: ['2026-07-01', 'User prefers tabs'] },
    ledger: { [A]: { as: 'placed' } },
    fix: [A, '--restore'],
    after: { current: [`User prefers tabs ${A}`] },
    as: { [A]: 'placed' },
  },
  {
    name: 'removed by hand, recorded, and wanted again',
    facts: { [A]: ['2026-07-01', 'User prefers tabs'] },
    ledger: { [A]: { as: 'set-aside', reason: 'removed by hand' } },
    fix: [A, '--restore', '--to', 'work'],
    after: { current: [`User prefers tabs ${A}`] },
    as: { [A]: 'placed' },
  },
  {
    name: 'a wrong wording',
    facts: { [A]: ['2026-07-01', 'The release of Atlas was on 2026-06-30, at last'] },
    ledger: { [A]: { as: 'placed' } },
    keyFacts: `- The release of Atlas was on 2026-06-30, at last[^${A}]`,
    fix: [A, '--text', 'Atlas came out on 2026-06-30'],
    after: { current: [`Atlas came out on 2026-06-30 ${A}`] },
    as: { [A]: 'placed' },
  },
  {
    name: 'a wrong correction',
    facts: { [A]: ['2026-07-01', 'The office is in Lisbon'], [B]: ['2026-07-02', 'Correction: the lab is in Porto'] },
    ledger: { [A]: { as: 'superseded', by: B }, [B]: { as: 'placed' } },
    keyFacts: `- Correction: the lab is in Porto[^${A}][^${B}]`,
    fix: [A, '--restore'],
    after: { current: [`The office is in Lisbon ${A}`, `Correction: the lab is in Porto ${B}`] },
    as: { [A]: 'placed', [B]: 'placed' },
    apart: [[A, B]],
  },
  {
    name: 'a late fact that went to History at once',
    facts: { [A]: ['2026-07-02', 'Anna leads Atlas'], [B]: ['2026-07-05', 'Bob leads Atlas'] },
    ledger: { [A]: { as: 'superseded', by: B }, [B]: { as: 'placed' } },
    keyFacts: `- Bob leads Atlas[^${B}]`,
    history: `- ~~Anna leads Atlas~~ 2026-07-02 to 2026-07-05.[^${A}]`,
    fix: [A, '--current'],
    after: { current: [`Anna leads Atlas ${A}`], history: [`Bob leads Atlas ${B} 2026-07-05 2026-07-05`] },
    as: { [A]: 'placed', [B]: 'superseded' },
  },
  {
    name: 'a wrong fold of three',
    facts: {
      [A]: ['2026-07-01', 'User runs Node 18'],
      [B]: ['2026-07-02', 'User runs Node 20'],
      [C]: ['2026-07-03', 'user runs node 18'],
    },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A }, [C]: { as: 'duplicate', of: A } },
    keyFacts: `- User runs Node 18[^${A}][^${B}][^${C}]`,
    fix: [B, '--separate'],
    after: { current: [`User runs Node 20 ${B}`, `User runs Node 18 ${A} ${C}`] },
    as: { [A]: 'placed', [B]: 'placed', [C]: 'duplicate' },
    apart: [
      [A, B],
      [B, C],
    ],
  },
  {
    name: 'quarantined',
    facts: { [A]: ['2026-07-01', 'User owns a boat called Ida'] },
    ledger: { [A]: { as: 'quarantined', reason: 'failed three times' } },
    fix: [A, '--restore', '--to', PAGE],
    after: { current: [`User owns a boat called Ida ${A}`] },
    as: { [A]: 'placed' },
  },
  {
    name: 'an update that was not seen',
    facts: { [A]: ['2026-07-01', 'Anna runs the bakery'], [B]: ['2026-07-05', 'Bob took over the bakery'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } },
    keyFacts: `- Anna runs the bakery[^${A}]\n- Bob took over the bakery[^${B}]`,
    fix: [B, '--replaces', A],
    after: {
      current: [`Bob took over the bakery ${B}`],
      history: [`Anna runs the bakery ${A} 2026-07-01 2026-07-05`],
    },
    as: { [A]: 'superseded', [B]: 'placed' },
  },
  {
    name: 'a duplicate that was an update',
    facts: { [A]: ['2026-07-01', 'User runs in the park'], [B]: ['2026-07-05', 'User runs in the park at night'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'duplicate', of: A } },
    keyFacts: `- User runs in the park at night[^${A}][^${B}]`,
    fix: [B, '--replaces', A],
    after: {
      current: [`User runs in the park at night ${B}`],
      history: [`User runs in the park ${A} 2026-07-01 2026-07-05`],
    },
    as: { [A]: 'superseded', [B]: 'placed' },
  },
  {
    name: 'an update by another fact',
    facts: {
      [A]: ['2026-07-01', 'Anna leads Atlas'],
      [B]: ['2026-07-03', 'Bob leads Atlas'],
      [C]: ['2026-07-05', 'Atlas got a new logo'],
    },
    ledger: { [A]: { as: 'superseded', by: C }, [B]: { as: 'placed' }, [C]: { as: 'placed' } },
    keyFacts: `- Bob leads Atlas[^${B}]\n- Atlas got a new logo[^${C}]`,
    history: `- ~~Anna leads Atlas~~ 2026-07-01 to 2026-07-05.[^${A}]`,
    fix: [B, '--replaces', A],
    after: {
      current: [`Atlas got a new logo ${C}`, `Bob leads Atlas ${B}`],
      history: [`Anna leads Atlas ${A} 2026-07-01 2026-07-03`],
    },
    as: { [A]: 'superseded', [B]: 'placed', [C]: 'placed' },
  },
  {
    name: 'a conflict that was an update',
    facts: { [A]: ['2026-07-01', 'User speaks German'], [B]: ['2026-07-01', 'User speaks French'] },
    ledger: { [A]: { as: 'conflict', with: B }, [B]: { as: 'conflict', with: A } },
    keyFacts: `> [!warning] Conflicting claims: User speaks German[^${A}] (2026-07-01) vs User speaks French[^${B}] (2026-07-01)`,
    fix: [A, '--replaces', B],
    after: { current: [`User speaks German ${A}`], history: [`User speaks French ${B} 2026-07-01 2026-07-01`] },
    as: { [A]: 'placed', [B]: 'superseded' },
  },
  {
    name: 'two claims that say the same',
    facts: { [A]: ['2026-07-01', 'User walks the dog'], [B]: ['2026-07-05', 'The dog is walked by the user'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } },
    keyFacts: `- User walks the dog[^${A}]\n- The dog is walked by the user[^${B}]`,
    fix: [B, '--same-as', A],
    after: { current: [`User walks the dog ${A} ${B}`] },
    as: { [A]: 'placed', [B]: 'duplicate' },
  },
  {
    name: 'two claims of which the newer says more',
    facts: { [A]: ['2026-07-01', 'User walks the dog'], [B]: ['2026-07-05', 'User walks the dog at 7:30'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } },
    keyFacts: `- User walks the dog[^${A}]\n- User walks the dog at 7:30[^${B}]`,
    fix: [B, '--same-as', A],
    after: { current: [`User walks the dog at 7:30 ${A} ${B}`] },
    as: { [A]: 'placed', [B]: 'duplicate' },
  },
  {
    name: 'two claims that say the same in words of their own',
    facts: { [A]: ['2026-07-01', 'User walks Rex for 20 minutes'], [B]: ['2026-07-05', 'User walks the dog at 7:30'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } },
    keyFacts: `- User walks Rex for 20 minutes[^${A}]\n- User walks the dog at 7:30[^${B}]`,
    fix: [B, '--same-as', A, '--text', 'User walks the dog Rex at 7:30 for 20 minutes'],
    after: { current: [`User walks the dog Rex at 7:30 for 20 minutes ${A} ${B}`] },
    as: { [A]: 'placed', [B]: 'duplicate' },
  },
  {
    name: 'a claim of three that says what another does',
    facts: {
      [A]: ['2026-07-01', 'User walks the dog'],
      [B]: ['2026-07-05', 'The dog is walked by the user'],
      [C]: ['2026-07-06', 'the dog is walked by the user!'],
    },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' }, [C]: { as: 'duplicate', of: B } },
    keyFacts: `- User walks the dog[^${A}]\n- The dog is walked by the user[^${B}][^${C}]`,
    fix: [A, '--same-as', C],
    after: { current: [`The dog is walked by the user ${B} ${C} ${A}`] },
    as: { [A]: 'duplicate', [B]: 'placed', [C]: 'duplicate' },
  },
  {
    name: 'a conflict of which both sides say the same',
    facts: { [A]: ['2026-07-01', 'The team meets early'], [B]: ['2026-07-01', 'The team meets in the morning'] },
    ledger: { [A]: { as: 'conflict', with: B }, [B]: { as: 'conflict', with: A } },
    keyFacts: `> [!warning] Conflicting claims: The team meets early[^${A}] (2026-07-01) vs The team meets in the morning[^${B}] (2026-07-01)`,
    fix: [A, '--same-as', B],
    after: { current: [`The team meets in the morning ${B} ${A}`] },
    as: { [A]: 'duplicate', [B]: 'placed' },
  },
];

/** A vault in which a dream decided so. */
export function plant(place: Place, name: string, { facts, ledger, keyFacts = '', history = '' }: Planted): string {
  const root = join(place.root, name);
  const vault = {
    root,
    dailyDir: 'daily',
    zones: {
      inbox: '0_Inbox',
      projects: '1_Projects',
      wiki: '2_Wiki',
      personal: '3_Personal',
      assets: '4_Assets',
      archives: '5_Archives',
    },
  };
  initVault({ vault, config: '', dryRun: false });
  const days = [...new Set(Object.values(facts).map(([day]) => day))];
  const logs = days.map(
    (day) =>
      `== daily/${day}.md\n# Daily Log - ${day}\n\n## 14:05 — s1\n\n${Object.entries(facts)
        .filter(([, [own]]) => own === day)
        .map(([id, [, text]]) => `- [work] ${text} ^${id}\n`)
        .join('')}`,
  );
  const lines = Object.entries(ledger).map(([fact, line]) =>
    JSON.stringify({
      fact,
      ...(['set-aside', 'quarantined'].includes(line['as'] ?? '') ? {} : { page: PAGE }),
      run: 'r-20260731-0300-7f3a9c',
      at: '2026-07-31T01:00:00.000Z',
      ...line,
    }),
  );
  writeExample(
    vault,
    [
      ...logs,
      `== .memvault/ledger/2026-07.jsonl\n${lines.join('\n')}\n`,
      `== ${PAGE}\n${renderPage(facts, keyFacts, history)}`,
    ].join(''),
  );
  return root;
}

function renderPage(facts: Planted['facts'], keyFacts: string, history: string): string {
  const cited = Object.entries(facts).filter(([id]) => `${keyFacts}${history}`.includes(`[^${id}]`));
  const front = `---\ntype: note\ntitle: Work\ndescription: The user’s work\ntags: []\nstatus: stable\nreview: ${keyFacts.startsWith('>') ? 'needs-review' : 'current'}\nupdated: 2026-07-06\n---\n`;
  const sections = [
    ['Overview', 'The user’s work.'],
    ['Key Facts', keyFacts],
    ['History', history],
    ['Sources', cited.map(([id, [day]]) => `[^${id}]: [${day} 14:05](../daily/${day}.md#^${id})`).join('\n')],
  ];
  return `${front}${sections
    .filter(([title, body]) => body !== '' || title === 'Key Facts')
    .map(([title, body]) => `\n## ${title}\n${body}${body === '' ? '' : '\n'}`)
    .join('')}`;
}
