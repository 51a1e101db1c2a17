// Statements of change that name what is left and what comes instead. Whose slot changes is not said: the
// claim that holds what is left shows it.
import { heldKey } from './parse-slot.ts';
import { withoutArticle } from './relations.ts';
import { readSentence } from './sentence.ts';
import { isSubject, subjectKey } from './subject.ts';
import type { Judged, Switch } from './types.ts';
import { valueForm } from './value.ts';

const ENGLISH = [
  new RegExp(
    String.raw`^(?<S>.+?) (?:has |have )?(?:switched|moved|changed|migrated|went over|` +
      String.raw`transitioned)(?: over)? from (?<X>.+?) to (?:using )?(?<O>.+)$`,
    'i',
  ),
  /^(?<S>.+?) (?:has |have )?replaced (?<X>.+?) (?:with|by) (?<O>.+)$/i,
  /^(?<S>.+?) uses? (?<O>.+?) instead of (?<X>.+)$/i,
];
const CHINESE = [
  /^(?<S>.+?)(?:已经|现在)?从(?<X>.+?)(?:切换到|换到|换成|改用|转到|转向|迁移到|改为|改成|搬到|跳槽到)了?(?<O>.+?)了?$/u,
  /^(?<S>.+?)(?:已经|现在)?(?:把|将)(?<X>.+?)(?:换成|替换成|替换为|改成|改为)了?(?<O>.+?)了?$/u,
];
const CUE = /switched|moved|changed|migrated|went over|transitioned|replaced|instead of|从|把|将/;

/** "S switched from X to Y", or null. */
export function parseSwitch(statement: Judged): Switch | null {
  if (!CUE.test(statement.text) || statement.text.length > 300) return null;
  const chinese = /\p{Script=Han}/u.test(statement.text);
  const text = chinese
    ? statement.text
        .trim()
        .replace(/[。.!！]+$/u, '')
        .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    : readSentence(statement.text)?.text;
  if (text === undefined || (chinese && /[?？吗，,；;]|打算|计划|想|如果|可能|准备/.test(text))) return null;
  for (const pattern of chinese ? CHINESE : ENGLISH) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const raw = withoutArticle((groups.S ?? '').replace(/^my /i, "I's ").replace(/^our /i, "we's "));
    const subject = isSubject(raw) ? subjectKey(raw, statement) : null;
    const [left, taken] = [groups.X ?? '', groups.O ?? ''].map((value) =>
      /[,;]| (?:and|but|because) /.test(value) || value.split(' ').length > 6
        ? ''
        : valueForm(value.replace(/^(?:using|working (?:at|for)|living in) /i, ''), 'word'),
    );
    if (subject === null || left === undefined || taken === undefined || left === '' || taken === '' || left === taken)
      continue;
    return { leaves: heldKey(statement, subject, left), value: taken };
  }
  return null;
}
