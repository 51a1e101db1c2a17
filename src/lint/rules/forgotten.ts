// Invariant 9: what is forgotten stays so. Its words stand in the daily log alone, which nobody edits: on no page, not in
// what memvault makes from the pages, in no file that it keeps.
//
// A fact that a page still cites is the matter of conservation, and settled first. Words that another fact says, too, are no trace.
// Files of this clone alone, notes and everything else: `forget --verify`.
import { seek, tracesOf, type Sought } from '../../markdown/forget/words.ts';
import { splitLines } from '../../markdown/lines.ts';
import type { FileText } from '../../vault/own-files.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [preference] User prefers tabs over spaces ^k3v9x2ab4q
- [preference] User prefers coffee ^m4w8y3bc5r
== .memvault/tombstones.jsonl
{"fact":"k3v9x2ab4q"}
== 3_Personal/Preferences.md
- User prefers coffee[^m4w8y3bc5r]
== MEMORY.md
- User prefers coffee
`;

export const forgotten: Rule = {
  name: 'forgotten',
  what: 'The words of a forgotten fact stand in its daily log alone.',
  examples: {
    ok,
    notOk: ok.replaceAll('User prefers coffee\n', 'User prefers TABS over spaces\n').replace('coffee[', 'coffee; he prefers tabs over spaces['),
    finds: ['warning 3_Personal/Preferences.md:1', 'error MEMORY.md:1'],
  },
  check: ({ view, files }) => {
    const phrases = view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) && !view.citedOn.has(id) ? [{ fact: id, text }] : []));
    if (phrases.length === 0) return [];
    const sought = seek(phrases, view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [] : [text])));
    return [...[...view.pages.values()].flatMap((page) => traces(page, sought, 'warning')), ...files.flatMap((file) => traces(file, sought, 'error'))];
  },
};

function traces({ path, text }: Pick<FileText, 'path' | 'text'>, sought: readonly Sought[], severity: Remark['severity']): Remark[] {
  if (tracesOf(text, sought).length === 0) return [];
  return splitLines(text).flatMap((line, index) => tracesOf(line, sought).map(({ fact, whole }): Remark => ({
    severity, path, line: index + 1, message: `says ${whole ? 'what' : 'a part of what'} ${fact} said, which is forgotten`, fix: 'take the words out; memvault forget --verify looks through every file',
  })));
}
