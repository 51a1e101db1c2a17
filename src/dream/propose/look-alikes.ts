// Look-alikes: earlier statements that a new one may repeat, or that no longer hold because of it. Finds candidates by
// shared rare terms and weighs named features of each pair. Judges nothing for certain: what it finds is asked, shown to
// a model, or ranked.
import weights from '../../../templates/words/look-alikes.json';
import { createTokenizer, type Tokenizer } from '../../index/tokenizer.ts';
import { negationsIn } from '../../language/specifics.ts';
import { eventDay, type Fact } from '../../model/fact.ts';

/** A statement as it is compared: a fact, or a claim with the metadata of the fact that stands for it. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  /** The local day on which it was said, `YYYY-MM-DD`. */
  readonly day: string;
  readonly category: string;
  readonly project: string | null;
  readonly tags: readonly string[];
}

/** A fact in these words. */
export function statementOf({ id, category, tags, fields, ...fact }: Fact, text: string): Statement {
  return {
    id,
    text,
    day: eventDay({ ...fact, fields }),
    category,
    tags,
    project: (fields.project ?? '').trim() || null,
  };
}

export const FEATURES = [
  'one',
  'cosine',
  'coverNew',
  'coverOld',
  'rarest',
  'shared',
  'sameProject',
  'otherProject',
  'oneProject',
  'tags',
  'sameCategory',
  'sharedNames',
  'otherNames',
  'newNames',
  'otherValue',
  'sameValue',
  'addsValue',
  'change',
  'changeAlike',
  'correction',
  'done',
  'negation',
  'pronoun',
  'tentative',
  'dated',
  'exception',
  'also',
  'days',
  'sameDay',
  'first',
  'margin',
  'short',
] as const;
export type Feature = (typeof FEATURES)[number];

/** What a statement holds, worked out once. */
export interface Profile extends Statement {
  readonly terms: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** By kind (time, weekday, month, year, version, number) the values that it gives. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly signs: Readonly<Record<Sign, boolean>>;
}

type Sign = keyof typeof SIGNS;

// Words that tell what a statement does, in the languages that people log in. A sign is a hint, never a verdict.
const SIGNS = {
  change: words(
    `moved switched changed dropped replaced replaces instead now "no longer" "any more" anymore "these days" "after all"
    slipped slips postponed rescheduled "from now" "until further" raised lowered cut cancelled canceled "called off"
    "given up" "gave up" quit stopped sold gone lost closed ended over "taken over" "takes over" "took over" became
    becomes renamed upgraded downgraded migrated retired left "off to" turned forget "not any" "is history" archived
    shut "back on" "back in" "rolled back" reverted started new since "as of" only goes went up bumped deprecated
    removed swapped converted pushed extended shortened earlier later "put back" "brought forward" handed
    "plus de" "ne plus" "n'a plus" "n'est plus" désormais maintenant finalement changé remplacé vendu arrêté fini
    "à partir de" dorénavant déménagé parti passe passé "à la place" annulé reporté
    nunca ya ahora cambió cambiado dejó vendió "en vez" "a partir de" "ya no" pasó
    jetzt nun "nicht mehr" "kein mehr" "ab sofort" statt stattdessen gewechselt umgezogen verschoben geändert künftig
    abgesagt gekündigt verkauft aufgehört neu neue neuer seit`,
    '改到|改成|改为|换成|换了|不再|升到|升级|取消|推迟|提前|现在|已经|搬到|搬了|从今|以后|卖了|停了|变成|过了|辞|離開|离开|改用|没有了|不用了|开始',
  ),
  correction: words(
    `correction corrected wrong mistake mistaken miscounted misread typo actually "turns out" "in fact" "i meant" "not
    what" erratum "en fait" erreur "me suis trompé" "me suis trompée" corrección equivoqué eigentlich falsch irrtum korrektur`,
    '更正|其实|原来|搞错|记错|看错|算错|不是.*是',
  ),
  done: words(
    `yesterday "last night" "this morning" "last week" today done finished completed passed signed arrived landed merged
    shipped released went hier "ce matin" "ce week-end" aujourd'hui ayer hoy gestern heute`,
    '昨天|今天|刚|完成|考过|到了|好了',
  ),
  tentative: words(
    `if would could might maybe perhaps should wonder wonders wondering thinks thought think "asking around" ask considering
    someday si serait peut-être peut faudrait tal quizá sería vielleicht könnte würde wenn ob`,
    '吗|？|也许|可能|要是|如果|考虑|想问',
    /\?/u,
  ),
  dated: words(
    `"back in" "used to" ago once "at the time" "in those days" autrefois "il y a" antes "hace años" früher damals`,
    '以前|当年|曾经',
    /\b(?:in|en|from|de|seit|im)\s+(?:19|20)\d\d\b/u,
  ),
  exception: words(
    `"this week" "this time" "just this" "one-off" exception "for once" "that one" "this once" tonight "for the day" except
    "cette semaine" exceptionnellement "esta semana" "diese woche" ausnahmsweise`,
    '这周|这次|例外|临时|破例',
  ),
  also: words(
    `also too another additional besides "as well" both other others aussi "un autre" "une autre" también otro otra auch
    noch weitere`,
    '也|另外|还有|又',
  ),
} as const;

