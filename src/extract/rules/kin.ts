// What somebody says of their own people, animals and attributes: "my wife Anna", "my sister lives in Bern", "my name
// is". English, in whole words. Pure.
import data from '../../../templates/extract/en.json';
import notNames from '../../../templates/words/not-names.json';
import { anyOf } from './plain-words.ts';
import { KIN_WORDS, kinOf } from './table.ts';
import { ownerOf, told } from './third-person.ts';

export interface Told {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly text: string;
  readonly persons: readonly string[];
  readonly confidence: number;
}

const NAME = String.raw`\p{Lu}[\p{Ll}\p{M}]+(?:[ -]\p{Lu}[\p{Ll}\p{M}]+)?`;
const ADJECTIVE = String.raw`(?:(?:older|younger|elder|eldest|oldest|youngest|little|big|late|ex|dear|new|twin|best|close|good|old|first|second|cute|sweet|lovely|beloved|amazing|rescue|childhood|other|only|grown|baby|wonderful|beautiful)[ -])*`;
const APPOSITIVE = new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur) (?<adjective>${ADJECTIVE})(?<kin>${KIN_WORDS}),? (?<name>${NAME})(?=[\s,.!]|'s|$)`, 'gu');
const IS_NAMED = new RegExp(String.raw`^(?:[Mm]y|[Oo]ur) (?<adjective>${ADJECTIVE})(?<kin>${KIN_WORDS})(?:'s name)? (?:is|was|are)(?: named| called)? (?<name>${NAME}(?:(?:, | and |, and )${NAME})*)$`, 'u');
const NAME_IS = new RegExp(String.raw`^(?<name>${NAME}) (?:is|was) my (?<adjective>${ADJECTIVE})(?<kin>${KIN_WORDS})$`, 'u');
const OF_KIN = new RegExp(String.raw`^(?:[Mm]y|[Oo]ur) (?<adjective>${ADJECTIVE})(?<kin>${KIN_WORDS})(?<name> ${NAME})? (?<verb>(?:just |also |recently |currently |finally |still )*(?<what>lives?|works?|studies|study|moved|died|passed away|got (?:married|engaged|promoted|divorced|hired)|graduated|started|was born|was diagnosed|is an? (?=(?:[\p{L}-]+ ){0,3}(?:${anyOf(data.jobs)})\b)|is (?:\d|allergic|from|in |at |studying|working|living|pregnant|getting married|turning|moving|visiting)|has an? |have an? |are (?:from|both|in |at )|had (?:a baby|surgery|an operation|an accident|a stroke|a heart)|taught me|gave me|bought me|owns|runs|plays|speaks|loves?|hates?|likes?|enjoys?|turned|opened|adopted|joined|won|broke|made me|plays?|teaches|retired|bought|visited|came to)\b.*)$`, 'u');
const ATTRIBUTE = new RegExp(String.raw`^(?:[Mm]y|[Oo]ur) (?<what>(?:${anyOf(data.things)})|(?:[a-z]+ )?(?:${anyOf(['name', 'birthday', 'email', 'number', 'address', 'size', 'editor', 'language', 'job', 'role', 'job title', 'time zone', 'pronouns', 'hours'])})) (?:is|are) (?:now |currently )?(?<value>.+)$`, 'u');
const FAVOURITE = /^(?:[Mm]y|[Oo]ur) (?:(?:all-time|absolute|personal) )?favorite (?<what>[\p{L}' -]{2,40}?)(?: (?:ever|of all time|right now))? (?:is|are|was|has to be|would be|has always been) (?:definitely |probably |the |called )?(?<value>.+)$/u;
const IS_FAVOURITE = /^(?<value>\p{Lu}[^,]{1,60}?) (?:is|are|was) (?:definitely )?(?:my|one of my) (?:(?:all-time|absolute) )?(?:favorite|favorites)(?: (?<what>[\p{L}' -]{2,40}))?$/u;
const AIM = /^(?:[Mm]y|[Oo]ur) (?:(?:main|big|biggest|next|ultimate|long-term|lifelong|dream) )?(?:goal|dream|plan|aim|ambition|resolution|new year's resolution)(?: (?:for [^,]{2,20}|now|right now|this year))? (?:is|has always been|is always) to (?<value>.+)$/u;
const MY_JOB = /^(?:[Mm]y|[Oo]ur) (?:job|work) as (?<value>an? [\p{L} -]{3,40}?)(?: (?:is|has|can|keeps|requires)\b.*)?$/u;
const POSSESSION = /^(?:[Mm]y|[Oo]ur) (?<what>(?:new |old )?(?:car|laptop|phone|house|apartment|flat|bike|flight|train|computer|roof|kitchen|basement|contract|lease|visa|passport|book|album|paper|thesis|business|shop|store|company|team|band|wallet|camera)) (?<verb>(?:broke down|crashed|died|broke|was (?:stolen|damaged|published|accepted|rejected|sold|cancelled|canceled|delayed|destroyed|approved|released|robbed|closed)|got (?:stolen|damaged|published|accepted|rejected|sold|cancelled|flooded|approved)|came out|flooded|expired|ends|expires|won|lost|opened|closed|launched|flooded)\b.*)$/u;
const NOBODY = new Set([...notNames.interjections, ...notNames.starters, ...notNames.calendar].map((word) => word.toLowerCase()));
const EMOTION = /^(?:is|are|was|were|has been) (?:so |really |very |always |the |my )?(?:\w+ing my|support|amazing|great|happy|excited|proud|awesome|best)/iu;

/** Names of the speaker's people anywhere in what is said: "my wife Anna" says who Anna is. */
export function peopleIn(said: string, teller: string): Told[] {
  return [...said.matchAll(APPOSITIVE)].flatMap((match) => {
    const { adjective = '', kin = '', name = '' } = match.groups ?? {};
    return relation(teller, adjective, kin, name, .85);
  });
}

/** A clause whose subject is the speaker's own, or that says what is theirs; null for any other. */
export function ofTheirOwn(clause: string, teller: string): Told[] {
  const named = (IS_NAMED.exec(clause) ?? NAME_IS.exec(clause))?.groups;
  if (named) return (named.name ?? '').split(/, and |, | and /u).flatMap((name) => relation(teller, named.adjective ?? '', singular(named.kin ?? '', named.name ?? ''), name, .9));
  const owner = ownerOf(teller);
  const favourite = (FAVOURITE.exec(clause) ?? IS_FAVOURITE.exec(clause))?.groups;
  if (favourite) {
    const { what = 'thing', value = '' } = favourite;
    if (/^(?:it|this|that|when|to see|how|the one|them|part|of all|what|seeing)\b/iu.test(value) || /^(?:part|thing|one|so far|way|time|moment|memory)s?\b/iu.test(what)) return [];
    return [{ kind: 'preference', key: `favorite ${what}`, value, text: `${owner} favorite ${what} ${/^(?:[Mm]y|[Oo]ur).* (?:are) /u.test(clause) ? 'are' : 'is'} ${told(value, teller)}`, persons: [], confidence: .85 }];
  }
  const aim = AIM.exec(clause)?.groups?.value;
  if (aim !== undefined) return /^(?:be there|make sure|keep|help you|just)/iu.test(aim) ? [] : [{ kind: 'goal', key: 'goal', value: aim, text: `${owner} goal is to ${told(aim, teller)}`, persons: [], confidence: .8 }];
  const job = MY_JOB.exec(clause)?.groups?.value;
  if (job !== undefined) return [{ kind: 'identity', key: 'job', value: job.replace(/^an? /u, ''), text: `${teller} works as ${job}`, persons: [], confidence: .75 }];
  const called = /^(?:(?:please|you can|just) )?call me (?<name>\p{Lu}\p{Ll}+)$/iu.exec(clause)?.groups?.name;
  if (called !== undefined && /^\p{Lu}/u.test(called)) return [{ kind: 'identity', key: 'nickname', value: called, text: `${teller} is called ${called}`, persons: [], confidence: .8 }];
  const had = POSSESSION.exec(clause)?.groups;
  if (had) return [{ kind: 'event', key: had.what ?? '', value: told(had.verb ?? '', teller), text: `${owner} ${had.what ?? ''} ${told(had.verb ?? '', teller)}`, persons: [], confidence: .72 }];
  return attribute(clause, teller) ?? aboutKin(clause, teller);
}

function attribute(clause: string, teller: string): Told[] | null {
  const { what = '', value = '' } = ATTRIBUTE.exec(clause)?.groups ?? {};
  if (what === '' || /^(?:so|really|very|not|great|good|going|amazing|too|like|here|\w+ing\b|broken|dead|down|slow|fast)\b/iu.test(value)) return null;
  if (kinOf(what) !== null) return null;
  const identity = !/hobb|editor|shell|diet|budget/u.test(what);
  const key = what === 'birthday' ? 'birth-date' : what.replace(/ies$/u, 'y');
  return [{ kind: identity ? 'identity' : /budget|diet/u.test(what) ? 'constraint' : 'preference', key, value, text: `${ownerOf(teller)} ${what} ${/^(?:[Mm]y|[Oo]ur) .*? are /u.test(clause) ? 'are' : 'is'} ${told(value, teller)}`, persons: [], confidence: .82 }];
}

/** Its key is none of those that say who somebody is. */
function aboutKin(clause: string, teller: string): Told[] {
  const { adjective = '', kin = '', name = '', verb = '' } = OF_KIN.exec(clause)?.groups ?? {};
  const key = kin === '' ? null : kinOf(kin);
  if (key === null || EMOTION.test(verb) || /^(?:loves?|likes?|enjoys?|made me|came to)(?: (?:it|them|this|that|me|you|the)\b|$)/iu.test(verb)) return [];
  const event = /^(?:\w+ )?(?:moved|died|passed away|got|graduated|started|was|had|turned|opened|adopted|joined|won|broke|retired|bought|visited|came|gave|taught)\b/u.test(verb);
  return [{ kind: event ? 'event' : 'relationship', key: `of ${key}`, value: told(verb, teller), text: `${ownerOf(teller)} ${adjective}${kin}${name} ${told(verb.replace(/^(?:just|also|recently|currently|finally) /u, ''), teller)}`, persons: name.trim() === '' ? [] : [name.trim()], confidence: .75 }];
}

function relation(teller: string, adjective: string, kin: string, name: string, confidence: number): Told[] {
  const key = kinOf(kin);
  if (key === null || NOBODY.has(name.toLowerCase()) || name === teller) return [];
  const kept = adjective.replace(/\b(?:dear|amazing|cute|sweet|lovely|beloved|wonderful|beautiful|new) /giu, '');
  return [{ kind: 'relationship', key, value: name, text: `${name} is ${ownerOf(teller)} ${kept}${kin}`, persons: [name], confidence }];
}

/** "My kids are Ann and Bob": each is a kid. */
function singular(kin: string, names: string): string {
  return / and |, /u.test(names) ? kin.replace(/^children$/u, 'child').replace(/s$/u, '') : kin;
}

