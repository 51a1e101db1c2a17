// Single-valued slots of the profile: the latest value stands, what was before is history, and lists stay lists; in
// whatever order and portions it arrives, and whatever a hand or another clone did.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/lint/rules.ts';
import { readView } from '../../../src/vault/view.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { brief, change, findings, makeVault, read, write } from '../../lint/folders.ts';
import { copyOf, heldOf, merge, TODAY } from '../nights.ts';
import { claimsOf, currentOn, dreamOn, idOf, logDays, PROFILE, TIMELINE } from './nights.ts';

type Days = Readonly<Record<string, readonly string[]>>;

/** Dreamed on at once. */
async function dreamed(days: Days): Promise<Vault> {
  const vault = makeVault();
  logDays(vault, days);
  await dreamOn(vault);
  expectWhole(vault);
  return vault;
}

const expectWhole = (vault: Vault): void =>
  expect(
    brief(findings(vault, TODAY, RULES)).filter(
      (line) => !line.startsWith('note') && !line.startsWith('warning conflicts'),
    ),
  ).toEqual([]);

/** The words of a line as it is said here. */
const WORDS = /: ((?!.*: ).*)$/u;

/** Two days apart, and what stands then: what holds, and what is past. */
const PAIRS: readonly (readonly [older: string, newer: string, now: readonly string[], past: readonly string[]])[] = [
  [
    'identity residence=Ghent: User lives in Ghent',
    'identity residence=Oslo: User lives in Oslo',
    ['User lives in Oslo'],
    ['User lives in Ghent'],
  ],
  [
    'identity city=Ghent: User lives near Ghent',
    'identity residence=Oslo: User is based in Oslo',
    ['User is based in Oslo'],
    ['User lives near Ghent'],
  ],
  [
    'identity name=Mira: User’s name is Mira',
    'identity name=Myra: User is called Myra',
    ['User is called Myra'],
    ['User’s name is Mira'],
  ],
  [
    'identity employer=Siemens: User works at Siemens',
    'identity company=Bosch: User works for Bosch',
    ['User works for Bosch'],
    ['User works at Siemens'],
  ],
  [
    'identity job=nurse: User is a nurse',
    'identity job=teacher: User is a teacher',
    ['User is a teacher'],
    ['User is a nurse'],
  ],
  [
    'identity job=nurse: User is a nurse',
    'identity work=painter: User is a painter',
    ['User is a nurse', 'User is a painter'],
    [],
  ],
  [
    'relationship spouse=Ann: Ann is User’s wife',
    'relationship spouse=Bea: User is married to Bea',
    ['User is married to Bea'],
    ['Ann is User’s wife'],
  ],
  [
    'relationship spouse=王敏: 王敏是用户的配偶',
    'relationship spouse=李静: 用户的妻子是李静',
    ['用户的妻子是李静'],
    ['王敏是用户的配偶'],
  ],
  [
    'relationship partner=Ann: User is dating Ann',
    'relationship partner=Bea: User is in a relationship with Bea',
    ['User is in a relationship with Bea'],
    ['User is dating Ann'],
  ],
  [
    'identity residence=北京: 用户住在北京',
    'identity residence=上海: 用户现居上海',
    ['用户现居上海'],
    ['用户住在北京'],
  ],
  [
    'identity residence=北京: 用户住在北京',
    'identity residence=Shanghai: User lives in Shanghai',
    ['User lives in Shanghai'],
    ['用户住在北京'],
  ],
  [
    'identity native-language=Dutch: User’s native language is Dutch',
    'identity native-language=Frisian: User’s mother tongue is Frisian',
    ['User’s mother tongue is Frisian'],
    ['User’s native language is Dutch'],
  ],
  [
    '{category=general} : User lives in Ghent',
    'identity residence=Oslo: User lives in Oslo',
    ['User lives in Oslo'],
    ['User lives in Ghent'],
  ],
  // That something is over ends whichever there is.
  ...[
    'event: User got divorced',
    'relationship ended=married: User is no longer married',
    'relationship marriage=divorced: User is divorced',
    'event: 用户离婚了',
  ].map(
    (said) =>
      [
        'relationship spouse=Ann: Ann is User’s wife',
        said,
        [WORDS.exec(said)?.[1] ?? ''],
        ['Ann is User’s wife'],
      ] as const,
  ),
  ...['event: 用户离婚了', '{category=general} : 用户最近离婚了'].map(
    (said) =>
      [
        'relationship spouse=王敏: 用户的妻子是王敏',
        said,
        [WORDS.exec(said)?.[1] ?? ''],
        ['用户的妻子是王敏'],
      ] as const,
  ),
  ...[
    'event: User quit their job',
    'event: User lost their job',
    'event: User retired',
    'event: User is out of work',
    'event: User is unemployed',
    'identity ended=x: User no longer works at Siemens',
  ].map(
    (said) =>
      [
        'identity employer=Siemens: User works at Siemens',
        said,
        [WORDS.exec(said)?.[1] ?? ''],
        ['User works at Siemens'],
      ] as const,
  ),
  ...['event: 用户辞职了'].map(
    (said) =>
      [
        'identity employer=西门子: 用户在西门子工作',
        said,
        [WORDS.exec(said)?.[1] ?? ''],
        ['用户在西门子工作'],
      ] as const,
  ),
  ...['identity ended=x: User no longer lives in Ghent'].map(
    (said) =>
      [
        'identity residence=Ghent: User lives in Ghent',
        said,
        [WORDS.exec(said)?.[1] ?? ''],
        ['User lives in Ghent'],
      ] as const,
  ),
  // Not that of others, of another, only planned, or of before.
  ...[
    'event: User and Bea got divorced',
    'event: Ann and Tom split the bill',
    'event: User and Ann split up to look for the dog',
    'event: User and Ann split up in groups',
    'event: User and Ann split up and searched the house',
    'event: User and Ann split by age',
    'goal: User wants to get divorced',
    'event: User almost got divorced',
    'event: User’s parents got divorced',
    'event: Mira got divorced',
    '{at=2019} event: User got divorced',
    'event: User divorced in 2019',
    '{at=2026-06-01} event: User broke up with Tom',
    'event: 用户没有离婚',
    'event: 用户的父母离婚了',
    'event: 用户打算离婚',
  ].map(
    (said) =>
      [
        'relationship spouse=Ann: Ann is User’s wife',
        said,
        [
          'Ann is User’s wife',
          (said.startsWith('{at') ? `${said.slice(4, said.indexOf('}'))}: ` : '') + (WORDS.exec(said)?.[1] ?? ''),
        ],
        [],
      ] as const,
  ),
  ...[
    'event: User left Bosch',
    'event: User left Siemens Park early',
    'event: User left the office',
    'event: User may leave Siemens',
    'event: User did not leave Siemens',
    '{persons=Mira} event: Mira left Siemens',
    'goal: User plans to leave Siemens',
    '{at=2026-05} event: User left Siemens',
    'event: 用户想离开西门子',
    'event: 用户离开了公司',
  ].map(
    (said) =>
      [
        'identity employer=Siemens: User works at Siemens',
        said,
        [
          'User works at Siemens',
          (said.startsWith('{at') ? `${said.slice(4, said.indexOf('}'))}: ` : '') + (WORDS.exec(said)?.[1] ?? ''),
        ],
        [],
      ] as const,
  ),
  // Lists, and what only looks like a slot.
  [
    'preference likes=tea: User likes tea',
    'preference likes=coffee: User likes coffee',
    ['User likes coffee', 'User likes tea'],
    [],
  ],
  [
    'preference favorite=tea: User drinks tea most',
    'preference favorite=milk: User drinks milk most',
    ['User drinks milk most', 'User drinks tea most'],
    [],
  ],
  [
    'skill language=French: User speaks French',
    'skill language=Dutch: User speaks Dutch',
    ['User speaks Dutch', 'User speaks French'],
    [],
  ],
  [
    'relationship sister=Bea: Bea is User’s sister',
    'relationship sister=Cleo: Cleo is User’s sister',
    ['Bea is User’s sister', 'Cleo is User’s sister'],
    [],
  ],
  [
    'goal goal=x: User wants to learn Rust',
    'goal goal=y: User wants to run a marathon',
    ['User wants to learn Rust', 'User wants to run a marathon'],
    [],
  ],
  [
    'constraint allergy=nuts: User is allergic to nuts',
    'constraint allergy=eggs: User is allergic to eggs',
    ['User is allergic to eggs', 'User is allergic to nuts'],
    [],
  ],
  ['skill skill=SQL: 用户擅长SQL', 'skill skill=Go: 用户擅长Go', ['用户擅长Go', '用户擅长SQL'], []],
  [
    'experience residence=Rome: User lived in Rome as a child',
    'identity residence=Oslo: User lives in Oslo',
    ['User lived in Rome as a child', 'User lives in Oslo'],
    [],
  ],
  [
    'identity residence=Ghent: User lives in Ghent',
    '{persons=Mira} identity residence=Oslo: User’s sister lives in Oslo',
    ['User lives in Ghent', 'User’s sister lives in Oslo'],
    [],
  ],
  [
    'identity residence=Ghent: User lives in Ghent',
    'identity residence=Ghent: the user lives in Ghent',
    ['User lives in Ghent'],
    [],
  ],
  [
    'identity residence=Ghent: User lives in Ghent',
    'preference: User does not like Ghent',
    ['User does not like Ghent', 'User lives in Ghent'],
    [],
  ],
];