function words(list: string, han: string, other?: RegExp): RegExp {
  const all = [...list.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) =>
    (phrase ?? word ?? '').replace(/\s+/g, '\\s+'),
  );
  const sources = [
    String.raw`(?<![\p{L}\p{N}])(?:${all.join('|')})(?![\p{L}\p{N}])`,
    han,
    ...(other ? [other.source] : []),
  ];
  return new RegExp(sources.join('|'), 'iu');
}

const PRONOUN =
  /(?<![\p{L}\p{N}])(?:it|its|her|his|she|he|they|their|them|that one|there|lui|elle|il|ça|él|ella|lo|es|sie|er|ihr|dort)(?![\p{L}\p{N}])|[她他它]/iu;
const NAME =
  /(?<=[\p{L}\p{N},;:)'"’”]\s+["'“(]?)\p{Lu}[\p{L}\p{M}\p{N}'’-]*|^\p{Lu}[\p{L}\p{M}\p{N}-]*(?=['’]s\s|\s+(?:and|et|und|y|is|has|was|a|est)\s)/gu;
const DAY_NAMES =
  /(?<![\p{L}])(?:(mon|lun)|(tue|mar|die)|(wed|mer|mié|mit)|(thu|jeu|jue|don)|(fri|ven|vie|fre)|(sat|sam|sáb)|(sun|dim|dom|son))(?:days?|s|sdays?|nesdays?|rsdays?|urdays?|di|dis|redi|credi|udi|manche|es|rtes|ércoles|eves|rnes|ado|ingo|tag|nstag|nerstag|twoch|itag|stag|ntag)?(?![\p{L}])|(?:周|星期|礼拜)([一二三四五六日天])/giu;
const MONTHS =
  /(?<![\p{L}])(?:(jan)|(feb|fév|fev)|(mar(?!\b|di)|mär)|(apr|avr|abr)|(may|mai|mayo)|(jun|juin)|(jul|juil)|(aug|août|ago(?!\b))|(sep)|(oct|okt)|(nov)|(dec|déc|dic|dez))\p{L}*(?![\p{L}])|(十[一二]?|[一二三四五六七八九]|1[012]|[1-9])月/giu;
const TIME = /(?<![\d.:])(\d{1,2})(?::(\d{2})|\s?(?:am|pm|h|uhr|点)(\d{2})?)(?![\p{L}\d])/giu;
const VERSION = /(?<![\d.:])v?\d+(?:\.\d+)+(?![\d:])/giu;
const NUMBER = /(?<![\p{L}\d.:,-])(\d+(?:[.,]\d+)?)(?![\d.:]*\d)/gu;
const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, String(at + 1)]),
);
const NUMBER_WORD = /(?<![\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![\p{L}])/giu;

export function valuesIn(text: string): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  const add = (kind: string, value: string): void => void values.set(kind, (values.get(kind) ?? new Set()).add(value));
  let rest = text.normalize('NFKC').replace(/(?<=\d),(?=\d{3}\b)/g, '');
  const take = (kind: string, form: RegExp, valueOf: (match: RegExpExecArray) => string | null): void => {
    rest = rest.replace(form, (...args) => {
      const match = args.slice(0, -2) as unknown as RegExpExecArray;
      const value = valueOf(match);
      if (value === null) return match[0];
      add(kind, value);
      return ' ';
    });
  };
  const group = (match: RegExpExecArray): string | null => {
    const at = match.findIndex((part, index) => index > 0 && part !== undefined);
    return at > 0 ? String(at) : null;
  };
  take('date', /(?:19|20)\d\d-\d\d(?:-\d\d)?/gu, ([all]) => all);
  take('time', TIME, ([, hour = '', minute, other]) => `${Number(hour)}:${minute ?? other ?? '00'}`);
  take('version', VERSION, ([all]) => all.toLowerCase());
  take('year', /(?<!\d)(?:19|20)\d\d(?!\d)/gu, ([all]) => all);
  take('weekday', DAY_NAMES, (match) => match[8] ?? group(match));
  take('month', MONTHS, (match) => match[13] ?? group(match));
  take('number', NUMBER, ([all]) => all.replace(',', '.'));
  take('number', NUMBER_WORD, ([all]) => NUMBER_WORDS.get(all.toLowerCase()) ?? null);
  return values;
}

