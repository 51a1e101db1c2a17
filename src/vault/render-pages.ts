// From changes to the bytes of each page. Pure: the same changes of the same pages give the same bytes.
import { setFrontMatter, type FrontMatterValue } from '../markdown/front-matter.ts';
import { renderNewPage } from '../markdown/page-new.ts';
import { addClaims, addRelated, addSources, arrangeClaims, citeOnClaim, correctClaim, removeSources, unciteClaim, type Source } from '../markdown/page-edit.ts';
import { parsePageHead } from '../markdown/page-head.ts';
import { removeClaim } from '../markdown/remove-claim.ts';
import { setOverview } from '../markdown/overview.ts';
import { titleFromPath } from '../markdown/page.ts';
import type { Fact } from '../model/fact.ts';
import { orderKey } from '../model/fact.ts';
import type { FileChange } from '../model/journal.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { View } from './view.ts';

type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>;

/** The pages that the plan changes, in the order of their paths. `today` is the local day of the run. */
export function renderPages(plan: Pick<Plan, 'changes' | 'pages'>, view: View, today: string): FileChange[] {
  const byPage = new Map<string, Change[]>();
  for (const change of plan.changes) byPage.set(change.page, [...(byPage.get(change.page) ?? []), change]);
  const created = new Map(plan.changes.filter(isKind('create')).map((change) => [change.page, change.title]));
  const titleOf = (path: string): string => created.get(path) ?? view.pages.get(path)?.head.title ?? titleFromPath(path);
  return Object.keys(plan.pages).sort().flatMap((path) => {
    const before = view.pages.get(path)?.text ?? null;
    const after = renderPage(path, before, byPage.get(path) ?? [], { view, today, titleOf });
    return after === before ? [] : [{ path, before, after }];
  });
}

interface Context {
  readonly view: View;
  readonly today: string;
  titleOf(path: string): string;
}

function renderPage(path: string, before: string | null, changes: readonly Change[], { view, today, titleOf }: Context): string {
  const create = changes.find(isKind('create'));
  const factOf = (id: string): Fact | undefined => view.factById.get(id);
  const orderOf = (id: string): string => {
    const fact = factOf(id);
    return fact ? orderKey(fact) : '';
  };
  const adds = changes.filter(isKind('add'));
  const tags = changes.filter(isKind('tag')).flatMap((change) => change.tags);
  const about = create?.about ?? (view.pages.get(path)?.head.description || titleFromPath(path));
  let text = before ?? renderNewPage({ type: create?.type ?? 'note', title: create?.title ?? titleFromPath(path), description: about, tags: tags.slice(0, MAX_TAGS), updated: today });
  for (const change of changes) {
    if (change.kind === 'cite') text = citeOnClaim(text, change.claim, change.facts);
    else if (change.kind === 'correct') text = correctClaim(text, change.claim, change.text);
    else if (change.kind === 'unsource') text = removeSources(text, change.facts);
    else if (change.kind === 'uncite') text = unciteClaim(text, change.claim);
    else if (change.kind === 'remove') text = removeClaim(text, change.claim);
    else if (change.kind === 'arrange') text = arrangeClaims(text, new Map(Object.entries(change.heads)), orderOf);
  }
  if (adds.length > 0) text = addClaims(text, adds, orderOf);
  text = addSources(text, path, newSources(changes, factOf));
  const related = changes.filter(isKind('relate')).flatMap((change) => change.to);
  if (related.length > 0) text = addRelated(text, path, related.map((to) => ({ path: to, title: titleOf(to) })));
  text = setOverview(text, about);
  return text === before ? text : setFrontMatter(text, frontMatterOf(path, text, today, tags));
}

const MAX_TAGS = 12;

function newSources(changes: readonly Change[], factOf: (id: string) => Fact | undefined): Source[] {
  const ids = changes.flatMap((change) => (change.kind === 'add' || change.kind === 'cite' ? change.facts : []));
  return [...new Set(ids)].flatMap((id) => {
    const fact = factOf(id);
    return fact ? [{ fact: id, day: fact.day, time: fact.time, path: fact.path, anchored: !fact.computed }] : [];
  });
}

/** The keys that memvault keeps in step; tags only where the page has a list of them with room. */
function frontMatterOf(path: string, text: string, today: string, tags: readonly string[]): Record<string, FrontMatterValue> {
  const { tags: present } = parsePageHead(path, text);
  const more = present === null ? [] : tags.filter((tag) => !present.includes(tag)).slice(0, Math.max(0, MAX_TAGS - present.length));
  return { updated: today, ...(present === null || more.length === 0 ? {} : { tags: [...present, ...more] }) };
}

function isKind<K extends Change['kind']>(kind: K): (change: Change) => change is ChangeOf<K> {
  return (change): change is ChangeOf<K> => change.kind === kind;
}
