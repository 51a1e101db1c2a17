// `memvault diff [RUN]`: what a run changed, page by page, and what it decided. Writes nothing.
import { decisionsOf, diffPages } from '../../inspect/diff.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { FileChange } from '../../model/journal.ts';
import type { Context } from '../../tasks/context.ts';
import { findRun, type KnownRuns, lastDream, pastRun, readChanges, readKnownRuns } from '../../tasks/run-changes.ts';
import { withoutForgottenWords } from '../../vault/scrub.ts';
import { forgottenAmong, hasTombstones } from '../../vault/tombstones.ts';
import { readFacts, toPageText } from '../../vault/view.ts';
import { openContext } from '../context.ts';
import { renderDiff, renderStat, type RunDiff, saidOn } from '../render/diff.ts';
import { type Command, EXIT, isOn } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation, [], true);
  const { answer, vault } = context;
  const known = readKnownRuns(context);
  const [wanted] = invocation.args;
  const id = wanted === undefined ? (lastDream(known)?.run ?? null) : findRun(known, wanted);
  if (id === null) {
    answer.document('diff', {
      run: null,
      runs: [],
      undone: false,
      source: null,
      commit: null,
      pages: [],
      moved: [],
      facts: [],
    });
    answer.report('No dream has run here yet.');
    return EXIT.done;
  }
  const { diff, pages } = await diffOf(context, known, id);
  answer.document('diff', { ...diff });
  if (answer.json) return EXIT.done;
  if (isOn(invocation.values, 'stat')) answer.print(renderStat(diff, faceOf(context)));
  else {
    const facts = readFacts(vault);
    const forgotten = forgottenAmong(vault, facts);
    const logged = new Map(facts.map(({ id, text }) => [id, forgotten.has(id) ? '(forgotten)' : text]));
    const said = new Map(
      [...saidOn(pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])))].filter(
        ([id]) => logged.has(id) && !forgotten.has(id),
      ),
    );
    answer.print(renderDiff(diff, { logged, said }, faceOf(context)));
  }
  return EXIT.done;
};

async function diffOf(
  context: Context,
  known: KnownRuns,
  run: string,
): Promise<{ readonly diff: RunDiff; readonly pages: readonly FileChange[] }> {
  const changes = await readChanges(context, known, run);
  if (changes === null) {
    throw new MemvaultError(
      'not-found',
      `what ${run} changed is not known here: this clone has neither its journal nor a commit of it`,
      {
        hint: 'this clone keeps the journals of its own newest runs; log.md says which pages it was about',
      },
    );
  }
  const past = changes.runs.map((one) => pastRun(known, one)).filter((one) => one !== null);
  const pages = changes.journal === null ? shownOf(context, changes.pages) : changes.pages;
  return {
    pages,
    diff: {
      run,
      runs: changes.runs,
      undone: pastRun(known, run)?.undone ?? false,
      source: changes.journal === null ? 'commit' : 'journal',
      commit: changes.commit?.id ?? null,
      pages: diffPages([...pages, ...(changes.tags === null ? [] : [changes.tags])]),
      moved: (changes.journal?.moves ?? []).map(({ from, to }) => ({ from, to })),
      facts: past.flatMap(({ lines }) => decisionsOf(lines, changes.journal)),
    },
  };
}

/** A journal has lost what is forgotten; a commit has not. */
function shownOf({ vault }: Context, pages: readonly FileChange[]): readonly FileChange[] {
  if (!hasTombstones(vault)) return pages;
  const facts = readFacts(vault);
  return withoutForgottenWords({ facts, forgotten: forgottenAmong(vault, facts) }, pages);
}
