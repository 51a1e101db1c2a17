// What is said in the histories of clones: plain facts, and such as replace, contradict or resemble each other.

export interface PoolFact {
  readonly category: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly project?: string;
}

const THINGS = [
  'green tea',
  'compact dashboards',
  'short meetings',
  'dark rye bread',
  'window seats',
  'plain text files',
  'early trains',
  'paper maps',
  'cold water',
  'quiet rooms',
  'tabs for indents',
  'cash',
  'long walks',
  'old films',
];

/**
 * What can be said. Many of one category, so that its page gets heads; a name that gets a page of its own with its
 * third fact.
 */
export const POOL: readonly PoolFact[] = [
  ...THINGS.map((thing, index) => ({
    category: 'preference',
    content: `User prefers ${thing}`,
    tags: [index % 3 === 0 ? 'food' : 'habits'],
  })),
  ...[1, 2, 3, 4, 5].map((n) => ({
    category: 'work',
    content: `User asked for ${n} changes to the release notes of version ${n}.0`,
    tags: ['career'],
  })),
  ...['Lisbon', 'Graz', 'Oslo', 'Turin'].map((city, index) => ({
    category: 'event',
    content: `User met Anna Berg in ${city} at 1${index}:30`,
    tags: ['travel'],
  })),
  ...[1, 2].map((n) => ({
    category: 'decision',
    content: `The team decided to ship part ${n} with SQLite`,
    tags: [],
    project: 'atlas',
  })),
  { category: 'health', content: 'User slept 7 hours and 40 minutes', tags: ['sleep'] },
  // Facts of a category of the clone's own, so that only it makes the page.
  { category: 'own', content: 'User planted 12 onions', tags: [] },
  { category: 'own', content: 'User sold 3 chairs', tags: [] },
  // Of these each says what somebody or something is at a time, so that a later one replaces or contradicts.
  ...[
    'User lives in Berlin',
    'User lives in Rome',
    'User lives in Lisbon',
    'User moved to Rome',
    'User no longer lives in Berlin',
  ].map((content) => ({ category: 'identity', content, tags: ['home'] })),
  ...[
    'User works at Google',
    'User works at Microsoft',
    'User now works at Initech',
    'User does not work at Google',
  ].map((content) => ({ category: 'work', content, tags: ['career'] })),
  ...['8080', '9090', '443'].map((port) => ({
    category: 'decision',
    content: `The port of the staging server is ${port}`,
    tags: [],
    project: 'atlas',
  })),
  { category: 'decision', content: 'correction: The port of the staging server is 7070', tags: [], project: 'atlas' },
  { category: 'preference', content: 'User does not prefer green tea', tags: ['food'] },
  { category: 'identity', content: '用户住在上海', tags: [] },
  { category: 'identity', content: '用户住在北京', tags: [] },
  // And of these two are near each other, so that a person is asked.
  ...[
    'User really prefers plain text files',
    'The printer in the hall needs new toner',
    'The printer in the hall needs some new toner',
    'The nightly backup takes 40 minutes',
    'The nightly backup takes 55 minutes',
  ].map((content) => ({ category: 'preference', content, tags: ['habits'] })),
];

/** The facts before it say nothing that another one changes. */
export const PLAIN = POOL.findIndex(({ content }) => content === 'User lives in Berlin');
