// Renders changes into the bytes of each page. Pure: equal input gives equal bytes.
import { isOfEvents, momentOrder } from '../language/profile.ts';
import { HOLDS, lastingRank } from '../language/subject.ts';
import { compareText, eventDay, type Fact, orderKey } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import type { Change, Plan } from '../model/plan.ts';
import { parseBlocks } from '../note/blocks.ts';
import { type FrontMatterValue, renderScalar, setFrontMatter } from '../note/front-matter.ts';
import { isOfAnotherPlace, leadSources } from '../note/links.ts';
import { arrangePage } from '../page/arrange-page.ts';
import { withoutBoilerplate } from '../page/boilerplate.ts';
import {
  addPast,
  contradictClaim,
  redateClaim,
  removeClaim,
  reviveClaim,
  settleConflict,
  supersedeClaim,
} from '../page/edit-claim.ts';
import {
  addBeside,
  addClaims,
  addRelated,
  addSources,
  arrangeClaims,
  citeOnClaim,
  correctClaim,
  type PageHead,
  parsePageHead,
  removeSources,
  reviewOf,
  type Source,
  unciteClaim,
  ungroupMonths,
} from '../page/edit-page.ts';
import { dropEmptied, headsOf, isMonth, type OrderOf } from '../page/key-facts.ts';
import { evidenceOf, pruneOverview, setOverview } from '../page/overview.ts';
import { parseClaims, titleFromPath } from '../page/page.ts';
import type { View } from './view.ts';

// The input for a page that does not exist yet.

export interface NewPage {
  readonly type: string;
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  readonly tags: readonly string[];
  /** Local day of the run. */
  readonly updated: string;
  /** A derived page, without claims. */
  readonly isDerived?: boolean;
}

/** Front matter and the sections that every new page has. */
export function renderNewPage(page: NewPage): string {
  const front: (readonly [string, string])[] = [
    ['type', renderScalar(page.type)],
    ['title', renderScalar(page.title)],
    ...(page.description === '' ? [] : ([['description', renderScalar(page.description)]] as const)),
    ['tags', renderScalar(page.tags)],
    ['status', 'stable'],
    ['review', 'current'],
    ['updated', page.updated],
  ];
  const head = front.map(([key, value]) => `${key}: ${value}`).join('\n');
  return `---\n${head}\n---\n\n${page.isDerived === true ? '' : '## Key Facts\n\n'}## Sources\n`;
}

type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>;

/** The pages changed by the plan, sorted by path. `today` is the local day of the run. */
export function renderPages({ changes }: Pick<Plan, 'changes'>, view: View, today: string): FileChange[] {
  const created = new Map(changes.filter(isKind('create')).map((change) => [change.page, change.title]));
  const titleOf = (path: string): string =>
    created.get(path) ?? view.pages.get(path)?.head.title ?? titleFromPath(path);
  return [...groupBy(changes, ({ page }) => page)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([path, own]) => {
      const before = view.pages.get(path)?.text ?? null;
      const after = renderPage(path, before, own, { view, today, titleOf });
      return after === before ? [] : [{ path, before, after }];
    });
}

interface Context {
  readonly view: View;
  readonly today: string;
  titleOf(path: string): string;
}

function renderPage(
  path: string,
  before: string | null,
  changes: readonly Change[],
  { view, today, titleOf }: Context,
): string {
  const factOf = (id: string): Fact | undefined => view.factById.get(id);
  const type = changes.find(isKind('create'))?.type ?? view.pages.get(path)?.head.type;
  const orders = new Map<string, string>();
  const orderOf = (id: string): string => {
    const [known, fact] = [orders.get(id), factOf(id)];
    if (known !== undefined || fact === undefined) return known ?? '';
    const order = type === 'timeline' ? momentOrder(fact) : readingOrder(fact);
    orders.set(id, order);
    return order;
  };
  const tags = changes.filter(isKind('tag')).flatMap((change) => change.tags);
  const described = changes.filter(isKind('describe'));
  const title = described.find((change) => change.title !== undefined)?.title;
  let text =
    before === null
      ? newPageFor(path, changes.find(isKind('create')), tags, today)
      : withWords(before, title, described.find((change) => change.about !== undefined)?.about);
  text = renderChanges(text, changes, orderOf, factOf);
  text = addSources(text, path, newSources(changes, factOf));
  const related = changes.filter(isKind('relate')).flatMap((change) => change.to);
  if (related.length > 0)
    text = addRelated(
      text,
      path,
      related.map((to) => ({ path: to, title: titleOf(to) })),
    );
  if (before !== null) text = dropEmptied(before, text);
  const overview = changes.findLast(isKind('overview'));
  if (overview !== undefined) text = setOverview(text, overview.parts);
  if (text === before) return text;
  // Sentences that no longer hold are removed from the overview in the same write, whoever wrote it.
  if (text.includes(OVERVIEW)) text = pruneOverview(text, evidenceOf(text, title ?? titleOf(path), factOf));
  if (headsOf(text).some(isMonth)) {
    const claims = parseClaims(path, parseBlocks(text)).filter(({ section }) => section === 'Key Facts');
    const facts = claims.flatMap((claim) => claim.facts.flatMap((id) => factOf(id) ?? []));
    if (!isOfEvents(type, facts)) text = ungroupMonths(text, orderOf);
  }
  // On a page that a person moved, source links are relative to the old location; fix them whenever the page is
  // written.
  if (before !== null) text = leadSources(text, path, factOf, isOfAnotherPlace).text;
  return setFrontMatter(withoutBoilerplate(text, path), {
    ...frontMatterOf(parsePageHead(path, text), today, tags),
    ...reviewOf(before, text),
  });
}

