// The types of `lint` rules and findings. A rule is a pure function of one reading of the vault.
import { posix } from 'node:path';
import { movedPages } from '../vault/current-claims.ts';
import type { View } from '../vault/view.ts';
import type { LintInput } from './input.ts';

/**
 * `error`: a guarantee is broken, or a person must act. `warning`: worth a look, or settled by the next dream. `note`:
 * for information.
 */
export type Severity = 'error' | 'warning' | 'note';

export interface Place {
  /** The file's path, relative to the vault's root. */
  readonly path: string;
  /** 1-based; 1 if the finding is about the whole file. */
  readonly line: number;
}

/** What a check reports, before `lint` adds the name of its rule. */
export interface Remark extends Place {
  readonly severity: Severity;
  readonly message: string;
  /** What to do, or what the next dream does; null if nothing. */
  readonly fix: string | null;
}

export interface Finding extends Remark {
  readonly rule: string;
  /** Only for rules with kinds. */
  readonly kind?: string;
}

/** `place` without a line means the whole file. */
export const remark = (
  severity: Severity,
  { path, line = 1 }: Pick<Place, 'path'> & Partial<Place>,
  message: string,
  fix: string | null = null,
): Remark => ({ severity, path, line, message, fix });

type Say = (place: Parameters<typeof remark>[1], message: string, fix?: string | null) => Remark;
export const error: Say = (...said) => remark('error', ...said);
export const warning: Say = (...said) => remark('warning', ...said);
export const note: Say = (...said) => remark('note', ...said);

/**
 * A check is its own documentation and test: docs/lint.md shows `what` and the example in the comment above the check,
 * and the tests run it. An example is the diff between two small vaults, in which `== path` begins a file. In the old
 * one the check finds nothing, in the new one exactly what `@finds` lists, as `severity path:line`.
 *
 * Ledger lines may omit required fields. A line that ends in `\` continues on the next. `<FF>` stands for that byte,
 * `<end>` for a file without a final newline, `<9 times>` repeats its line. `@answer` is a model's answer about the new
 * vault, for a check that needs one; without it no model is asked.
 */
export interface Check {
  /** What is true if the check finds nothing, in one sentence. */
  readonly what: string;
  readonly check: (input: LintInput) => Remark[];
}

interface RuleWithKinds {
  /** What its kinds have in common, in one sentence. */
  readonly what: string;
  readonly kinds: Readonly<Record<string, Check>>;
}

/** One check, or several related ones, each a kind. */
export type Rule = { readonly name: string } & (Check | RuleWithKinds);

export interface NamedCheck extends Check, Pick<Finding, 'rule' | 'kind'> {
  /** Its name for people: `stale`, or with its kind `links/anchor`. */
  readonly label: string;
}

export function checksOf(rule: Rule): NamedCheck[] {
  if (!('kinds' in rule)) return [{ ...rule, rule: rule.name, label: rule.name }];
  return Object.entries(rule.kinds).map(([kind, check]) => ({
    ...check,
    rule: rule.name,
    kind,
    label: labelOf({ rule: rule.name, kind }),
  }));
}

export const labelOf = ({ rule, kind }: Pick<Finding, 'rule' | 'kind'>): string =>
  kind === undefined ? rule : `${rule}/${kind}`;

// How findings render lists and quotations.

/** The first three items, and the number of the rest. */
export function some(items: readonly string[]): string {
  const more = items.length - 3;
  return items.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A statement in quotation marks on one line, truncated to 70 characters. */
export function quote(text: string): string {
  const flat = text.replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim();
  const points = Array.from(flat.slice(0, 200));
  return `“${points.length > 70 ? `${points.slice(0, 69).join('')}…` : flat}”`;
}

// Line numbers for findings.

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The place of the claim that cites a fact; line 1 if there is none. */
export function claimPlace(view: View, page: string, fact: string): Place {
  return { path: page, line: view.pages.get(page)?.claims.find((claim) => claim.facts.includes(fact))?.line ?? 1 };
}

// Finds the new path of a moved page, for the finding about a link and for its repair. Pure.

/**
 * Returns a function from a note's path and a decoded link target to the page that now has the facts of the target;
 * null if no page of that name is gone, or several are.
 */
export function movesOf({ view, notes }: LintInput): (from: string, target: string) => string | null {
  const moved = movedPages(view, (path) => notes.has(path));
  return (from, target) => {
    const name = target.endsWith('.md') ? target : `${target}.md`;
    const relative = posix.normalize(posix.join(posix.dirname(from), name));
    const [gone, ...others] = moved.has(relative)
      ? [relative]
      : [...moved.keys()].filter((path) => path === name || path.endsWith(`/${name}`));
    return gone === undefined || others.length > 0 ? null : (moved.get(gone) ?? null);
  };
}
