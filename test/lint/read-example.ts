// Reads the example of a check from the comment above it in src/lint/rules/. src/lint/rule.ts says how it is written.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, labelOf } from '../../src/lint/rule.ts';

export interface Example {
  /** A vault in which the check finds nothing. */
  readonly ok: string;
  /** A vault in which it finds exactly `finds`, each as `severity path:line`. */
  readonly notOk: string;
  readonly finds: readonly string[];
  /** A model's answer about the second vault; without it no model is asked. */
  readonly answer?: unknown;
}

const RULES = join(import.meta.dirname, '../../src/lint/rules');

/** Throws if the check has no example. */
export function readExample(check: Pick<Finding, 'rule' | 'kind'>): Example {
  const { rule, kind } = check;
  const found = readdirSync(RULES)
    .map((file) => readFileSync(join(RULES, file), 'utf8'))
    .map((source) => ({
      source,
      own: new RegExp(String.raw`^export const (\w+): Rule = \{\n  name: '${rule}',[^]*?^\};`, 'm').exec(source),
    }))
    .find(({ own }) => own !== null);
  const [body = '', constant = ''] = found?.own ?? [];
  const name = kind === undefined ? constant : constantOf(body, kind);
  const above = new RegExp(String.raw`/\*\*\n((?: \*(?!/).*\n)*) \*/\n(?:export )?const ${name}: (?:Check|Rule) = `);
  try {
    return parseExample(above.exec(found?.source ?? '')?.[1] ?? '');
  } catch (cause) {
    throw new Error(`${labelOf(check)}: ${(cause as Error).message}`, { cause });
  }
}

/** The constant that holds a kind, as in `kinds: { file, case: letterCase }`. */
function constantOf(source: string, kind: string): string {
  const kinds = /^ {2}kinds: (\{[^}]*\})/m.exec(source)?.[1] ?? '';
  return new RegExp(String.raw`[\s']${kind}'?(?:: (\w+))?[\s,]`).exec(kinds)?.[1] ?? kind;
}

/** `comment`: the lines of a doc comment but for its first and last. Throws if a part of the example is missing. */
export function parseExample(comment: string): Example {
  const lines = comment
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));
  const start = lines.indexOf('@example');
  if (start < 0) throw new Error('no @example');
  const body = lines.slice(start + 1);
  const strange = body.find((line) => line !== '' && !/^(?:[-+ ](?: |$)|@(?:finds|answer) )/.test(line));
  if (strange !== undefined) throw new Error(`not a line of an example: ${strange}`);

  const vaultOf = (mark: '-' | '+'): string =>
    body
      .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(mark))
      .map((line) => `${line.slice(2)}\n`)
      .join('')
      .replaceAll('\\\n', '')
      .replace(/^(.*?) ?<(\d+) times>\n/gm, (_, line: string, times: string) => `${line}\n`.repeat(Number(times)));
  const valuesOf = (tag: string): string[] =>
    body.flatMap((line) => (line.startsWith(`@${tag} `) ? [line.slice(tag.length + 2)] : []));

  const [ok, notOk, finds, [answer]] = [vaultOf('-'), vaultOf('+'), valuesOf('finds'), valuesOf('answer')];
  if (finds.length === 0) throw new Error('no @finds');
  if (ok === notOk && answer === undefined) throw new Error('no line with + or -');
  return { ok, notOk, finds, ...(answer === undefined ? {} : { answer: JSON.parse(answer) as unknown }) };
}
