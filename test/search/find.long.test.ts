// What a question finds, in which order and shape: a search over a real index in a real folder.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebuild } from '../../src/index/refresh.ts';
import type { OpenIndex } from '../../src/index/view.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import type { Memory } from '../../src/index/ranking/factors.ts';
import { find } from '../../src/search/find.ts';
import { type SearchHit, type SearchResult, matcherFor, rangesOf } from '../../src/search/hit.ts';
import type { Layout, SearchRequest } from '../../src/search/request.ts';
import { pause, type VaultFolder, withFolder } from '../index/vault-folder.ts';

const LAYOUT: Layout = {
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
  query: '*',
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
const MEMORY: Memory = {
  today: '2026-07-15',
  fading: { ...DEFAULT_FADING, fade: 'off' },
  marks: new Map(),
  lastRecall: () => null,
};
const OPTIONS = {
  forgotten: new Set<string>(),
  look: 'all',
  write: 'never',
  today: '2026-07-15',
  languages: ['en'],
} as const;

interface Place {
  readonly folder: VaultFolder;
  readonly index: OpenIndex;
  ask(query: string, request?: Partial<SearchRequest>, memory?: Partial<Memory>): Promise<SearchResult>;
  texts(query: string, request?: Partial<SearchRequest>): Promise<string[]>;
}

const inVault = <T>(files: Record<string, string>, run: (place: Place) => Promise<T>) =>
  withFolder(files, async (folder) => {
    let index = await rebuild(folder, OPTIONS);
    const ask: Place['ask'] = async (query, request = {}, memory = {}) => {
      const answer = await find({ ...ASKED, query, ...request }, index, LAYOUT, { ...MEMORY, ...memory });
      index = answer.index;
      return answer.result;
    };
    try {
      return await run({
        folder,
        get index() {
          return index;
        },
        ask,
        texts: async (query, request) => (await ask(query, request)).hits.map(({ text }) => text),
      });
    } finally {
      index.close();
    }
  });
const facts = (...lines: string[]) =>
  lines.map((line) => (line === '' || line.startsWith('#') ? line : `- [note] ${line}`)).join('\n');

test('found by another form, a part, a misspelling, a script', async () => {
  const all = [
    'Ada went to Lisbon',
    'The child sleeps',
    'Dashboards are compact',
    'Zoë owns a café',
    'maxTokens is 4096',
    '用户喜欢喝咖啡',
    'Release party 🎉',
    'Unrelated',
  ];
  await inVault({ 'daily/2026-07-01.md': facts(...all) }, async ({ texts }) => {
    for (const [question, expected] of [
      ['Where did she go?', 'Ada went to Lisbon'],
      ['children', 'The child sleeps'],
      ['dash', 'Dashboards are compact'],
      ['dashbord', 'Dashboards are compact'],
      ['zoe cafe', 'Zoë owns a café'],
      ['tokens', 'maxTokens is 4096'],
      ['max-tokens', 'maxTokens is 4096'],
      ['咖啡', '用户喜欢喝咖啡'],
      ['啡', '用户喜欢喝咖啡'],
      ['🎉', 'Release party 🎉'],
      ['Does anybody know how many zebras live near Lisbon?', 'Ada went to Lisbon'],
      ['4,096', 'maxTokens is 4096'],
    ] as const)
      expect([question, (await texts(question))[0]]).toEqual([question, expected]);
  });
});

test('numbers are never guessed; what is spelt right is not looked for in other spellings', async () => {
  await inVault(
    {
      'daily/2026-07-01.md': facts(
        'Due on Oct 15',
        'Due on Oct 16',
        'Port 8080',
        'The horse is brown',
        'The house is brown',
      ),
    },
    async ({ texts }) => {
      expect(await texts('16')).toEqual(['Due on Oct 16']);
      expect(await texts('808')).toEqual([]);
      expect(await texts('horse')).toEqual(['The horse is brown']);
    },
  );
});

test('a hash may be begun, a version up to a dot, any other number not', async () => {
  const all = [
    'Fixed in a7d04d1f',
    'The release is 3f2a9bc80d1e4475a6b2c3d4e5f60718293a4b5c',
    'Node v20.12.1 runs it',
    'Bought 12 apples and 120 pears',
    'The rent is $1,299.99',
    'Call 5551234567',
    'Built 12345678ab today',
  ];
  await inVault({ 'daily/2026-07-01.md': facts(...all) }, async ({ texts }) => {
    for (const [question, ...expected] of [
      ['a7d04d1', 'Fixed in a7d04d1f'],
      ['A7D04D1', 'Fixed in a7d04d1f'],
      ['a7d04d'],
      ['3f2a9bc', 'The release is 3f2a9bc80d1e4475a6b2c3d4e5f60718293a4b5c'],
      ['1234567', 'Built 12345678ab today'],
      ['20.12', 'Node v20.12.1 runs it', 'Bought 12 apples and 120 pears'],
      ['v20.12', 'Node v20.12.1 runs it', 'Bought 12 apples and 120 pears'],
      ['20', 'Node v20.12.1 runs it'],
      ['20.1', 'Node v20.12.1 runs it'],
      ['1299', 'The rent is $1,299.99'],
      ['$1299.99', 'The rent is $1,299.99'],
      ['1,299', 'The rent is $1,299.99'],
      ['129'],
      ['5551234'],
      ['555'],
      ['a7d*', 'Fixed in a7d04d1f'],
      ['555*', 'Call 5551234567'],
      ['120', 'Bought 12 apples and 120 pears'],
    ] as const)
      expect([question, ...(await texts(question))]).toEqual([question, ...expected]);
    expect(await texts('12')).toEqual(expect.not.arrayContaining(['Built 12345678ab today']));
  });
});

test('three letters begin a word where nothing else is found, with a star any do', async () => {
  const all = [
    'Deploys on Fridays',
    'The deployment was quick',
    'A cat sleeps',
    'Read the catalogue',
    "Don't feed the geese",
    'The **plan** is set',
  ];
  await inVault({ 'daily/2026-07-01.md': facts(...all) }, async ({ texts }) => {
    expect((await texts('dep')).sort()).toEqual(['Deploys on Fridays', 'The deployment was quick']);
    expect((await texts('dep*')).sort()).toEqual(['Deploys on Fridays', 'The deployment was quick']);
    expect((await texts('deploy*')).sort()).toEqual(['Deploys on Fridays', 'The deployment was quick']);
    expect(await texts('de')).toEqual([]);
    expect((await texts('de*')).sort()).toEqual(['Deploys on Fridays', 'The deployment was quick']);
    expect(await texts('cat')).toEqual(['A cat sleeps']);
    expect(await texts('cat*')).toEqual(['A cat sleeps', 'Read the catalogue']);
    expect(await texts('*cat*')).toEqual(['A cat sleeps']);
    expect(await texts('2*3 cat')).toEqual(['A cat sleeps']);
  });
});

test('what is written with an apostrophe and says nothing is found with and without it', async () => {
  await inVault(
    { 'daily/2026-07-01.md': facts("Don't feed the geese", 'They won’t come', 'Pepper is out') },
    async ({ texts }) => {
      for (const question of ['dont', "don't", 'DON’T'])
        expect([question, ...(await texts(question))]).toEqual([question, "Don't feed the geese"]);
      for (const question of ["won't", 'wont'])
        expect([question, ...(await texts(question))]).toEqual([question, 'They won’t come']);
      // Beside a word that says something it does not count.
      expect(await texts("don't pepper")).toEqual(['Pepper is out']);
    },
  );
});

test('days named in the question, by the calendar or by the clock, mean what was logged then', async () => {
  const line = facts('Visited the lake');
  await inVault(
    Object.fromEntries(
      ['2025-05-03', '2026-05-03', '2026-06-03', '2026-07-07', '2026-07-14'].map((day) => [`daily/${day}.md`, line]),
    ),
    async ({ ask }) => {
      const dates = async (query: string) => (await ask(query)).hits.map(({ date }) => date);
      expect((await dates('Which lake was visited in May 2025?'))[0]).toBe('2025-05-03');
      expect((await dates('the lake in June'))[0]).toBe('2026-06-03');
      expect((await dates('lake 2026-05'))[0]).toBe('2026-05-03');
      expect((await dates('the lake last week'))[0]).toBe('2026-07-07');
      expect((await dates('the lake yesterday'))[0]).toBe('2026-07-14');
      expect(await dates('I may visit the lake')).toEqual([
        '2026-07-14',
        '2026-07-07',
        '2026-06-03',
        '2026-05-03',
        '2025-05-03',
      ]);
    },
  );
});

test('a category, a tag and a person that the question names come first', async () => {
  await inVault(
    {
      'daily/2026-07-01.md':
        '- [food] Likes to run\n- [sport] Likes to run\n- [food] Likes to swim [persons:: Ada]\n- [food] Likes to swim [persons:: Bob]\n- [food] Bakes bread\n- [food] Bakes bread `holidays`\n',
    },
    async ({ ask }) => {
      const first = async (query: string) => (await ask(query)).hits[0];
      expect((await first('which sport does he run'))?.category).toBe('sport');
      expect((await first('what does Bob swim'))?.line).toBe(4);
      expect((await first('what bread in the holidays'))?.tags).toEqual(['holidays']);
    },
  );
});

test('quotes are wanted word for word; where nothing holds them, their words are, and it is said', async () => {
  await inVault(
    { 'daily/2026-07-01.md': facts('Green tea, black tea, tea with green leaves', 'Drinks black green tea') },
    async ({ ask, texts }) => {
      expect(await texts('"green leaves" tea')).toEqual(['Green tea, black tea, tea with green leaves']);
      expect(await texts('"Black Green" tea')).toEqual(['Drinks black green tea']);
      const loose = await ask('who drinks "white green tea"');
      expect([loose.total, loose.notice]).toEqual([2, expect.stringContaining('"white green tea"')]);
      expect(await ask('"zebra crossing"')).toMatchObject({ total: 0, notice: null });
      expect(await texts('tea -leaves')).toEqual(['Drinks black green tea']);
    },
  );
});

test('what stands beside a good match comes before an equal one elsewhere, and brings nothing in', async () => {
  await inVault(
    {
      'daily/2026-07-01.md': facts(
        '## 09:00 — s1',
        '',
        'Lake with pike',
        'Rented a boat',
        'Rain',
        'Sun',
        'Wind',
        'Fog',
        'Hail',
        '## 10:00 — s2',
        '',
        'Went to work',
        'Rented a boat',
        'Nothing of the kind',
      ),
    },
    async ({ ask, texts }) => {
      const { hits } = await ask('boat on the lake for pike', { explain: true });
      expect(hits.filter(({ text }) => text === 'Rented a boat').map(({ line }) => line)).toEqual([4, 13]);
      expect(hits.map(({ parts }) => (parts?.beside ?? 0) > 0)).toEqual([true, true, false]);
      expect(await texts('pike boat')).not.toContain('Nothing of the kind');
    },
  );
});

test('an answer comes before the question it answers, though it says none of its words', async () => {
  await inVault(
    {
      'daily/2026-07-01.md':
        '## 09:00 — s1\n\n- [ada] Which instrument did you learn as a child?\n- [bob] The cello, for ten years.\n- [bob] Nothing else.\n- [bob] I was ill as a child.\n',
    },
    async ({ texts }) => {
      expect((await texts('Which instrument did little Bob learn?'))[0]).toBe('The cello, for ten years.');
    },
  );
});

test('equal hits: newest first, then as they stand in the log, prose by path and line', async () => {
  await inVault(
    {
      'daily/2026-07-01.md': facts('## 09:00 — a', 'Same words', '## 09:00 — b', 'Same words'),
      'daily/2026-07-03.md': facts('Same words'),
      'b.md': 'Same words',
      'a.md': 'Same words\n\n# H\n\nSame words',
    },
    async ({ ask }) => {
      const places = (await ask('same words')).hits.map(({ path, line }) => `${path}:${line}`);
      expect(places.filter((place) => place.startsWith('daily'))).toEqual([
        'daily/2026-07-03.md:1',
        'daily/2026-07-01.md:2',
        'daily/2026-07-01.md:4',
      ]);
      expect(places.filter((place) => /^[ab]\.md:1/.test(place))).toEqual(['a.md:1', 'b.md:1']);
    },
  );
});

test('* lists everything, the last logged first, undated prose last; signs alone do so with what they select', async () => {
  await inVault(
    {
      'daily/2026-07-01.md': facts('## 09:00 — s1', '', 'first', 'second', '## 10:00 — s1', '', 'third `ui`'),
      'daily/2026-07-02.md': facts('fourth'),
      'n.md': 'prose',
    },
    async ({ ask, texts }) => {
      expect(await texts(' * ')).toEqual(['fourth', 'third', 'second', 'first', 'prose']);
      expect(await texts('*', { limit: 2 })).toEqual(['fourth', 'third']);
      expect(await texts('-ui')).toEqual(['fourth', 'second', 'first', 'prose']);
      expect(await ask('*', { limit: 1, explain: true })).toEqual({
        query: '*',
        total: 5,
        notice: null,
        hits: [expect.objectContaining({ score: 0 })],
      });
      expect((await ask('*', { explain: true })).hits[0]).not.toHaveProperty('parts');
    },
  );
});

test('a question of stop words or signs is looked for as it stands', async () => {
  await inVault(
    { 'daily/2026-07-01.md': facts('To be, or not to be', 'The Who', 'Uses => everywhere') },
    async ({ texts }) => {
      expect(await texts('not to be')).toEqual(['To be, or not to be']);
      expect(await texts('the who')).toEqual(['The Who']);
      expect(await texts('=>')).toEqual(['Uses => everywhere']);
    },
  );
});

const WORK = {
  'daily/2026-07-01.md':
    '## 14:05 — abc12345\n\n- [work] User works at Google ^aaaaaaaaaa\n- [preference] Prefers compact dashboards `ui` ^bbbbbbbbbb\n- [work] User now works at Microsoft ^cccccccccc\n',
  '3_Personal/Work.md':
    '---\ntitle: Working life\n---\n## Key Facts\n- User now works at Microsoft.[^cccccccccc][^0000000000]\n\n## History\n- ~~Works at Google.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaaaa]\n- Worked at a shop.[^dddddddddd]\n',
  'n.md': 'Dashboards of the team.\n',
};

test('a hit has exactly the promised fields; total counts what is not shown', async () => {
  await inVault(WORK, async ({ ask }) => {
    const { hits, ...rest } = await ask('Microsoft');
    expect(rest).toEqual({ query: 'Microsoft', total: 1, notice: null });
    expect(hits).toEqual([
      {
        id: 'cccccccccc',
        kind: 'claim',
        path: '3_Personal/Work.md',
        line: 5,
        date: '2026-07-01',
        score: expect.any(Number),
        confidence: expect.any(Number),
        text: 'User now works at Microsoft.',
        category: 'work',
        tags: [],
        title: 'Working life',
        sources: [
          { id: 'cccccccccc', path: 'daily/2026-07-01.md', line: 5 },
          { id: '0000000000', path: null, line: null },
        ],
      },
    ]);
    expect(hits[0]?.score).toBeGreaterThan(0);
    const one = await ask('dashboards', { limit: 1 });
    expect([one.total, one.hits.length]).toEqual([2, 1]);
  });
});

test('what was superseded comes on request, says so, and behind what holds, however well it fits', async () => {
  await inVault(WORK, async ({ ask }) => {
    expect((await ask('google')).hits).toEqual([]);
    expect((await ask('google', { all: true })).hits).toMatchObject([
      { id: 'aaaaaaaaaa', text: 'Works at Google.', superseded: true, held: { from: '2026-03-02', to: '2026-07-01' } },
    ]);
    const { hits } = await ask('works at google microsoft', { all: true });
    expect(hits.map(({ superseded = false }) => superseded)).toEqual([false, true, true]);
  });
});

test('a list with what was superseded shows each once, what holds first, however few are asked for', async () => {
  const log = {
    'daily/2026-07-01.md': '- [work] User lives in Lyon ^aaaaaaaaaa\n',
    'daily/2026-07-02.md':
      '- [work] User works at Google ^bbbbbbbbbb\n- [work] User now works at Microsoft ^cccccccccc\n',
  };
  const page =
    '## Key Facts\n- User now works at Microsoft.[^cccccccccc]\n\n## History\n- ~~User works at Google.~~ 2026-07-02 to 2026-07-02.[^bbbbbbbbbb]\n';
  await inVault({ ...log, '3_Personal/Work.md': page }, async ({ ask }) => {
    for (const query of ['*', '-nothing']) {
      const ids = async (limit: number) => (await ask(query, { all: true, limit })).hits.map(({ id }) => id[0]);
      expect([query, await ids(5), await ids(2), await ids(1)]).toEqual([query, ['c', 'a', 'b'], ['c', 'a'], ['c']]);
    }
  });
});

test('with a project a claim does not name the facts of another, nor goes by them', async () => {
  const log =
    '- [work] Deploys run on Hetzner [project:: beacon] [confidence:: 0.2] ^aaaaaaaaaa\n- [work] Hetzner it is ^cccccccccc\n- [work] Deploys run on Hetzner now [project:: Atlas] [confidence:: 0.5] ^bbbbbbbbbb\n';
  const page = '## Key Facts\n- Deploys run on Hetzner.[^aaaaaaaaaa][^cccccccccc][^0000000000][^bbbbbbbbbb]\n';
  await inVault({ 'daily/2026-07-01.md': log, '2_Wiki/Hosting.md': page }, async ({ ask }) => {
    const shown = async (request: Partial<SearchRequest>) =>
      (await ask('hetzner', request)).hits.map(({ id, sources }) => [id, ...sources.map((source) => source.id)]);
    expect(await shown({})).toEqual([['aaaaaaaaaa', 'aaaaaaaaaa', 'cccccccccc', '0000000000', 'bbbbbbbbbb']]);
    expect(await shown({ project: 'atlas' })).toEqual([['cccccccccc', 'cccccccccc', '0000000000', 'bbbbbbbbbb']]);
  });
  const alone = log.replace(/^.*\^c.*\n/m, '');
  await inVault({ 'daily/2026-07-01.md': alone.replace('0.2', '0.9'), '2_Wiki/Hosting.md': page }, async ({ ask }) => {
    expect((await ask('hetzner')).hits[0]?.confidence).toBe(0.9);
    expect((await ask('hetzner', { project: 'atlas' })).hits[0]?.confidence).toBe(0.5);
  });
});

test('an explanation adds up to the score; only when asked', async () => {
  await inVault(WORK, async ({ ask }) => {
    const [plain] = (await ask('preference dashboard')).hits;
    expect(plain).not.toHaveProperty('parts');
    for (const query of [
      'preference dashboard',
      'Microsoft dashboards in July 2026',
      'user works',
      'Where does he work?',
    ]) {
      for (const { parts, score } of (await ask(query, { explain: true })).hits) {
        const {
          match = 0,
          beside = 0,
          coverage = 0,
          named = 0,
          date = 0,
          asking = 0,
          recency = 0,
          sureness = 0,
          session = 0,
          answer = 0,
        } = parts ?? {};
        const product = (match + beside) * coverage * named * date * asking * recency * sureness;
        expect((product + session) * answer).toBeCloseTo(score, 2);
      }
    }
    const [told] = (await ask('preference dashboard', { explain: true })).hits;
    expect(told?.parts).toMatchObject({
      terms: { dashboard: ['text'], prefer: ['text', 'category'] },
      named: 1.4,
      date: 1,
      asking: 1,
    });
  });
});

test('a claim scores as its fact did', async () => {
  const log = facts(
    '## 09:00 — s1',
    '',
    'Ada went hiking ^aaaaaaaaaa',
    'Bob prefers trains `travel` ^bbbbbbbbbb',
    'Ada sells a bike ^cccccccccc',
  );
  const page =
    '---\ntitle: Note\ntags: [hiking]\n---\n\n## Overview\nNote: 3 claims from 3 facts, 2026-07-01.\n\n## Key Facts\n### Ada\n- Ada sells a bike[^cccccccccc]\n- Ada went hiking[^aaaaaaaaaa]\n\n### Trains\n- Bob prefers trains[^bbbbbbbbbb]\n\n## Sources\n[^aaaaaaaaaa]: [2026-07-01 09:00](../daily/2026-07-01.md#^aaaaaaaaaa)\n';
  const shown = (files: Record<string, string>) =>
    inVault(files, async ({ ask }) => {
      const found: unknown[] = [];
      for (const query of ['hiking', 'Ada bike', 'train travel in July', 'note'])
        found.push(
          (await ask(query, { explain: true })).hits.map(({ id, text, score, parts }) => [id, text, score, parts]),
        );
      return found;
    });
  expect(await shown({ 'daily/2026-07-01.md': log, '3_Personal/Note.md': page })).toEqual(
    await shown({ 'daily/2026-07-01.md': log }),
  );
});

test('a file that changes under the search is read again, and the question asked again', async () => {
  await inVault(
    { 'daily/2026-07-01.md': facts('The lake is cold ^aaaaaaaaaa', 'The lake is deep ^bbbbbbbbbb') },
    async ({ folder, texts, ask }) => {
      await pause();
      folder.write(
        'daily/2026-07-01.md',
        facts('A new line', 'The lake is warm ^aaaaaaaaaa', 'The lake is deep ^bbbbbbbbbb'),
      );
      expect((await texts('lake')).sort()).toEqual(['The lake is deep', 'The lake is warm']);
      expect((await ask('warm')).hits).toMatchObject([{ line: 2 }]);
      folder.remove('daily/2026-07-01.md');
      expect(await ask('lake')).toMatchObject({ hits: [], total: 0 });
    },
  );
});

test('without a model --mode is lexical, in one line', async () => {
  await inVault(WORK, async ({ ask }) => {
    for (const mode of ['hybrid', 'semantic'] as const) {
      const result = await ask('dashboards', { mode });
      expect(result.notice).toMatch(new RegExp(`^.*--mode ${mode}.*$`));
      expect(result.hits).toEqual((await ask('dashboards')).hits);
    }
  });
});

test('vectors bring in rows that hold no word, in their place; rows that are dead or filtered stay out', async () => {
  const log = Array.from(
    { length: 60 },
    (_, i) => `Fact number ${i} about ${i === 40 ? 'a feline' : i === 41 ? 'a cat' : 'things'}`,
  );
  await inVault(
    { 'daily/2026-07-01.md': facts(...log), 'daily/2026-07-02.md': facts('Another feline') },
    async ({ index }) => {
      const above = new Float32Array(index.tables.rows).fill(0);
      const rows = Array.from({ length: index.tables.rows }, (_, row) => row);
      const felines = rows.filter((row) => index.read(row)?.text.includes('feline'));
      for (const row of felines) above[row] = 9;
      const vectorsOf = () =>
        Promise.resolve({ likeness: { above, count: above.length, most: 0.9, dimensions: 64 }, weight: 0.4 });
      const ask = async (request: Partial<SearchRequest>) =>
        (await find({ ...ASKED, query: 'cat', mode: 'hybrid', ...request }, index, LAYOUT, MEMORY, vectorsOf)).result;
      const both = await ask({});
      expect(both.hits.map(({ text }) => text).sort()).toEqual([
        'Another feline',
        'Fact number 40 about a feline',
        'Fact number 41 about a cat',
      ]);
      expect([both.total, both.notice]).toEqual([3, null]);
      expect((await ask({ until: '2026-07-01' })).hits).toHaveLength(2);
      expect((await ask({ mode: 'semantic' })).hits.map(({ text }) => text).sort()).toEqual([
        'Another feline',
        'Fact number 40 about a feline',
      ]);
    },
  );
});

test('a hit says how sure it is today: by its own confidence and category, until a recall or a pin', async () => {
  const log = { 'daily/2026-01-10.md': '- [work] Tabs since school [confidence:: 0.5] ^dddddddddd\n' };
  await inVault(log, async ({ ask }) => {
    const sureness = async (memory: Partial<Memory>) =>
      (await ask('tabs', {}, { today: '2026-07-01', fading: DEFAULT_FADING, ...memory })).hits.map(
        ({ confidence, faded = false, pinned = false }) => [confidence, faded, pinned],
      );
    expect(await sureness({})).toEqual([[0.0071, true, false]]);
    expect(await sureness({ lastRecall: () => '2026-05-20T12:30Z' })).toEqual([[0.3488, false, false]]);
    expect(await sureness({ marks: new Map([['dddddddddd', true]]) })).toEqual([[1, false, true]]);
    expect(await sureness({ fading: { ...DEFAULT_FADING, fade: 'off' } })).toEqual([[0.5, false, false]]);
  });
});

const AGED = {
  'daily/2024-01-01.md': '- [note] Prefers tabs over spaces, and tabs in tables [confidence:: 0.5] ^dddddddddd\n',
  'daily/2026-07-10.md':
    '- [note] Uses tabs ^eeeeeeeeee\n- [note] Tabs of the browser ^bbbbbbbbbb\n- [note] Closes tabs ^cccccccccc\n',
  'n.md': 'Tabs of prose.\n',
};
const sure = (hit: SearchHit) => [hit.kind === 'text' ? 'text' : hit.id, hit.faded ?? hit.pinned ?? false];

test('hits say how sure they are, in the order of their scores, whatever the limit', async () => {
  await inVault(AGED, async ({ ask }) => {
    const memory = { fading: DEFAULT_FADING };
    const { hits, total } = await ask('tabs', {}, memory);
    expect([total, hits.length]).toEqual([5, 5]);
    expect(hits.filter((hit) => hit.faded).map(({ id }) => id)).toEqual(['dddddddddd']);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const limit of [1, 3, 4, 5]) expect((await ask('tabs', { limit }, memory)).hits).toEqual(hits.slice(0, limit));
    const recalled = await ask(
      'tabs',
      {},
      { ...memory, lastRecall: (fact) => (fact === 'dddddddddd' ? '2026-07-01T12:30Z' : null) },
    );
    expect(recalled.hits.map(sure)).toContainEqual(['dddddddddd', false]);
    const pinned = await ask('tabs', {}, { ...memory, marks: new Map([['dddddddddd', true]]) });
    expect(pinned.hits.map(sure)).toContainEqual(['dddddddddd', true]);
    const dates = (await ask('*', {}, memory)).hits.map(({ date }) => date ?? '');
    expect(dates).toEqual(dates.toSorted().reverse());
  });
});

