// What a fact says whose field `kind` tells what sort of thing it is: there a `key` is the name of a sort ("likes",
// "sister"), and has one value at a time only by a closed table. What an event says holds from its day on, and is no
// slot of its own. Pure.
import data from '../../../templates/slots/kinds.json';
import { kindOf } from '../profile/kinds.ts';
import { relationsById, type Relation } from './relations.ts';
import { subjectKey } from './subject.ts';
import type { Judged } from './types.ts';
import { valueForm } from './value.ts';

const KINDS: ReadonlySet<string> = new Set(data.kinds);
const RELATION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(data.keys).flatMap(([id, keys]) => keys.map((key) => [key, id] as const)),
);
const KIN: ReadonlySet<string> = new Set(data.kin);
const PERSONAL: ReadonlySet<string> = new Set(data.personal);
/** Kinds whose facts say how somebody is now. */
const NOW: ReadonlySet<string> = new Set(['identity', 'relationship']);
const DENIED =
  /\b(?:not|never|no longer|any ?more|former|ex|used to|was|were|had)\b|n['’]t\b|不|没|曾|以前|前(?:妻|夫|任)/iu;
const BEGAN =
  /\b(?:moved|relocated|emigrated|immigrated|joined|started|began|married)\b|搬|迁|入职|跳槽|加入|嫁|娶|结婚/u;
const PLANNED =
  /\b(?:will|would|going to|plans?|planned|wants?|hopes?|might|may|almost|nearly)\b|打算|计划|准备|将|想|希望/iu;
/** The statement speaks of the user. */
const USER = /^(?:(?:the )?user|I) (?=\p{L})|^(?:[^，,]{0,12}[年月日号底初中春夏秋冬天][，,]?)?(?:用户|我)(?!的)/iu;
const USERS = /\b(?:user['’]s|my) |(?:用户|我)的/iu;

export interface KeyedValue {
  readonly subject: string;
  readonly relation: Relation;
  /** In the form in which values are compared. */
  readonly value: string;
}

/** Is it a fact whose `key` is the name of a sort? */
export const hasKnownKind = (statement: Pick<Judged, 'fields'>): boolean => KINDS.has(kindOf(statement));

/** May several events tell of it, none of which takes the place of another? */
export const isPersonal = (relation: string): boolean => PERSONAL.has(relation);

/** What the fields say that holds now, where they say it for sure. */
export function stateOfFields(statement: Judged): KeyedValue | null {
  const isLanguage = kindOf(statement) === 'preference' && keyOf(statement) === 'native-language';
  return (NOW.has(kindOf(statement)) || isLanguage) && !DENIED.test(statement.text) ? valueOfFields(statement) : null;
}

/** What the fields of an event say that holds from its day on. */
export function turnOfFields(statement: Judged): KeyedValue | null {
  const found =
    DENIED.test(statement.text) || !BEGAN.test(statement.text) || PLANNED.test(statement.text)
      ? null
      : valueOfFields(statement);
  const value = statement.fields.value?.trim() ?? '';
  // "Moved from Rome" names what was left.
  const isNamed =
    /\p{Script=Han}/u.test(statement.text) ||
    ['to', 'into', 'at', 'for', 'joined', 'married', 'in'].some((word) =>
      [' ', ' the '].some((gap) => statement.text.includes(` ${word}${gap}${value}`)),
    );
  return found !== null && isNamed ? found : null;
}

const keyOf = ({ fields }: Judged): string =>
  (fields.key ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

function valueOfFields(statement: Judged): KeyedValue | null {
  const id = RELATION_OF.get(keyOf(statement));
  const relation = id === undefined ? undefined : relationsById().get(id);
  const value = statement.fields.value?.trim() ?? '';
  if (relation === undefined || value === '' || value.length > 60) return null;
  const whose = whoseIs(statement, relation, value);
  const subject = whose === null ? null : subjectKey(whose, statement);
  const form = valueForm(value, relation.kind);
  return subject === null || form === '' ? null : { subject, relation: { ...relation, single: true }, value: form };
}

/** Whom it speaks of, where that is plain: the user, or the first of its persons, whom it begins with. */
function whoseIs({ text, fields }: Judged, { id }: Relation, value: string): string | null {
  if (USER.test(text) || (KIN.has(id) && USERS.test(text))) return 'user';
  const [first = ''] = (fields.persons ?? '').split(/[,，、]/u).map((name) => name.trim());
  if (first === '' || first.toLowerCase() === value.toLowerCase()) return null;
  return text.startsWith(`${first} `) ||
    (/\p{Script=Han}/u.test(first) && text.startsWith(first) && text[first.length] !== '的') ||
    (KIN.has(id) && (text.includes(`${first}'s `) || text.includes(`${first}的`)))
    ? first
    : null;
}
