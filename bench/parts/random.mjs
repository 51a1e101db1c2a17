// Numbers that a seed decides: the same seed gives the same vault on every machine.

/** A source of numbers in [0, 1), by mulberry32, with the few draws that the generator makes of it. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    /** The first of a list come up far oftener than the last, as names and topics do in a life. */
    pickOften: (list) => list[Math.floor(list.length ** next()) - 1],
  };
}