test('an exact sentence from 74 days ago was ranked below one that shares a single word', async () => {
  const log = {
    'daily/2026-05-02.md':
      '- [work] The invoices of the garden go to Nadia in Lyon ^dddddddddd\n- [work] Tea in the garden ^ffffffffff\n',
    'daily/2026-07-10.md': '- [work] A bench for the garden ^bbbbbbbbbb\n- [work] Tea in the garden ^cccccccccc\n',
  };
  await inVault(log, async ({ ask }) => {
    const ids = async (query: string) =>
      (await ask(query, {}, { fading: DEFAULT_FADING })).hits.map(({ id, faded }) => `${id}${faded ? ' faded' : ''}`);
    expect((await ids('invoices of the garden go to Nadia in Lyon'))[0]).toBe('dddddddddd faded');
    expect((await ids('tea in the garden')).slice(0, 2)).toEqual(['cccccccccc', 'ffffffffff faded']);
  });
});

test('what is marked in a text: words by what they are found by, ranges that touch as one', async () => {
  await inVault({ ...WORK, 'c.md': '喜欢喝咖啡' }, async ({ index }) => {
    for (const [question, text, expected] of [
      ['dashboard', 'Prefers compact dashboards', ['dashboards']],
      ['who works where', 'User works at Works-Corp', ['works', 'Works-Corp']],
      ['dashbords', 'Prefers compact dashboards', ['dashboards']],
      ['dash', 'Dashboards!', ['Dashboards']],
      ['zebra', 'Prefers compact dashboards', []],
      ['喝咖啡', '我喜欢喝咖啡吗', ['喝咖啡']],
      ['to be', 'To be or not to be', ['To be', 'to be']],
      ['*', '2 * 3', []],
    ] as const)
      expect([
        question,
        rangesOf(matcherFor(question, index)(text)).map(([start, end]) => text.slice(start, end)),
      ]).toEqual([question, expected]);
  });
});

