// What a rule of `lint` holds, with its examples, as text for a terminal. The same words as in docs/lint.md.
import { maskSecret } from '../../markdown/secrets/finding.ts';
import { findSecrets } from '../../markdown/secrets/secrets.ts';
import { isEditorial } from '../../lint/rules.ts';
import type { Rule } from '../../lint/rule.ts';
import { painter } from '../paint.ts';
import { wrap } from '../wrap.ts';

/** Lines of an example that are shown. */
const LONGEST = 24;

/** One rule with its examples; of several rules only what each holds. */
export function renderRules(rules: readonly Rule[], color: boolean, columns: number): string {
  const paint = painter(color);
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return renderRule(only, color, columns);
  const width = Math.max(...rules.map(({ name }) => name.length));
  return rules
    .flatMap(({ name, what }) => {
      const [first = '', ...more] = wrap(what, columns, ' '.repeat(width + 2));
      return [paint('bold', name.padEnd(width)) + first.slice(width), ...more];
    })
    .join('\n');
}

function renderRule({ name, what, examples }: Rule, color: boolean, columns: number): string {
  const paint = painter(color);
  const kind = isEditorial(name)
    ? 'A rule of good editing, for the pages that lint looks at. lint --baseline accepts what it finds now.'
    : 'A proof: it holds for the whole vault, and what it finds is never accepted.';
  return [
    ...wrap(`${name}: ${what}`, columns).map((line, at) =>
      at === 0 && line.startsWith(name) ? paint('bold', name) + line.slice(name.length) : line,
    ),
    ...wrap(kind, columns),
    '',
    paint('dim', 'Nothing is found here:'),
    '',
    ...indented(examples.ok, columns),
    '',
    paint('dim', 'And here:'),
    '',
    ...indented(examples.notOk, columns),
    '',
    ...examples.finds.flatMap((found) => wrap(found, columns, '  ', '    ')),
  ].join('\n');
}

/** The lines of an example, indented; what does not fit is continued a little further in. */
const indented = (example: string, columns: number): string[] =>
  exampleLines(example).flatMap((line) => {
    const lead = /^\s*/.exec(line)?.[0] ?? '';
    return wrap(line.slice(lead.length), columns, `  ${lead}`, `      ${lead}`).map((part) => part.trimEnd());
  });

/** An example as lines: a long one is cut, and what looks like a secret is masked. */
export function exampleLines(example: string): string[] {
  const masked = findSecrets(example).reduceRight(
    (text, { start, end }) => text.slice(0, start) + maskSecret(text.slice(start, end)) + text.slice(end),
    example,
  );
  const lines = masked.trim().split('\n');
  return lines.length <= LONGEST
    ? lines
    : [...lines.slice(0, LONGEST - 1), `… and ${lines.length - LONGEST + 1} lines more`];
}
