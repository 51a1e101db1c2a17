// Finds items that look like secrets, before anything is logged. Loads the rules only if a quick check matches.
import { mayHoldSecret, partsOf } from '../language/secrets/may-hold.ts';
import type { Finding } from '../language/secrets/secrets.ts';
import type { LogItem } from './request.ts';

export interface Suspect {
  readonly item: LogItem;
  /** The rules that matched, each once. */
  readonly rules: readonly string[];
  /** The first match, masked. */
  readonly masked: string;
}

export interface Screened {
  readonly clean: readonly LogItem[];
  readonly suspects: readonly Suspect[];
}

/**
 * Separates items with a likely secret in their text, a tag or a field. Also detects a key whose lines are separate
 * items.
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

/** Searches all texts joined by newlines; groups the findings by the items that they touch. */
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

/** One JSON line for `log --jsonl`, with the day and time at which it would have been logged. */
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
