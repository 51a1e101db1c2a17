// What `init` says: what was made, what was there, what to do next.

export interface InitView {
  readonly root: string;
  readonly dailyDir: string;
  readonly dryRun: boolean;
  /** Daily logs are there already. */
  readonly hasLogs: boolean;
  readonly created: readonly string[];
  readonly kept: readonly string[];
  readonly extended: readonly string[];
}

export function renderInit({ root, dailyDir, dryRun, hasLogs, created, kept, extended }: InitView): string {
  const lines = [
    ...created.map((path) => `${dryRun ? 'would create' : 'created'}  ${path}`),
    ...extended.map((path) => `${dryRun ? 'would extend' : 'extended'} ${path} (its lines stay)`),
    ...kept.map((path) => `kept     ${path}`),
  ];
  if (dailyDir !== 'daily') lines.push(`Daily logs go to ${dailyDir}/, because daily/ holds notes of yours (setting write.daily_dir).`);
  if (dryRun) return lines.join('\n');
  return [...lines, nextStep(root, hasLogs, created.length + extended.length === 0)].join('\n');
}

function nextStep(root: string, hasLogs: boolean, isComplete: boolean): string {
  if (isComplete) return `The vault in ${root} is complete.`;
  if (hasLogs) return `The vault is in ${root}. What a dream would make of its logs: memvault dream --dry-run`;
  return `The vault is in ${root}. Log a first fact there: memvault log "User prefers tabs" -c preference`;
}
