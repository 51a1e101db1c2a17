// Whether a quote is a statement of the person whose turn it is: no question, no supposition, no words of another, no
// order to an assistant, nothing that was pasted. Pure.
import { isAssistantOrder } from '../../../language/model-text.ts';
import { isQuoted, sentencesOf, statedPart } from '../rules/talk.ts';

const SUPPOSED = new RegExp(
  String.raw`^(?:if|suppose|supposing|imagine|unless|what if|say)\b|\b(?:I wish|as if|if I (?:were|was|had|` +
    String.raw`could|lived|worked))\b|如果|假如|要是|假设|的话|万一`,
  'iu',
);
/** Someone who is called so speaks of another, such as the user of a program. */
const OF_USERS = /\b(?:the |an? |our |every )?users?(?:['’]s?)?\b|用户/iu;
const FIRST = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|us)\b|[我咱]/u;

/** Does the person speak of themselves here? */
export const saysI = (quote: string): boolean => FIRST.test(quote);

/** And here only of somebody whom they speak to? */
export const saysYou = (quote: string): boolean =>
  /\b(?:you|your|yours|yourself)\b|[你您]/iu.test(quote) && !saysI(quote);

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `name`: as facts call the person. */
export function isStated(turn: string, quote: string, name: string): boolean {
  if (hasOrder(turn) || (name === 'User' && OF_USERS.test(quote) && !saysI(quote))) return false;
  const sentences = sentencesOf(turn).map((sentence) => ({ sentence, text: flat(sentence) }));
  const parts = sentencesOf(quote).map(flat);
  return (
    parts.length > 0 &&
    parts.every((part) => sentences.some(({ sentence, text }) => text.includes(part) && isStatement(sentence, part)))
  );
}

function isStatement(sentence: string, part: string): boolean {
  return (
    !isQuoted(sentence) &&
    !SUPPOSED.test(flat(sentence)) &&
    flat(statedPart(sentence)).includes(part.replace(/[?？]+$/u, ''))
  );
}

/** Who orders an assistant about in a turn may have brought all of it from elsewhere. */
const hasOrder = (turn: string): boolean => turn.split(/\n+|(?<=[.!?。！？:：])\s+/u).some(isAssistantOrder);

/** Of what the quote is a part of, the piece between two breaks that has it: where its "not" stands, if it has one. */
export function clausesAround(turn: string, quote: string): string[] {
  const at = turn.indexOf(quote);
  if (at < 0) return [quote];
  const before = turn.slice(Math.max(0, at - 200), at);
  const after = turn.slice(at + quote.length, at + quote.length + 200);
  const start = before.search(/[^,;:.!?…\n，；：。！？]*$/u);
  const [rest = ''] = /^[^,;:.!?…\n，；：。！？]*/u.exec(after) ?? [];
  return `${before.slice(start)}${quote}${rest}`
    .split(/[,;:.!?…\n，；：。！？]+|\b(?:but|although|though|however|while|whereas|and)\b|但是?|可是|不过|而且?/iu)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}
