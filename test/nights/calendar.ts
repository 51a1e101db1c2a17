// What a scheduler meets in thirty nights, told by the calendar of the platform and the words of the manual,
// and by none of our code: local days, and on which of them there is enough to do.

/** What can go wrong. `early`: killed before it wrote a page; `late`: killed among its pages. */
export const MISHAPS = ['late', 'unwritable', 'early', 'locked'] as const;
export type Mishap = (typeof MISHAPS)[number];

export interface Story {
  readonly name: string;
  readonly zone: string;
  /** The zone comes from the vault's settings; the process runs in another. */
  readonly fromSettings: boolean;
  readonly first: string;
  /** From one start to the next, in seconds; several take turns. */
  readonly steps: readonly number[];
  /** How the first start goes on days with two, in turn; null is well. */
  readonly twice: readonly (Mishap | null)[];
  /** The nights say --commit. */
  readonly commits: boolean;
}

const HOUR = 3600;

const SHORT = 23 * HOUR;
const ALMOST = 24 * HOUR - 5;
const LONG = 25 * HOUR;

/** Each spacing, over both changes of the clock. Santiago and Beirut change theirs at midnight. */
export const STORIES: readonly Story[] = [
  {
    name: 'Berlin, spring, five seconds early each night',
    zone: 'Europe/Berlin',
    fromSettings: false,
    first: '2026-03-13T23:00:42Z',
    steps: [ALMOST],
    twice: ['early'],
    commits: true,
  },
  {
    name: 'Berlin, autumn, by all spacings in turn',
    zone: 'Europe/Berlin',
    fromSettings: true,
    first: '2026-10-09T22:30:00Z',
    steps: [SHORT, ALMOST, LONG],
    twice: [null, 'late', 'early'],
    commits: false,
  },
  {
    name: 'Santiago, autumn, every 23 hours',
    zone: 'America/Santiago',
    fromSettings: true,
    first: '2026-03-22T16:30:00Z',
    steps: [SHORT],
    twice: [null],
    commits: true,
  },
  {
    name: 'Beirut, spring, every 25 hours',
    zone: 'Asia/Beirut',
    fromSettings: false,
    first: '2026-03-14T08:00:00Z',
    steps: [LONG],
    twice: [null],
    commits: false,
  },
];

export const NIGHTS = 30;

export function startsOf({ first, steps }: Story): Date[] {
  const starts = [new Date(first)];
  while (starts.length < NIGHTS)
    starts.push(new Date((starts.at(-1)?.getTime() ?? 0) + (steps[(starts.length - 1) % steps.length] ?? 0) * 1000));
  return starts;
}

/** The local day of an instant. */
export function localDay(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );
}

/** `from` and every day after it up to `to`. */
export function daysTo(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * HOUR * 1000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** How many facts are logged on a day: enough on two in a row, too few for some, quiet ones in a row. */
export function factsOn(day: string): number {
  return [3, 3, 4, 0, 1, 0, 0, 3, 0, 0, 0, 2, 2][Math.round(Date.parse(day) / 86_400_000) % 13] ?? 0;
}

/** How many come late: they are logged under a day that is over, as a merge or an import brings them. */
export const LATE_FACTS = 3;

export const MIN_FACTS = 3;
export const MAX_WAIT_DAYS = 3;

/** The rule of the manual over what waits, by day. */
export function enoughToDo(waiting: ReadonlyMap<string, number>, today: string): boolean {
  const days = [...waiting.keys()].filter((day) => day < today).sort();
  const facts = days.reduce((sum, day) => sum + (waiting.get(day) ?? 0), 0);
  const [oldest] = days;
  return (
    oldest !== undefined &&
    (facts >= MIN_FACTS || Date.parse(today) - Date.parse(oldest) >= MAX_WAIT_DAYS * 24 * HOUR * 1000)
  );
}
