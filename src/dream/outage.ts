// Which failures are nobody's fault: a model that does not answer, a disk that is full. They stop a dream and
// count against no fact. All else is a defect that some fact or page brought out.
import { MemvaultError, systemCode } from '../model/errors.ts';

export function isOutage(error: unknown): boolean {
  if (error instanceof MemvaultError || systemCode(error) !== null) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}

/** What went wrong, in the words of a defect, on one line. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return words.replace(/\s+/g, ' ').trim().slice(0, 200);
}
