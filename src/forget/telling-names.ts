// Names that an engine made, where memvault keeps them: headings of `MEMORY.md`, what journals, questions and plan
// files hold. Names are short, and tell of something forgotten by one word that only this had. Reads; decides nothing.
import { headingsIn, tellerOf, tellingNames } from '../markdown/forget/about.ts';
import { ownLines, SUMMARY_MARKERS } from '../markdown/own-part.ts';
import { splitLines } from '../markdown/lines.ts';
import type { Fact } from '../model/fact.ts';
import { isPlanFile } from '../vault/all-files.ts';
import { OWN, REVIEW_FILE, RUNS_DIR, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { Leak } from './verify.ts';

/** Of facts whose words are known. `rest`: what says their words without being forgotten. */
export function tellingNamesOf(
  vault: Vault,
  facts: readonly Fact[],
  rest: readonly string[],
): { readonly leaksIn: (path: string, bytes: Buffer) => Leak[] } {
  const { tells, mayTell } = tellerOf(
    facts.map(({ text }) => text),
    rest,
  );
  const factOf = (name: string): string => facts.find(({ text }) => tellerOf([text], rest).tells(name))?.id ?? '';
  const namesIn = (path: string, text: string): { readonly name: string; readonly line: number }[] => {
    if (path === SUMMARY_FILE) {
      const isOwn = ownLines(text, SUMMARY_MARKERS);
      return splitLines(text).flatMap((line, index) =>
        isOwn(index)
          ? headingsIn(line)
              .filter(tells)
              .map((name) => ({ name, line: index + 1 }))
          : [],
      );
    }
    const whole = parse(text);
    const values =
      whole === undefined
        ? splitLines(text).map((line, index) => ({ value: parse(line), line: index + 1 }))
        : [{ value: whole, line: 0 }];
    return values.flatMap(({ value, line }) =>
      tellingNames(value, tells).map((name) => ({ name, line: line === 0 ? lineOf(text, name) : line })),
    );
  };
  const isKept = (path: string): boolean =>
    path === SUMMARY_FILE ||
    path === REVIEW_FILE ||
    path.startsWith(`${RUNS_DIR}/`) ||
    (!path.startsWith(`${OWN}/`) && isPlanFile(vault, path));
  return {
    leaksIn: (path, bytes) => {
      if (facts.length === 0 || path.endsWith('.md') !== (path === SUMMARY_FILE) || !isKept(path)) return [];
      const text = bytes.toString('utf8');
      if (!mayTell(text)) return [];
      const found = namesIn(path, text).map(({ name, line }): Leak => ({
        fact: factOf(name),
        path,
        line,
        what: 'tells of it in a name',
      }));
      return [...new Map(found.map((leak) => [`${leak.fact} ${leak.line}`, leak])).values()];
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function lineOf(text: string, name: string): number {
  const written = JSON.stringify(name).slice(1, -1);
  return splitLines(text).findIndex((line) => line.includes(written)) + 1 || 1;
}
