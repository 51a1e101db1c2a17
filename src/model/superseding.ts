// What the field `supersedes` of a fact names, as people write it.

/**
 * Ids or beginnings of them, in lower case, in their order; written bare, with the mark of a block id, or as a link.
 */
export function namedAsSuperseded(field: string): string[] {
  return field
    .toLowerCase()
    .split(/[\s,;]+/)
    .flatMap((token) => /\^?([a-z0-9]+)\]*$/.exec(token)?.[1] ?? []);
}
