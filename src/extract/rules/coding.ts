// What is settled in a session with an assistant: "let's use pnpm", "never push to main", "we deploy on Fridays", in
// English and Chinese. Pure; what is only asked for now is a task and no rule.
import { inPlainWords, withoutOpeners } from './plain-words.ts';
import { ofHim, told } from './third-person.ts';
import type { Found, Teller } from './types.ts';

const THING = String.raw`(?:[\p{L}\p{N}@][^\s,;.!]*)`;
const CHOICE = new RegExp(String.raw`^(?:let['’]s|let us|we (?:will|are going to)|we have decided to|we decided to|I have decided to|I decided to|I want to|I would like to|please) (?<verb>use|go with|choose|pick|stick with|stick to|switch to|move to|migrate to|standardize on|standardise on|keep|adopt|drop|avoid|target|deploy to|deploy with) (?<what>${THING}.{0,90})$`, 'iu');
const DECIDED = /^(?:we|I) (?:have )?(?:decided|agreed|settled) (?:on|to|that) (?<what>.{4,120})$/iu;
const INSTEAD = new RegExp(String.raw`^(?:please )?(?<verb>use|prefer) (?<what>${THING}.{0,40} (?:instead of|rather than|over|and not|, not|not) .{2,40})$`, 'iu');
const ALWAYS = /^(?:please )?(?:(?:from now on|in future|in the future|going forward|as a rule),? (?:please )?(?<now>\p{Ll}.{5,140})|(?<rule>(?:always|never|do not ever) \p{L}.{4,140}))$/iu;
const MUST = /^(?<what>(?:all |every |each |the |our |no )(?:[\p{L}\p{N}`/._-]+ ){1,4}(?:must|has to|have to|should always|should never|must not|must never|may not|needs to be|need to be) .{3,120})$/iu;
const WE = /^(?:we|our team) (?:(?<adverb>always|never|only|usually|currently|still) )?(?<verb>do not )?(?<what>(?:use|deploy|release|ship|merge|target|run|support|test|host|store|keep|write|follow|squash|rebase|review|publish|build|require|lint|format|pin|log|version|name|branch|tag|commit|push|mock|avoid|sign|document|call|put|rotate|measure|track) .{3,120})$/iu;
const OUR = /^(?<what>(?:our|the) (?:(?:\p{L}+ ){0,2}(?:database|db|api|backend|frontend|stack|server|port|branch|registry|ci|pipeline|cluster|staging|production|deadline|release|client|customer|cache|queue|license|runtime|bundler|linter|formatter|framework|package manager|test runner|convention|style|repo|repository|domain|host|bucket|region|budget)) (?:is|are|runs on|lives in|lives at|uses|listens on) (?:now |hosted |deployed )?.{2,100})$/iu;
const DONT = /^(?:please )?(?:do not|make sure (?:you |we |to )?(?:never|always|not|do not)) (?:ever )?(?:use|commit|push|touch|import|merge|deploy|install|log|store|hardcode|rebase|squash|run|write|mock|skip|disable|introduce|rely|depend|edit|modify) .{3,120}$/iu;
const EVERY = /^(?:please )?(?:write|add|run|use|put|keep|document|include|update|prefix|sign|format|lint|test) .{2,80} (?:for|before|after|in|to|on|with|of) (?:every|each|all|any) .{2,60}$/iu;
const BOUND = /^(?<what>we (?:can not|must not|must|have to|need to|may not|should never) (?:use|support|keep|run|ship|store|stay|deploy|comply|target|log|host|avoid) .{2,100})$/iu;
const STYLE = /^(?:please )?(?:(?:use|keep|prefer|limit|wrap) (?:\d+ spaces|tabs|single quotes|double quotes|functions|lines|files|methods|commits|commit messages|pull requests|names|camel ?case|snake ?case|kebab-case|named exports|early returns|conventional commits|british english|american english)\b.{0,80}|you should (?:never|always) .{4,100}|no (?:[\p{L}-]+ ){1,3}(?:please|in [\p{L} ]+|at all))$/iu;
const CHOSE = /^we (?:chose|picked|went with|settled for) (?<what>.{2,60})$/iu;
const WANTED = /^I (?<what>(?:do not want|want|need) (?:any|all|every|no) .{4,100})$/iu;
const TASK = /\b(?:this|that|these|those|it|here|now|the (?:error|bug|test|file|function|line|issue|code|same|above|following|first|second|new)|again|first|for now|just|instead\?|me|you|your|they|them)\b/iu;
const NOW_RULE = /^(?:never mind|always (?:happy|nice|good|glad|fun|a|the)|never (?:seen|heard|had|been|again|thought))/iu;
const ZH_CHOICE = /^(?:我们?)?(?:决定|还是|以后|统一|就|改|都)+(?:使?用|采用|改用|换成)(?<what>[^，。？吗]{2,40})(?:吧)?$/u;
const ZH_RULE = /^(?:请)?(?<what>(?:以后|今后)?(?:不要|别|禁止|千万别|绝不要?|永远不要|必须|一律|始终|总是)[^，。？]{3,60})$/u;
const ZH_WE = /^我们(?<what>(?:每?周[一二三四五六日]|每天|每月)?[^，。？]{0,6}(?:部署|发布|上线|使用|用的是|用)[^，。？]{0,40})$/u;

/** `sentence` as it was said; null where it settles nothing. Only for a talk with an assistant. */
export function settledIn(sentence: string, teller: Teller): Found[] {
  if (/[?？]/u.test(sentence) || /\bif\b|\bwhether\b|\bmaybe\b|\bperhaps\b|如果|要不|也许/iu.test(sentence)) return [];
  const said = withoutOpeners(inPlainWords(sentence)).replace(/[\s.!…。！]+$/u, '');
  const where = teller.project === null ? '' : ` for ${teller.project}`;
  return /\p{Script=Han}/u.test(said) ? chinese(said, teller) : english(said, where, teller);
}

function english(said: string, where: string, teller: Teller): Found[] {
  const of = (kind: string, key: string, what: string, text: string, confidence: number): Found[] => (NOW_RULE.test(what) || TASK.test(what) ? [] : [{ kind, key, value: what, text, at: null, persons: [], confidence }]);
  const choice = CHOICE.exec(said)?.groups ?? INSTEAD.exec(said)?.groups;
  // "I want to use it", "please use the second": no decision without a thing that has a name.
  if (choice) return of('decision', 'decision', withoutReason(choice.what ?? ''), `${teller.name} decided${where} to ${lower(choice.verb ?? '')} ${told(withoutReason(choice.what ?? ''), teller.name)}`, .75);
  const chose = CHOSE.exec(withoutReason(said))?.groups?.what;
  if (chose !== undefined) return of('decision', 'decision', chose, `${teller.name} decided${where} to use ${chose}`, .75);
  const decided = DECIDED.exec(said)?.groups?.what;
  if (decided !== undefined) return of('decision', 'decision', decided, `${teller.name} decided${where}: ${told(withoutReason(decided), teller.name)}`, .8);
  const { now, rule } = ALWAYS.exec(said)?.groups ?? {};
  if (now !== undefined || rule !== undefined) return of('constraint', 'rule', lower(rule ?? now ?? ''), `${teller.name}'s rule${where}: ${lower(withoutReason(rule ?? now ?? ''))}`, .8);
  const must = MUST.exec(said)?.groups?.what;
  if (must !== undefined) return of('constraint', 'rule', must, `${teller.name}'s rule${where}: ${told(lower(withoutReason(must)), teller.name)}`, .72);
  if (DONT.test(said) || EVERY.test(said) || STYLE.test(said)) return of('constraint', 'rule', lower(said), `${teller.name}'s rule${where}: ${lower(withoutReason(said.replace(/^please /iu, '')))}`, .72);
  const bound = BOUND.exec(said)?.groups?.what;
  if (bound !== undefined) return of('constraint', 'rule', bound, `${teller.project === null ? `${teller.name}'s team` : `The ${teller.project} team`} ${conjugated(withoutReason(bound).replace(/^we /iu, ''))}`, .7);
  const wanted = WANTED.exec(said)?.groups?.what;
  if (wanted !== undefined) return of('constraint', 'rule', wanted, `${teller.name} ${conjugated(wanted).replace(/^dos not/u, 'does not')}${where}`, .7);
  const we = WE.exec(said.replace(/^(?:our|my) team (use|deploy|release|ship|merge|target|run|support|test|host|store|keep|write|follow|review|build|require)s /iu, 'we $1 ').replace(/^we are using /iu, 'we use '))?.groups;
  if (we) return of('constraint', 'practice', we.what ?? '', `${teller.project === null ? `${teller.name}'s team` : `The ${teller.project} team`} ${we.adverb ? `${lower(we.adverb)} ` : ''}${we.verb ? 'does not ' : ''}${we.verb ? we.what ?? '' : conjugated(we.what ?? '')}`, .72);
  const our = OUR.exec(said)?.groups?.what;
  return our === undefined || teller.project === null && !/^our/iu.test(our) ? [] : of('constraint', 'setup', our, our.replace(/^(?:our|the)\b/iu, `${teller.project ?? teller.name}'s`), .68);
}

function chinese(said: string, teller: Teller): Found[] {
  const where = teller.project === null ? '' : `在${teller.project}中`;
  for (const clause of said.split(/[，,]/u)) {
    const choice = ZH_CHOICE.exec(clause)?.groups?.what;
    if (choice !== undefined && !/这|那|它/u.test(choice)) return [{ kind: 'decision', key: 'decision', value: choice.trim(), text: `用户决定${where}使用${choice.replace(/吧$/u, '').trim()}`, at: null, persons: [], confidence: .75 }];
    const rule = ZH_RULE.exec(clause)?.groups?.what;
    if (rule !== undefined && !/这|那|它|你|我/u.test(rule)) return [{ kind: 'constraint', key: 'rule', value: rule, text: `用户${where}的规定：${rule}`, at: null, persons: [], confidence: .78 }];
    const we = ZH_WE.exec(clause)?.groups?.what;
    if (we !== undefined && !/这|那|它|想|要/u.test(we)) return [{ kind: 'constraint', key: 'practice', value: we, text: `用户的团队${where}${we}`, at: null, persons: [], confidence: .72 }];
  }
  return [];
}

const withoutReason = (text: string): string => text.replace(/[,;]? (?:because|since|so that|as it|please|ok|okay|for now)\b.*$/iu, '').replace(/\s+[–—-]+\s.*$/u, '');
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const conjugated = (text: string): string => text.replace(/^\p{L}+/u, (verb) => ofHim(verb.toLowerCase()));
