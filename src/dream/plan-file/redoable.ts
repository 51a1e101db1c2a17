// What an older engine, or an older version of it, decided and may be proposed anew. Never what a person decided: what
// they fixed, reviewed, pinned, took off a page, forgot or put in their own words. Looks only.
import { normalForm } from '../../language/normal-form.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { CITED, type LedgerLine } from '../../model/disposition.ts';
import type { Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { isWholeClaim } from '../../page/remove-claim.ts';
import { pendingIds, readPending } from '../../vault/pending.ts';
import type { PageText, View } from '../../vault/view.ts';
import { closedPages } from '../plan/asked.ts';

export interface RedoWishes {
  /** From this local day on. */
  readonly since: string;
  readonly today: string;
  /** Name and version of what would decide it now. */
  readonly engine: string;
  /** The words that a run gave to the claim of a fact, where that is known still. */
  readonly written: (run: string, fact: string) => string | undefined;
}

export interface Redoable {
  /** What the engine is asked about again. */
  readonly ask: ReadonlySet<string>;
  /** What stays as it is, and is looked at all the same. */
  readonly keep: ReadonlySet<string>;
}

const BY_HAND = 'removed by hand';
const KINDS: ReadonlySet<string> = new Set([...CITED, 'set-aside']);

export function findRedoable(view: View, wishes: RedoWishes): Redoable {
  const old = oldFacts(view, wishes);
  const ask = new Set<string>();
  for (const id of old) {
    const held = view.ledger.get(id);
    if (held?.as === 'set-aside' || (held !== undefined && isOpen(held, view, old, wishes))) ask.add(id);
  }
  return { ask, keep: new Set([...old].filter((id) => !ask.has(id))) };
}

function oldFacts(view: View, { since, today, engine }: RedoWishes): Set<string> {
  const byHand = decidedByHand(view);
  const pending = pendingIds(readPending(view, today));
  const closed = closedPages(view);
  const isOld = ({ id, day }: Fact): boolean => {
    const held = view.ledger.get(id);
    if (
      held === undefined ||
      day < since ||
      day >= today ||
      pending.has(id) ||
      view.forgotten.has(id) ||
      byHand.has(id)
    )
      return false;
    if (!KINDS.has(held.as) || !isOlder(held.engine, engine)) return false;
    if (held.as === 'set-aside') return held.reason !== BY_HAND;
    const pages = view.citedOn.get(id) ?? [];
    return held.page !== undefined && pages.length === 1 && pages[0] === held.page && !closed.has(held.page);
  };
  return new Set(view.facts.filter((fact) => isOld(fact) && !isSecret(fact)).map(({ id }) => id));
}

/** What a person ever decided, whatever followed from other decisions since. */
export function decidedByHand({ ledgerRead }: Pick<View, 'ledgerRead'>): Set<string> {
  return new Set(
    ledgerRead.lines.flatMap(({ engine, fact }) => (engine === 'fix' || engine === 'review' ? [fact] : [])),
  );
}

/** A person's names are no engine's, and what a model decided the rules do not decide better. */
function isOlder(held: string, now: string): boolean {
  const isRules = (name: string): boolean => name.startsWith('rules/');
  return held !== now && held.includes('/') && (!isRules(now) || isRules(held));
}

/** May its claim be judged anew: current, memvault's in form and words, nothing of a person's on it? */
function isOpen(held: LedgerLine, view: View, old: ReadonlySet<string>, { written }: RedoWishes): boolean {
  const page = view.pages.get(held.page ?? '');
  const claim = page && claimOf(page, held.fact);
  if (!page || !claim || (held.as !== 'placed' && held.as !== 'duplicate') || !isPlain(page, claim)) return false;
  if (claim.facts.some((id) => view.pinned.has(id) || view.forgotten.has(id))) return false;
  const bases = claim.facts.flatMap((id) => (view.ledger.get(id)?.as === 'placed' ? (view.ledger.get(id) ?? []) : []));
  const [base] = bases;
  if (base === undefined || bases.length > 1) return false;
  const fact = view.factById.get(base.fact);
  const isOwn =
    fact !== undefined && (sameWords(claim.text, fact.text) || sameWords(claim.text, written(base.run, base.fact)));
  return isOwn && (held.as === 'duplicate' || claim.facts.every((id) => old.has(id)));
}

/** The one claim of the page that cites it; undefined where there are more. */
export function claimOf({ claims }: PageText, fact: string): Claim | undefined {
  const citing = claims.filter((claim) => claim.facts.includes(fact));
  return citing.length === 1 ? citing[0] : undefined;
}

/** A current claim that is one item of a list. */
export function isPlain(page: PageText, claim: Claim): boolean {
  return !isHistory(claim) && claim.sides.length === 0 && isWholeClaim(page.text, claim.line);
}

/** Dates that memvault set beside a relative one are its own. */
const DATES = / ?\([^()]*\d{4}[^()]*\)/g;

/** To the letter: a person may have changed no more than one. */
function sameWords(claim: string, words: string | undefined): boolean {
  if (words === undefined) return false;
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return (
    plain(claim) === plain(words) ||
    (normalForm(claim) !== '' && plain(claim.replace(DATES, '')) === plain(words.replace(DATES, '')))
  );
}
