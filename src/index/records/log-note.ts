// What the index notes of a daily log for the next time: other logs that share an id with it, and where to go on
// reading it when it grew.

export interface Growth {
  /** Number of its lines, all of them ended. */
  readonly lines: number;
  /** By session how many facts it has, the one without a name below the empty text. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface LogNote {
  /** Paths of the logs that have an id of this one, whoever keeps it. */
  readonly shares: readonly string[];
  /** Null where it must be read from its beginning. */
  readonly growth: Growth | null;
}

const EMPTY: LogNote = { shares: [], growth: null };

export function renderLogNote({ shares, growth }: LogNote): string {
  if (shares.length === 0 && growth === null) return '';
  return JSON.stringify({
    ...(shares.length > 0 && { shares }),
    ...(growth && { growth: [growth.lines, growth.sessions] }),
  });
}

/** Reads what `renderLogNote` wrote. */
export function parseLogNote(note: string | undefined): LogNote {
  if (note === undefined || note === '') return EMPTY;
  const { shares = [], growth = null } = JSON.parse(note) as {
    shares?: string[];
    growth?: [number, Record<string, number>];
  };
  return { shares, growth: growth && { lines: growth[0], sessions: growth[1] } };
}
