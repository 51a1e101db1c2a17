// What follows from what lint read, worked out when a rule first asks for it: where links lead, which pages are
// memvault's own, which notes are looked at. It reads nothing by itself.
import { isCanvasPath } from '../page/page-name.ts';
import { linkMapOf } from '../vault/note-facts.ts';
import { readPending } from '../vault/pending.ts';
import { followLinks } from './follow.ts';
import type { LintInput, Seen } from './input.ts';
import { ownPages } from './own-pages.ts';
import { listingsAmong, scopeOf } from './scope.ts';

/** What was read, with all that follows from it. Each reader is called once at most. */
export function toLintInput(seen: Seen): LintInput {
  const { view, today, dailyDir, scope, isKnown } = seen;
  const [templateFolders, catalogue] = [once(seen.readTemplateFolders), once(() => seen.readCatalogue(view))];
  const readPaths = once(seen.readPaths);
  const read = once(() => seen.readNotes(readPaths()));
  const canvases = once(() => new Map([...read()].filter(([path]) => isCanvasPath(path))));
  const notes = once(() =>
    canvases().size === 0 ? read() : new Map([...read()].filter(([path]) => !isCanvasPath(path))),
  );
  const links = once(() => linkMapOf(readPaths(), notes().values()));
  const followed = once(() => followLinks(read().values(), links()));
  const pending = once(() => readPending(view, today));
  const pages = once(() => ownPages(view.pages.values(), dailyDir, isKnown));
  const listings = once(() => listingsAmong(seen.files));
  const looksAt = once(() =>
    scopeOf({ dailyDir, own: new Set(pages().map(({ path }) => path)), listings: listings() }, scope),
  );
  const lookedAt = once(() =>
    (scope.include.length === 0 ? pages().map(({ path }) => path) : [...notes().keys()]).filter(looksAt()),
  );
  return {
    ...seen,
    seen,
    readPaths,
    get notes() {
      return notes();
    },
    get canvases() {
      return canvases();
    },
    get links() {
      return links();
    },
    get followed() {
      return followed();
    },
    get templateFolders() {
      return templateFolders();
    },
    get catalogue() {
      return catalogue();
    },
    get pending() {
      return pending();
    },
    get listings() {
      return listings();
    },
    get pages() {
      return pages();
    },
    get looksAt() {
      return looksAt();
    },
    get lookedAt() {
      return lookedAt();
    },
  };
}

/** Works a value out when it is first asked for, and keeps it. */
function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}
