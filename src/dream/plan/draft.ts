// A plan in the making: fact by fact one decision or a reason to wait, and the changes that follow from it.
// Pure. A claim stands for a fact only where it keeps what is specific in it, whatever an engine says.
import { normalForm } from '../../language/normal-form.ts';
import { keepsSpecifics } from '../../language/specifics.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { factDigest } from '../../model/bytes.ts';
import { CITED } from '../../model/disposition.ts';
import type { Fact } from '../../model/fact.ts';
import type { Agreed, Change, Decision, Left, PlannedReview, Proposal } from '../../model/plan.ts';
import type { Home } from '../../vault/current-claims.ts';
import { type Choice, choiceOf } from '../collect.ts';
import { SECRET } from '../engine.ts';
import { takeOff } from '../undo.ts';
import { planReviews, withoutOverlaps } from './asked.ts';
import type { ClaimsAhead, Standing } from './claims-ahead.ts';
import { KINDS, Settling } from './timeline.ts';

// From the claims as they will be to the changes that make them so: what comes, what goes to History, what becomes a
// callout.

/** What was decided of a claim of today, so that the change can say why. */
export type ReasonOf = (standing: Standing) => string;

/** New claims that are current, in the order in which they were brought. */
function additions(claims: ClaimsAhead): Change[] {
  const seen = new Set<Standing>();
  return claims.all().flatMap((standing): Change[] => {
    if (standing.today !== null || standing.stand === 'past' || standing.facts.length === 0) return [];
    // Of a callout of new claims alone the first is added, and the others contradict it.
    if (
      standing.stand === 'side' &&
      (standing.sides.some(({ today }) => today !== null) || standing.sides.some((side) => seen.has(side)))
    )
      return [];
    seen.add(standing);
    return [
      {
        kind: 'add',
        page: standing.page,
        text: standing.text,
        head: standing.head,
        facts: standing.facts,
        reason: standing.reason,
        ...(standing.beside === undefined ? {} : { beside: standing.beside }),
      },
    ];
  });
}

/**
 * The rest, in the order in which it must be carried out: a callout gets its new side before an old one leaves it,
 * so that it stays one; that which is left of one alone becomes plain with the others' going.
 */
function movements(claims: ClaimsAhead, reasonOf: ReasonOf): Change[] {
  const all = claims.all().filter(({ facts }) => facts.length > 0);
  const added = new Set(additions(claims).map(({ facts }) => facts));
  const past = all.flatMap((one): Change[] =>
    one.today === null && one.stand === 'past' && one.held !== null
      ? [{ kind: 'past', page: one.page, text: one.text, facts: one.facts, ...one.held, reason: one.reason }]
      : [],
  );
  const conflicts = all.flatMap((one): Change[] => {
    if (one.today !== null || one.stand !== 'side' || added.has(one.facts)) return [];
    const beside = one.sides.find(({ today, facts }) => today !== null || added.has(facts)) ?? one;
    return [
      {
        kind: 'conflict',
        page: one.page,
        claim: nameOf(beside, claims),
        text: one.text,
        facts: one.facts,
        reason: one.reason,
      },
    ];
  });
  const gone = all.flatMap((one): Change[] => {
    if (one.today === null || one.stand !== 'past' || one.held === null) return [];
    const grounds = {
      page: one.page,
      claim: nameOf(one, claims),
      ...one.held,
      facts: one.facts,
      reason: reasonOf(one),
    };
    if (one.today.stand !== 'past') return [{ kind: 'supersede', ...grounds }];
    return one.today.held?.from === one.held.from && one.today.held.to === one.held.to
      ? []
      : [{ kind: 'redate', ...grounds }];
  });
  const back = all.flatMap((one): Change[] =>
    one.today?.stand === 'past' && one.stand === 'current'
      ? [
          {
            kind: 'revive',
            page: one.page,
            claim: nameOf(one, claims),
            head: one.head,
            facts: one.facts,
            reason: reasonOf(one),
          },
        ]
      : [],
  );
  const open = new Set(
    all.flatMap(({ today, stand }) => (today?.stand === 'side' && stand !== 'current' ? [today.claim] : [])),
  );
  const dissolved = new Map(
    all.flatMap((one) =>
      one.today?.stand === 'side' && !open.has(one.today.claim) ? [[one.today.claim, one] as const] : [],
    ),
  );
  const settled = [...dissolved].flatMap(([claim, one]): Change[] => {
    const sides = all.filter(({ today }) => today?.claim === claim);
    return sides.length < 2
      ? []
      : [
          {
            kind: 'settle',
            page: one.page,
            claim: nameOf(one, claims),
            facts: sides.flatMap(({ facts }) => facts),
            reason: reasonOf(one),
          },
        ];
  });
  return [...past, ...conflicts, ...gone, ...back, ...settled];
}

