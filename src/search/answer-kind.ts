// Detects the kind of answer a question wants from its first words, and tests which statements contain one: a time for
// "when", a number for "how much", a name not in the question for "who", a place for "where". The factors and patterns
// were chosen on the diaries of bench/diaries.

type Kind = 'time' | 'number' | 'name' | 'place';

/** Words that may precede the question word: "by what time", "for which day", "à quelle heure". */
const BEFORE =
  String.raw`^\P{L}*(?:(?:and|at|by|for|from|in|of|on|since|to|until|with|à|de|depuis|pour|ab|an|bis|für|mit|seit|um|` +
  'von|a|con|desde|hasta|para) )?';

/** Nouns whose value is a number. */
const NUMBERED =
  'age|budget|capacity|cost|deposit|distance|dose|fee|fine|height|limit|number|percentage|port|price|quota|rate|rent|' +
  'salary|score|size|speed|temperature|timeout|version|wage|weight';
const NUMBERED_FR = 'âge|budget|dose|limite|loyer|numéro|poids|port|prix|salaire|taille|tarif|version';
const NUMBERED_DE = 'dosis|größe|hausnummer|miete|nummer|port|preis|version';
const NUMBERED_ES = 'alquiler|dosis|edad|límite|número|peso|precio|presupuesto|puerto|sueldo|tarifa|versión';

const QUESTIONS: readonly (readonly [Kind, RegExp])[] = [
  [
    'time',
    startingWith(
      String.raw`when|(?:what|which) (?:time|dates?|days?|evenings?|mornings?|weekdays?|weeks?|months?|years?)|` +
        'quand|quel(?:le)? (?:heure|jour|date|mois|année)|wann|wie viel uhr|welche[mnrs]? (?:tag|monat|jahr)|' +
        'cuándo|qué (?:hora|día|fecha|mes|año)',
      '什么时候|几点|哪天|哪年|几月|几号',
    ),
  ],
  [
    'number',
    startingWith(
      String.raw`how (?:much|many|often|long|old|far|big|tall|high|fast)|(?:what|which) (?:${NUMBERED})|` +
        String.raw`what(?:'s| is| was| are| were) (?:[\p{L}']+ ){0,3}(?:${NUMBERED})|` +
        String.raw`what (?:do|does|did|will|would) (?:[\p{L}']+ ){1,2}(?:charge|cost|earn|owe|pay|weigh)|` +
        String.raw`combien|quel(?:le)?s? (?:est |était )?(?:(?:le|la|l’|l'|mon|ma|notre|son|sa) ?)?` +
        String.raw`(?:${NUMBERED_FR})|` +
        String.raw`wie ?(?:viele?|oft|lange|alt|groß|hoch|teuer)|welche[nrs]? (?:${NUMBERED_DE})|` +
        String.raw`cuánt[oa]s?|cuál es (?:el|la|mi|tu|su|nuestr[oa]) (?:${NUMBERED_ES})`,
      '多少|几[个次天年岁]|多久|多大|多长',
    ),
  ],
  ['name', startingWith('who(?:m|se)?|qui|wer|wem|wen|quién(?:es)?', '谁')],
  [
    'place',
    startingWith(
      'where|(?:what|which) (?:city|town|country|place|street|building|room)|où|quel(?:le)? (?:ville|pays|rue)|' +
        'wo|dónde',
      '哪里|哪儿|在哪',
    ),
  ],
];

function startingWith(words: string, chinese: string): RegExp {
  return new RegExp(String.raw`${BEFORE}(?:${words})(?!\p{L})|${chinese}`, 'iu');
}

const TIME = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\d{1,2}:\d{2}|\d{1,2} ?[ap]m|(?:19|20)\d\d|` +
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|' +
    'jan(?:uary)?|feb(?:ruary)?|march|april|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|' +
    'dec(?:ember)?|(?:mid)?night|tonight|noon|today|tomorrow|yesterday|mornings?|afternoons?|evenings?|weekends?|' +
    '(?:last|next|this) (?:week|month|year)|' +
    'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|septembre|' +
    'octobre|novembre|décembre|midi|minuit|demain|hier|aujourd’hui|' +
    '(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|januar|februar|märz|mai|juni|juli|oktober|dezember|heute|' +
    'morgens?|gestern|abends?|' +
    'lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|' +
    String.raw`septiembre|octubre|noviembre|diciembre|mañana|ayer|hoy)(?!\p{L})|[\d一二三四五六七八九十][月号日点]|周[一二三四五六日]|星期`,
  'iu',
);
const NUMBER = new RegExp(
  String.raw`\d|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|` +
    'hundred|thousand|once|twice|half|every|daily|weekly|hourly|monthly|yearly|deux|trois|quatre|cinq|dix|cent|' +
    String.raw`chaque|zwei|drei|vier|fünf|zehn|hundert|jede[nrs]?|dos|tres|cuatro|cinco|diez|cien|cada)(?!\p{L})|` +
    '[一二三四五六七八九十百千两]',
  'iu',
);
/** Prepositions and words that precede a place. */
const WHERE =
  /(?<!\p{L})(?:in|at|on|to|from|near|behind|under|à|au|en|chez|dans|im|bei|nach|aus|rue|street|avenue)(?!\p{L})/u;
const NAME = /\p{Lu}[\p{L}'’-]+/gu;
/** Words that are capitalised at the start of a statement but are not names. */
const NO_NAME =
  ' the i it my we our a an he she they no not this that there from in on at for all user yes and but if when so ' +
  'le la les un une mon ma mes il elle on nous der die das ein eine mein wir er sie el mi ';

/** Returns a test for statements that contain the kind of answer the question wants; null if it wants no known kind. */
export function answerTest(question: string): ((text: string) => boolean) | null {
  const kind = QUESTIONS.find(([, pattern]) => pattern.test(question))?.[0];
  if (kind === undefined) return null;
  if (kind === 'time') return (text) => TIME.test(text);
  if (kind === 'number') return (text) => NUMBER.test(text);
  const asked = question.toLowerCase();
  const names = (text: string): boolean =>
    (text.match(NAME) ?? []).some((word, at) => {
      const small = word.toLowerCase();
      return !asked.includes(small) && (at > 0 || !NO_NAME.includes(` ${small} `));
    });
  return kind === 'name' ? names : (text) => WHERE.test(text) && names(text);
}
