// Repairs the sources of a page, so that each fact that it cites has one that leads to the fact's line, and no fact has
// one that the page does not cite.
import type { Fact } from '../../model/fact.ts';
import { leadSources } from '../../note/links.ts';
import { addSources, removeSources, type Source } from '../../page/edit-page.ts';
import { toPageText } from '../../vault/view.ts';
import type { LintInput } from '../input.ts';
import { type OwnPage, ownPages } from '../own-pages.ts';
import type { Repairer } from '../repair.ts';
import { count, some } from '../rule.ts';

type Repaired = ReturnType<ReturnType<Repairer['over']>>;

export const sourceRepairs: Repairer = {
  name: 'sources',
  rules: ['citations'],
  over: (input) => (page) => {
    const steps = [leadTo, addMissing, dropUnused];
    return steps.reduce<Repaired>(
      (done, step) => {
        const [own] = ownPages([toPageText(page.path, done.text)], input.dailyDir, input.isKnown);
        if (own === undefined) return done;
        const next = step(input, own);
        return { text: next.text, mended: [...done.mended, ...next.mended] };
      },
      { text: page.text, mended: [] },
    );
  },
};

function leadTo({ view }: LintInput, page: OwnPage): Repaired {
  const { text, led } = leadSources(page.text, page.path, (id) => view.factById.get(id));
  return {
    text,
    mended: led.map(({ fact, line }) => ({
      rule: 'citations',
      path: page.path,
      line,
      reason: `the source of ${fact.id} leads to ${fact.path}, where it was logged`,
    })),
  };
}

function addMissing({ view, isKnown }: LintInput, page: OwnPage): Repaired {
  const defined = new Set(page.definitions.map(({ id }) => id));
  const missing = page.claims.flatMap(({ facts, line }) =>
    facts.filter((id) => !defined.has(id) && isKnown(id) && !view.forgotten.has(id)).map((id) => ({ id, line })),
  );
  const facts = [...new Set(missing.map(({ id }) => id))].flatMap((id) => view.factById.get(id) ?? []);
  const text = facts.length === 0 ? page.text : addSources(page.text, page.path, facts.map(sourceOf));
  return {
    text,
    mended: facts.map(({ id, path }) => ({
      rule: 'citations',
      path: page.path,
      line: missing.find((one) => one.id === id)?.line ?? 1,
      reason: `the source of ${id} is in ${path}`,
    })),
  };
}

const sourceOf = ({ id, day, time, path, computed }: Fact): Source => ({
  fact: id,
  day,
  time,
  path,
  anchored: !computed,
});

/** Takes out sources that memvault wrote and no claim cites; what a person wrote there is theirs to take out. */
function dropUnused(_: LintInput, page: OwnPage): Repaired {
  const cited = new Set(page.claims.flatMap(({ facts }) => facts));
  const unused = page.definitions.filter(({ id, toLog }) => toLog && !cited.has(id));
  const [first] = unused;
  if (first === undefined) return { text: page.text, mended: [] };
  const ids = [...new Set(unused.map(({ id }) => id))];
  const text = removeSources(page.text, ids);
  // A source that prose refers to stays.
  return text === page.text
    ? { text, mended: [] }
    : {
        text,
        mended: [
          {
            rule: 'citations',
            path: page.path,
            line: first.line,
            reason: `${count(ids.length, 'source')} (${some(ids)}) that no claim of the page cites`,
          },
        ],
      };
}