/** A fact by which it is found on its page: one that it cites today, and that no claim above it does. */
function nameOf(standing: Standing, claims: ClaimsAhead): string {
  const today = standing.today?.facts.filter((fact) => standing.facts.includes(fact)) ?? [];
  return today.find((fact) => claims.citing(standing.page, fact) === standing) ?? today[0] ?? standing.facts[0] ?? '';
}

const EDITED = 'its log line was edited';
const UNSAID = 'since a merge its claim says what another fact says';

export class Draft extends Settling {
  /** By page the facts whose citations go. */
  private readonly off = new Map<string, Set<string>>();

  /** Claims that are new and current. */
  additions(): Change[] {
    return additions(this.claims);
  }

  /** Words and footnotes of claims that are on pages already. */
  wordings(): Change[] {
    return this.edits;
  }

  /** What goes to History or is past at once, what is in conflict, what goes off a page. */
  moves(): Change[] {
    const reasonOf = ({ facts }: Standing): string =>
      facts.map((id) => this.decisions.get(id)?.reason).find((reason) => reason !== undefined) ??
      'what came before or after it changed';
    return [...movements(this.claims, reasonOf), ...takeOff(this.input.view, this.off)];
  }

  /** What a page will say that holds. */
  sayingsOn(page: string): Pick<Standing, 'text' | 'facts'>[] {
    return this.claims.allOn(page).filter(({ stand, facts }) => stand !== 'past' && facts.length > 0);
  }

  /** A defect that only this fact brings out. */
  fail(fact: Fact, what: string): void {
    this.leaveFailed(fact, `memvault could not decide it: ${what}`, 'memvault could not decide it');
  }

  /** It looks like a secret: out of every page, whatever an engine says, until a person has looked at the log. */
  holdBack(fact: Fact): void {
    const { ledger, citedOn } = this.input.view;
    const isHeldBack = ledger.get(fact.id)?.as === 'quarantined' && ledger.get(fact.id)?.digest === factDigest(fact);
    // What a page cites is on it already, and stays as it is.
    if (citedOn.has(fact.id) || isHeldBack) this.leave(fact, SECRET, 'other');
    else this.decide(fact, { as: 'quarantined', reason: SECRET });
  }

  /** Nobody could be asked about it this time. */
  wait(fact: Fact, { reason, why }: Left): void {
    this.leave(fact, reason, why);
  }

  /** What a person is asked. */
  reviews(): PlannedReview[] {
    const { engine, view, proposals, maxReviews, askedToday = [] } = this.input;
    const standsFor = (fact: string): Standing | null => {
      const standing = this.left.has(fact) || this.heldOf(fact)?.as === 'superseded' ? null : this.standingOf(fact);
      return standing?.stand === 'past' ? null : standing;
    };
    const settled = new Set(this.settledPairs.map(({ id }) => id));
    const asking = { engine, view, standsFor };
    const open = withoutOverlaps(
      planReviews(proposals.reviews, asking).filter(({ id }) => !settled.has(id)),
      askedToday,
      asking,
    );
    const asked = open.asked.slice(0, Math.max(0, maxReviews));
    const known = new Set([...settled, ...asked.map(({ id }) => id)]);
    const isKnown = ({ id, looks }: PlannedReview): boolean => {
      const line = view.reviews.get(id);
      return line?.status === 'queued' && (line.looks?.second ?? null) === (looks?.second ?? null);
    };
    // What is more than a person is asked in a night waits for the next.
    const later = [...open.waiting, ...open.asked.slice(asked.length), ...planReviews(proposals.queued ?? [], asking)];
    const queued = later
      .filter((review) => !known.has(review.id) && known.add(review.id) && !isKnown(review))
      .map((review): PlannedReview => ({ ...review, status: 'queued' }));
    return [...asked, ...queued, ...this.settledPairs];
  }

  /** Two looks at a pair of earlier nights: what they agree on is done, or both stay. */
  recordAgreed({ facts: [older, newer], as, text, reason }: Agreed): void {
    const { factById } = this.input.view;
    const [id, other] = as === 'superseded' ? [older, newer] : [newer, older];
    const fact = factById.get(id);
    if (!fact || !factById.has(other)) return;
    const joint = as === 'duplicate' ? this.jointWording(id, other, text) : null;
    const both = as === null || (as === 'duplicate' && joint === null);
    this.settlePair(KINDS[as ?? 'superseded'], older, newer, both ? 'expired' : 'approved', reason);
    if (both || this.decisions.has(id)) return;
    const claim = this.standingOf(other);
    this.recordClash(fact, { as, other, reason });
    if (claim !== null && joint !== null) this.reword(claim, joint, reason);
  }

