// Whether what an English clause says is worth remembering: it names something, it is no politeness, and nothing in it
// points to what only the listener sees. Pure.
import data from '../../../templates/extract/en.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import type { Rule } from './table.ts';
import { anyOf } from './plain-words.ts';

const HYPOTHETICAL = new RegExp(String.raw`\b(?:${anyOf(data.hypothetical)})\b|\bMay I\b|\bwould (?!love|like|rather)`, 'u');
const DEICTIC = new RegExp(String.raw`\b(?:${anyOf(data.deictic)})\b`, 'iu');
/** What a pronoun behind it may mean. */
const ANTECEDENT = /\b(?:an?|the|their|some|two|three|four|five|six|several|new|\p{Lu}\p{Ll}+) \p{L}[\p{L}' -]{2,}$/u;
/** What "they" behind it may mean. */
const PLURAL = /\b(?:\p{L}{3,}[^s\W]s|people|children|men|women|folks|kids)\b/u;
/** "Another one" of what the sentence does not say. */
const NO_ONE = /\b(?:another|a new|the same|a different|the other|this|that|a big|a small|my own|the first|the second|the last|new) ones?\b|\b(?:make|made|making) it\b|\b(?:the )?(?:latter|former one)\b/iu;
const THERE = /\b(?:there|here)\b/iu;
const POINTING_THAT = /\b(?:of|about|with|for|in|on|at|to|from|like|by|than|all|do|did|love|like|enjoy|hate|into|prefer|had|have|got|made|after|before) that(?=\s|$)(?! (?:I|we|my|their|the|is|was|are|were|has|have|had|can|helps?|makes?|\p{Ll}+(?:ed|s))\b)|\bthat$/u;
const VAGUE = new RegExp(String.raw`^(?:(?:really|very|so|such|pretty|just|even|truly) )*(?:${anyOf(data.vague)})(?=$|[\s,])`, 'iu');
const WEAK = new RegExp(String.raw`^(?:${anyOf(data.weakObjects)})(?=$|[\s,])`, 'iu');
/** "A great time", with nothing said of where and with whom. */
const WEAK_THING = new RegExp(String.raw`^(?:(?:reading|watching|read|watched) )?(?:an?|some|such an?|the|one|two|my|our|lots of|quite an?) (?:(?:(?:${anyOf(data.weakAdjectives)})(?:,| and)? )*(?:${anyOf(data.weakNouns)})|(?:[a-z]+ ){0,2}(?:time|moment|experience|feeling|conversation|surge|sense|reminder|burst|rush|boost|book|novel|movie|film|article|video|story))(?=$|[,.]| (?:on hold|that|which|because|when|where|to|of|and|for me|who|about it|ever|last|on \d|on the week|in the week|in \d|in the middle|shortly|some weeks|some months)\b)`, 'iu');
const isWeak = (value: string): boolean => WEAK.test(value) || WEAK_THING.test(value);
const CONCRETE = /\b(?:an?|my|our|their|one|two|three|four|five|six|seven|eight|nine|ten|first|second|\d+)\b|(?<=\s|^)\p{Lu}|\d{4}/u;
const GENERIC = new RegExp(String.raw`^the (?:\w+ )?(?:${anyOf(data.generic)})\b`, 'iu');
const WEAK_GOAL = new RegExp(String.raw`^(?:${anyOf(data.weakGoals)})\b`, 'iu');
const NO_TASTE = /^(?:to (?:just |really |simply )?(?:take a look|see|hear|know|say|think|be|share|talk|chat|thank|add|help|get|have|know|ask|report|show|hang)\b|(?:to$|not\b|seeing|hearing|knowing|talking|chatting|being|having|sharing|getting|helping|looking|thinking|watching (?:people|them|others)|making (?:a|people|others))\b|how\b|when\b|that\b|what\b|(?:the|their) (?!\w+ing\b)|an? |about\b|with\b|every (?:minute|second|moment|bit)|giving|working on|spending|each other|one another|challenge|finding|having|trying|connecting|learning (?:from|about) (?:people|others)|cool|all |both\b|life\b|kindness|positivity|good vibes|nature's)/iu;
const FREQUENT = new RegExp(data.frequent, 'iu');
const LIFE = new RegExp(String.raw`^(?:${anyOf(data.lifeVerbs)})`, 'iu');
const HORIZON = /\b(?:\d{4}|this year|by the end of|someday|one day|next (?:year|month|summer)|before I|when I retire)\b/iu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** What is worked on with an assistant. */
const TASK = /\b(?:bugs?|errors?|exceptions?|tests?|branch|commits?|PR|pull request|code|files?|functions?|scripts?|servers?|builds?|issues?|tickets?|repo|deploy|API|logs?|quer(?:y|ies)|migrations?|config|typos?|prompt|endpoint|class|method|variable|button|page|dependenc(?:y|ies)|package|version)\b/u;
const LONGEST_OBJECT = 180;
const STRONG = new RegExp(`^(?:have )?(?:${anyOf(data.strongPast)})\\b`, 'u');
/** Words that make nothing more exact. */
const EMPTY: ReadonlySet<string> = new Set([...stopWords.words, 'new', 'great', 'amazing', 'awesome', 'nice', 'cool', 'special', 'similar', 'good', 'beautiful', 'really', 'fun', 'big', 'time', 'day', 'thing', 'things', 'place', 'some', 'lot', 'little', 'few', 'place', 'people', 'stuff', 'way', 'one', 'wonderful', 'incredible', 'super', 'very', 'experience', 'moment']);

/** Is the clause said as a fact, of things that it names itself? `told`: as it will be read, dates written out. */
export function isPlainFact(told: string): boolean {
  if (HYPOTHETICAL.test(told) || POINTING_THAT.test(told)) return false;
  if (NO_ONE.test(told)) return false;
  const pointing = DEICTIC.exec(told);
  if (pointing && /^(?:they|them|theirs?)$/iu.test(pointing[0]) && !PLURAL.test(told.slice(0, pointing.index))) return false;
  if (pointing && (/^(?:this|these|those|you|your|yours|ya)$/iu.test(pointing[0]) || !ANTECEDENT.test(told.slice(0, pointing.index).trimEnd()))) return false;
  return !(THERE.test(told) && !/\b(?:in|to|at) \p{Lu}/u.test(told));
}

/** Is the value of a rule something that may be remembered? */
export function isWorth(rule: Rule, value: string, dated: boolean, assisted: boolean): boolean {
  if (value.length > LONGEST_OBJECT || VAGUE.test(value)) return false;
  if (rule.taste) return isTaste(rule, value);
  if (rule.goal) return !WEAK_GOAL.test(value) && (value.match(WORDS)?.length ?? 0) > 1 && !isWeak(value) && (!assisted || rule.sure === true || LIFE.test(value) || HORIZON.test(value) || dated);
  if (rule.habit) return FREQUENT.test(value) && !isWeak(value) && (value.match(WORDS)?.length ?? 0) > 1;
  if (rule.dated) return dated && !isWeak(value);
  if (rule.event) return !isWeak(value) && (dated || CONCRETE.test(value)) && (!assisted || !TASK.test(value)) && (value.match(WORDS)?.length ?? 0) > 1;
  if (rule.concrete) return !isWeak(value) && (value.match(WORDS)?.length ?? 0) > 2;
  if (rule.kind === 'experience' && isWeak(value)) return false;
  if (rule.ongoing && /^(?:playing|doing|using|having|making|working on) (?:for|since|ever|lately|recently)\b/u.test(value)) return false;
  return rule.frequent === undefined || (FREQUENT.test(value) && !isWeak(value));
}

/** An event of no day tells more than one thing, or one that changes a life. */
export function enough(predicate: string, value: string, at: string | null, assisted: boolean): boolean {
  if (assisted && at === null && !STRONG.test(predicate)) return false;
  if (/^had (?:to|been)\b|^(?:ended up|started (?:to|feeling|thinking|getting|seeing|with)|got to|got (?!\w+(?:ed|en)\b|an? |my |the |some |\d|two|three|into )|came (?:up|across)|found (?:out|myself|it)|made (?:it|sure|me|some)|took (?:up the|some time|it|place)|gave (?:it|me|them|up)|set (?:out|up to)|saw (?:how|the (?:look|smiles?|joy|impact))|worked hard|worked (?:really|so)|felt|stayed (?:focused|positive|strong|up)|learned (?:how to|that|a lot|so|to)|played (?:our|some|a great)|helped|tried (?:to|my))\b/iu.test(predicate)) return false;
  const content = (value.match(WORDS) ?? []).filter((word) => word.length > 2 && !EMPTY.has(word.toLowerCase()));
  return content.length > 1 || (content.length > 0 && (at !== null || STRONG.test(predicate) || /(?<=\s)\p{Lu}/u.test(value)));
}

function isTaste(rule: Rule, value: string): boolean {
  if (GENERIC.test(value)) return true;
  return !NO_TASTE.test(value) && !isWeak(value) && !(rule.key === 'likes' && /\b(?:their|them) /iu.test(value.slice(0, 6)));
}
