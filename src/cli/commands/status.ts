// `memvault status`: what is pending, how the last runs went, whether and why a dream is due, and the state of git.
import { plain } from '../../model/controls.ts';
import { plural, waits } from '../../model/text.ts';
import type { EmbedStatus } from '../../tasks/embed.ts';
import { readStatus, type StatusView } from '../../tasks/status.ts';
import { LOCK_FILE } from '../../vault/vault.ts';
import { EXIT } from '../exit-codes.ts';
import type { Command } from '../spec.ts';
import { type Face, faceOf, firstOf, linesOf, type Paint, wrap } from '../terminal/face.ts';

export const run: Command = async (context) => {
  const { marked, ...status } = await readStatus(context);
  context.answer.document(status);
  context.answer.print(renderStatus({ ...status, marked }, faceOf(context)));
  return EXIT.done;
};

/** Wraps long rows. The vault's path is never wrapped, so that it can be copied. */
export function renderStatus(status: StatusView, { columns, paint }: Face): string {
  const { pending, today, lastRun, lock, index, embeddings, git } = status;
  const row = (label: string, text: string, width = columns): string => {
    const head = label.padEnd(10) + (label.length < 10 ? '' : ' ');
    return wrap(text, width, head, ' '.repeat(10))
      .map((line, at) => (at === 0 ? `${paint('bold', head)}${line.slice(head.length)}` : line))
      .join('\n');
  };
  const rows = (label: string, texts: readonly string[]): string[] =>
    texts.map((text, at) => row(at === 0 ? label : '', text));
  return linesOf(
    row('vault', status.path, Infinity),
    row(
      'facts',
      `${plural(status.facts, 'fact')} in the daily logs` +
        (status.forgotten === 0 ? '' : `, ${status.forgotten} of them forgotten`) +
        `, ${plural(status.pages, 'page')}`,
    ),
    row(
      'pending',
      linesOf(
        pending.facts > 0
          ? `${plural(pending.facts, 'fact')} of ${plural(pending.days, 'day')}`
          : today > 0
            ? 'nothing of an earlier day'
            : 'nothing',
        today > 0 && `${plural(today, 'fact')} of today ${today === 1 ? 'waits' : 'wait'} until the day is over`,
      ).join('; '),
    ),
    status.quarantined > 0 && row('quarantine', plural(status.quarantined, 'fact')),
    rows('inbox', inboxRows(status.inbox, paint)),
    status.reviews > 0 && row('reviews', `${plural(status.reviews, 'question')}: memvault review`),
    forgottenRows(status.forgottenAgain).map((text) => row('forgotten', paint('yellow', text))),
    row('dream', `${status.due ? paint('green', 'due') : 'not due'}: ${status.dueReason}`),
    row('last run', lastRun ? `${lastRun.day} ${plain(withoutLinks(lastRun.summary))}` : 'none yet'),
    status.failures > 0 && row('failures', `${status.failures} in a row; the last: ${status.lastResult ?? ''}`),
    status.openRuns.map((run) => row('open run', `${run}; the next dream finishes it first`)),
    lock && row('lock', lockRow(lock)),
    row(
      'index',
      `${plural(index.documents, 'document')}, ` +
        (index.fresh ? 'up to date' : 'outdated; the next search updates it'),
    ),
    embeddings && row('vectors', vectorRow(embeddings, paint)),
    rows('engine', engineRows(status, paint)),
    rows('git', gitRows(status, paint)),
    rows('conflicts', conflictRows(git.conflicts, new Set(status.marked))),
  ).join('\n');
}

/** The engine and how its last request went; then any problem, and the facts waiting for it. */
function engineRows({ engine, model }: StatusView, paint: Paint): string[] {
  if (model === null) return [engine];
  const { name, auto, problem, lastAsked, answered, waiting } = model;
  const last =
    lastAsked === null
      ? 'not asked yet'
      : `${answered === true ? 'answered' : 'did not answer'} when it was asked last (${lastAsked.slice(0, 10)})`;
  return linesOf(
    plain(name) +
      (auto ? ', or the rules where it does not answer' : '') +
      ': ' +
      (problem === null ? (answered === false ? paint('yellow', last) : last) : paint('yellow', plain(problem))),
    waiting !== 0 && `${waits(waiting, 'fact')} for it`,
  );
}

function vectorRow({ name, problem, statements, vectors }: EmbedStatus, paint: Paint): string {
  const missing = vectors === statements ? '' : '; memvault index makes those that are missing';
  return (
    `${plain(name)}: ` +
    (problem === null
      ? `${vectors} of ${plural(statements, 'statement')} ${vectors === 1 ? 'has' : 'have'} one${missing}`
      : paint('yellow', plain(problem)))
  );
}

const MOST_FILES = 3;

