// What is found in which language and way of writing: each case is logged, indexed and asked for as a search does it.
import { describe, expect, test } from 'vitest';
import { openTokenizer } from '../../src/index/tokenizer.ts';
import type { OpenIndex } from '../../src/index/view.ts';
import { LANGUAGES, languageKey } from '../../src/language/languages.ts';
import { find } from '../../src/search/find.ts';
import { notes } from './documents/notes.ts';
import { ASKED, LAYOUT, MEMORY, openNotes } from './open-notes.ts';

/** What stands beside each case: a search that finds everything finds these. */
const OTHERS = [
  'Repainted the fence last spring',
  'Zahnarzt am Dienstag um neun',
  'Le facteur passe à midi',
  '昨天下雨了',
  '電車が遅れた',
  '자전거를 고쳤다',
  'Собака спит',
  'ซื้อรองเท้า',
  'سيارة زرقاء',
  'מטריה אדומה',
  'बारिश होगी',
];

async function indexOf(languages: readonly string[], text: string): Promise<OpenIndex> {
  const lines = [...OTHERS, text].map((line, place) => `- [note] ${line} ^${String(place).padStart(10, 'a')}`);
  return openNotes(notes({ 'daily/2026-07-01.md': `${lines.join('\n')}\n` }), await openTokenizer(languages));
}

async function search(languages: readonly string[], text: string, query: string): Promise<string[]> {
  const { result } = await find({ ...ASKED, query }, await indexOf(languages, text), LAYOUT, MEMORY);
  return result.hits.map((hit) => hit.text);
}

type Case = readonly [text: string, question: string, found?: 'not found'];

function table(name: string, languages: readonly string[], cases: readonly Case[]): void {
  describe(name, () => {
    test.each(cases.map(([text, question, found]) => ({ text, question, found: found ?? 'found' })))(
      '$text — $question: $found',
      async ({ text, question, found }) => {
        const hits = await search(languages, text, question);
        // A tag at the end of a line is none of its words.
        expect(hits.some((hit) => text.startsWith(hit))).toBe(found === 'found');
        if (found === 'found') expect(hits.length).toBeLessThanOrEqual(OTHERS.length / 2);
      },
    );
  });
}

table(
  'English',
  ['en'],
  [
    ['She organises the garages of both houses', 'organized garage'],
    ['Went to the dentist', 'when did he go to dentists'],
    ['The children were happier', 'happy child'],
    ['His favourite colour is grey', 'favorite color gray'],
    ['Directions to the cabin', 'directed'],
    ['Meeting in May', 'May meeting'],
    ['It may rain', 'what may it be', 'not found'],
    ['Works in IT', 'IT'],
    ['Naïve Bayes in a café', 'naive cafe'],
    ['Naive Bayes in a cafe', 'naïve café'],
    ["O'Brien’s résumé", 'obrien resume'],
    ['Bought a lighthouse lamp', 'lighthuose'],
    ['Bought a lighthouse lamp', 'light'],
    ['Locker 15', '16', 'not found'],
    ['Locker 12', '1', 'not found'],
  ],
);

table(
  'code',
  ['en'],
  [
    ['Raise maxTokens to 4096', 'max_tokens'],
    ['Raise max_tokens to 4096', 'maxTokens'],
    ['Raise max_tokens to 4096', 'tokens'],
    ['HTTPServer crashes', 'http server'],
    ['getUserById is slow', 'user by id'],
    ['The merge-driver is registered', 'merge driver'],
    ['The merge-driver is registered', 'mergedriver'],
    ['Set log.level.root to warn', 'log.level.root'],
    ['Set log.level.root to warn', 'level'],
    ['Edit rolldown.config.mjs first', 'rolldown.config.mjs'],
    ['Edit rolldown.config.mjs first', 'rolldown config'],
    ['It is in src/index/ports.ts', 'src/index/ports.ts'],
    ['It is in src/index/ports.ts', 'ports.ts'],
    ['Prefers C++ over Java', 'C++'],
    ['Prefers C# over Java', 'C#'],
    ['Secrets are in .env files', '.env'],
    ['Upgraded to v1.2.3 today', 'v1.2.3'],
    ['Upgraded to v1.2.3 today', '4.5', 'not found'],
    ['Fixed in 9f6b03b of main', '9f6b03b'],
    ['Listens on port 8080', '8080'],
    ['Listens on port 8080', '808', 'not found'],
    ['Run `npm ci --ignore-scripts`', 'ignore-scripts'],
    ['Uses gpt4 and llama3', 'gpt 4'],
    ['Deploys nightly `infra atlas`', 'atlas'],
    ['Costs 1,000 euros', '1000'],
    ['On 2023-05-07 at 10:30', '10:30'],
    ['Mail to nadia@example.com', 'nadia@example.com'],
    ['See https://example.com/docs/setup', 'example.com/docs/setup'],
  ],
);

table(
  'Chinese',
  ['en'],
  [
    ['用户在上海工作并且喜欢喝咖啡', '喝咖啡'],
    ['用户在上海工作并且喜欢喝咖啡', '上海'],
    ['用户在上海工作并且喜欢喝咖啡', '咖'],
    ['用户在上海工作并且喜欢喝咖啡', '北京', 'not found'],
    ['图书馆星期天关门', '图书馆什么时候关门'],
    ['我使用React开发网站', 'react'],
    ['我使用React开发网站', '开发'],
    ['電話番号は秘密', '電話'],
  ],
);

table(
  'Japanese',
  ['en'],
  [
    ['東京都庁で会議がありました', '会議'],
    ['プロジェクトマネージャーに昇進した', 'マネージャー'],
    ['ﾌﾟﾛｼﾞｪｸﾄの予算', 'プロジェクト'],
    ['ガイドを予約', 'カイト', 'not found'],
    ['寿司が大好きです', '寿司'],
  ],
);