describe('what is said on two days', () => {
  it.each(PAIRS)('%s; %s', async (older, newer, now, past) => {
    const vault = await dreamed({ '2026-06-01': [older], '2026-06-20': [newer] });
    const claims = Object.values(claimsOf(vault));
    expect(
      claims
        .flatMap((heads) => Object.entries(heads).flatMap(([head, texts]) => (head === 'History' ? [] : texts)))
        .sort(),
    ).toEqual([...now].sort());
    expect(claims.flatMap((heads) => heads['History'] ?? [])).toEqual(past);
  });

  it('of one day contradicts itself, as anywhere', async () => {
    const vault = await dreamed({
      '2026-06-01': [
        'identity residence=Ghent: User lives in Ghent',
        'identity residence=Oslo: User lives in Oslo',
        'preference likes=a: User likes tea',
        'preference likes=b: User likes milk',
      ],
    });
    expect(claimsOf(vault)[PROFILE]?.['conflict']?.sort()).toEqual(['User lives in Ghent', 'User lives in Oslo']);
    expect(claimsOf(vault)[PROFILE]?.['Preferences']).toHaveLength(2);
  });

  it('what was said late is past, and the days of both are known', async () => {
    const vault = await dreamed({ '2026-06-20': ['identity residence=Oslo: User lives in Oslo'] });
    logDays(vault, { '2026-06-01': ['identity residence=Ghent: User lives in Ghent'] });
    await dreamOn(vault, { minute: 1 });
    expect(read(vault, PROFILE)).toContain('- ~~User lives in Ghent~~ 2026-06-01 to 2026-06-20.');
    expectWhole(vault);
  });
});

