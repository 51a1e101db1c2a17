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
  const findings = find(whole);
  const byItem = new Map<number, Found[]>();
  let from = 0;
  for (const [index, text] of texts.entries()) {
    const to = from + text.length;
    const own = findings.filter(({ start, end }) => start <= to && from < end);
    if (own.length > 0)
      byItem.set(
        index,
        own.map(({ rule, start, end }) => ({ rule, secret: whole.slice(start, end) })),
      );
    from = to + 1;
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
