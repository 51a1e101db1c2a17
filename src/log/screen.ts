// Which items look like secrets, before anything is logged. Loads the rules only where a first look says so.
import { mayHoldSecret, partsOf } from '../language/secrets/may-hold.ts';
import type { Finding } from '../language/secrets/secrets.ts';
import type { LogItem } from './request.ts';

export interface Suspect {
  readonly item: LogItem;
  /** The rules that know it, each once. */
  readonly rules: readonly string[];
  /** The first of what was found, masked. */
  readonly masked: string;
}

export interface Screened {
  readonly clean: readonly LogItem[];
  readonly suspects: readonly Suspect[];
}

/**
 * Parts the items by whether their text, a tag or a field holds a likely secret. The lines of one key may be items of
 * their own.
 */
export async function screenItems(items: readonly LogItem[]): Promise<Screened> {
  if (!items.some(({ statement }) => partsOf(statement).some(mayHoldSecret))) return { clean: items, suspects: [] };
  const [{ findSecrets }, { maskSecret }] = await Promise.all([
    import('../language/secrets/secrets.ts'),
    import('../language/secrets/secrets.ts'),
  ]);
  const inTexts = findingsByItem(items, findSecrets);
  const clean: LogItem[] = [];
  const suspects: Suspect[] = [];
  items.forEach((item, index) => {
    const [, ...others] = partsOf(item.statement);
    const found = [
      ...(inTexts.get(index) ?? []),
      ...others.flatMap((part) =>
        findSecrets(part).map(({ rule, start, end }) => ({ rule, secret: part.slice(start, end) })),
      ),
    ];
    const [first] = found;
    if (first)
      suspects.push({ item, rules: [...new Set(found.map(({ rule }) => rule))], masked: maskSecret(first.secret) });
    else clean.push(item);
  });
  return { clean, suspects };
}

interface Found {
  readonly rule: string;
  readonly secret: string;
}

/** What all texts, one below the other, hold; by the items that it touches. */
function findingsByItem(items: readonly LogItem[], find: (text: string) => readonly Finding[]): Map<number, Found[]> {
  const texts = items.map(({ statement }) => statement.text);
  const whole = texts.join('\n');
  const byItem = new Map<number, Found[]>();
  let index = 0;
  let at = 0;
  for (const { rule, start, end } of find(whole)) {
    const moveTo = (offset: number): void => {
      for (
        let length = texts[index]?.length ?? 0;
        index < texts.length - 1 && offset > at + length;
        length = texts[index]?.length ?? 0
      ) {
        at += length + 1;
        index++;
      }
    };
    moveTo(start);
    const [firstIndex, firstAt] = [index, at];
    moveTo(end - 1);
    for (let touched = firstIndex; touched <= index; touched++)
      byItem.set(touched, [...(byItem.get(touched) ?? []), { rule, secret: whole.slice(start, end) }]);
    [index, at] = [firstIndex, firstAt];
  }
  return byItem;
}

/** One JSON line that `log --jsonl` takes, with the day and time at which it would have been logged. */
export function renderSuspect({ statement, day, time, session }: LogItem, today: string, moment: string): string {
  const { text, category, tags, fields } = statement;
  return JSON.stringify({
    content: text,
    category,
    tags,
    date: day ?? today,
    time: time ?? moment,
    ...(session === null ? {} : { session }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  });
}