describe('an event', () => {
  const BEFORE = 'identity residence=Ghent: User lives in Ghent';
  const MOVES = 'event residence=Oslo: User moved to Oslo';

  it('ends the value before it and stands on the timeline', async () => {
    const vault = await dreamed({ '2026-06-01': [BEFORE], '2026-06-20': [`{at=2026-06-19} ${MOVES}`] });
    expect(claimsOf(vault)).toEqual({
      [PROFILE]: { History: ['User lives in Ghent'] },
      [TIMELINE]: { 2026: ['2026-06-19: User moved to Oslo'] },
    });
    expect(read(vault, PROFILE)).toContain('~~User lives in Ghent~~ 2026-06-01 to 2026-06-19.');
  });

  it('ends it as well where that is heard of late', async () => {
    const vault = await dreamed({ '2026-06-20': [`{at=2026-06-19} ${MOVES}`] });
    logDays(vault, { '2026-06-01': [BEFORE] });
    await dreamOn(vault, { minute: 1 });
    expect(claimsOf(vault)).toEqual({
      [PROFILE]: { History: ['User lives in Ghent'] },
      [TIMELINE]: { 2026: ['2026-06-19: User moved to Oslo'] },
    });
    expect(heldOf(vault, idOf(`2026-06-01${BEFORE}`))).toMatchObject({
      as: 'superseded',
      by: idOf(`2026-06-20{at=2026-06-19} ${MOVES}`),
      page: PROFILE,
    });
    expectWhole(vault);
  });

  it.each([
    ['of the same value', 'event residence=Ghent: User moved to Ghent'],
    ['that came before it', '{at=2020-01-01} event residence=Oslo: User moved to Oslo'],
    ['of a month that is not known to come after it', '{at=2026-03} event residence=Oslo: User moved to Oslo'],
    ['of somebody else', '{persons=Mira} event residence=Oslo: Mira moved to Oslo'],
    ['that is only planned', 'event residence=Oslo: User plans to have moved to Oslo'],
    ['that says what was left', 'event residence=Oslo: User moved away from Oslo'],
    ['that is of no slot', 'event travel=Oslo: User came back from Oslo'],
    ['that is a past stay', 'event: User worked in Oslo for a month'],
  ])('ends nothing: one %s', async (_, said) => {
    const vault = await dreamed({ '2026-06-01': [BEFORE], '2026-06-20': [said] });
    expect(claimsOf(vault)[PROFILE]).toEqual({ Identity: ['User lives in Ghent'] });
  });

  it.each([
    ['{category=general} : User lives in Ghent', MOVES],
    [BEFORE, 'event: User moved to Oslo'],
    [BEFORE, '{at=2026-06} event residence=Oslo: User moved from Ghent to Oslo'],
    ['identity residence=北京: 用户住在北京', 'event residence=杭州: 用户搬到了杭州'],
    ['identity employer=Siemens: User works at Siemens', 'event employer=Bosch: User joined Bosch'],
  ])('ends: %s; %s', async (before, said) => {
    const vault = await dreamed({ '2026-06-01': [before], '2026-06-20': [said] });
    expect(Object.values(claimsOf(vault)).flatMap((heads) => heads['History'] ?? [])).toHaveLength(1);
    expect(currentOn(vault, TIMELINE)).toHaveLength(1);
  });

  it.each(['The user moved to Oslo', 'User moved to Rome'])(
    'ends what is heard of late also where a person reworded it: %s',
    async (words) => {
      const vault = await dreamed({ '2026-06-20': ['{at=2026-06-19} event residence=Oslo: User moved to Oslo'] });
      change(vault, TIMELINE, '2026-06-19: User moved to Oslo', `2026-06-19: ${words}`);
      logDays(vault, { '2026-06-01': [BEFORE] });
      await dreamOn(vault, { minute: 1 });
      expect(claimsOf(vault)[PROFILE]).toEqual({ History: ['User lives in Ghent'] });
      expect(currentOn(vault, TIMELINE)).toEqual([`2026-06-19: ${words}`]);
    },
  );

  it.each([
    [
      'identity employer=Siemens: User works at Siemens',
      'event: User quit their job',
      'identity employer=Siemens: User works at Siemens again',
    ],
    [
      'relationship spouse=Ann: Ann is User’s wife',
      'event: User got divorced',
      'relationship spouse=Bea: Bea is User’s wife',
    ],
  ])('of an end stays where somebody begins anew: %s; %s; %s', async (before, ended, anew) => {
    const vault = await dreamed({ '2026-05-01': [before], '2026-05-20': [ended], '2026-06-10': [anew] });
    expect(currentOn(vault, PROFILE)).toEqual([WORDS.exec(anew)?.[1]]);
    expect(currentOn(vault, TIMELINE)).toEqual([WORDS.exec(ended)?.[1]]);
  });

  it('of an end ends what is heard of late as well, and nothing that was said since', async () => {
    const vault = await dreamed({ '2026-06-20': ['event: User quit their job'] });
    logDays(vault, {
      '2026-06-01': ['identity employer=Siemens: User works at Siemens'],
      '2026-06-25': ['{category=general} : Mira works at Siemens'],
    });
    await dreamOn(vault, { minute: 1 });
    expect(claimsOf(vault)[PROFILE]).toEqual({ History: ['User works at Siemens'] });
    logDays(vault, { '2026-06-26': ['identity employer=Siemens: User works at Siemens'] });
    await dreamOn(vault, { minute: 2 });
    expect(currentOn(vault, PROFILE)).toEqual(['User works at Siemens']);
    expectWhole(vault);
  });

  it('is replaced by none of its kind', async () => {
    const vault = await dreamed({
      '2026-06-01': [MOVES],
      '2026-06-10': ['event residence=Rome: User moved to Rome'],
      '2026-06-20': ['identity residence=Bern: User lives in Bern'],
    });
    expect(currentOn(vault, TIMELINE)).toEqual(['User moved to Oslo', 'User moved to Rome']);
    expect(claimsOf(vault)[PROFILE]).toEqual({ Identity: ['User lives in Bern'] });
  });
});

