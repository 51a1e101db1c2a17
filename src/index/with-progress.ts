// Things taken one by one, of which who waits is told. Holds none of them.
import type { Progress } from '../model/ports.ts';

/** `total`: as many things as there are. Null for nobody who waits. */
export function* told<T>(things: Iterable<T>, label: string, total: number, progress: Progress | null): Iterable<T> {
  let done = 0;
  for (const thing of things) {
    progress?.update(label, done++, total);
    yield thing;
  }
}