  /** The sentence in which the claim of `other` can stand for that of `fact`, too; null where none keeps all. */
  private jointWording(fact: string, other: string, text: string | undefined): string | null {
    const [own, claim] = [this.standingOf(fact), this.standingOf(other)];
    if (own === null || claim === null) return null;
    const said = [own, claim].flatMap((one) => [one.text, ...this.textsOf(one)]);
    const wordings = this.claims.isRewordable(claim) ? [text ?? claim.text, claim.text, own.text] : [claim.text];
    return wordings.find((wording) => keepsSpecifics(wording, said)) ?? null;
  }

  /** The words of the facts that it stands for. */
  private textsOf(claim: Standing): string[] {
    const { factById } = this.input.view;
    return claim.facts.flatMap((id) => (this.isPutRight(claim, id) ? [] : (factById.get(id)?.text ?? [])));
  }

  /** The claim says it in a sentence that keeps what is specific in all that it stands for. */
  private reword(claim: Standing, text: string, reason: string): void {
    const said = [claim.text, ...this.textsOf(claim)];
    if (text === claim.text || !keepsSpecifics(text, said) || !this.claims.isRewordable(claim)) return;
    const [base = ''] = this.basesOf(claim);
    if (claim.today !== null)
      this.edits.push({ kind: 'correct', page: claim.page, claim: base, text, facts: [base], reason });
    claim.text = text;
  }

  recordCited(fact: Fact, page: string): void {
    if (this.waitsForPage(fact, page)) return;
    const claim = this.claims.citing(page, fact.id);
    this.settle(fact, {
      ...(claim ? this.stillOn(claim, fact.id) : { as: 'placed' }),
      page,
      reason: 'a page cites it already',
    });
  }

  /** What a fact is that moved with its claim: what it was, where that can be seen still. */
  private stillOn(claim: Standing, id: string): Pick<Choice, 'as' | 'of' | 'by' | 'with'> {
    const { as, of, by } = this.input.view.ledger.get(id) ?? {};
    if (as === 'duplicate' && of !== undefined && of !== id && claim.facts.includes(of)) return { as, of };
    if (as === 'superseded' && by !== undefined && (claim.stand === 'past' || claim.facts.includes(by)))
      return { as, by };
    const beside = claim.stand === 'past' ? claim.facts.find((other) => other !== id && this.isBase(claim, other)) : id;
    return beside === undefined ? { as: 'placed' } : this.likeOn(claim, beside);
  }

  recordRemoved(fact: Fact): void {
    const page = this.input.view.ledger.get(fact.id)?.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    // A hand did that, and no plan: what was undone does not hold it back.
    if (this.input.view.pages.has(page))
      this.edits.push({ kind: 'unsource', page, facts: [fact.id], reason: 'removed by hand' });
    this.decide(fact, { as: 'set-aside', reason: 'removed by hand' });
  }

  /** On two pages after a merge: it stays where the later decision put it. */
  recordDoubled(fact: Fact, { home, others }: Home): void {
    if (this.waitsForPage(fact, home, ...others)) return;
    const held = this.input.view.ledger.get(fact.id);
    const same = held?.page === home && CITED.has(held.as) ? choiceOf(held) : { as: 'placed' as const };
    this.settle(fact, { ...same, page: home, reason: `two clones placed it; it stays on ${home}` }, () =>
      this.dropCopies(fact),
    );
  }

  /** Its claim says another fact's words since a merge: it gets its own on the same page. */
  recordUnsaid(fact: Fact, page: string): void {
    if (this.waitsForPage(fact, page)) return;
    const claim = this.claims.citing(page, fact.id);
    this.placeAlone(fact, page, { text: fact.text, head: claim?.head ?? null, reason: UNSAID }, claim);
  }

