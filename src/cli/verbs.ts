// The verbs of the command line, as data. Help, parsing, completion and the README's table follow from it.
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';

const CATEGORY: OptionSpec = { long: 'category', short: 'c', value: 'NAME', help: 'only facts of this category', repeat: true };
const TAG: OptionSpec = { long: 'tag', short: 't', value: 'TAG', help: 'only facts with this tag (repeat for several)', repeat: true };
const SINCE: OptionSpec = { long: 'since', value: 'DAY', help: 'from this day on' };
const UNTIL: OptionSpec = { long: 'until', value: 'DAY', help: 'up to this day' };

const rest = (name: string, help: string, required = false): ArgumentSpec => ({ name, required, variadic: true, help });
const one = (name: string, help: string, required = false): ArgumentSpec => ({ name, required, variadic: false, help });

export const VERBS: readonly VerbSpec[] = [
  {
    name: 'init', summary: 'make a vault, or complete one', args: [one('dir', 'the folder; this one without it')],
    options: [{ long: 'dry-run', help: 'say what would be made, and make nothing' }],
    examples: [['memvault init ~/notebook', 'a new vault'], ['memvault init --dry-run', 'what would this folder get?']],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'log', summary: 'append a fact to today’s log', quick: true,
    args: [rest('text', 'the fact; several words are one fact; - reads one fact a line')],
    options: [
      { long: 'category', short: 'c', value: 'NAME', help: 'what kind of fact: preference, work, event, … (general)' },
      { long: 'tag', short: 't', value: 'TAG', repeat: true, help: 'a tag (repeat for several)' },
      { long: 'session', value: 'ID', help: 'the session it was said in' },
      { long: 'date', value: 'DAY', help: 'the day it belongs to: 2026-07-01, yesterday (today)' },
      { long: 'at', value: 'TIME', help: 'when it happened: 2026-07-01 or 2026-07-01T14:05' },
      { long: 'project', value: 'NAME', help: 'the project it belongs to' },
      { long: 'confidence', value: 'N', help: 'how sure it is, 0 to 1 (0.9)' },
      { long: 'pin', help: 'never fades, never merged' },
      { long: 'supersedes', value: 'ID', help: 'the fact that it replaces' },
      { long: 'field', value: 'K=V', repeat: true, help: 'another field (repeat for several)' },
      { long: 'jsonl', help: 'read one JSON object a line from a pipe' },
    ],
    examples: [
      ['memvault log "User prefers tabs over spaces" -c preference', 'one fact'],
      ['git log -1 --format=%s | memvault log -c work', 'one fact a line'],
      ['memvault log --jsonl < facts.jsonl', 'many, with days and fields'],
    ],
    load: () => import('./commands/log.ts'),
  },
  {
    name: 'search', summary: 'find facts, claims and notes', quick: true,
    args: [rest('query', 'what to look for; * lists the newest', true)],
    options: [
      { long: 'limit', short: 'n', value: 'N', help: 'so many hits (10)' }, CATEGORY, TAG,
      { long: 'zone', value: 'ZONE', help: 'only in this zone' },
      { long: 'project', value: 'NAME', help: 'only facts of this project' }, SINCE, UNTIL,
      { long: 'all', help: 'superseded claims too' },
      { long: 'mode', value: 'MODE', help: 'lexical, hybrid or semantic (lexical)' },
      { long: 'explain', help: 'say how each score comes about' },
      { long: 'files', help: 'print only the paths' },
      { long: 'null', short: '0', help: 'with --files: a NUL behind each path' },
      { long: 'no-recall', help: 'do not count what is shown as recalled' },
    ],
    examples: [
      ['memvault search where does the user work', 'ask in words'],
      ['memvault search deploy -t atlas --since 2026-06-01', 'with filters'],
      ['memvault search "*" -n 5', 'the newest five'],
      ['memvault search todo --files -0 | xargs -0 wc -l', 'paths for other tools'],
    ],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'dream', summary: 'consolidate the days that are over into pages', args: [],
    options: [
      { long: 'batch', help: 'for cron: only when a dream is due, ask nothing' },
      { long: 'dry-run', help: 'show what would be done, and do nothing' },
      { long: 'force', help: 'with --batch: also when none is due' },
      { long: 'engine', value: 'NAME', help: 'what proposes (rules)' },
      { long: 'max-days', value: 'N', help: 'days in one batch (14)' },
      { long: 'timeout', value: 'SECONDS', help: 'give up after so long a silence of the engine (600)' },
    ],
    examples: [
      ['memvault dream', 'look at the plan, then say yes or no'],
      ['memvault dream --dry-run', 'only look'],
      ['0 3 * * *  memvault dream --batch --vault ~/notebook', 'every night, from cron'],
    ],
    load: () => import('./commands/dream.ts'),
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
    examples: [['memvault facts --pending', 'what waits'], ['memvault facts --as set-aside --json', 'what is on no page, for a script']],
    load: () => import('./commands/facts.ts'),
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
    name: 'completion', summary: 'completion for bash, zsh or fish', quick: true, args: [one('shell', 'bash, zsh or fish')],
    options: [{ long: 'list', value: 'KIND', hidden: true, help: 'the words of the vault that a script asks for' }],
    examples: [['eval "$(memvault completion bash)"', 'in ~/.bashrc'], ['memvault completion fish | source', 'in ~/.config/fish/config.fish']],
    load: () => import('./commands/completion.ts'),
  },
];
