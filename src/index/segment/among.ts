// A row within the ascending rows that a keyword or a posting gives.

/** Is a row in an ascending list? */
export function isAmong(rows: Int32Array, row: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}
