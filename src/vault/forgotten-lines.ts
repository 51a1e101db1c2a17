// Lines of daily logs that repeat a forgotten fact under another id: written by hand, or merged from a clone that did
// not know. Caches which logs were checked, so that a search parses only changed ones.
import type { Fact } from '../model/fact.ts';
import { isObject, isText } from '../model/json.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { keepCached, readCached } from './confine.ts';
import { dailyPath, listDays, readDay } from './daily.ts';
import { readStat } from './disk.ts';
import type { IsForgotten } from './tombstones.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

const NAME = `${CACHE_DIR}/forgotten.json`;
/** A log that was read at the moment it was written may have changed since with the same size and time. */
const SAME_MOMENT_MS = 20;

interface Known {
  /** Key of the set of forgotten texts. */
  readonly key: string;
  /** Size and time of each log. */
  readonly logs: Readonly<Record<string, readonly [size: number, mtimeMs: number]>>;
  readonly ids: readonly string[];
}

/**
 * `ids`: facts forgotten by id. Returns the ids of the other lines. `digests`: identifies the set of forgotten texts.
 */
export async function readForgottenLines(
  vault: Vault,
  ids: ReadonlySet<string>,
  isForgotten: IsForgotten,
  digests: readonly (readonly [string, ReadonlyMap<string, string>])[],
  readFacts: () => Promise<readonly Fact[]>,
  keep: boolean,
): Promise<readonly string[]> {
  const key = JSON.stringify(digests.map(([salt, all]) => [salt, [...all.keys()].sort()]));
  const known = readKnown(vault, key);
  const now = Date.now();
  const logs: Record<string, readonly [number, number]> = {};
  const changed: string[] = [];
  const days = listDays(vault);
  for (const day of days) {
    const stat = readStat(absolute(vault, dailyPath(vault, day)));
    if (stat === null) continue;
    const noted = known?.logs[day];
    if (noted?.[0] !== stat.size || noted[1] !== stat.mtimeMs) changed.push(day);
    if (stat.mtimeMs < now - SAME_MOMENT_MS) logs[day] = [stat.size, stat.mtimeMs];
  }
  if (known !== null && changed.length === 0 && Object.keys(known.logs).every((day) => days.includes(day)))
    return known.ids;
  // Computed ids depend on the logs of earlier days, so one such line requires reading all facts.
  const isThere =
    (known?.ids ?? []).length > 0 ||
    changed.some((day) =>
      parseDailyLog({ day, path: dailyPath(vault, day), text: readDay(vault, day) }).some(
        (fact) => (fact.computed || !ids.has(fact.id)) && isForgotten(fact.text),
      ),
    );
  const found = isThere
    ? (await readFacts()).filter((fact) => !ids.has(fact.id) && isForgotten(fact.text)).map((fact) => fact.id)
    : [];
  if (keep) keepCached(vault, NAME, JSON.stringify({ key, logs, ids: found } satisfies Known));
  return found;
}

function readKnown(vault: Vault, key: string): Known | null {
  const kept = readCached(vault, NAME);
  return isObject(kept) &&
    kept['key'] === key &&
    isObject(kept['logs']) &&
    Array.isArray(kept['ids']) &&
    kept['ids'].every(isText)
    ? (kept as unknown as Known)
    : null;
}
