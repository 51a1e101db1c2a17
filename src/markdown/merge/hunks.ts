// The conflicts that a merge of lines left, taken out of a text for as long as something is put into it.

const PLACE = '\u0001memvault-hunk\u0001';

export function cutHunks(text: string, markerSize: number): { readonly text: string; restore(text: string): string } {
  const hunks: string[] = [];
  const pattern = new RegExp(String.raw`^<{${markerSize}}(?: .*)?\r?\n[^]*?^>{${markerSize}}(?: .*)?\r?$`, 'gm');
  const bare = text.replace(pattern, (hunk) => `${PLACE}${hunks.push(hunk) - 1}\u0001`);
  return {
    text: bare,
    restore: (later) =>
      later.replace(
        new RegExp(String.raw`${PLACE}(\d+)\u0001`, 'g'),
        (whole, index: string) => hunks[Number(index)] ?? whole,
      ),
  };
}

/**
 * Settles the conflicts in which one side holds nothing but lines that memvault puts there (`isOwn`), and the other
 * only lines that the base does not have: one person added something, next to what the other side put in another place.
 * All lines of both stay, the added ones first.
 */
export function settleAdded(
  text: string,
  base: readonly string[],
  markerSize: number,
  isOwn: (line: string) => boolean,
): string {
  const known = new Set(base);
  const pattern = new RegExp(
    String.raw`^<{${markerSize}}(?: .*)?\n([^]*?)(?:^\|{${markerSize}}(?: .*)?\n[^]*?)?^={${markerSize}}\n([^]*?)` +
      String.raw`^>{${markerSize}}(?: .*)?\n`,
    'gm',
  );
  return text.replace(pattern, (hunk, ...[ours, theirs]: [string, string]) => {
    const [own, other] = [ours, theirs].map((side) =>
      side.split('\n').filter((line) => line.trim() !== '' && !isOwn(line)),
    ) as [string[], string[]];
    if ((own.length > 0 && other.length > 0) || [...own, ...other].some((line) => known.has(line))) return hunk;
    const [first, second] = own.length > 0 || (other.length === 0 && ours < theirs) ? [ours, theirs] : [theirs, ours];
    const there = new Set(first.split('\n'));
    return (
      first +
      second
        .split('\n')
        .filter((line) => line !== '' && !there.has(line))
        .map((line) => `${line}\n`)
        .join('')
    );
  });
}

const HUNK =
  /^(<{7,})(?: .*)?\r?\n([^]*?)(?:^\|{7,}(?: .*)?\r?\n[^]*?)?^(={7,})\r?\n([^]*?)^(>{7,})(?: .*)?(?:\r?\n|$)/gm;

/**
 * A base without the conflicts in it. After merges in both directions git makes the base itself, by a merge that nobody
 * settled. What both sides settled in one way then stood there; of the rest nothing is known.
 */
export function withoutHunks(base: string, sides: readonly string[]): string {
  return base.replace(
    HUNK,
    (hunk: string, start: string, ours: string, middle: string, theirs: string, end: string) => {
      if (start.length !== middle.length || start.length !== end.length) return hunk;
      return (
        [ours + theirs, theirs + ours, ours, theirs].find(
          (lines) => lines !== '' && sides.every((side) => side.includes(`\n${lines}`)),
        ) ?? ''
      );
    },
  );
}
