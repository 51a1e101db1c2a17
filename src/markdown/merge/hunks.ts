// The conflicts that a merge of lines left, taken out of a text for as long as something is put into it.

const PLACE = '\u0001memvault-hunk\u0001';

export function cutHunks(text: string, markerSize: number): { readonly text: string; restore(text: string): string } {
  const hunks: string[] = [];
  const pattern = new RegExp(String.raw`^<{${markerSize}}(?: .*)?\r?\n[^]*?^>{${markerSize}}(?: .*)?\r?$`, 'gm');
  const bare = text.replace(pattern, (hunk) => `${PLACE}${hunks.push(hunk) - 1}\u0001`);
  return { text: bare, restore: (later) => later.replace(new RegExp(String.raw`${PLACE}(\d+)\u0001`, 'g'), (whole, index: string) => hunks[Number(index)] ?? whole) };
}

/**
 * A base without the conflicts in it. After merges in both directions git makes the base itself, by a merge that nobody
 * settled. There nothing is known of what was before, so that what both sides settled in one way is no conflict again.
 */
export function withoutHunks(base: string): string {
  return base.replace(/^(<{7,})(?: .*)?\r?\n[^]*?^(>{7,})(?: .*)?(?:\r?\n|$)/gm, (hunk: string, start: string, end: string) => (start.length === end.length && new RegExp(`^={${start.length}}\\r?$`, 'm').test(hunk) ? '' : hunk));
}
