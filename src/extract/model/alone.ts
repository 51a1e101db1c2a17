// Whether a statement of a model says by itself what it says of whom: no "I", no "she" of whom nothing was said, no
// address, no error. Pure.
import { isPlainFact } from '../rules/worth.ts';
import { KIN_WORDS } from '../rules/table.ts';

/** What is told of in quotation marks or code is no word of the statement's own. */
const TITLES = /"[^"]{0,200}"|“[^”]{0,200}”|`[^`]{0,200}`|《[^》]{0,100}》|「[^」]{0,100}」/gu;
const OF_SPEAKER = new RegExp(
  String.raw`(?<![\p{L}\p{N}._/-])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Mm]yself|me|[Ww]e|[Ww]e['’]\p{Ll}+|` +
    String.raw`[Oo]urs?|us|[Yy]ours?|[Yy]ou(?:['’]\p{Ll}+)?|[Yy]ourself)(?![\p{L}\p{N}'’_/-])`,
  'u',
);
const THIRD = /\b(?:he|she|him|his|hers?)\b/iu;
const KIN = new RegExp(String.raw`\b(?:${KIN_WORDS})s?\b`, 'iu');
const STARTS = /^(?:he|she|it|they|this|that|these|those|there|here|her|his|their|its|him|them)\b/iu;
const OF_SPEAKER_ZH = /(?<!自)[我咱你您]|本人/u;
const THIRD_ZH = /(?<![吉其])[他她它]/u;
const POINTS_ZH = /^[这那此其]|这[里儿个些]|那[里儿个些]/u;
/** What a service says of itself, and what is told of the talk and not of its people. */
const NO_FACT = new RegExp(
  String.raw`^(?:error|exception|fatal|warning|traceback|panic|failed|failure|sorry|as an (?:ai|assistant)|` +
    String.raw`(?:the )?(?:assistant|ai|model|system|conversation|chat|transcript)\b)|\b(?:language model|` +
    String.raw`rate limit|status code|context length|api key)\b|^(?:the )?user (?:asks?|asked|is asking|thanks?|` +
    String.raw`thanked|greets?|greeted|says? (?:hi|hello)|requests?|requested|wants? the assistant|` +
    String.raw`told the assistant|instructs?|instructed)\b|^用户(?:问|询问|请求|要求|感谢|打招呼)`,
  'iu',
);

/** `name`: as facts call who speaks. */
export function standsAlone(text: string, name: string): boolean {
  const own = text.replace(TITLES, ' ');
  if (NO_FACT.test(own) || /[?？]\s*$/u.test(own)) return false;
  return /\p{Script=Han}/u.test(own) ? standsAloneInChinese(own) : standsAloneInEnglish(own, name);
}

function standsAloneInEnglish(own: string, name: string): boolean {
  if (OF_SPEAKER.test(own) || STARTS.test(own)) return false;
  const third = THIRD.exec(own);
  const before = third === null ? '' : own.slice(0, third.index).replace(/^(?:the )?user(?:['’]s)?\b/iu, '');
  if (third !== null && !/\p{Lu}\p{Ll}/u.test(before) && !KIN.test(before)) return false;
  // Of whom "she" speaks was looked at; what somebody should do is said, not supposed.
  const plain = own
    .replaceAll(/\b(?:their|his|hers?)\b/giu, 'the')
    .replaceAll(/\b(?:he|she|him)\b/giu, 'Anna')
    .replaceAll(/\b(?:him|her|them)sel(?:f|ves)\b/giu, 'alone');
  return (
    isPlainFact(plain.replaceAll(/\bshould\b/gu, 'must')) && (name !== 'User' || !/\b(?:himself|herself)\b/iu.test(own))
  );
}

function standsAloneInChinese(own: string): boolean {
  if (OF_SPEAKER_ZH.test(own) || POINTS_ZH.test(own)) return false;
  const third = THIRD_ZH.exec(own);
  return third === null || own.slice(0, third.index).replaceAll('用户', '').replaceAll(/\P{L}/gu, '').length > 1;
}
