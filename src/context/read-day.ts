// What stands next to a fact in its session, read from the daily log when it is asked for.
import { parseDailyLog } from '../markdown/daily-log.ts';
import { isDay } from '../model/day.ts';
import { dailyPath, readDay } from '../vault/daily.ts';
import type { Vault } from '../vault/vault.ts';
import type { Found } from './found.ts';
import { byLine, type Day, type Neighbour, neighboursOf } from './neighbours.ts';

/** So many days are looked at for one bundle: those of the best hits. */
const MOST_DAYS = 10;

/** `ofDay`: what may be shown of a day, as a search gives it. Each day is read once. */
export function neighbourFinder(
  vault: Vault,
  ofDay: (day: string) => readonly Found[],
): (hit: Found) => readonly Neighbour[] {
  const days = new Map<string, Day>();
  const read = (path: string): Day | null => {
    const known = days.get(path);
    if (known || days.size >= MOST_DAYS) return known ?? null;
    const day = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    if (!isDay(day) || path !== dailyPath(vault, day)) return null;
    let shown: ReadonlyMap<number, Found> | null = null;
    const made: Day = {
      facts: parseDailyLog({ day, path, text: readDay(vault, day) }),
      shown: () => (shown ??= byLine(ofDay(day), path)),
    };
    days.set(path, made);
    return made;
  };
  return (hit) => neighboursOf(hit, read);
}
