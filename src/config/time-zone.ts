// Whether a time zone exists under exactly this name. Knows no clock.

import { nearest } from '../model/nearest.ts';

/**
 * What is wrong with a zone's name, as the end of a sentence; null where it exists.
 * The spelling must be exact, because the process's zone falls back to UTC for `europe/berlin`
 * without a word.
 */
export function zoneProblem(name: string): string | null {
  if (name === 'UTC') return null;
  const known = Intl.supportedValuesOf('timeZone');
  if (known.includes(name)) return null;
  const canonical = canonicalZone(name);
  // Old names such as US/Pacific are not listed, but work; they too begin with a capital.
  if (canonical !== null && canonical.toLowerCase() !== name.toLowerCase() && /^[A-Z]/.test(name)) return null;
  const meant = nearest(name, canonical === null ? known : [canonical]);
  return (
    `must be a time zone such as Europe/Berlin, and there is no ${name}` +
    (meant === null ? '' : `; did you mean ${meant}?`)
  );
}

function canonicalZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
