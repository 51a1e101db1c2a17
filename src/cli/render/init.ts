// What `init` says: what was made, what was there, what to do next.
import type { InitResult } from '../../init/init.ts';
import { some } from '../../lint/rule.ts';
import { quoteForShell } from '../../model/text.ts';
import type { GitSetUp } from '../../tasks/git.ts';
import { linesOf } from '../terminal/face.ts';

export interface InitView extends InitResult {
  readonly root: string;
  readonly dailyDir: string;
  readonly dryRun: boolean;
  /** Daily logs are there already. */
  readonly hasLogs: boolean;
  /** The folder of the inbox where notes are there already, which no dream is to read; null for none. */
  readonly inboxLeft: string | null;
  /** Null without git. */
  readonly git: GitSetUp | null;
}

export function renderInit({
  root,
  dailyDir,
  dryRun,
  hasLogs,
  inboxLeft,
  created,
  kept,
  extended,
  namesakes,
  git,
}: InitView): string {
  const lines = linesOf(
    created.map((path) => `${dryRun ? 'would create' : 'created'}  ${path}`),
    extended.map((path) => `${dryRun ? 'would extend' : 'extended'} ${path} (its lines stay)`),
    kept.map((path) => `kept     ${path}`),
    git !== null && gitLines(git, dryRun),
  );
  if (dailyDir !== 'daily')
    lines.push(`Daily logs go to ${dailyDir}/, because daily/ holds notes of yours (setting write.daily_dir).`);
  if (inboxLeft !== null)
    lines.push(
      `What lies in ${inboxLeft}/ stays there: no dream reads it (setting inbox.nightly). memvault import ` +
        '--dry-run shows what would become of it.',
    );
  for (const { path, others } of namesakes) {
    const [bare, other] = [path, others[0] ?? ''].map((one) => one.replace(/\.md$/i, ''));
    lines.push(
      `[[${bare}]] leads to ${path} at the top, not to ${some(others)}; where that is meant, write [[${other}]].`,
    );
  }
  if (dryRun) return lines.join('\n');
  const isComplete =
    created.length + extended.length === 0 && git?.repository !== 'created' && git?.driver !== 'registered';
  const commit =
    git?.uncommitted && !git.ignored
      ? [
          `No commit holds it yet: git -C ${quoteForShell(root)} add . && git -C ${quoteForShell(root)} commit ` +
            '-m "The vault"',
        ]
      : [];
  return [...lines, nextStep(root, hasLogs, isComplete), ...commit].join('\n');
}

function gitLines({ repository, top, driver }: GitSetUp, dryRun: boolean): string[] {
  const would = dryRun ? 'would ' : '';
  return [
    repository === 'created'
      ? `${would}create${dryRun ? '' : 'd'}  the git repository in ${top}`
      : `${dryRun ? 'would use' : 'using   '} the git repository in ${top}`,
    driver === 'registered'
      ? `${would}register${dryRun ? '' : 'ed'} the merge driver in this clone`
      : 'kept     the merge driver in this clone',
  ];
}

function nextStep(root: string, hasLogs: boolean, isComplete: boolean): string {
  if (isComplete) return `The vault in ${root} is complete.`;
  if (hasLogs) return `The vault is in ${root}. What a dream would make of its logs: memvault dream --dry-run`;
  return `The vault is in ${root}. Log a first fact there: memvault log "User prefers tabs" -c preference`;
}
