// What is newer is a little likelier to be meant: of two that match alike it comes first. Weeks count, months no more.

/** What a statement of today has beyond 1, and after how many days nothing of it is left. */
const MOST = 0.03;
const FADES = 90;

/** The greatest factor there is. */
export const MOST_RECENT = 1 + MOST;

/**
 * The factor for a row's day and today, both in days since 1970-01-01; 0 for a row without a day, which is neither new
 * nor old.
 */
export function recencyFactor(day: number, today: number): number {
  const age = today - day;
  if (day === 0 || age >= FADES) return 1;
  return age <= 0 ? MOST_RECENT : 1 + MOST * (1 - age / FADES);
}