describe('in any order of arrival', () => {
  const SAID: Days = {
    '2026-05-01': ['identity residence=Ghent: User lives in Ghent', 'preference likes=tea: User likes tea'],
    '2026-05-04': ['identity residence=Rome: User lives in Rome', 'relationship spouse=王敏: 王敏是用户的配偶'],
    '2026-05-06': ['event: 用户离婚了'],
    '2026-05-09': ['event residence=Oslo: User moved to Oslo', '{at=2026-05-08} event: User ran a marathon'],
    '2026-05-15': ['identity employer=Bosch: User works at Bosch', 'preference likes=milk: User likes milk'],
    '2026-05-18': ['event: User quit their job'],
    '2026-05-20': ['identity residence=Bern: User lives in Bern', 'relationship spouse=李静: 用户的妻子是李静'],
    '2026-05-27': ['event employer=Siemens: User joined Siemens', 'skill language=French: User speaks French'],
    '2026-06-02': ['identity residence=Bern: the user lives in Bern', 'identity name=Mira: User’s name is Mira'],
  };
  const HOLDS = [
    '2026-05-08: User ran a marathon',
    'User joined Siemens',
    'User lives in Bern',
    'User likes milk',
    'User likes tea',
    'User moved to Oslo',
    'User quit their job',
    'User speaks French',
    'User’s name is Mira',
    '用户离婚了',
    '用户的妻子是李静',
  ];

  it('the same holds, nothing is lost, and a second dream has nothing to do', async () => {
    const days = Object.keys(SAID);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(days, { minLength: days.length }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 9, maxLength: 9 }),
        async (order, sizes) => {
          const vault = makeVault();
          for (let [at, minute] = [0, 0]; at < order.length; minute++) {
            const portion = order.slice(at, at + (sizes[minute] ?? 1));
            logDays(vault, Object.fromEntries(portion.map((day) => [day, SAID[day] ?? []])));
            await dreamOn(vault, { minute });
            at += portion.length;
          }
          expect(
            [...currentOn(vault, PROFILE), ...currentOn(vault, TIMELINE)]
              .map((text) => text.replace('the user', 'User'))
              .sort(),
          ).toEqual([...HOLDS].sort());
          expect(new Set(readView(vault).ledger.keys()).size).toBe(Object.values(SAID).flat().length);
          expectWhole(vault);
          expect((await dreamOn(vault, { minute: 30 })).runs).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('by hand', () => {
  it('what a person wrote, renamed and moved stays, and the page is found again', async () => {
    const vault = await dreamed({
      '2026-06-01': ['preference likes=tea: User likes tea', '{at=2026-05-01} event: User won a prize'],
    });
    const moved = '1_Projects/About me.md';
    write(
      vault,
      moved,
      read(vault, PROFILE)
        .replace('title: Profile', 'title: About me')
        .replace('- User likes tea', '- User likes tea, black')
        .replace('## Sources', 'My own paragraph.\n\n## Sources'),
    );
    const { rmSync } = await import('node:fs');
    rmSync(`${vault.root}/${PROFILE}`);
    logDays(vault, { '2026-06-02': ['preference likes=milk: User likes milk', 'identity: User is a nurse'] });
    await dreamOn(vault, { minute: 1 });
    expect(claimsOf(vault)[moved]).toEqual({
      Identity: ['User is a nurse'],
      Preferences: ['User likes tea, black', 'User likes milk'],
    });
    expect(claimsOf(vault)[PROFILE]).toBeUndefined();
    expect(read(vault, moved)).toContain('My own paragraph.');
  });

  it('a page that was moved a folder deeper gets sources that lead to the log when it is written anyhow, and not before', async () => {
    const vault = await dreamed({
      '2026-06-01': ['preference likes=tea: User likes tea', 'preference likes=milk: User likes milk'],
    });
    const moved = '3_Personal/me/Profile.md';
    const own =
      '[^k3v9x2ab4q]: my own words, daily/2026-06-01.md#^k3v9x2ab4q\n[^1]: [elsewhere](https://example.org/daily/2026-06-01.md)\n';
    const text = `${read(vault, PROFILE)}${own}`;
    write(vault, moved, text);
    const { rmSync } = await import('node:fs');
    rmSync(`${vault.root}/${PROFILE}`);
    logDays(vault, { '2026-06-02': ['preference: Mira likes olives'] });
    await dreamOn(vault, { minute: 1 });
    expect(read(vault, moved)).toBe(text);
    logDays(vault, { '2026-06-03': ['preference likes=figs: User likes figs'] });
    await dreamOn(vault, { minute: 2 });
    const sources = read(vault, moved)
      .split('\n')
      .filter((line) => line.startsWith('[^'));
    expect(sources.filter((line) => line.includes('(../../daily/2026-06-0'))).toHaveLength(3);
    expect(sources.join('\n')).toContain(own.trimEnd());
    expect(read(vault, moved)).toContain('- User likes figs');
    expectWhole(vault);
    expect((await dreamOn(vault, { minute: 3 })).runs).toEqual([]);
  });

  it('a page of that name that was there before is kept and added to', async () => {
    const vault = makeVault();
    const own = '# Me\n\nI am who I am.\n\n## Friends\n- Jo\n';
    write(vault, PROFILE, own);
    logDays(vault, { '2026-06-02': ['preference likes=milk: User likes milk'] });
    await dreamOn(vault);
    expect(read(vault, PROFILE)).toContain(own.trimEnd());
    expect(claimsOf(vault)[PROFILE]).toEqual({ Preferences: ['User likes milk'] });
    expectWhole(vault);
  });

  it('notes that only say that they are profiles are none', async () => {
    const vault = makeVault();
    write(vault, '2_Wiki/Ada.md', '---\ntype: profile\ntitle: Ada\n---\nA friend.\n');
    logDays(vault, { '2026-06-02': ['preference likes=milk: User likes milk'] });
    await dreamOn(vault);
    expect(Object.keys(claimsOf(vault))).toEqual([PROFILE]);
  });

  it('a claim that was taken off stays away', async () => {
    const vault = await dreamed({
      '2026-06-01': ['preference likes=tea: User likes tea', 'preference likes=milk: User likes milk'],
    });
    change(vault, PROFILE, /^- User likes tea.*\n/m, '');
    await dreamOn(vault, { minute: 1 });
    expect(heldOf(vault, idOf('2026-06-01preference likes=tea: User likes tea'))).toMatchObject({
      as: 'set-aside',
      reason: 'removed by hand',
    });
    expect(currentOn(vault, PROFILE)).toEqual(['User likes milk']);
  });
});

describe('two clones', () => {
  it('of which one heard of a marriage and the other of its end, agree after the merge', async () => {
    const here = makeVault();
    const there = copyOf(here);
    logDays(here, { '2026-06-01': ['relationship spouse=Ann: Ann is User’s wife'] });
    await dreamOn(here, { minute: 1 });
    const event = { '2026-06-20': ['event: User got divorced'] };
    logDays(there, event);
    await dreamOn(there, { minute: 2 });
    logDays(here, event);
    merge(here, there);
    await dreamOn(here, { minute: 3 });
    expect(claimsOf(here)).toEqual({
      [PROFILE]: { History: ['Ann is User’s wife'] },
      [TIMELINE]: { 2026: ['User got divorced'] },
    });
    expectWhole(here);
  });

  it.each([
    ['User moved to Oslo', 'event residence=Oslo: '],
    ['2026-06-19: User moved to Oslo', '{at=2026-06-19} event residence=Oslo: '],
  ])(
    'of which one heard where the user lived and the other that they moved, agree after the merge: %s',
    async (words, said) => {
      const here = makeVault();
      const there = copyOf(here);
      logDays(here, { '2026-06-01': ['identity residence=Ghent: User lives in Ghent'] });
      await dreamOn(here, { minute: 1 });
      const event = { '2026-06-20': [`${said}User moved to Oslo`] };
      logDays(there, event);
      await dreamOn(there, { minute: 2 });
      logDays(here, event);
      merge(here, there);
      await dreamOn(here, { minute: 3 });
      expect(claimsOf(here)).toEqual({
        [PROFILE]: { History: ['User lives in Ghent'] },
        [TIMELINE]: { 2026: [words] },
      });
      expectWhole(here);
      expect((await dreamOn(here, { minute: 4 })).runs).toEqual([]);
    },
  );
});
