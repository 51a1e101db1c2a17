// Which page and head a fact with a kind goes to: the profile, the timeline, or where it went before there were any.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/lint/rules.ts';
import { brief, findings, makeVault, read, write } from '../../lint/folders.ts';
import { TODAY } from '../nights.ts';
import { claimsOf, dreamOn, logDays, type Options, PROFILE, TIMELINE } from './nights.ts';

async function placesOf(
  said: readonly string[],
  options: Options & { readonly schema?: string } = {},
): Promise<Record<string, Record<string, string[]>>> {
  const vault = makeVault();
  if (options.schema !== undefined) write(vault, 'schema.md', `---\n${options.schema}\n---\n`);
  logDays(vault, { '2026-07-01': said });
  await dreamOn(vault, options);
  expect(
    brief(findings(vault, TODAY, RULES)).filter(
      (line) => line.startsWith('error') || line.includes('Profile') || line.includes('Timeline'),
    ),
  ).toEqual([]);
  return claimsOf(vault);
}

/** What is said, and where it is found: `page head`. */
const PLACES: readonly (readonly [said: string, place: string])[] = [
  ['identity: User is a nurse', 'Profile Identity'],
  ['identity residence=Ghent: User lives in Ghent', 'Profile Identity'],
  ['relationship spouse=Ann: Ann is User’s wife', 'Profile Relationships'],
  ['relationship sister=Bea: User’s sister is Bea', 'Profile Relationships'],
  ['preference likes=tea: the user likes tea', 'Profile Preferences'],
  ['preference: I prefer tabs', 'Profile Preferences'],
  ['preference: Prefers dark mode', 'Profile Preferences'],
  ['skill: My main language is TypeScript', 'Profile Skills'],
  ['goal: User wants to learn Rust', 'Profile Goals'],
  ['constraint allergy=peanuts: User is allergic to peanuts', 'Profile Constraints'],
  ['experience former=x: User used to run a shop', 'Profile Experience'],
  ['Identity: User is a nurse', 'Profile Identity'],
  ['{category=work} identity: User is a nurse', 'Profile Identity'],
  ['relationship spouse=王敏: 王敏是用户的配偶', 'Profile Relationships'],
  ['preference likes=喝茶: 用户喜欢喝茶', 'Profile Preferences'],
  ['skill: 我擅长 SQL', 'Profile Skills'],
  ['{at=2026-06-20} event: User ran a marathon', 'Timeline 2026'],
  ['{at=2019} event: User graduated in 2019', 'Timeline 2019'],
  ['event: User moved to Ghent in March 2025', 'Timeline 2025'],
  ['event: User visited Rome last year', 'Timeline 2025'],
  ['{at=2024-08} event residence=杭州: 2024年8月用户搬到了杭州', 'Timeline 2024'],
  // Of others.
  ['preference: Mira likes olives', 'People '],
  ['{persons=Mira} preference: Mira tends to like olives', 'People '],
  ['relationship: Mira’s wife is Ann', 'People '],
  ['{persons=李雷} preference: 李雷喜欢喝茶', 'People '],
  ['preference: 小李喜欢喝茶', 'People '],
  ['event: Nora’s wedding is on June 5', 'People '],
  // Without a kind, of a project, of a kind of their own.
  ['{category=preference} : User prefers tabs', 'Preferences '],
  ['{category=event} : User visited Rome', 'Events '],
  ['{category=work} : User works at Siemens', 'Work '],
  ['{project=atlas} constraint rule=x: User’s rule for atlas: never push to main', 'Atlas '],
  ['{project=atlas} decision decision=pnpm: User decided for atlas to use pnpm', 'Atlas '],
  ['decision: User decided to use pnpm', 'Decisions '],
  ['recipe: User bakes rye bread', 'Recipe '],
];

