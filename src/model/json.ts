// Values of JSON that somebody else wrote: what they are is asked before they are used.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text of JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The items of a list; none of what is no list. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Is each of these keys a text? */
export const hasTexts = (value: JsonObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string');

export const isText = (value: unknown): value is string => typeof value === 'string';

/** The same without the keys whose value is undefined. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
