// What follows from what lint read, worked out when a rule first asks for it: where links lead, which pages are
// memvault's own, which notes are looked at. It reads nothing by itself.
import { makeLinkMap, type NamedNote } from '../model/link-map.ts';
import type { NoteFacts } from '../vault/note-facts.ts';
import { readPending } from '../vault/pending.ts';
import { followLinks } from './follow.ts';
import type { LintInput, Seen } from './input.ts';
import { ownPages } from './own-pages.ts';
import { scopeOf } from './scope.ts';

/** With all that follows. Each reader is called once at most. */
export function toLintInput(seen: Seen): LintInput {
  const { view, today, dailyDir, scope, isKnown } = seen;
  const [notes, templateFolders, catalogue] = [once(seen.readNotes), once(seen.readTemplateFolders), once(() => seen.readCatalogue(view))];
  const readPaths = once(seen.readPaths);
  const links = once(() => makeLinkMap(readPaths(), namedNotes(notes().values())));
  const followed = once(() => followLinks(notes().values(), links()));
  const pending = once(() => readPending(view, today));
  const pages = once(() => ownPages(view.pages.values(), dailyDir, isKnown));
  const looksAt = once(() => scopeOf({ dailyDir }, scope, new Set(pages().map(({ path }) => path))));
  const lookedAt = once(() => (scope.include.length === 0 ? pages().map(({ path }) => path) : [...notes().keys()]).filter(looksAt()));
  return {
    ...seen, seen, readPaths,
    get notes() {
      return notes();
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

function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}

function namedNotes(notes: Iterable<NoteFacts>): NamedNote[] {
  return [...notes].map(({ path, title, aliases }) => ({ path, names: title === null ? aliases : [title, ...aliases] }));
}
