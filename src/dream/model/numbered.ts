// What an answer names by a letter and a number, such as "p3", "P03" or 3. Takes any value.

/** The one of that number in a list that counts from 1; undefined where the value names none. */
export function numbered<T>(list: readonly T[], value: unknown, letter: string): T | undefined {
  const digits =
    typeof value === 'string' || typeof value === 'number'
      ? new RegExp(`^\\s*${letter}?0*(\\d{1,4})\\s*$`, 'i').exec(String(value))?.[1]
      : undefined;
  return list[Number(digits ?? 0) - 1];
}