const LONGEST = 600;

/** Its terms at once; the rest when it is first compared, and once. */
function profileOf(statement: Statement, tokenizer: Tokenizer): Profile {
  const text = statement.text.slice(0, LONGEST);
  const once = <T>(find: () => T): (() => T) => {
    let found: T | undefined;
    return () => (found ??= find());
  };
  const names = once(
    () => new Set([...text.matchAll(NAME)].map(([name]) => name.toLowerCase().replace(/['’]s?$/, ''))),
  );
  const values = once(() => valuesIn(text));
  const signs = once(
    () =>
      Object.fromEntries(Object.entries(SIGNS).map(([sign, form]) => [sign, form.test(text)])) as Record<Sign, boolean>,
  );
  return {
    ...statement,
    terms: new Set(tokenizer.terms(text)),
    get names() {
      return names();
    },
    get values() {
      return values();
    },
    get signs() {
      return signs();
    },
  };
}

export interface Candidate {
  readonly older: Profile;
  readonly features: Readonly<Record<Feature, number>>;
}

export const KINDS = ['merge', 'supersede', 'contradiction'] as const;

/** An earlier statement, and what the new one may be to it. */
export interface LookAlike {
  readonly id: string;
  /** 0 to 1: how likely both are about one thing, so that not both stay as they are. */
  readonly score: number;
  /** The likeliest of what they may be to each other. */
  readonly kind: (typeof KINDS)[number];
}

/** A softmax over "both stay" and the kinds; the weights are fitted by `bench/fit-look-alikes.mjs`. */
function weigh(features: Readonly<Record<Feature, number>>): Omit<LookAlike, 'id'> {
  const rows = [weights.both, weights.merge, weights.supersede, weights.contradiction];
  const sums = rows.map((row) => FEATURES.reduce((sum, feature, at) => sum + (row[at] ?? 0) * features[feature], 0));
  const top = Math.max(...sums);
  const [both = 0, ...others] = sums.map((sum) => Math.exp(sum - top));
  const all = others.reduce((sum, one) => sum + one, both);
  return { score: 1 - both / all, kind: KINDS[others.indexOf(Math.max(...others))] ?? 'supersede' };
}

/** Statements with more than so many terms in common use are found by their rarer ones. */
const POSTINGS = 400;

export class LookAlikes {
  private readonly tokenizer = createTokenizer();
  private readonly postings = new Map<string, Set<Profile>>();
  private readonly known = new Map<string, Profile>();

  add(statement: Statement): void {
    this.remove(statement.id);
    const profile = profileOf(statement, this.tokenizer);
    this.known.set(profile.id, profile);
    for (const key of keysOf(profile)) this.postings.set(key, (this.postings.get(key) ?? new Set()).add(profile));
  }

  remove(id: string): void {
    const profile = this.known.get(id);
    if (!profile) return;
    this.known.delete(id);
    for (const key of keysOf(profile)) this.postings.get(key)?.delete(profile);
  }

  /** Earlier statements that share most with this one, the likest first. */
  candidates(statement: Statement, most: number): Candidate[] {
    const own = profileOf(statement, this.tokenizer);
    const scores = new Map<Profile, number>();
    for (const key of keysOf(own)) {
      const list = this.postings.get(key);
      if (!list || list.size > POSTINGS) continue;
      const weight = this.idf(key) * (key.startsWith('#') ? 0.5 : 1);
      for (const other of list) scores.set(other, (scores.get(other) ?? 0) + weight ** 2);
    }
    const ownNorm = this.norm(own);
    const scored = [...scores]
      .filter(([other]) => other.id !== own.id)
      .map(([other, dot]) => {
        const likeness = dot / Math.sqrt(ownNorm * this.norm(other));
        const project = own.project !== null && other.project !== null && own.project !== other.project ? 0.5 : 1;
        return { other, likeness: likeness * project };
      })
      .sort((a, b) => b.likeness - a.likeness || (a.other.id < b.other.id ? -1 : 1))
      .slice(0, most);
    return scored.map(({ other, likeness }, at) => ({
      older: other,
      features: this.featuresOf(other, own, at === 0, likeness - (scored[at === 0 ? 1 : 0]?.likeness ?? 0)),
    }));
  }

  /** Earlier statements that this one may repeat, end or contradict, the surest first. */
  find(statement: Statement, most: number): LookAlike[] {
    return this.candidates(statement, most)
      .map(({ older, features }) => ({ id: older.id, ...weigh(features) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }

  private idf(key: string): number {
    return Math.log(1 + this.known.size / (1 + (this.postings.get(key)?.size ?? 0)));
  }

  private norm(profile: Profile): number {
    let sum = 0;
    for (const key of keysOf(profile)) sum += (this.idf(key) * (key.startsWith('#') ? 0.5 : 1)) ** 2;
    return Math.max(sum, 1e-9);
  }

  private featuresOf(older: Profile, newer: Profile, isFirst: boolean, margin: number): Record<Feature, number> {
    const weigh = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + this.idf(term), 0);
    const shared = [...newer.terms].filter((term) => older.terms.has(term));
    const weight = weigh(shared);
    const [own, others] = [Math.max(weigh(newer.terms), 1e-9), Math.max(weigh(older.terms), 1e-9)];
    const top = Math.log(1 + this.known.size);
    const cosine = weight / Math.sqrt(own * others);
    const values = compareValues(older.values, newer.values);
    const { signs } = newer;
    const project = older.project !== null && newer.project !== null ? Number(older.project === newer.project) : null;
    const days = Math.max(0, (Date.parse(newer.day) - Date.parse(older.day)) / 864e5);
    const count = (names: Iterable<string>, test: (name: string) => boolean): number => [...names].filter(test).length;
    const change = Number(signs.change || signs.correction);
    return {
      one: 1,
      cosine,
      coverNew: weight / own,
      coverOld: weight / others,
      rarest: shared.reduce((max, term) => Math.max(max, this.idf(term)), 0) / top,
      shared: Math.log1p(shared.length),
      sameProject: Number(project === 1),
      otherProject: Number(project === 0),
      oneProject: Number(project === null && older.project !== newer.project),
      tags:
        newer.tags.filter((tag) => older.tags.includes(tag)).reduce((sum, tag) => sum + this.idf(`#${tag}`), 0) / top,
      sameCategory: Number(older.category === newer.category),
      sharedNames: Math.log1p(count(newer.names, (name) => older.names.has(name) || older.terms.has(name))),
      otherNames: Number(
        older.names.size > 0 && newer.names.size > 0 && ![...newer.names].some((name) => older.names.has(name)),
      ),
      newNames: Math.log1p(count(newer.names, (name) => !older.names.has(name))),
      otherValue: values.other,
      sameValue: values.same,
      addsValue: values.adds,
      change,
      changeAlike: change * cosine,
      correction: Number(signs.correction),
      done: Number(signs.done),
      negation: Number(negationsIn(older.text) > 0 !== negationsIn(newer.text) > 0),
      pronoun: Number(PRONOUN.test(newer.text)),
      tentative: Number(signs.tentative || older.signs.tentative),
      dated: Number(signs.dated || older.signs.dated),
      exception: Number(signs.exception || older.signs.exception),
      also: Number(signs.also),
      days: Math.log1p(days) / 5,
      sameDay: Number(days < 1),
      first: Number(isFirst),
      margin,
      short: Number(newer.terms.size < 5),
    };
  }
}

function* keysOf({ terms, tags, project }: Profile): Generator<string> {
  yield* terms;
  for (const tag of tags) yield `#${tag}`;
  if (project !== null) yield `@${project}`;
}

function compareValues(
  older: Profile['values'],
  newer: Profile['values'],
): { readonly other: number; readonly same: number; readonly adds: number } {
  let [other, same, adds] = [0, 0, 0];
  for (const [kind, values] of newer) {
    const before = older.get(kind);
    if (before === undefined) adds++;
    else if ([...values].some((value) => before.has(value))) same++;
    else other++;
  }
  return { other, same, adds };
}
