// The sources of a page: each fact that it cites has one that leads to the fact's line, and no other stands there.
import { relativeLink } from '../../markdown/links.ts';
import { parseNoteLinks } from '../../markdown/note-links.ts';
import { addSources, removeSources, type Source } from '../../markdown/page-edit.ts';
import type { Fact } from '../../model/fact.ts';
import { toPageText } from '../../vault/view.ts';
import type { LintInput } from '../input.ts';
import { ownPages, type OwnPage } from '../own-pages.ts';
import type { Mended, Repairer } from '../repair.ts';
import { isSameLink } from '../source-link.ts';
import { count, some } from '../words.ts';

type Repaired = ReturnType<ReturnType<Repairer['over']>>;

export const sourceRepairs: Repairer = {
  name: 'sources',
  rules: ['citations'],
  over: (input) => (page) => {
    const steps = [leadTo, addMissing, dropUnused];
    return steps.reduce<Repaired>((done, step) => {
      const [own] = ownPages([toPageText(page.path, done.text)], input.dailyDir, input.isKnown);
      if (own === undefined) return done;
      const next = step(input, own);
      return { text: next.text, mended: [...done.mended, ...next.mended] };
    }, { text: page.text, mended: [] });
  },
};

/** Only the address of a link changes, never what it says. */
function leadTo({ view }: LintInput, page: OwnPage): Repaired {
  const mended: Mended[] = [];
  const links = parseNoteLinks(page.text).filter(({ footnote }) => footnote !== null);
  let text = page.text;
  for (const { id, source, line } of [...page.definitions].reverse()) {
    const fact = view.factById.get(id);
    const [link, ...others] = links.filter(({ footnote, line: at }) => footnote === id && at === line);
    // Of two links nobody knows which is the source.
    if (fact === undefined || isSameLink(source, page.path, fact) || link === undefined || others.length > 0) continue;
    const isWiki = link.form === 'wiki';
    const to = isWiki ? fact.path.replace(/\.md$/, '') : relativeLink(page.path, fact.path);
    const anchorEnd = link.targetEnd + (/^#[^|\])>\s]*/.exec(text.slice(link.targetEnd, link.end))?.[0].length ?? 0);
    text = `${text.slice(0, link.targetStart)}${to}${fact.computed ? '' : `#^${id}`}${text.slice(anchorEnd)}`;
    mended.unshift({ rule: 'citations', path: page.path, line, reason: `the source of ${id} leads to ${fact.path}, where it was logged` });
  }
  return { text, mended };
}

function addMissing({ view, isKnown }: LintInput, page: OwnPage): Repaired {
  const defined = new Set(page.definitions.map(({ id }) => id));
  const missing = page.claims.flatMap(({ facts, line }) => facts.filter((id) => !defined.has(id) && isKnown(id) && !view.forgotten.has(id)).map((id) => ({ id, line })));
  const facts = [...new Set(missing.map(({ id }) => id))].flatMap((id) => view.factById.get(id) ?? []);
  const text = facts.length === 0 ? page.text : addSources(page.text, page.path, facts.map(sourceOf));
  return { text, mended: facts.map(({ id, path }) => ({ rule: 'citations', path: page.path, line: missing.find((one) => one.id === id)?.line ?? 1, reason: `the source of ${id} is in ${path}` })) };
}

const sourceOf = ({ id, day, time, path, computed }: Fact): Source => ({ fact: id, day, time, path, anchored: !computed });

/** Those that memvault wrote; what a person put there is theirs to take away. */
function dropUnused(_: LintInput, page: OwnPage): Repaired {
  const cited = new Set(page.claims.flatMap(({ facts }) => facts));
  const unused = page.definitions.filter(({ id, toLog }) => toLog && !cited.has(id));
  const [first] = unused;
  if (first === undefined) return { text: page.text, mended: [] };
  const ids = [...new Set(unused.map(({ id }) => id))];
  const text = removeSources(page.text, ids);
  // One that prose names is nobody's to take away.
  return text === page.text ? { text, mended: [] } : { text, mended: [{ rule: 'citations', path: page.path, line: first.line, reason: `${count(ids.length, 'source')} (${some(ids)}) that no claim of the page cites` }] };
}

