// Statements of a choice between two ("prefers X over Y") and of the version of a component ("runs on
// Node 20"): the key holds what the choice is between, or what has the version.
import type { Found } from './find.ts';
import { isSubject } from './subject.ts';
import { withoutArticle } from './table.ts';
import { readValue, valueForm } from './value.ts';

const PREFERS =
  /^(.+?) prefers? (?!not |to (?!use ))(?:to use |using )?(.+?) (over|to|rather than|instead of|for) (?:using )?(.+)$/i;
const VERSION = new RegExp(
  String.raw`^(.+?) (runs on|run on|runs|uses|use|is on|are on|is pinned to|targets|requires|require|needs|` +
    String.raw`need|is built with|was upgraded to|has been upgraded to|upgraded to|was downgraded to|moved to|` +
    String.raw`was updated to|was bumped to) (\p{Lu}[\p{L}.+#]*(?: \p{Lu}[\p{L}.+#]*)?) v?(\d[\w.-]*)$`,
  'u',
);
const NO_PRODUCT = new RegExp(
  String.raw`^(?:room|port|page|line|gate|platform|chapter|track|bus|tram|route|highway|interstate|level|floor|` +
    String.raw`exit|step|issue|ticket|pr|bug|day|week|phase|sprint|stage|section|part|number|plan|option|january|` +
    String.raw`february|march|april|may|june|july|august|september|october|november|december|q)$`,
  'i',
);

export function findChoice(text: string): Found | null {
  if (text.includes(' prefer')) return findPreference(text);
  return /\d/.test(text) ? findVersion(text) : null;
}

function findPreference(text: string): Found | null {
  const match = PREFERS.exec(text);
  if (!match) return null;
  const [, who = '', chosen = '', link = '', other = ''] = match;
  const subject = withoutArticle(who);
  const short = chosen.split(' ').length <= 5 && other.split(' ').length <= 5 && !/[,;]/.test(chosen + other);
  if (
    !short ||
    !isSubject(subject) ||
    / (?:does|do)$/.test(subject) ||
    / (?:not|and|but|because|neither|either|any|no|nor) /.test(` ${chosen} ${other} `)
  )
    return null;
  const pair = [valueForm(chosen, 'word'), valueForm(other, 'word')];
  const use = link.toLowerCase() === 'for';
  if (use && /^(?:now|the|a|me|him|her|its|their|this|that)\b/i.test(other)) return null;
  const id = use ? `prefers for ${pair[1] ?? ''}` : `prefers ${[...pair].sort().join(' or ')}`;
  return {
    subject,
    relation: { id, label: 'choice', kind: use ? 'name' : 'text', single: true },
    value: { form: pair[0] ?? '', label: null },
    negated: false,
    changed: false,
    single: true,
    form: 'table',
  };
}

function findVersion(text: string): Found | null {
  const match = VERSION.exec(text);
  if (!match) return null;
  const [, what = '', verb = '', product = '', version = ''] = match;
  const subject = withoutArticle(what);
  const value = readValue(version, 'number');
  if (!value || !isSubject(subject) || NO_PRODUCT.test(product)) return null;
  const needs = /^(?:requires?|needs?)$/.test(verb);
  const changed = /upgraded|downgraded|moved|updated|bumped/.test(verb);
  const person = /^(?:user|i)$/i.test(subject);
  return {
    subject,
    relation: {
      id: `${needs ? 'required ' : ''}${valueForm(product, 'word')} version`,
      label: 'version',
      kind: 'number',
      single: true,
    },
    value,
    negated: false,
    changed,
    single: !person || changed,
    form: 'table',
  };
}
