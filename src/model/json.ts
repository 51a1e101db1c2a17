// Helpers for untrusted JSON values.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The items of an array; empty for anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** True if each of these keys holds a string. */
export const hasTexts = (value: JsonObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string');

export const isText = (value: unknown): value is string => typeof value === 'string';

/** A copy without keys whose value is undefined. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