/**
 * What holds comes first, oldest on top, because people state the essentials first; everything else is newest first.
 */
function readingOrder(fact: Fact): string {
  const [rank, time] = [lastingRank(fact.text), orderKey(fact)];
  return `${rank} ${rank === HOLDS ? time.replace(/\d/g, (digit) => String(9 - Number(digit))) : time}`;
}

const newPageFor = (
  path: string,
  create: ChangeOf<'create'> | undefined,
  tags: readonly string[],
  today: string,
): string =>
  renderNewPage({
    type: create?.type ?? 'note',
    title: create?.title ?? titleFromPath(path),
    description: create?.about ?? '',
    tags: tags.slice(0, MAX_TAGS),
    updated: today,
  });

/** Sets title and description; undefined leaves them unchanged. */
const withWords = (text: string, title: string | undefined, description: string | undefined): string =>
  title === undefined && description === undefined
    ? text
    : setFrontMatter(text, {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
      });

/** Applies the changes of claims, in order. */
function renderChanges(
  before: string,
  changes: readonly Change[],
  orderOf: OrderOf,
  factOf: (id: string) => Fact | undefined,
): string {
  const dayOf = (facts: readonly string[]): string | null =>
    facts
      .flatMap((id) => factOf(id) ?? [])
      .map(eventDay)
      .sort(compareText)
      .at(-1) ?? null;
  let text = before;
  let adds: ChangeOf<'add'>[] = [];
  const flush = (): void => {
    const alone = adds.filter(({ beside }) => beside === undefined);
    if (alone.length > 0) text = addClaims(text, alone, orderOf);
    for (const add of adds)
      if (add.beside !== undefined) text = addBeside(text, add.beside, add) ?? addClaims(text, [add], orderOf);
    adds = [];
  };
  for (const change of changes) {
    if (change.kind === 'add') {
      adds.push(change);
      continue;
    }
    // New claims are added together at the end, unless a later change refers to one of them or moves what one goes
    // beside.
    if ('claim' in change && adds.some(({ facts, beside }) => beside !== undefined || facts.includes(change.claim)))
      flush();
    text = renderChange(text, change, orderOf, dayOf);
  }
  flush();
  return text;
}

/** Applies one change of claims; ignores other kinds of change. */
function renderChange(
  text: string,
  change: Change,
  orderOf: OrderOf,
  dayOf: (facts: readonly string[]) => string | null,
): string {
  switch (change.kind) {
    case 'cite':
      return citeOnClaim(text, change.claim, change.facts);
    case 'correct':
      return correctClaim(text, change.claim, change.text);
    case 'unsource':
      return removeSources(text, change.facts);
    case 'uncite':
      return unciteClaim(text, change.claim);
    case 'remove':
      return removeClaim(text, change.claim);
    case 'outline':
      return arrangePage(text, change.groups, new Set(change.fixed));
    case 'arrange':
      return arrangeClaims(text, new Map(Object.entries(change.heads)), orderOf);
    case 'supersede':
      return supersedeClaim(text, change.claim, change);
    case 'past':
      return addPast(text, change.text, change.facts, change);
    case 'redate':
      return redateClaim(text, change.claim, change);
    // If the claim to contradict is missing, the fact becomes a claim of its own, so that no fact is lost.
    case 'conflict':
      return (
        contradictClaim(text, change.claim, change, dayOf) ?? addClaims(text, [{ ...change, head: null }], orderOf)
      );
    case 'settle':
      return settleConflict(text, change.claim);
    case 'revive':
      return reviveClaim(text, change.claim, change.head, orderOf);
    case 'create':
    case 'add':
    case 'tag':
    case 'relate':
    case 'describe':
    case 'overview':
      break;
  }
  return text;
}

const MAX_TAGS = 12;
const OVERVIEW = '<!-- memvault:overview';

const BRINGS_FACTS: ReadonlySet<Change['kind']> = new Set<Change['kind']>(['add', 'cite', 'past', 'conflict']);

function newSources(changes: readonly Change[], factOf: (id: string) => Fact | undefined): Source[] {
  const ids = changes.flatMap((change) => (BRINGS_FACTS.has(change.kind) ? change.facts : []));
  return [...new Set(ids)].flatMap((id) => {
    const fact = factOf(id);
    return fact ? [{ fact: id, day: fact.day, time: fact.time, path: fact.path, anchored: !fact.computed }] : [];
  });
}

/** The front matter keys that memvault maintains; tags only if the page has a tag list with room. */
function frontMatterOf(
  { tags: present, hasTagList }: Pick<PageHead, 'tags' | 'hasTagList'>,
  today: string,
  tags: readonly string[],
): Record<string, FrontMatterValue> {
  const more = hasTagList
    ? tags.filter((tag) => !present.includes(tag)).slice(0, Math.max(0, MAX_TAGS - present.length))
    : [];
  return { updated: today, ...(more.length === 0 ? {} : { tags: [...present, ...more] }) };
}

function isKind<K extends Change['kind']>(kind: K): (change: Change) => change is ChangeOf<K> {
  return (change): change is ChangeOf<K> => change.kind === kind;
}
