// The verbs of the command line, as data. Help, parsing, completion and the README's table follow from it.
import { CATEGORY, COMPLETION, LOG, SEARCH, SINCE, TAG, UNTIL, one, rest } from './quick-verbs.ts';
import type { VerbSpec } from './spec.ts';

export const VERBS: readonly VerbSpec[] = [
  {
    name: 'init', summary: 'make a vault, or complete one', args: [one('dir', 'the folder; this one without it')],
    options: [
      { long: 'git', help: 'also git: repository, attributes, merge driver of this clone' },
      { long: 'dry-run', help: 'say what would be made, and make nothing' },
    ],
    examples: [['memvault init ~/notebook', 'a new vault'], ['memvault init --git ~/notebook', 'with its history in git'], ['memvault init --dry-run', 'what would this folder get?']],
    load: () => import('./commands/init.ts'),
  },
  LOG,
  SEARCH,
  {
    name: 'dream', summary: 'consolidate the days that are over into pages', args: [],
    options: [
      { long: 'batch', help: 'for cron: only when a dream is due, ask nothing' },
      { long: 'dry-run', help: 'show what would be done, and do nothing' },
      { long: 'plan', value: 'FILE', help: 'write the plan to a file, to read and edit, and do nothing; - is stdout' },
      { long: 'apply', value: 'FILE', help: 'carry out such a plan, if the vault is still as it found it; - is stdin' },
      { long: 'force', help: 'with --batch: also when none is due' },
      { long: 'retry', help: 'decide quarantined facts again' },
      { long: 'undo', value: 'RUN', optional: true, help: 'take back the last run, or this one where none came after it' },
      { long: 'commit', help: 'commit with git what was written, and the daily logs' },
      { long: 'engine', value: 'NAME', help: 'what proposes (rules)' },
      { long: 'max-days', value: 'N', help: 'days in one batch (14)' },
      { long: 'timeout', value: 'SECONDS', help: 'give up after so long a silence of the engine (600)' },
    ],
    examples: [
      ['memvault dream', 'look at the plan, then say yes or no'],
      ['memvault dream --dry-run', 'only look'],
      ['memvault dream --plan plan.json', 'the plan as a file; --apply plan.json carries it out'],
      ['memvault dream --undo', 'take back the last run'],
      ['0 3 * * *  memvault dream --batch --commit --vault ~/notebook', 'every night, from cron'],
    ],
    load: () => import('./commands/dream.ts'),
  },
  {
    name: 'diff', summary: 'what a run changed, page by page, and why',
    args: [one('run', 'its id or the beginning of it (the last)')],
    options: [{ long: 'stat', help: 'only the names of the pages and how many lines' }],
    examples: [['memvault diff', 'the last run'], ['memvault diff r-20260702-0300', 'another; log.md names them all'], ['memvault diff --stat', 'in short']],
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'today', summary: 'today’s facts, and what a dream would do with them', args: [], options: [],
    examples: [['memvault today', '']], load: () => import('./commands/today.ts'),
  },
  {
    name: 'facts', summary: 'list facts and what became of them', args: [],
    options: [
      { long: 'pending', help: 'only those that wait for a dream' },
      { long: 'as', value: 'DISPOSITION', help: 'only placed, duplicate, superseded, conflict, set-aside, quarantined or forgotten' },
      SINCE, UNTIL, CATEGORY, TAG,
    ],
    examples: [['memvault facts --pending', 'what waits'], ['memvault facts --as superseded', 'what others replaced'], ['memvault facts --as set-aside --json', 'what is on no page, for a script']],
    load: () => import('./commands/facts.ts'),
  },
  {
    name: 'fix', summary: 'take back or correct one decision',
    args: [one('id', 'a fact, by its id or the beginning of it', true)],
    options: [
      { long: 'separate', help: 'a claim of its own; kept apart from then on' },
      { long: 'restore', help: 'current again, from History or from no page' },
      { long: 'current', help: 'this one holds; what stands against it goes to History' },
      { long: 'to', value: 'PAGE', help: 'its claim goes to this page' },
      { long: 'text', value: 'TEXT', help: 'its claim says it in these words' },
      { long: 'dry-run', help: 'show what would be done, and do nothing' },
      { long: 'commit', help: 'commit with git what was written' },
    ],
    examples: [
      ['memvault fix k3v9x2ab4q', 'what was decided about it?'],
      ['memvault fix k3v9x2ab4q --separate', 'no duplicate after all'],
      ['memvault fix k3v9x2ab4q --restore', 'it is not over'],
      ['memvault fix k3v9x2ab4q --to Work', 'it belongs on another page'],
    ],
    load: () => import('./commands/fix.ts'),
  },
  {
    name: 'forget', summary: 'forget facts: off every page, out of search, for good',
    args: [rest('what', 'ids, or the words of one fact; - reads ids or statements, one a line')],
    options: [
      { long: 'dry-run', help: 'show what would go, and do nothing' },
      { long: 'undo', help: 'take it back: the fact is pending again' },
      { long: 'purge', help: 'also out of the daily log; there is no way back' },
      { long: 'verify', help: 'look for what is forgotten in every file; for all of it without an id' },
      { long: 'reason', value: 'TEXT', help: 'why, for the tombstone; without the words themselves' },
      { long: 'commit', help: 'commit with git what was written' },
    ],
    examples: [
      ['memvault forget k3v9x2ab4q', 'by its id'],
      ['memvault forget "User prefers tabs"', 'by what it says'],
      ['memvault forget --verify', 'is it really gone?'],
      ['memvault forget k3v9x2ab4q --undo', 'after all not'],
    ],
    load: () => import('./commands/forget.ts'),
  },
  {
    name: 'review', summary: 'decide what only a person can',
    args: [one('action', 'list, approve or reject; without it one by one'), rest('id', 'the reviews, by id or the beginning of it')],
    options: [
      { long: 'all', help: 'with list: also those that are decided' },
      { long: 'keep', value: 'ID', help: 'with approve: the fact that holds (the later)' },
      { long: 'text', value: 'TEXT', help: 'with approve: the merged statement in your own words' },
      { long: 'commit', help: 'commit with git what was written' },
    ],
    examples: [
      ['memvault review', 'one by one, at a terminal'],
      ['memvault review list', 'what waits'],
      ['memvault review approve k3v9x2ab4q', 'merge, or replace the older'],
      ['memvault review approve k3v9x2ab4q --keep p0d4mm1z5k', 'this one of two holds'],
      ['memvault review reject k3v9x2ab4q', 'both hold; it is not asked again'],
    ],
    load: () => import('./commands/review.ts'),
  },
  {
    name: 'pin', summary: 'keep facts from fading and from being merged', args: [rest('id', 'facts, by their ids or the beginning of them', true)], options: [],
    examples: [['memvault pin k3v9x2', 'one; memvault facts and search --json tell the ids'], ['memvault log "Allergic to penicillin" -c constraint --pin', 'from the start']],
    load: () => import('./commands/pin.ts'),
  },
  {
    name: 'unpin', summary: 'let facts fade again', args: [rest('id', 'facts, by their ids or the beginning of them', true)], options: [],
    examples: [['memvault unpin k3v9x2', '']], load: () => import('./commands/pin.ts'),
  },
  {
    name: 'status', summary: 'what waits, how the last runs went, whether a dream is due', args: [], options: [],
    examples: [['memvault status', ''], ['memvault status --json | jq .pending', '']], load: () => import('./commands/status.ts'),
  },
  {
    name: 'lint', summary: 'prove that nothing was lost', args: [],
    options: [
      { long: 'rule', value: 'NAME', repeat: true, help: 'only this rule (repeat for several)' },
      { long: 'strict', help: 'warnings count as errors' },
      { long: 'fix', help: 'take out again what was forgotten and came back' },
    ],
    examples: [['memvault lint', ''], ['memvault lint --rule conservation --strict', 'one proof']], load: () => import('./commands/lint.ts'),
  },
  {
    name: 'index', summary: 'bring the index up to date with the files', args: [],
    options: [{ long: 'watch', help: 'go on doing so until Ctrl-C' }],
    examples: [['memvault index', 'once'], ['memvault index --watch', 'after every change']], load: () => import('./commands/index.ts'),
  },
  {
    name: 'reindex', summary: 'build the index from nothing', args: [], options: [],
    examples: [['memvault reindex', '']], load: () => import('./commands/reindex.ts'),
  },
  {
    name: 'config', summary: 'the settings in force and where each comes from',
    args: [one('action', 'get or set; without it all are listed'), one('key', 'such as consolidate.min_facts or min_facts'), one('value', 'for set')],
    options: [{ long: 'user', help: 'with set: in the user’s config, not the vault’s' }],
    examples: [['memvault config', 'all'], ['memvault config get min_facts', 'one'], ['memvault config set min_facts 10', 'change one']],
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'schedule', summary: 'print an entry for cron or another scheduler: a dream every night',
    args: [one('scheduler', 'cron, systemd, launchd or schtasks (the one of this system)')],
    options: [{ long: 'at', value: 'TIME', help: 'when, as HH:MM (03:00)' }, { long: 'no-commit', help: 'without a git commit of what the night wrote' }],
    examples: [['memvault schedule cron', 'a line for crontab -e'], ['memvault schedule systemd --at 04:30 | sh', 'a timer, installed'], ['memvault schedule launchd > nightly.sh', 'to be read first']],
    load: () => import('./commands/schedule.ts'),
  },
  COMPLETION,
];
