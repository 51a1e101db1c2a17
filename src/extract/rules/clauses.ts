// An English sentence cut into clauses of which the speaker is the subject. Pure; says nothing about what they mean.
import data from '../../../templates/extract/en.json';
import { anyOf, withoutOpeners } from './plain-words.ts';

export interface Clause {
  /** Stands before the subject: "Last week". */
  readonly lead: string;
  /** As said: "I", "we", "my wife Anna and I"; empty where the subject is another's. */
  readonly subject: string;
  /** What follows the subject; the whole clause where that is another's. */
  readonly predicate: string;
  /** The "I" was left out. */
  readonly elliptic: boolean;
}

const AND_I = String.raw`(?:(?:[Mm]y|[Oo]ur|[Ss]ome|[Aa] few|[Tt]he|[Aa]|[Tt]wo|[Tt]hree) (?:(?!(?:is|was|are|were|has|have|had|and)\b)[\p{L}'-]+ ){1,4}?|\p{Lu}[\p{L}'-]+ )(?:and|&) I|(?:[Mm]e|I) and (?:my|our) [\p{L}-]+(?: \p{Lu}[\p{L}-]+)?|[Mm]e and \p{Lu}[\p{L}-]+`;
const SPLIT = new RegExp(String.raw`(?:\s*[,;:]|\s+[–—-]+|\s*[–—]|\.{2,})\s*(?:(?:and|but|so|yet|plus|then|also|now|although|though)\s+)*(?=(?:I|we|my|our|${AND_I})\s)|\s+(?:and|but|so|plus)\s+(?:(?:then|now|so|also)\s+)?(?=(?:I|we)\s)|\s+and\s+(?=my favorite )`, 'gu');
const SUBJECT = new RegExp(String.raw`^(${AND_I}|I|[Ww]e|We both|we both)\s+(?=\S)`, 'u');
const OWN = new RegExp(String.raw`^(?:${AND_I})\s`, 'u');
const LEAD = new RegExp(String.raw`^((?:(?:on|in|at|last|this|next|yesterday|today|tomorrow|since|for|after|before|during|back in|when|while|as a|as an|over|two|three|a (?:few|couple|week|month|year)|\d+|every|each|one|once|earlier|until|by|around|back when|growing up)\b)[^,]{0,70}?)(?:,|(?<=^(?:last|this|next|yesterday|today|tomorrow|in|on|at|\d+)\b[^,]*)) (?=(?:I|we|my|${AND_I})\s)`, 'iu');
/** A clause of its own, and no time: "Last week was wild, I". */
const NO_LEAD = /^since (?:we|our|the last|you)\b|^(?:last|this|next|yesterday|today|tomorrow|on|in|at|for|over|one|each|every|\d+)\b.*\b(?:was|were|is|are|has|had|have|been|would|will)\b|\b(?:if|you|your|it|this|that|these|those|note|meantime|fact|general|case|words|addition|end|moment|least|hand|opinion|way|other news|free time|spare time|downtime)\b/iu;
/** What follows adds no more than how it is told, or speaks of something else. */
const TAIL = /,? (?:ever )?since (?:we|our|I|the) (?:last )?(?:chat|chatted|talk|talked|spoke|met|saw|conversation)\b.*$|\s*[–—]\s*.*$|\s+-+\s?.*$|(?<=\p{L})-\s.*$|;.*$|:(?=\s|$).*$|,?\s+(?:which|although|though|but|so that|so|yet|because|'cause|since it|as it|and (?:it|they|that|this|he|she|there|you|now|let|how|what|everyone|(?:the|my|our) [\p{L} ]{2,25}? (?:was|were|is|are|had|loved|said)))\b.*$|,\s*(?:it|they|that|this|he|she|you|who|had|have|making|letting|hoping|giving|thanks|right|lol|haha|too|as well|of course|actually|though|like|to be|especially|if|when|where|the|just|even|really|still|always|a real|what|so)\b.*$|\s+(?:lol|haha|too|as well|though|right now|at the moment|these days|by the way|btw|anyway|either|again|already|thanks|please|of course)(?=[\s.!,…]*$)/iu;
const PRESENT = new RegExp(String.raw`\s+and (?=(?:${anyOf(data.present)}|am|have)\s+(?:an?|the|my|in|at|for|as|on|to|with|\p{Lu})\b)`, 'u');
const ELLIPTIC = new RegExp(String.raw`^(?:just |finally |recently |also |already )*(?=(?:${anyOf(data.elliptic)})\s+(?:an?|the|my|our|to|in|on|for|with|into|some|two|three|\p{Lu})\b)`, 'iu');
const ELLIPTIC_DOING = /^(?:been|currently|still|planning|thinking)\s+[a-z]+ing\b/iu;

/** In the order of the sentence. The sentence is in whole words. */
export function clausesOf(sentence: string): Clause[] {
  const said = withoutOpeners(sentence.replace(/[\s.!…?]+$/u, ''));
  const clauses: Clause[] = [];
  for (const piece of split(said)) {
    const text = withoutOpeners(piece).replace(/^[\s,]+/u, '');
    const lead = leadOf(text);
    const rest = lead === '' ? text : text.slice(lead.length).replace(/^,?\s+/u, '');
    const subject = SUBJECT.exec(rest)?.[1] ?? '';
    if (subject !== '') clauses.push(...bySubject(lead, subject, rest.slice(subject.length).trim()));
    else if (/^(?:my|our|\p{Lu})/u.test(rest) || (clauses.length === 0 && (ELLIPTIC.test(rest) || ELLIPTIC_DOING.test(rest)))) {
      const opened = ELLIPTIC.exec(rest);
      if (opened && clauses.length === 0) clauses.push({ lead, subject: 'I', predicate: lower(withoutTail(rest.slice(opened[0].length))), elliptic: true });
      else if (ELLIPTIC_DOING.test(rest) && clauses.length === 0) clauses.push({ lead, subject: 'I', predicate: /^been/i.test(rest) ? `have ${lower(withoutTail(rest))}` : `am ${lower(withoutTail(rest))}`, elliptic: true });
      else clauses.push({ lead, subject: '', predicate: withoutTail(rest), elliptic: false });
    }
  }
  return clauses;
}

function bySubject(lead: string, subject: string, predicate: string): Clause[] {
  const plain = withoutTail(predicate);
  // "I live in Bern and work at Acme" says two things; behind "to" both are one.
  const and = /\bto\s+[a-z]+.*\band\b/u.test(plain) || /^(?:\S+ed|went|was|had)\b/u.test(plain) ? null : PRESENT.exec(plain);
  if (!and) return [{ lead, subject, predicate: plain, elliptic: false }];
  const parts = [plain.slice(0, and.index), plain.slice(and.index + and[0].length)];
  return parts.map((part) => ({ lead, subject, predicate: part, elliptic: false }));
}

function split(said: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of said.matchAll(SPLIT)) {
    const end = match.index + match[0].length;
    if (match.index <= start || (/^\s+(?:and|&)\s/u.test(match[0]) && OWN.test(`${said.slice(start, end)}I `.replace(/^.*[,;]\s/u, '')))) continue;
    // "Last week, I": what stands before belongs to it.
    if (match[0].trim() === ',' && leadOf(said.slice(start)) === said.slice(start, match.index)) continue;
    pieces.push(said.slice(start, match.index));
    start = end;
  }
  return [...pieces, said.slice(start)];
}

function leadOf(text: string): string {
  const lead = LEAD.exec(text)?.[1] ?? '';
  return NO_LEAD.test(lead) ? '' : lead;
}

function withoutTail(text: string): string {
  for (let rest = text; ; ) {
    const next = rest.replace(TAIL, '').replace(/[\s,.!…]+$/u, '');
    if (next === rest) return rest;
    rest = next;
  }
}

const lower = (text: string): string => (/^I\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
