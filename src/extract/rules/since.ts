// What follows from an event for today: who moved lately lives there, who joined lately works there. Pure.
import type { Found, Teller } from './types.ts';

const HAN = /\p{Script=Han}/u;
/** A name of a place or a firm, and no "new flat" or "her parents". */
const NAMED = /^(?:the )?\p{Lu}[\p{L}'’.-]*(?:,? (?:(?:of|the|de|am|an der) )?\p{Lu}[\p{L}'’.-]*){0,3}$/u;
const NAMED_ZH = /^[\p{Script=Han}·]{2,6}$/u;
const NO_NAME_ZH = /^[新旧老这那]|^(?:公司|部门)$|(?:[家房楼屋里边]|公寓|宿舍|小区|一起|附近|对面)$/u;
/** By the key of the event, in English and in Chinese; `N` is the name, `V` the value. */
const STATES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['residence', ['N lives in V', 'N住在V']],
  ['employer', ['N works at V', 'N在V工作']],
]);
/** What was so longer ago may have changed since, and be told after something later. */
const MONTHS = 3;

/** The state that an event of `said` left behind, less sure than the event; null where none is certain today. */
export function stateSince(event: Found, teller: Teller): Found | null {
  if (event.kind !== 'event' || event.at === null || teller.day === null || !isLate(event.at, teller.day)) return null;
  const sentence = STATES.get(event.key);
  if (sentence === undefined) return null;
  const value = event.value.trim();
  const chinese = !event.text.startsWith(`${teller.name} `) && HAN.test(event.text);
  if (HAN.test(value) ? !NAMED_ZH.test(value) || NO_NAME_ZH.test(value) : !NAMED.test(value)) return null;
  const name = chinese && teller.name === 'User' ? '用户' : teller.name;
  return {
    ...event,
    kind: 'identity',
    value,
    text: sentence[chinese ? 1 : 0].replace('N', name).replace('V', value),
    at: null,
    persons: [],
    confidence: event.confidence - 0.1,
  };
}

/** `2024-08` is, seen from `2026-05-12`, within the months and no day to come. */
function isLate(at: string, day: string): boolean {
  const months = (date: string): number =>
    Number(date.slice(0, 4)) * 12 + (date.length > 4 ? Number(date.slice(5, 7)) : 12);
  const past = months(day) - months(at);
  return at <= day && past <= MONTHS;
}
