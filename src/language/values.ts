// The values in a statement: times, days, dates, amounts with units, versions and plain numbers, in English, French,
// German, Spanish and Chinese. Two values of one kind are comparable.
import { hanNumber, MONTH_OF, WEEKDAY_OF } from './dates/calendar.ts';

/** Normalised values by kind (`time`, `weekday`, `money`, `number`, a unit…). */
export type Values = ReadonlyMap<string, ReadonlySet<string>>;

/** Kinds that say when; the others say how much, how many, or which. */
export const WHEN: ReadonlySet<string> = new Set(['date', 'time', 'year', 'weekday', 'month', 'day']);

const DAY_NAMES = new RegExp(
  String.raw`(?<![\p{L}])(${[...WEEKDAY_OF.keys()].join('|')})s?(?![\p{L}])|(?:周|星期|礼拜)([一二三四五六日天])`,
  'giu',
);
const MONTHS = new RegExp(
  String.raw`(?<![\p{L}])(${[...MONTH_OF.keys()].join('|')})(?![\p{L}])|(十[一二]?|[一二三四五六七八九]|1[012]|[1-9])月`,
  'giu',
);
const HAN_NUMBER = /[一二两三四五六七八九十百千万零〇]+(?=[点岁块元天个次片年月号分小盒公斤])/gu;
const TIME = /(?<![\d.:])(\d{1,2})(?::(\d{2})(?::\d{2})?|\s?(?:a\.?m|p\.?m|h|uhr|o'clock|点)(\d{2})?)(?![\p{L}\d])/giu;
const VERSION =
  /(?<![\d.:])v?\d+(?:\.\d+){2,}(?![\d:])|(?<=[\p{Lu}]\p{L}+\s)\d+\.\d+(?![\d:])|(?<![\p{L}\d])v\d+(?:\.\d+)*/gu;
const DAY = new RegExp(
  String.raw`(?<![\p{L}\d])(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|er)(?![\p{L}])|(\d{1,2})[号日]|` +
    String.raw`(?<=\b(?:el|le|den|vom|am)\s)(\d{1,2})(?![\d.,:]*\d|\s*\p{L})`,
  'giu',
);
const AMOUNT = /(?<![\p{L}\d.:,])([$€£¥]\s?)?(\d+(?:[.,]\d+)?)(k(?![\p{L}]))?\s?(%|°C?|[$€£¥]|\p{L}+)?(?![\d.:]*\d)/gu;
const UNITS: readonly (readonly [string, RegExp])[] = [
  ['money', /^(?:[$€£¥]|dollars?|euros?|bucks|eur|usd|chf|francs?|pounds? sterling|quid|cents?|块|元)/iu],
  ['percent', /^(?:%|percent|prozent|pour|por)$/iu],
  ['seconds', /^(?:ms|s|secs?|seconds?|秒)$/iu],
  ['minutes', /^(?:min|mins|minutes?|minuten|minutos?|分钟?)$/iu],
  ['hours', /^(?:h|hrs?|hours?|heures?|stunden?|horas?|小时)$/iu],
  ['days', /^(?:d|days?|jours?|tage?n?|días?|天)$/iu],
  ['weeks', /^(?:weeks?|semaines?|wochen?|semanas?|周|个星期)$/iu],
  ['months', /^(?:months?|mois|monate?n?|meses|mes|个月)$/iu],
  ['years', /^(?:years?|yrs?|ans?|années?|jahre?n?|años?|岁|年)$/iu],
  ['size', /^(?:[kmgt]i?b)$/iu],
  ['length', /^(?:mm|cm|m|km|foot|feet|ft|in|inch(?:es)?|miles?|meters?|metres?|mètres?|meter|metros?|公里|米)$/iu],
  ['area', /^(?:m²|sqm|square|qm|平)/iu],
  ['mass', /^(?:mg|g|kg|kilos?|grams?|grammes?|gramm|gramos?|lbs?|pounds?|oz|公斤|斤)$/iu],
  ['volume', /^(?:ml|cl|l|litres?|liters?|gallons?|liter)$/iu],
  ['page', /^(?:pages?|seiten?|páginas?|words?|wörter|palabras?|mots?|字)$/iu],
];
const NUMBER_WORDS = new Map<string, string>();
for (const list of [
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze',
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn',
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
])
  for (const [at, word] of list.split(' ').entries()) if (word.length > 2) NUMBER_WORDS.set(word, String(at + 1));
for (const [at, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
  NUMBER_WORDS.set(word, String((at + 2) * 10));
const NUMBER_WORD = new RegExp(String.raw`(?<![\p{L}])(?:${[...NUMBER_WORDS.keys()].join('|')})(?![\p{L}])`, 'giu');
const QUICK = new RegExp(
  String.raw`\d|[一二两三四五六七八九十]|${DAY_NAMES.source}|${MONTHS.source}|${NUMBER_WORD.source}`,
  'iu',
);

/** Times use a twelve-hour clock, because people rarely say which half of the day they mean. */
export function valuesIn(text: string): Values {
  const values = new Map<string, Set<string>>();
  if (!QUICK.test(text)) return values;
  const add = (kind: string, value: string): void => {
    const known = values.get(kind);
    if (known) known.add(value);
    else values.set(kind, new Set([value]));
  };
  let rest = plainNumbers(text);
  const take = (
    kind: string,
    form: RegExp,
    valueOf: (groups: readonly (string | undefined)[]) => string | null,
  ): void => {
    rest = rest.replace(form, (...args: unknown[]) => {
      const groups = args.slice(0, -2) as (string | undefined)[];
      const value = valueOf(groups);
      if (value === null) return groups[0] ?? '';
      add(kind, value);
      return ' ';
    });
  };
  take('date', /(?:19|20)\d\d-\d\d(?:-\d\d)?/gu, ([all = '']) => all);
  take('time', TIME, ([, hour = '', minute, other]) => `${Number(hour) % 12}:${minute ?? other ?? '00'}`);
  take('version', VERSION, ([all = '']) => all.toLowerCase().replace(/^v/, ''));
  take('weekday', DAY_NAMES, ([, name, han = '']) =>
    String(
      name === undefined ? '一二三四五六日'.indexOf(han.replace('天', '日')) + 1 : WEEKDAY_OF.get(name.toLowerCase()),
    ),
  );
  take('month', MONTHS, ([, name, han = '']) => String((name && MONTH_OF.get(name.toLowerCase())) ?? hanNumber(han)));
  take('day', DAY, ([, english, han, other]) => english ?? han ?? other ?? null);
  take('year', /(?<![\d.,$€£])(?:19|20)\d\d(?![\d%€]|\s?(?:€|euro|kB|MB|m\b))/gu, ([all = '']) => all);
  rest.replace(
    AMOUNT,
    (all: string, sign: string | undefined, number: string, kilo: string | undefined, unit?: string) => {
      const value = String(Number(number.replace(',', '.')) * (kilo === undefined ? 1 : 1000));
      const kind = sign === undefined ? UNITS.find(([, form]) => unit !== undefined && form.test(unit))?.[0] : 'money';
      add(kind ?? 'number', value);
      if (kind === undefined && unit !== undefined && unit.length > 2)
        add(`count ${unit.toLowerCase().slice(0, 5)}`, value);
      return all;
    },
  );
  return values;
}

/** Joins digit groups, and turns number words and Chinese numbers into digits. */
function plainNumbers(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<=\d)[,. \u202F](?=\d{3}(?!\d))/g, '')
    .replace(NUMBER_WORD, (word) => NUMBER_WORDS.get(word.toLowerCase()) ?? word)
    .replace(HAN_NUMBER, (number) => hanNumber(number) ?? number);
}
