// The claims of the pages as they will be once a plan in the making is carried out: the words that they will have,
// the facts that they will cite, whether they are current, a side of a callout, or past. Decides nothing.
import { eventDay } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { parseCallout } from '../../page/conflict.ts';
import type { View } from '../../vault/view.ts';

/** `side`: one of the claims of a callout. */
export type Stand = 'current' | 'side' | 'past';

export interface Held {
  readonly from: string;
  readonly to: string;
}

/** One statement on a page, as it will be. */
export interface Standing {
  readonly page: string;
  readonly head: string | null;
  /** As the page has it today; null for one that the plan brings. */
  readonly today: {
    readonly claim: Claim;
    readonly stand: Stand;
    readonly held: Held | null;
    readonly facts: readonly string[];
  } | null;
  /** Why the plan brings it. */
  readonly reason: string;
  /** Of one that the plan brings: a fact whose claim, in a section of a person's own, it takes the place of. */
  readonly beside?: string;
  text: string;
  facts: string[];
  stand: Stand;
  /** Of a past one: the local days from which and to which it held; null where they cannot be read. */
  held: Held | null;
  /** The sides of its callout, itself among them; empty for any other. */
  sides: Standing[];
}

type Fresh = Pick<Standing, 'page' | 'head' | 'text' | 'facts' | 'reason' | 'beside'>;

export class ClaimsAhead {
  private readonly onPage = new Map<string, Standing[]>();
  private readonly brought: Standing[] = [];
  private readonly broughtFor = new Map<string, Standing>();
  private readonly view: Pick<View, 'pages' | 'factById'>;

  constructor(view: Pick<View, 'pages' | 'factById'>) {
    this.view = view;
  }

  /** The first on that page that will cite the fact, of those that stand there today. */
  citing(page: string, fact: string): Standing | undefined {
    return this.on(page).find((standing) => standing.facts.includes(fact));
  }

  /** The one that this plan brings for the fact, or on which it sets it. */
  broughtWith(fact: string): Standing | undefined {
    return this.broughtFor.get(fact);
  }

  bring(fresh: Fresh, stand: Stand, held: Held | null = null): Standing {
    const standing: Standing = { ...fresh, today: null, stand, held, sides: [] };
    this.brought.push(standing);
    for (const fact of standing.facts) this.broughtFor.set(fact, standing);
    return standing;
  }

  /** `beside` for what takes the place of a claim: a fact of one that a person moved out of `## Key Facts`. */
  ownPlaceOf(standing: Standing): Pick<Standing, 'beside'> {
    if (standing.today === null) return standing.beside === undefined ? {} : { beside: standing.beside };
    if (standing.today.claim.section === 'Key Facts') return {};
    const beside =
      standing.today.facts.find((fact) => this.citing(standing.page, fact) === standing) ?? standing.today.facts[0];
    return beside === undefined ? {} : { beside };
  }

  cite(standing: Standing, fact: string): void {
    if (standing.facts.includes(fact)) return;
    standing.facts.push(fact);
    this.broughtFor.set(fact, standing);
  }

  /** A callout of both; one more side where the first is one. */
  join(standing: Standing, side: Standing): void {
    const sides = [...(standing.sides.length === 0 ? [standing] : standing.sides), side];
    for (const one of sides) [one.sides, one.stand] = [sides, 'side'];
  }

  takeOff(standing: Standing, fact: string): void {
    if (this.broughtFor.get(fact) === standing) this.broughtFor.delete(fact);
    standing.facts = standing.facts.filter((id) => id !== fact);
  }

  /** Those of the pages that were looked at, then those that the plan brings. */
  all(): Standing[] {
    return [...[...this.onPage.values()].flat(), ...this.brought];
  }

  /** All of one page. */
  allOn(page: string): Standing[] {
    return [...this.on(page), ...this.brought.filter((standing) => standing.page === page)];
  }

  /**
   * Only an item of a list, or a side of a callout, is memvault's to reword or to move; a paragraph or a quote holds a
   * person's words too.
   */
  isRewordable({ page, today }: Standing): boolean {
    if (today === null || today.claim.sides.length > 0) return true;
    const line = this.lineOf(page, today.claim);
    return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || parseCallout(line) !== null;
  }

  /** The local day of the earliest of these facts. */
  firstDay(facts: readonly string[]): string | null {
    return (
      facts
        .flatMap((id) => this.view.factById.get(id) ?? [])
        .map(eventDay)
        .sort()[0] ?? null
    );
  }

  private lineOf(page: string, claim: Claim): string {
    return this.view.pages.get(page)?.text.split('\n')[claim.line - 1] ?? '';
  }

  private on(page: string): Standing[] {
    const known = this.onPage.get(page) ?? (this.view.pages.get(page)?.claims ?? []).flatMap(standingsOf);
    this.onPage.set(page, known);
    return known;
  }
}

function standingsOf(claim: Claim): Standing[] {
  const { page, head, held, sides } = claim;
  if (sides.length === 0) {
    const stand = isHistory(claim) ? 'past' : 'current';
    return [
      {
        page,
        head,
        text: claim.text,
        facts: [...claim.facts],
        stand,
        held,
        sides: [],
        reason: '',
        today: { claim, stand, held, facts: claim.facts },
      },
    ];
  }
  // A footnote that a person set behind the last side is that side's.
  const inSides = new Set(sides.flatMap((side) => side.facts));
  const rest = claim.facts.filter((fact) => !inSides.has(fact));
  const standings = sides.map(({ text, facts }, index): Standing => {
    const cited = index === sides.length - 1 ? [...facts, ...rest] : [...facts];
    return {
      page,
      head,
      text,
      facts: cited,
      stand: 'side',
      held: null,
      sides: [],
      reason: '',
      today: { claim, stand: 'side', held: null, facts: [...cited] },
    };
  });
  for (const standing of standings) standing.sides = standings;
  return standings;
}

/** `at` or `from`, whichever is later: nothing ends before it began. */
export function heldUntil(from: string, at: string): Held {
  return { from, to: at < from ? from : at };
}
