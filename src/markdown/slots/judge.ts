// What a newer statement is to an older one.
import type { Circumstances, Judged, Verdict } from './types.ts';

/** Older and newer by the order of facts. Equality of the whole text is not judged here: see `decidePair`. */
export function judge(_older: Judged, _newer: Judged, { explicit }: Circumstances): Verdict {
  return explicit ? { as: 'update', reason: 'it names the one it supersedes' } : { as: 'none', reason: '' };
}