  take(fact: Fact, proposal: Proposal | undefined): void {
    if (proposal === undefined) this.leaveFailed(fact, 'the engine said nothing of it');
    else if (proposal.as === 'duplicate') this.fold(fact, proposal);
    else if (proposal.as === 'placed' && proposal.corrects !== undefined) this.putRight(fact, proposal);
    else if (proposal.as === 'placed' && (proposal.supersedes ?? []).length > 0) this.replace(fact, proposal);
    else if (proposal.as === 'placed') this.place(fact, proposal);
    else if (proposal.as === 'conflict' && proposal.with !== undefined) this.contradict(fact, proposal);
    else if (proposal.as === 'superseded' && proposal.by !== undefined) this.placeInThePast(fact, proposal);
    else if (proposal.as === 'set-aside') this.settle(fact, { as: 'set-aside', reason: proposal.reason });
    else
      this.leaveFailed(
        fact,
        `the engine said ${proposal.as}, which this version cannot apply`,
        'the engine decided what this version cannot apply',
      );
  }

  /** Was its line edited after a claim was made of it? */
  isCorrection(fact: Fact): boolean {
    return this.input.view.ledger.has(fact.id) && this.pageCiting(fact.id) !== null;
  }

  /** An edited log line: its claim gets the new words where it stands; a claim that it shares keeps the others'. */
  correct(fact: Fact, proposal: Proposal | undefined): void {
    const page = this.pageCiting(fact.id) ?? '';
    if (this.waitsForPage(fact, page, ...(this.input.batch.doubled.get(fact.id)?.others ?? []))) return;
    const claim = this.standingOf(fact.id) ?? undefined;
    const { frees = [] } = proposal ?? {};
    // What its own callout holds against it stays so: the words alone are corrected.
    const targets = [...(proposal ? this.targetsOf(fact, proposal) : [])].filter(
      (target) => target !== claim && claim?.sides.includes(target) !== true,
    );
    if (
      this.waitsForPage(
        fact,
        ...[...targets, ...frees.flatMap((id) => this.standingOf(id) ?? [])].map((one) => one.page),
      )
    )
      return;
    const others = claim ? this.stayingOn(claim).filter((id) => id !== fact.id && !this.isPutRight(claim, id)) : [];
    const isFreed = frees.includes(fact.id);
    const like = (on: Standing): Pick<Choice, 'as' | 'by' | 'with'> =>
      isFreed ? { as: 'placed' } : this.likeOn(on, fact.id);
    const follow = (): void => {
      this.free(fact, frees, claim ?? null);
      for (const target of targets) this.takePlaceOf(target, fact, proposal?.text ?? fact.text, EDITED);
      this.dropCopies(fact);
    };
    const stays = (choice: Pick<Choice, 'as' | 'of' | 'by' | 'with'>, first: () => void = () => undefined): void =>
      this.settle(fact, { ...choice, page, reason: EDITED }, () => {
        first();
        follow();
      });
    const held = this.input.view.ledger.get(fact.id);
    // A later fact put the claim right, and its words stay.
    if (claim && this.isPutRight(claim, fact.id) && held?.by !== undefined)
      return stays({ as: 'superseded', by: held.by });
    const text = this.wordingOf(fact, proposal?.text);
    const twin =
      claim && proposal?.as === 'duplicate' && missingSpecifics(fact.text, claim.text).length === 0
        ? others.find((id) => id === proposal.of)
        : undefined;
    if (claim && twin !== undefined)
      return stays(this.isBase(claim, fact.id) ? this.likeOn(claim, fact.id) : { as: 'duplicate', of: twin });
    const agreed =
      claim && others.length === 0
        ? claim.sides.find((side) => side !== claim && normalForm(side.text) === normalForm(text))
        : undefined;
    if (claim && agreed)
      return stays({ as: 'duplicate', of: this.basesOf(agreed)[0] ?? '' }, () => this.agree(claim, agreed, fact.id));
    if (claim && others.length === 0 && this.claims.isRewordable(claim)) {
      return stays(like(claim), () => {
        this.edits.push({ kind: 'correct', page, claim: fact.id, text, facts: [fact.id], reason: EDITED });
        claim.text = text;
      });
    }
    if (claim && claim.stand !== 'current' && !isFreed)
      return stays(like(claim), () => this.moveBeside(claim, fact.id, text));
    this.placeAlone(fact, page, { text, head: claim?.head ?? null, reason: EDITED }, claim, follow);
  }

  /** A side that says what another says now is none any more. */
  private agree(side: Standing, other: Standing, fact: string): void {
    const going = [fact, ...this.putRightBy(side, fact)];
    for (const id of going) {
      this.edits.push({ kind: 'uncite', page: side.page, claim: id, facts: [id], reason: EDITED });
      this.claims.takeOff(side, id);
    }
    this.edits.push({
      kind: 'cite',
      page: side.page,
      claim: this.basesOf(other)[0] ?? '',
      facts: going,
      reason: EDITED,
    });
    this.leaveCallout(side, 'what it contradicted says the same now');
    for (const id of going) this.claims.cite(other, id);
  }