test('any question has an answer, in order, without doubles', async () => {
  await inVault(
    {
      'daily/2026-07-01.md': facts(
        'Ada went to Lisbon',
        'Zoë owns a café',
        'maxTokens is 4096',
        '用户喜欢喝咖啡',
        'Release party 🎉',
      ),
      'n.md': '# Lisbon\n\nA city.\n',
    },
    async ({ ask }) => {
      const question = fc
        .oneof(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
          fc
            .array(
              fc.constantFrom(
                'Ada',
                'lisbon',
                '"went to"',
                '咖啡',
                'may',
                '2026-07',
                '*',
                '🎉',
                "'",
                '__proto__',
                'constructor',
                'yesterday',
              ),
              { minLength: 1, maxLength: 6 },
            )
            .map((words) => words.join(' ')),
        )
        .filter((text) => text.trim() !== '');
      await fc.assert(
        fc.asyncProperty(question, async (text) => {
          const { hits } = await ask(text, { plain: true });
          expect(new Set(hits.map((hit) => `${hit.path}:${hit.line}`)).size).toBe(hits.length);
          for (let i = 1; i < hits.length; i++)
            expect(hits[i - 1]?.score).toBeGreaterThanOrEqual(hits[i]?.score ?? Infinity);
          for (const hit of hits) expect(Number.isFinite(hit.score)).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
  );
});
