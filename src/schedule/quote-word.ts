// Quoting for a POSIX shell.

/** The word as a shell gives it to a program; plain words stay as they are. */
export function quoteForShell(word: string): string {
  return /^[\w./:@+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