  /** Off a past claim or a side that others share: past or a side as that one is. */
  private moveBeside(claim: Standing, fact: string, text: string): void {
    const along = this.leaveClaim(claim, fact, EDITED);
    // What a person put into History without days is beside it only as what is said now.
    const stand = claim.stand === 'past' && claim.held === null ? 'current' : claim.stand;
    const own = this.claims.bring(
      { page: claim.page, head: claim.head, text, facts: [fact, ...along], reason: EDITED },
      stand,
      claim.held,
    );
    if (stand === 'side') this.claims.join(claim, own);
  }

  /** Invariant 2, whatever an engine says: a claim stands for a fact only where it keeps what is specific in it. */
  private fold(fact: Fact, proposal: Proposal): void {
    const { of = '', text, head, reason } = proposal;
    const claim = of === fact.id ? null : this.standingOf(of);
    if (claim === null) return this.waitWith(fact, of);
    const { page } = claim;
    if (this.waitsForPage(fact, page)) return;
    const joint = text !== undefined && keepsSpecifics(text, [claim.text, fact.text]) ? text : null;
    const why = this.whyNotFolded(fact, of, claim, joint);
    const isApart = claim.facts.some((id) => this.input.view.apart(id, fact.id));
    const follower = isApart ? null : this.followerOf(claim);
    if (follower !== null && this.whyItStays(follower, fact, true) === null) {
      return this.replace(fact, { ...proposal, as: 'placed', page, supersedes: [follower.facts[0] ?? ''] });
    }
    if (why !== null) {
      this.notice(`${why}; it gets a claim of its own`);
      return this.placeAlone(fact, page, {
        text: this.wordingOf(fact, text),
        head: head ?? claim.head,
        reason: `its words are not those of ${of}`,
      });
    }
    if (claim.stand === 'past') return this.repeatPast(fact, of, claim, reason);
    const first =
      claim.today === null ? (claim.facts.find((id) => this.isBase(claim, id)) ?? claim.facts[0] ?? of) : of;
    this.settle(fact, { as: 'duplicate', page, of: first, reason }, () => {
      this.citeOn(claim, of, fact, reason);
      if (joint !== null) this.reword(claim, joint, reason);
    });
  }

  /** The current claim to which a past one led in this plan: whoever says the past one again takes its place. */
  private followerOf(claim: Standing): Standing | null {
    const seen = new Set<Standing>();
    for (let one: Standing | null = claim; one !== null && !seen.has(one);) {
      if (one.stand !== 'past') return one === claim ? null : one;
      seen.add(one);
      const decided: readonly Decision[] = this.basesOf(one).flatMap((id) => this.decisions.get(id) ?? []);
      const by = decided.find(({ as }) => as === 'superseded')?.by;
      one = by === undefined ? null : this.standingOf(by);
    }
    return null;
  }

  /** `joint`: one sentence for both; without it the claim's own words must say all of the fact. */
  private whyNotFolded(fact: Fact, of: string, claim: Standing, joint: string | null): string | null {
    const missing = joint === null ? missingSpecifics(fact.text, claim.text) : [];
    if (missing.length > 0) return `the claim of ${of} does not say ${missing.join(', ')}, which ${fact.id} does`;
    if (this.isPutRight(claim, of) && normalForm(fact.text) !== normalForm(claim.text))
      return `the claim of ${of} was put right, and ${fact.id} says what it said before`;
    if (claim.facts.some((id) => this.input.view.apart(id, fact.id)))
      return `a person keeps ${fact.id} and the claim of ${of} apart`;
    const why = claim.stand === 'past' ? this.whyNotLikePast(fact, claim, of) : null;
    return why === null ? null : `the claim of ${of} is past, and ${fact.id} is not: ${why}`;
  }

  /** The fact that it repeats is on no page: it waits as that one does. */
  private waitWith(fact: Fact, of: string): void {
    const first = of === fact.id ? undefined : (this.left.get(of) ?? this.input.waiting.get(of));
    if (!first)
      return this.leaveFailed(
        fact,
        `the engine called it a duplicate of ${of}, which no page cites`,
        'the engine called it a duplicate of what no page cites',
      );
    this.leave(
      fact,
      `it says the same as ${of}, which waits: ${first.reason}`,
      first.why === 'own' ? 'other' : first.why,
    );
  }

  private dropCopies(fact: Fact): void {
    for (const page of this.input.batch.doubled.get(fact.id)?.others ?? [])
      this.off.set(page, (this.off.get(page) ?? new Set()).add(fact.id));
  }
}