function inboxRows(inbox: StatusView['inbox'], paint: Paint): string[] {
  if (inbox === null) return [];
  const { waiting, left, nightly } = inbox;
  const names = firstOf(waiting.map(plain), MOST_FILES, () => '…').join(', ');
  const them = waiting.length === 1 ? 'it' : 'them';
  const how =
    nightly === 'on' ? `the next night reads ${them}, or memvault import now` : `memvault import reads ${them}`;
  const stay = left.map(({ path, reason }) => paint('yellow', `${plain(path)} stays: ${plain(reason)}`));
  return linesOf(
    waiting.length > 0 && `${waits(waiting.length, 'file')} (${names}): ${how}`,
    firstOf(stay, MOST_FILES, (more) => `and ${more} more stay`),
  );
}

function forgottenRows({ facts, generated, waiting }: StatusView['forgottenAgain']): string[] {
  const takes = 'the next dream removes it';
  if (facts > 0)
    return [
      `${plural(facts, 'forgotten fact')} ${facts === 1 ? 'stands on a page' : 'stand on pages'} again: ` +
        (waiting.length === 0
          ? takes
          : `a dream removes it, but not before ${waiting.map(plain).join(', ')} is merged`),
    ];
  return linesOf(
    generated.length > 0 &&
      `${generated.join(', ')} ${generated.length === 1 ? 'says' : 'say'} what is forgotten: ${takes}`,
  );
}

function lockRow({ pid, host, start, verb, alive }: NonNullable<StatusView['lock']>): string {
  if (pid === null) return `${LOCK_FILE} names no process; if no memvault is running here, remove it`;
  const who = `${plain(verb ?? '?')} (process ${pid} on ${plain(host ?? '?')}, since ${plain(start ?? '?')})`;
  if (alive === true) return `${who} is running`;
  if (alive === false) return `${who} is dead; the next dream takes it over`;
  return `${who} blocks every dream; if there is no such process, remove ${LOCK_FILE}`;
}

/** The branch, then one line for each problem. Empty for a vault in no repository. */
function gitRows({ git, clone }: StatusView, paint: Paint): string[] {
  if (git.problem !== null) return [paint('yellow', git.problem)];
  if (git.repository === null) return [];
  const fix = (what: string): string => `${what}: memvault init`;
  // While git ignores the vault, nothing else matters.
  if (git.ignored) return [paint('yellow', `the repository in ${plain(git.repository)} ignores this vault`)];
  const wrong = linesOf(
    git.inProgress !== null && `${git.inProgress} is in progress; nothing is committed until it is finished`,
    git.branch === null &&
      git.inProgress === null &&
      'nothing is committed while no branch is checked out; git switch does that',
    git.uncommittedRuns.length !== 0 &&
      `${plural(git.uncommittedRuns.length, 'run')} not committed; memvault dream --batch --commit tries ` +
        'again and says why',
    git.uncommittedLogs !== 0 &&
      `${plural(git.uncommittedLogs, 'daily log')} not committed; dream --commit includes ` +
        (git.uncommittedLogs === 1 ? 'it' : 'them'),
    git.uncommittedFiles !== 0 && `${plural(git.uncommittedFiles, 'other file')} not committed`,
    git.driver === 'missing' && fix('the merge driver is not registered in this clone'),
    git.driver === 'broken' && fix('the merge driver names a program that is gone'),
    git.attributes === 'missing' && fix('.gitattributes does not say how memvault’s files merge'),
  );
  const where = git.branch === null ? 'no branch (detached HEAD)' : `branch ${plain(git.branch)}`;
  return [
    `${where}${clone === null ? '' : `, clone ${clone}`}` +
      (wrong.length === 0 && git.conflicts.length === 0 ? ', in order' : ''),
    ...wrong.map((text) => paint('yellow', text)),
  ];
}

function conflictRows(conflicts: readonly string[], marked: ReadonlySet<string>): string[] {
  const rows = conflicts.map(
    (path) =>
      `${plain(path)} ` +
      (marked.has(path) ? 'has merge markers; resolve them' : 'is not merged yet; git status names what is left to do'),
  );
  return firstOf(rows, 5, (more) => `and ${more} more`);
}

/** Shortens a log.md summary: page links and inbox sources become counts. */
function withoutLinks(summary: string): string {
  return summary
    .replace(/; sources [0-9a-f]{12}(?:, [0-9a-f]{12})*$/, '')
    .replaceAll(/\[((?:[^\]\\]|\\.)*)\]\(\.memvault\/[^)]*\)/g, '$1')
    .replace(/\[(?:[^\]\\]|\\.)*\]\([^)]*\)/g, '[]')
    .replace(
      /(created|updated|removed|restored|moved) (\[\](?:, \[\])*)/g,
      (_, verb: string, pages: string) =>
        `${verb} ${plural(pages.split(',').length, verb === 'moved' ? 'file' : 'page')}`,
    );
}
