// What `init --agent` says: what was written where, and for a dry run the lines that would come and go.
import type { PageDiff } from '../../diff/page-diff.ts';
import type { AgentFile } from '../../init/agent-text.ts';
import { painter, plain } from '../paint.ts';
import { renderPageDiff } from './diff.ts';

interface InitAgentView {
  readonly project: string;
  /** What the agents are called. */
  readonly titles: readonly string[];
  readonly vault: string | null;
  readonly files: readonly AgentFile[];
  readonly backups: readonly { readonly path: string; readonly of: string }[];
  /** What would change; null where it was no dry run. */
  readonly diffs: readonly PageDiff[] | null;
  readonly color: boolean;
}

const WOULD = {
  created: 'would create ',
  extended: 'would extend ',
  replaced: 'would replace',
  kept: 'kept         ',
} as const;
const DID = { created: 'created ', extended: 'extended', replaced: 'replaced', kept: 'kept    ' } as const;

export function renderInitAgent({ project, titles, vault, files, backups, diffs, color }: InitAgentView): string {
  const lines = files.map(({ path, change }) => {
    const backup = backups.find(({ of }) => of === path);
    const rest = change === 'extended' ? ' (its lines stay)' : '';
    return (
      `${diffs === null ? DID[change] : WOULD[change]} ${path}${rest}` +
      (backup === undefined ? '' : `; as it was: ${backup.path}`)
    );
  });
  if (diffs !== null)
    return [...lines, ...diffs.map((diff) => `\n${renderPageDiff(diff, [], painter(color))}`)].join('\n');
  const who = titles.join(' and ');
  const isThere = files.every(({ change }) => change === 'kept');
  return [
    ...lines,
    `${plain(project)} ` +
      (isThere ? 'has it all already' : 'is ready') +
      `, for ${who}.` +
      (vault === null ? '' : ` The vault: ${plain(vault)}`),
  ].join('\n');
}
