// What a fact that waits for a dream says it supersedes is past for a search at once, wherever it stands.
import { expect, test } from 'vitest';
import { rebuild, refresh } from '../../src/index/refresh.ts';
import type { OpenIndex } from '../../src/index/view.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import { findNow } from '../../src/search/find.ts';
import type { SearchRequest } from '../../src/search/request.ts';
import { type VaultFolder, withFolder } from '../index/vault-folder.ts';

const LAYOUT = {
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
const ASKED: SearchRequest = {
  query: 'harbour',
  limit: 50,
  categories: [],
  tags: [],
  zone: null,
  project: null,
  since: null,
  until: null,
  all: false,
  mode: 'lexical',
  explain: false,
};
const MEMORY = {
  today: '2026-07-15',
  fading: { ...DEFAULT_FADING, fade: 'off' },
  marks: new Map(),
  lastRecall: () => null,
} as const;
const options = (forgotten: readonly string[] = []) =>
  ({ forgotten: new Set(forgotten), look: 'all', write: 'always', today: '2026-07-15', languages: ['en'] }) as const;

const [OLD, NEW, NEWEST, OTHER] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'];
const log = (day: string, ...lines: string[]) =>
  `# Daily Log - ${day}\n\n## 09:00 — s1 <!-- ${day} -->\n${lines.map((line) => `- [work] ${line}\n`).join('')}`;
const page = (...claims: string[]) =>
  `---\ntype: note\n---\n\n## Key Facts\n${claims.map((claim) => `- ${claim}\n`).join('')}`;
const TUESDAY = log(
  '2026-07-01',
  `Harbour is deployed on Tuesdays ^${OLD}`,
  `Harbour is deployed every week on Tuesdays ^${OTHER}`,
);
const THURSDAY = log('2026-07-02', `Harbour is deployed on Thursdays [supersedes:: ${OLD}] ^${NEW}`);

const texts = (index: OpenIndex, all = false) =>
  findNow({ ...ASKED, all }, index, LAYOUT, MEMORY).hits.map(({ text, superseded }) =>
    superseded === true ? `past: ${text}` : text,
  );

/** As it is when built anew, and as it is when the files come one after another. */
async function found(
  files: Record<string, string>,
  { all = false, forgotten = [] as readonly string[] } = {},
): Promise<string[]> {
  const anew = await withFolder(files, async (folder) =>
    closing(await rebuild(folder, options(forgotten)), (index) => texts(index, all)),
  );
  const stepwise = await withFolder({}, async (folder) => {
    for (const [path, text] of Object.entries(files)) {
      folder.write(path, text);
      closing(await refresh(folder, options(forgotten)), () => null);
    }
    return closing(await refresh(folder, options(forgotten)), (index) => texts(index, all));
  });
  expect([...stepwise].sort()).toEqual([...anew].sort());
  return anew;
}

function closing<T>(index: OpenIndex, run: (index: OpenIndex) => T): T {
  try {
    return run(index);
  } finally {
    index.close();
  }
}

test('a fact that waits itself', async () => {
  const files = { 'daily/2026-07-01.md': TUESDAY, 'daily/2026-07-02.md': THURSDAY };
  expect((await found(files)).sort()).toEqual([
    'Harbour is deployed every week on Tuesdays',
    'Harbour is deployed on Thursdays',
  ]);
  expect((await found(files, { all: true })).at(-1)).toBe('past: Harbour is deployed on Tuesdays');
});

test('a claim on a page, by its first fact or by one that was folded into it', async () => {
  for (const named of [OLD, OTHER]) {
    const files = {
      'daily/2026-07-01.md': TUESDAY,
      '1_Projects/Harbour.md': page(`Harbour is deployed on Tuesdays.[^${OLD}][^${OTHER}]`),
      'daily/2026-07-02.md': THURSDAY.replace(OLD, named),
    };
    expect(await found(files)).toEqual(['Harbour is deployed on Thursdays']);
    expect((await found(files, { all: true })).at(-1)).toBe('past: Harbour is deployed on Tuesdays.');
  }
});

test('one after the other; whoever is forgotten brings back what it took the place of', async () => {
  const files = {
    'daily/2026-07-01.md': log('2026-07-01', `Harbour is deployed on Tuesdays ^${OLD}`),
    'daily/2026-07-02.md': THURSDAY,
    'daily/2026-07-03.md': log(
      '2026-07-03',
      `Harbour is deployed on Fridays [supersedes:: ^${NEW.toUpperCase()}] ^${NEWEST}`,
    ),
  };
  expect(await found(files)).toEqual(['Harbour is deployed on Fridays']);
  expect(await found(files, { forgotten: [NEWEST] })).toEqual(['Harbour is deployed on Thursdays']);
  expect((await found(files, { forgotten: [NEW] })).sort()).toEqual([
    'Harbour is deployed on Fridays',
    'Harbour is deployed on Tuesdays',
  ]);
});

test('the order in which both are logged, and on which days, does not matter', async () => {
  const early = {
    'daily/2026-07-01.md': log(
      '2026-07-01',
      `Harbour is deployed on Thursdays [at:: 2026-05-01] [supersedes:: ${OLD}] ^${NEW}`,
    ),
    'daily/2026-07-02.md': log('2026-07-02', `Harbour is deployed on Tuesdays ^${OLD}`),
  };
  expect(await found(early)).toEqual(['Harbour is deployed on Thursdays']);
});

test('several at once; what no fact has does no harm, and nothing supersedes itself', async () => {
  const files = {
    'daily/2026-07-01.md': TUESDAY,
    'daily/2026-07-02.md': log(
      '2026-07-02',
      `Harbour is deployed on Thursdays [supersedes:: ${OLD} ${OTHER} zzzzzzzzzz ${NEW}] ^${NEW}`,
    ),
  };
  expect(await found(files)).toEqual(['Harbour is deployed on Thursdays']);
});

test('an id that is only begun, where one fact alone has it', async () => {
  const files = {
    'daily/2026-07-01.md': TUESDAY,
    'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ^${OLD.slice(0, 6)}`),
  };
  expect((await found(files)).sort()).toEqual([
    'Harbour is deployed every week on Tuesdays',
    'Harbour is deployed on Thursdays',
  ]);
  const twin = `${OLD.slice(0, 9)}z`;
  const two = { ...files, 'daily/2026-07-01.md': TUESDAY.replace(OTHER, twin) };
  expect(await found(two)).toHaveLength(3);
  expect(await found({ ...two, 'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ${twin}`) })).toHaveLength(2);
  expect(
    await found({ ...files, 'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ${OLD.slice(0, 5)}`) }),
  ).toHaveLength(3);
});

test('two that name each other by beginnings of their ids, and one that names itself so', async () => {
  const [a, b] = [OLD.slice(0, 7), NEW.slice(0, 8)];
  for (const [first, second] of [
    [a, NEW],
    [OLD, b],
    [a, b],
  ] as const) {
    const files = {
      'daily/2026-07-01.md': log('2026-07-01', `Harbour is deployed on Tuesdays [supersedes:: ${second}] ^${OLD}`),
      'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ${first}`),
    };
    expect([first, second, await found(files)]).toEqual([first, second, ['Harbour is deployed on Tuesdays']]);
  }
  expect(await found({ 'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ${b}`) })).toEqual([
    'Harbour is deployed on Thursdays',
  ]);
});

test('a claim by the beginning of an id that it cites', async () => {
  const files = {
    'daily/2026-07-01.md': TUESDAY,
    '1_Projects/Harbour.md': page(`Harbour is deployed on Tuesdays.[^${OLD}][^${OTHER}]`),
    'daily/2026-07-02.md': THURSDAY.replace(`:: ${OLD}`, `:: ${OTHER.slice(0, 6)}`),
  };
  expect(await found(files)).toEqual(['Harbour is deployed on Thursdays']);
});

test('of two that name each other the earlier one stays', async () => {
  const files = {
    'daily/2026-07-01.md': log('2026-07-01', `Harbour is deployed on Tuesdays [supersedes:: ${NEW}] ^${OLD}`),
    'daily/2026-07-02.md': THURSDAY,
  };
  expect(await found(files)).toEqual(['Harbour is deployed on Tuesdays']);
});

test('both sides of a contradiction stay until a dream settles it', async () => {
  const callout = `---\ntype: note\n---\n\n## Key Facts\n> [!warning] Conflicting claims: Harbour is deployed on Tuesdays[^${OLD}] (2026-07-01) vs Harbour is deployed on Mondays[^${OTHER}] (2026-07-01)\n`;
  const result = await found({
    'daily/2026-07-01.md': TUESDAY,
    '1_Projects/Harbour.md': callout,
    'daily/2026-07-02.md': THURSDAY,
  });
  expect(result).toHaveLength(2);
  expect(result.join()).toContain('Mondays');
});

test('a fact on a page leaves what it supersedes to the page', async () => {
  const files = {
    'daily/2026-07-01.md': TUESDAY.replace(/^.*every week.*\n/m, ''),
    'daily/2026-07-02.md': THURSDAY,
    '1_Projects/Harbour.md': page(
      `Harbour is deployed on Tuesdays.[^${OLD}]`,
      `Harbour is deployed on Thursdays.[^${NEW}]`,
    ),
  };
  expect((await found(files)).sort()).toEqual([
    'Harbour is deployed on Thursdays.',
    'Harbour is deployed on Tuesdays.',
  ]);
});

test('a search after a log knows it, and the next one, which reads it from the index, too', async () => {
  const files = {
    'daily/2026-07-01.md': TUESDAY,
    '1_Projects/Harbour.md': page(`Harbour is deployed on Tuesdays.[^${OLD}]`),
  };
  await withFolder(files, async (folder: VaultFolder) => {
    closing(await refresh(folder, options()), () => null);
    folder.write('daily/2026-07-02.md', THURSDAY);
    for (const write of ['cheap', 'always', 'cheap'] as const) {
      closing(await refresh(folder, { ...options(), write }), (index) =>
        expect(texts(index).sort()).toEqual([
          'Harbour is deployed every week on Tuesdays',
          'Harbour is deployed on Thursdays',
        ]),
      );
    }
  });
});
