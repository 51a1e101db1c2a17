// Which notes are daily logs, by their paths.
import { isDay } from '../../model/day.ts';

/** The day of a daily log by its path, or null. */
export function dayOfPath(path: string, dailyDir: string): string | null {
  const name = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1) : '';
  return name.endsWith('.md') && isDay(name.slice(0, -3)) ? name.slice(0, -3) : null;
}
