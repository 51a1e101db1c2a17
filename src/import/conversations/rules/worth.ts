// Whether an English clause is worth remembering: it names something, is not a courtesy, and refers to nothing that
// only the listener sees. Pure.
import data from '../../../../templates/extract/en.json';
import stopWords from '../../../../templates/words/stop-words.en.json';
import { EN, type Rule } from './words.ts';

const HYPOTHETICAL = EN.pattern('{hypotheticals}');
const DEICTIC = EN.pattern(String.raw`\b{deictic}\b`, 'iu');
/** Possible referents of a pronoun after them. */
const ANTECEDENT = EN.pattern('{antecedent}');
/** Possible referents of "they" after them. */
const PLURAL = EN.pattern('{plural}');
/** "Another one" of something that the sentence does not name. */
const NO_ONE = EN.pattern('{noOne}', 'iu');
const THERE = /\b(?:there|here)\b/iu;
const POINTING_THAT = EN.pattern('{pointingThat}');
const VAGUE = EN.pattern(String.raw`^(?:{intensives} )*{vague}(?=$|[\s,])`, 'iu');
const WEAK = EN.pattern(String.raw`^{weakObjects}(?=$|[\s,])`, 'iu');
/** "A great time", without a place or company. */
const WEAK_THING = EN.pattern('{weakThing}', 'iu');
/** A destination makes it specific: "a trip to Peru". */
const LEADS = EN.pattern(String.raw`^(?:an?|our|my) (?:[\p{L}-]+ )?{outings} {leadingTo} (?:the )?\p{Lu}`);
const isWeak = (value: string): boolean => WEAK.test(value) || (WEAK_THING.test(value) && !LEADS.test(value));
const CONCRETE = EN.pattern('{concrete}');
const GENERIC = EN.pattern(String.raw`^the (?:\w+ )?{generic}\b`, 'iu');
const WEAK_GOAL = EN.pattern(String.raw`^{weakGoals}\b`, 'iu');
const NO_TASTE = EN.pattern('^{noTaste}');
const FREQUENT = EN.pattern(String.raw`\b{frequent}\b`, 'iu');
const LIFE = EN.pattern('^{lifeVerbs}', 'iu');
const HORIZON = EN.pattern(String.raw`\b{horizon}\b`, 'iu');
const WORDS = /[\p{L}\p{N}]+/gu;
/** Work in progress with an assistant. */
const TASK = EN.pattern(String.raw`\b{task}\b`);
const LONGEST_OBJECT = 180;
const STRONG = EN.pattern(String.raw`^(?:have )?{strongPast}\b`);
const SLIGHT = EN.pattern(String.raw`^{slightPast}`, 'iu');
const ONLY_LONG = EN.pattern(String.raw`^{onlyLong}\b`);
const ONE_OF_US = /^(?:they|them|theirs?)$/iu;
const LISTENER = /^(?:this|these|those|you|your|yours|ya)$/iu;
/** Words that add no detail. */
const EMPTY: ReadonlySet<string> = new Set([...stopWords.words, ...data.lists.emptyWords]);

const countOf = (value: string): number => value.match(WORDS)?.length ?? 0;

/**
 * Whether the clause is a plain fact about things that it names itself. `told`: the final text, with dates written out.
 */
export function isPlainFact(told: string): boolean {
  if (HYPOTHETICAL.test(told) || POINTING_THAT.test(told) || NO_ONE.test(told)) return false;
  const pointing = DEICTIC.exec(told);
  const many = pointing !== null && ONE_OF_US.test(pointing[0]);
  if (many && !PLURAL.test(told.slice(0, pointing.index))) return false;
  if (pointing && !many && (LISTENER.test(pointing[0]) || !ANTECEDENT.test(told.slice(0, pointing.index).trimEnd())))
    return false;
  return !(THERE.test(told) && !/\b(?:in|to|at) \p{Lu}/u.test(told));
}

/** Whether a rule's value is worth remembering. */
export function isWorth(rule: Rule, value: string, dated: boolean, assisted: boolean): boolean {
  if (value.length > LONGEST_OBJECT || VAGUE.test(value)) return false;
  if (rule.taste) return isTaste(rule, value);
  const [isStrong, count, isTask] = [!isWeak(value), countOf(value), TASK.test(value)];
  if (rule.goal)
    return (
      isStrong &&
      count > 1 &&
      !isTask &&
      !WEAK_GOAL.test(value) &&
      (!assisted || rule.sure === true || dated || LIFE.test(value) || HORIZON.test(value))
    );
  if (rule.always) return isStrong && count > 1;
  if (rule.habit) return isStrong && count > 1 && FREQUENT.test(value);
  if (rule.dated) return isStrong && dated;
  if (rule.event) return isStrong && count > 1 && (dated || CONCRETE.test(value)) && ((!assisted && dated) || !isTask);
  if (rule.concrete) return isStrong && count > 2 && (!assisted || !isTask);
  if (rule.kind === 'experience' && !isStrong) return false;
  if (rule.ongoing && ONLY_LONG.test(value)) return false;
  return rule.frequent === undefined || (isStrong && FREQUENT.test(value));
}

/** An event without a date needs more than one content word, or must be a major life event. */
export function enough(predicate: string, value: string, at: string | null, assisted: boolean): boolean {
  if (assisted && at === null && !STRONG.test(predicate)) return false;
  if (SLIGHT.test(predicate)) return false;
  const content = (value.match(WORDS) ?? []).filter((word) => word.length > 2 && !EMPTY.has(word.toLowerCase()));
  return (
    content.length > 1 ||
    (content.length > 0 && (at !== null || STRONG.test(predicate) || /(?<=\s)\p{Lu}/u.test(value)))
  );
}

function isTaste(rule: Rule, value: string): boolean {
  if (GENERIC.test(value)) return true;
  // In a comparison even a generic thing counts: "a text over a call".
  const named = rule.key === 'prefers' ? value.replace(/^an? /u, '') : value;
  return (
    !NO_TASTE.test(named) && !isWeak(value) && !(rule.key === 'likes' && /\b(?:their|them) /iu.test(value.slice(0, 6)))
  );
}
