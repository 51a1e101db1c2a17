// What of a statement counts when two are compared for equality: not a label before it, not "currently" in
// a clause of state, not which tense of something achieved. Everything else counts.
import words from '../../../templates/slots/words.json';

const LABEL =
  /^(?:note|nb|n\.b\.|fyi|reminder|info|fact|memo|remember|for the record|备注|注|注意|提示|备忘|提醒|记住)\s?[:：]\s*(?=\S)/i;
/** "is currently", "lives currently": where it adds nothing to the present tense. */
const AFTER_COPULA =
  /(?<=\b(?:is|are|am|has|have)) (?:currently|presently|now)(?= (?!that\b|known\b|on\b|at\b|over\b|or\b))/g;
const BEFORE_VERB = new RegExp(
  String.raw` (?:currently|presently|now)(?= (?:lives?|works?|plays?|uses?|runs?|owns?|holds?|speaks?|follows?|` +
    String.raw`studies|study|belongs?|resides?|prefers?|listens?|maintains?|leads?|reports?|serves?|manages?|` +
    String.raw`requires?|supports?|needs?)\b)`,
  'g',
);
const AT_START = /^(?:currently|presently|at present|at the moment),? /i;
/** "The current R is O" says no more than "the R is O". */
const THE_CURRENT = /^(the |.{1,60}?'s )(?:current|present) (?=[^.;]{1,200}? (?:is|are) )/i;
const AT_END = /,? (?:currently|presently|at present|at the moment)(?=[.!]?$)/;
const PRESENT_TENSE = /\b(?:is|are|am|lives?|works?|plays?|uses?|runs?|resides?)\b/;
const PERFECT = new RegExp(
  String.raw`\b(?:has|have) been (?=(?:first |originally )?(?:${words.achieved.join('|')})(?: (?:by|in|at|on|` +
    String.raw`from|for)\b|[.!]?$))`,
  'g',
);
const CJK_NOW = /(?<=^|[\p{L}\p{N}])(?:目前|现在)(?=住在|是|在|居住|就职|任职|使用|用)/u;
const CUE = /current|present|at the moment|now|been|目前|现在/i;
const LONGEST = 2000;

/** The text without what says nothing; compare normal forms of it. */
export function statementCore(text: string): string {
  const said = withoutLabel(text.trim());
  if (said.length > LONGEST || !CUE.test(said)) return said;
  return (PRESENT_TENSE.test(said) ? said.replace(AT_END, '') : said)
    .replace(AT_START, '')
    .replace(THE_CURRENT, '$1')
    .replace(AFTER_COPULA, '')
    .replace(BEFORE_VERB, '')
    .replace(PERFECT, (perfect) => (perfect.startsWith('has') ? 'was ' : 'were '))
    .replace(CJK_NOW, '');
}

/** Without a leading "Note:". */
export function withoutLabel(text: string): string {
  return text.replace(LABEL, '');
}
