// Where facts with a kind go: what says what the owner is like to the profile, what happened to the timeline, unless
// the schema has a page of its own for it. Finds the two pages wherever a person moved them; says under which head they
// stand.
import { aboutPages } from '../../markdown/about.ts';
import { isEvent, kindOf, profileHead } from '../../markdown/profile/kinds.ts';
import { withMoment } from '../../markdown/profile/moment.ts';
import { momentOf } from '../../markdown/profile/when.ts';
import { isOwners } from '../../markdown/profile/whose.ts';
import { type Schema, templateRoutes } from '../../markdown/schema.ts';
import type { Fact } from '../../model/fact.ts';
import type { PageProposal } from '../../model/plan.ts';
import type { Zones } from '../../vault/vault.ts';
import type { Home } from './home.ts';
import { hubOf } from './parts.ts';

export interface ProfileOptions {
  /** The owner's names beside "User". */
  readonly names: readonly string[];
}

type Which = 'profile' | 'timeline';

export interface ProfileContext {
  readonly zones: Zones;
  readonly schema: Schema;
  /** Null: facts with a kind go where their category goes. */
  readonly options: ProfileOptions | null;
  subjectOf(fact: Fact): string | null;
  /** Pages that cite facts and say in their front matter that they are of that type, in the order of their paths. */
  pagesOfType(type: Which): readonly string[];
}

const TITLES: Readonly<Record<Which, string>> = { profile: 'Profile', timeline: 'Timeline' };

export class Profile {
  private readonly context: ProfileContext;
  private readonly template: Schema['routes'];

  constructor(context: ProfileContext) {
    this.context = context;
    this.template = templateRoutes(context.zones).routes;
  }

  /** `others`: it has a kind and is about somebody else. Null: it is no matter of a profile. */
  homeOf(fact: Fact): Home | 'others' | null {
    const which = this.whichOf(fact);
    if (which === null) return null;
    const routed = this.ownRoute(fact.category.trim().toLowerCase());
    if (routed !== null) return null;
    if (!isOwners(fact, this.context.subjectOf(fact), this.context.options?.names ?? [])) return 'others';
    const page = this.ownRoute(kindOf(fact)) ?? this.pageOf(which);
    const isOwn = page === this.pageOf(which);
    const title = isOwn ? TITLES[which] : page.slice(page.lastIndexOf('/') + 1, -'.md'.length);
    return {
      page,
      title,
      type: isOwn ? which : 'note',
      about: isOwn ? aboutPages[which] : (this.context.schema.about.get(page) ?? aboutPages[which]),
      reason: isOwn
        ? which === 'profile'
          ? 'says what the user is like'
          : 'tells what happened'
        : `the schema puts ${kindOf(fact)} there`,
    };
  }

  /** The head that a claim of it stands under on that page, and none else; null where that is for others to find. */
  headOn(page: string, fact: Fact): string | null {
    const which = this.whichOf(fact);
    if (which === null || (hubOf(page) ?? page) !== this.pageOf(which)) return null;
    return which === 'profile' ? profileHead(kindOf(fact)) : momentOf(fact).slice(0, 4);
  }

  /** The timeline for a new profile, the profile for a new timeline; it may be that there is none. */
  besides({ page, type }: Pick<PageProposal, 'page' | 'type'>): string | null {
    const other = type === 'profile' ? 'timeline' : type === 'timeline' ? 'profile' : null;
    return other === null || hubOf(page) !== null ? null : this.pageOf(other);
  }

  /** Its words as they stand on its page: on the timeline with the date. */
  wordsOf(fact: Fact, text: string): string {
    if (!isEvent(fact)) return text;
    const home = this.homeOf(fact);
    return home !== null && home !== 'others' && home.type === 'timeline' ? withMoment(text, fact) : text;
  }

  private whichOf(fact: Fact): Which | null {
    if (this.context.options === null || (fact.fields.project ?? '').trim() !== '') return null;
    return isEvent(fact) ? 'timeline' : profileHead(kindOf(fact)) === null ? null : 'profile';
  }

  private pageOf(which: Which): string {
    const usual = `${this.context.zones.personal}/${TITLES[which]}.md`;
    const moved = this.context.pagesOfType(which).filter((page) => hubOf(page) === null);
    return moved.length === 0 || moved.includes(usual) ? usual : (moved[0] ?? usual);
  }

  /** A page that a person chose: one that the template has says nothing. */
  private ownRoute(category: string): string | null {
    const page = this.context.schema.routes.get(category);
    return page === undefined || page === this.template.get(category) ? null : page;
  }
}