table(
  'Korean',
  ['en'],
  [
    ['프로젝트 회의를 했다', '회의'],
    ['프로젝트회의실 예약', '회의실'],
    ['서울에서 살고 있다', '서울'],
    ['서울에서 살고 있다', '부산', 'not found'],
    ['회의록 작성', '회의록'.normalize('NFD')],
  ],
);

table(
  'Thai, Lao, Khmer',
  ['en'],
  [
    ['ฉันชอบดื่มกาแฟที่กรุงเทพ', 'กาแฟ'],
    ['ฉันชอบดื่มกาแฟที่กรุงเทพ', 'กรุงเทพ'],
    ['ใช้ Docker ทุกวัน', 'docker'],
    ['ຂ້ອຍມັກກາເຟ', 'ກາເຟ'],
    ['ខ្ញុំចូលចិត្តកាហ្វេ', 'កាហ្វេ'],
  ],
);

table(
  'other scripts without their language',
  ['en'],
  [
    ['Ёлка стоит в углу', 'елка'],
    ['שָׁלוֹם עולם', 'שלום'],
    ['العَرَبِيّة لغتي', 'العربية'],
    ['हिन्दी मेरी भाषा है', 'हिन्दी'],
    ['Σεισμός στην Αθήνα', 'σεισμος'],
    ['Party 🎉 am Freitag', '🎉'],
    ['👍🏽 from Nadia', '👍'],
    ['Łódź in winter', 'Lodz'],
    ['Straße nach Ærøskøbing', 'strasse aeroskobing'],
  ],
);

table(
  'German',
  ['en', 'de'],
  [
    ['Die Häuser sind teuer', 'Haus'],
    ['Er fuhr nach München', 'Muenchen'],
    ['Er fuhr nach München', 'Munchen'],
    ['Straßen ohne Namen', 'Strasse'],
    ['Verträge sind unterschrieben', 'wo ist der Vertrag'],
    ['Die Kündigung liegt bei', 'kündigungen'],
    ['The war was long', 'war'],
    ['Das war mit uns', 'war', 'not found'],
    ['Meetings are long', 'meeting'],
  ],
);

table(
  'German compounds',
  ['en', 'de'],
  [
    ['Die Krankenversicherung zahlt', 'Versicherung'],
    ['Die Versicherung zahlt', 'Krankenversicherung'],
    ['Das Haustürschloss klemmt', 'Schloss'],
    ['Neue Zahnbürste gekauft', 'Bürste'],
    ['Die Versicherung zahlt', 'Verspätung', 'not found'],
  ],
);

table(
  'compounds without the language',
  ['en'],
  [
    ['Die Krankenversicherung zahlt', 'Versicherung'],
    ['Bought a lighthouse lamp', 'house'],
  ],
);

table(
  'French',
  ['fr', 'en'],
  [
    ['Les chevaux mangent', 'cheval'],
    ['Elle préfère les étés chauds', 'une préférée chaude'],
    ['l’hôtel est fermé', 'hotel fermée'],
    ['Nous avons déménagé', 'déménager'],
    ['The horses eat', 'horse'],
  ],
);
table(
  'Spanish',
  ['es'],
  [
    ['Canciones de verano', 'canción'],
    ['Habló con los médicos', 'médico'],
    ['Habló con los médicos', 'medicos'],
    ['Trabajamos en Sevilla', 'trabajar'],
  ],
);
table(
  'Italian, Portuguese, Dutch',
  ['it', 'pt', 'nl'],
  [
    ['Le chiavi sono perse', 'chiave'],
    ['As chaves perdidas', 'chave'],
    ['De katten slapen', 'kat'],
    ['Ziekteverzekering betaald', 'verzekering'],
  ],
);
table(
  'Swedish, Danish, Norwegian, Finnish',
  ['sv', 'da', 'no', 'fi'],
  [
    ['Bilarna är röda', 'bil'],
    ['Husene er røde', 'hus'],
    ['Talossa on lämmin', 'talo'],
    ['Sjukförsäkring klar', 'försäkring'],
  ],
);
table(
  'Russian',
  ['ru', 'en'],
  [
    ['Ключи лежат на столе', 'ключ'],
    ['Встретились с друзьями', 'друзья'],
    ['Машины и meetings', 'машина meeting'],
  ],
);
table(
  'Turkish, Hungarian, Romanian',
  ['tr', 'hu', 'ro'],
  [
    ['Kitaplarım kayboldu', 'kitap'],
    ['A kulcsok elvesztek', 'kulcs'],
    ['Cheile sunt pierdute', 'cheie'],
  ],
);
table(
  'Arabic, Hindi, Greek',
  ['ar', 'hi', 'el'],
  [
    ['المدرسة مغلقة', 'مدرسة'],
    ['किताबें मेज पर हैं', 'किताब'],
    ['Τα κλειδιά χάθηκαν', 'κλειδί'],
  ],
);

test('every language that can be set gives a tokenizer that knows each way of writing', async () => {
  for (const language of LANGUAGES) {
    const tokenizer = await openTokenizer([language]);
    expect(tokenizer.terms('max_tokens 8080 咖啡 🎉')).toEqual(expect.arrayContaining(['8080', '咖啡', '🎉']));
  }
});

test('lists that mean the same are one index, others another', () => {
  expect([
    languageKey(['de', 'en', 'de', 'zh']),
    languageKey(['en', 'de']),
    languageKey(['zh']),
    languageKey([]),
  ]).toEqual(['en de', 'en de', '', '']);
});
