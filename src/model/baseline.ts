// Findings of lint that a person accepted, as lines of `.memvault/baseline.jsonl`: how many of one kind in one file.

export interface BaselineLine {
  readonly rule: string;
  /** The file, from the vault's root. */
  readonly path: string;
  /** What the finding says, as a digest. */
  readonly key: string;
  /** How many of them are accepted from now on; none takes it back. */
  readonly count: number;
  /** ISO in UTC. */
  readonly at: string;
}

/**
 * By `subjectOf`, what was last accepted. Of two at one moment the smaller: nothing is hidden that one of them shows.
 */
export function foldBaseline(lines: Iterable<BaselineLine>): Map<string, BaselineLine> {
  const latest = new Map<string, BaselineLine>();
  for (const line of lines) {
    const subject = subjectOf(line);
    const held = latest.get(subject);
    if (
      held === undefined ||
      Date.parse(line.at) > Date.parse(held.at) ||
      (Date.parse(line.at) === Date.parse(held.at) && line.count < held.count)
    )
      latest.set(subject, line);
  }
  return latest;
}

export const subjectOf = ({ rule, path, key }: Pick<BaselineLine, 'rule' | 'path' | 'key'>): string =>
  `${rule}\n${path}\n${key}`;
