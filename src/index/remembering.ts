// Functions that are asked the same again and again.

const MOST = 20_000;

/** What a function of a text gave, for as long as there are not too many. */
export function remembering<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size > MOST) known.clear();
      known.set(text, (value = of(text)));
    }
    return value;
  };
}
