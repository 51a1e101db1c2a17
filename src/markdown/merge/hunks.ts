// The conflicts that a merge of lines left, taken out of a text for as long as something is put into it.

const PLACE = '\u0001memvault-hunk\u0001';

export function cutHunks(text: string, markerSize: number): { readonly text: string; restore(text: string): string } {
  const hunks: string[] = [];
  const pattern = new RegExp(String.raw`^<{${markerSize}}(?: .*)?\r?\n[^]*?^>{${markerSize}}(?: .*)?\r?$`, 'gm');
  const bare = text.replace(pattern, (hunk) => `${PLACE}${hunks.push(hunk) - 1}\u0001`);
  return { text: bare, restore: (later) => later.replace(new RegExp(String.raw`${PLACE}(\d+)\u0001`, 'g'), (whole, index: string) => hunks[Number(index)] ?? whole) };
}