describe('a fact goes', () => {
  it.each(PLACES)('%s → %s', async (said, place) => {
    const found = await placesOf([said]);
    expect(
      Object.entries(found).flatMap(([page, heads]) =>
        Object.keys(heads).map((head) => `${page.replace(/^.*\/|\.md$/g, '')} ${head}`),
      ),
    ).toEqual([place]);
  });

  it('to the page of another person once there is one', async () => {
    const found = await placesOf([
      'preference: Mira likes olives',
      'skill: Mira speaks French',
      'identity: Mira lives in Oslo',
      '{at=2026-06-01} event: Mira met Jonas in Oslo',
      '{persons=Mira, Sara} relationship: Sara is Mira’s daughter',
      'preference: User likes figs',
    ]);
    expect(Object.values(found['2_Wiki/Entities/Mira.md'] ?? {}).flat()).toHaveLength(5);
    expect(found[PROFILE]).toEqual({ Preferences: ['User likes figs'] });
    expect(found[TIMELINE]).toBeUndefined();
  });

  it('to the profile by the owner’s own name', async () => {
    const said = [
      'preference: Mira likes olives',
      'identity: Mira lives in Oslo',
      'relationship: Ann is Mira’s wife',
      '{at=2026-06-01} event: Mira met Jonas in Oslo',
      'skill: Miranda speaks French',
      'preference: 米拉喜欢喝茶',
    ];
    const found = await placesOf(said, { names: ['Mira', '米拉'] });
    expect(Object.keys(found[PROFILE] ?? {})).toEqual(['Identity', 'Relationships', 'Preferences']);
    expect(found[PROFILE]?.['Preferences']).toHaveLength(2);
    expect(found[TIMELINE]).toEqual({ 2026: ['2026-06-01: Mira met Jonas in Oslo'] });
    expect(found['2_Wiki/People.md']).toEqual({ '': ['Miranda speaks French'] });
  });

  it('where the schema of a person says, be it by its category or its kind', async () => {
    const routes = 'routes:\n  preference: 2_Wiki/Tastes.md\n  trip: 3_Personal/Trips.md';
    const found = await placesOf(
      [
        'preference: User likes figs',
        '{category=general} preference: User likes olives',
        '{category=trip} event: User visited Rome',
        'goal: User wants to learn Rust',
      ],
      { schema: routes },
    );
    expect(found).toEqual({
      '2_Wiki/Tastes.md': { '': expect.arrayContaining(['User likes figs', 'User likes olives']) as string[] },
      '3_Personal/Trips.md': { '': ['User visited Rome'] },
      [PROFILE]: { Goals: ['User wants to learn Rust'] },
    });
  });

  it('under its head in the order of a profile, whatever came first, and below those that a person made', async () => {
    const vault = makeVault();
    logDays(vault, { '2026-07-01': ['goal: User wants to learn Rust', 'skill: User knows SQL'] });
    await dreamOn(vault);
    write(
      vault,
      PROFILE,
      read(vault, PROFILE).replace('## Key Facts\n', '## Key Facts\n\n### About me\n- I write this myself\n'),
    );
    logDays(vault, {
      '2026-07-02': [
        'identity: User is a nurse',
        'experience: User used to run a shop',
        'constraint: User is vegetarian',
        'preference: User likes tea',
        'relationship: Bea is User’s sister',
      ],
    });
    await dreamOn(vault, { minute: 1 });
    expect([...read(vault, PROFILE).matchAll(/^### (.+)$/gm)].map(([, head]) => head)).toEqual([
      'About me',
      'Identity',
      'Relationships',
      'Preferences',
      'Skills',
      'Goals',
      'Constraints',
      'Experience',
    ]);
    expect(read(vault, PROFILE)).toContain('### About me\n- I write this myself\n');
  });
});

describe('the timeline', () => {
  it('is in order of its dates, the newest first, however they were told of and whenever', async () => {
    const vault = makeVault();
    logDays(vault, {
      '2026-07-01': [
        '{at=2024-08} event: User moved to Ghent',
        'event: User ran 5 km yesterday',
        '{at=2026-02-03} event: User won a prize',
        'event: User broke a leg in 2019',
      ],
    });
    await dreamOn(vault);
    logDays(vault, {
      '2026-07-02': [
        '{at=2024-11-02} event: User bought a car',
        'event: User met Ann in June 2024',
        '{at=2026-05} event: User flew to Oslo',
        '{at=2019-01-01} event: User left school',
        '{at=2022} event: 用户毕业了',
      ],
    });
    await dreamOn(vault, { minute: 1 });
    expect(claimsOf(vault)[TIMELINE]).toEqual({
      2026: ['User ran 5 km yesterday (2026-06-30)', '2026-05: User flew to Oslo', '2026-02-03: User won a prize'],
      2024: ['2024-11-02: User bought a car', '2024-08: User moved to Ghent', 'User met Ann in June 2024'],
      2022: ['2022: 用户毕业了'],
      2019: ['2019-01-01: User left school', 'User broke a leg in 2019'],
    });
    expect([...read(vault, TIMELINE).matchAll(/^### (.+)$/gm)].map(([, head]) => head)).toEqual([
      '2026',
      '2024',
      '2022',
      '2019',
    ]);
    expect((await dreamOn(vault, { minute: 2 })).runs).toEqual([]);
  });

  it('takes an event of the same words and another day for another one', async () => {
    const found = await placesOf([
      '{at=2024-05-01} event: User ran a marathon',
      '{at=2025-05-01} event: User ran a marathon',
      '{at=2025-05-01} event: the User ran a marathon',
    ]);
    expect(found[TIMELINE]).toEqual({
      2025: ['2025-05-01: User ran a marathon'],
      2024: ['2024-05-01: User ran a marathon'],
    });
  });

  it('gets parts as any page, under the same heads', async () => {
    const found = await placesOf(
      Array.from({ length: 7 }, (_, at) => `{at=2026-0${at + 1}-01} event: User ran race number ${at}`),
      { claimsPerPage: 3 },
    );
    expect(
      Object.entries(found).map(([page, heads]) => [page, Object.keys(heads), Object.values(heads).flat().length]),
    ).toEqual([
      ['3_Personal/Timeline - 2026-04.md', ['2026'], 3],
      ['3_Personal/Timeline - 2026-07.md', ['2026'], 1],
      [TIMELINE, ['2026'], 3],
    ]);
  });
});
