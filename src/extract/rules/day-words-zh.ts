// Days in a Chinese sentence written out as Chinese writes them: 昨天 as 2026年5月19日. Pure.
import { withDates, type Dated } from './day-words.ts';

const MONTH_NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
/** 五月, and neither 三月前 nor 五月天. */
const MONTH_WORD = new RegExp(
  String.raw`(?<![一二三四五六七八九十两个正\d])(十[一二]?|[一二三四五六七八九])月(?=$|[份底初里末我，,]|中旬|[一二三]?十?[一二三四五六七八九十]?[日号]|(?:搬|从|和|` +
    String.raw`跟|去|到|离|入|加|结|辞|参|买|毕|开|换))`,
  'gu',
);

/** As seen from `day`, `YYYY-MM-DD`; null where that is not known. `at` is as `withDates` gives it. */
export function chineseDates(text: string, day: string | null): Dated {
  const said = text.replace(MONTH_WORD, (_all, month: string) => `${MONTH_NUMBERS.indexOf(month) + 1}月`);
  const yearly = /生日|每年/u.test(text);
  const dated = withDates(
    yearly ? said : said.replace(/(?<![\d年])(\d{1,2})月/gu, (all, month: string) => monthOf(all, month, day)),
    day,
  );
  const plain = dated.text
    .replace(
      /(\d{4})-(\d\d)-(\d\d) 至 (\d{4})-(\d\d)-(\d\d)/gu,
      (_all, ...parts: string[]) => `${written(parts.slice(0, 3))}至${written(parts.slice(3, 6))}`,
    )
    .replace(/(\d{4})-(\d\d)(?:-(\d\d))?/gu, (_all, ...parts: (string | undefined)[]) => written(parts.slice(0, 3)))
    .replace(/(?<![\d.])((?:19|20)\d{2})(?![\d年.-])/gu, '$1年');
  return { ...dated, text: plain };
}

const written = ([year, month, date]: readonly (string | undefined)[]): string =>
  `${year ?? ''}年${Number(month)}月${date === undefined ? '' : `${Number(date)}日`}`;

/** A month without a year is the last one of that name. */
function monthOf(all: string, month: string, day: string | null): string {
  if (day === null) return all;
  const year = Number(day.slice(0, 4));
  return `${Number(month) > Number(day.slice(5, 7)) ? year - 1 : year}年${month}月`;
}
