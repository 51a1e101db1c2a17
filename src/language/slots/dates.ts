// Dates and times in values: parts that can be compared, whatever the wording. It knows no calendar and
// no today.

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const CHINESE_DAYS = '一二三四五六日';
const FULL = new RegExp(
  String.raw`^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|` +
    String.raw`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$`,
);
const WEEKDAY =
  /^(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?$/;
const FILLER = /^(?:on|at|the|of|in|from|to|by|and|utc|gmt|cet|cest|est|edt|pst|pdt|o'clock|sharp)$/;

export interface DateParts {
  year?: string;
  month?: string;
  day?: string;
  weekday?: string;
  time?: string;
  quarter?: string;
}

/** The parts of a date or time, null where a word of it belongs to none. */
export function datePartsOf(value: string): DateParts | null {
  const parts: DateParts = {};
  const text = withDigits(value.toLowerCase())
    .replace(/(\d{4})年/g, '$1 ')
    .replace(
      /(\d{1,2})月(?:(\d{1,2})[日号]?)?/g,
      (_all, month: string, day?: string) => ` ${MONTHS[Number(month) - 1] ?? '?'} ${day ?? ''} `,
    )
    .replace(
      /(?:周|星期|礼拜)([一二三四五六日天])/g,
      (_all, day: string) => ` ${DAYS[CHINESE_DAYS.indexOf(day === '天' ? '日' : day)] ?? '?'} `,
    )
    .replace(
      /(上午|早上|下午|晚上|中午)?(\d{1,2})[点时](半|\d{1,2}分)?/g,
      (_all, half: string | undefined, hour: string, rest?: string) =>
        ` ${(half === '下午' || half === '晚上') && Number(hour) < 12 ? Number(hour) + 12 : hour}:` +
        (rest === '半' ? '30' : (rest ?? '00').replace('分', '').padStart(2, '0')) +
        ' ',
    );
  for (const word of text
    .replace(/(?<=\d) ?([ap])\.?m\b\.?/g, '$1m')
    .split(/[\s,]+|\.(?=\s|$)/)
    .filter(Boolean))
    if (!takeWord(parts, word)) return null;
  return Object.keys(parts).length > 0 ? parts : null;
}

/** "十一点" is "11点". */
function withDigits(text: string): string {
  return text.replace(/([零一二三四五六七八九十两]{1,3})(?=[点时月日号分])/g, (_all, said: string) => {
    const [tens = '', ones = ''] = said.includes('十') ? said.split('十') : ['0', said];
    const digit = (sign: string): number => '零一二三四五六七八九'.indexOf(sign === '两' ? '二' : sign);
    return String((tens === '' ? 1 : tens === '0' ? 0 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones)));
  });
}

function takeWord(parts: DateParts, word: string): boolean {
  const put = (name: keyof DateParts, value: string): boolean => {
    if (parts[name] !== undefined) return false;
    parts[name] = value;
    return true;
  };
  if (FILLER.test(word)) return true;
  if (FULL.test(word)) return put('month', String(MONTHS.indexOf(word.slice(0, 3)) + 1));
  if (WEEKDAY.test(word)) return put('weekday', word.slice(0, 3));
  if (/^q[1-4]$/.test(word)) return put('quarter', word);
  if (word === 'noon' || word === 'midnight') return put('time', word === 'noon' ? '12:00' : '0:00');
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(word);
  if (iso)
    return (
      put('year', iso[1] ?? '') &&
      put('month', String(Number(iso[2]))) &&
      (iso[3] === undefined || put('day', String(Number(iso[3]))))
    );
  const time = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word);
  if (time && (time[2] !== undefined || time[3] !== undefined)) {
    const hour = (Number(time[1]) % (time[3] === 'am' || time[3] === 'pm' ? 12 : 24)) + (time[3] === 'pm' ? 12 : 0);
    return put('time', `${hour}:${time[2] ?? '00'}`);
  }
  const day = /^(\d{1,2})(?:st|nd|rd|th|[日号])?$/.exec(word);
  if (day) return Number(day[1]) <= 31 && put('day', String(Number(day[1])));
  return /^(?:1[5-9]|20|21)\d\d$/.test(word) && put('year', word);
}

/** Two dates: parts that both name are compared, a part that only one names leaves it open. */
export function compareDates(a: DateParts, b: DateParts): 'same' | 'near' | 'other' {
  const names = ['year', 'month', 'day', 'weekday', 'time', 'quarter'] as const;
  const shared = names.filter((name) => a[name] !== undefined && b[name] !== undefined);
  const loose = names.some((name) => (a[name] === undefined) !== (b[name] === undefined));
  if (shared.some((name) => a[name] !== b[name])) return 'other';
  return loose || shared.length === 0 ? 'near' : 'same';
}
