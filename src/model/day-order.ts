// The order of two days that limit what is asked for.
import { MemvaultError } from './errors.ts';

/**
 * Throws `usage` where `since` comes after `until`: nothing lies between them. Days as 2026-07-01; null for no limit.
 */
export function checkOrder(since: string | null, until: string | null): void {
  if (since !== null && until !== null && since > until)
    throw new MemvaultError('usage', `--since ${since} is after --until ${until}`, {
      hint: `did you mean --since ${until} --until ${since}?`,
    });
}
