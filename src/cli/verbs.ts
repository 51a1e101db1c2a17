// The verbs of the command line, as data: parsing, help, completion and the documentation follow from it.
import { FORMAT_NAMES } from '../import/format-names.ts';
import { run as log } from './commands/log.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';

/** As help shows them. */
export const GROUPS = ['Every day', 'What it knows', 'Put right', 'Bring in', 'Look after', 'Set up'] as const;

const CATEGORY: OptionSpec = {
  long: 'category',
  short: 'c',
  value: 'NAME',
  help: 'only facts of this category',
  repeat: true,
};
const TAG: OptionSpec = {
  long: 'tag',
  short: 't',
  value: 'TAG',
  help: 'only facts with this tag (repeat for several)',
  repeat: true,
};
const DRY_RUN: OptionSpec = { long: 'dry-run', help: 'show what would be done, and do nothing' };
const COMMIT: OptionSpec = { long: 'commit', help: 'commit with git what was written' };
const SINCE: OptionSpec = { long: 'since', value: 'DAY', help: 'from this day on' };
const UNTIL: OptionSpec = { long: 'until', value: 'DAY', help: 'up to this day' };

/** Of what is found: search and context share them. */
const FILTERS: readonly OptionSpec[] = [
  CATEGORY,
  TAG,
  { long: 'kind', value: 'KIND', repeat: true, help: 'only fact, claim or text, or a value of the facts’ field kind' },
  { long: 'person', value: 'NAME', repeat: true, help: 'only what names this person in its fields' },
  { long: 'entity', value: 'NAME', repeat: true, help: 'only what names this thing in its fields' },
  { long: 'field', value: 'K=V', repeat: true, help: 'only facts with this field (repeat for several)' },
  { long: 'zone', value: 'ZONE', help: 'only in this zone' },
  { long: 'project', value: 'NAME', help: 'only this project, and nothing of another' },
  SINCE,
  UNTIL,
  { long: 'all', help: 'superseded claims too' },
  { long: 'no-recall', help: 'do not count what is shown as recalled' },
];

const one = (name: string, help: string, required = false, variadic = false): ArgumentSpec => ({
  name,
  required,
  variadic,
  help,
});
const rest = (name: string, help: string, required = false): ArgumentSpec => one(name, help, required, true);

const SET: OptionSpec = {
  long: 'set',
  value: 'KEY=VALUE',
  repeat: true,
  help: 'a setting, for this run only, such as models.url=http://127.0.0.1:8080/v1',
};

/** Who proposes or reads. */
const ENGINE: readonly OptionSpec[] = [
  { long: 'engine', value: 'NAME', help: 'rules, ollama, openai, command or auto (rules)' },
  { long: 'model', value: 'NAME', help: 'the model, as its server names it' },
  SET,
];

export const VERBS: readonly VerbSpec[] = [
  {
    name: 'log',
    group: 'Every day',
    summary: 'append a fact to today’s log',
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
      { long: 'allow-secret', help: 'log it even if it looks like a secret' },
    ],
    examples: [
      ['memvault log "User prefers tabs over spaces" -c preference', 'one fact'],
      ['git log -1 --format=%s | memvault log -c work', 'one fact a line'],
      ['memvault log --jsonl < facts.jsonl', 'many, with days and fields'],
    ],
    load: () => Promise.resolve({ run: log }), // Not in a file of its own: that would cost more than it holds.
  },
  {
    name: 'search',
    group: 'Every day',
    summary: 'find facts, claims and notes',
    args: [rest('query', 'what to look for; * lists the newest, - reads a pipe', true)],
    asks: true,
    options: [
      { long: 'limit', short: 'n', value: 'N', help: 'how many hits (10)' },
      ...FILTERS,
      { long: 'mode', value: 'MODE', help: 'lexical, hybrid or semantic (lexical)' },
      { long: 'explain', help: 'show how each score is made up (see docs/search.md)' },
      { long: 'files', help: 'print only the paths' },
      { long: 'null', short: '0', help: 'like --files, with a NUL after each path' },
    ],
    examples: [
      ['memvault search where does the user work', 'ask in words'],
      ['memvault search deploy -t atlas --since 2026-06-01', 'with filters'],
      [`memvault search '"blue green" deploy -staging'`, 'a phrase, a word left out'],
      ['memvault search "*" -n 5', 'the newest five'],
      ['memvault search todo --files -0 | xargs -0 wc -l', 'paths for other tools'],
    ],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'context',
    group: 'Every day',
    summary: 'one bundle for a prompt, within a budget',
    args: [rest('query', 'the question; - or a pipe reads it')],
    asks: true,
    options: [
      { long: 'max-chars', value: 'N', help: 'how many characters at most (8000)' },
      { long: 'max-tokens', value: 'N', help: 'how many tokens at most, by a cautious estimate' },
      ...FILTERS,
    ],
    examples: [
      ['memvault context where does the user work', 'for the head of a prompt'],
      ['memvault context - < question.txt', 'the question from a file'],
      ['memvault context deploy --project atlas --max-tokens 2000', 'of one project, for a small model'],
    ],
    load: () => import('./commands/context.ts'),
  },
  {
    name: 'dream',
    group: 'Every day',
    summary: 'consolidate the days that are over into pages',
    args: [],
    options: [
      { long: 'batch', help: 'for cron: only when a dream is due, ask nothing' },
      DRY_RUN,
      { long: 'plan', value: 'FILE', help: 'write the plan to a file, to read and edit, and do nothing; - is stdout' },
      { long: 'apply', value: 'FILE', help: 'carry out such a plan, if the vault is still as it found it; - is stdin' },
      { long: 'force', help: 'with --batch: also when none is due; with --plan: over an edited plan' },
      { long: 'retry', help: 'decide quarantined facts again' },
      { long: 'redo', help: 'propose anew what an older engine or version decided, from the day of --since on' },
      { long: 'since', value: 'DAY', help: 'with --redo: from this day on' },
      {
        long: 'undo',
        value: 'RUN',
        optional: true,
        help: 'take back the last night, or this run if none came after it',
      },
      { long: 'commit', help: 'commit with git what was written, and the daily logs' },
      ...ENGINE,
      { long: 'max-days', value: 'N', help: 'days in one batch (14)' },
      { long: 'timeout', value: 'MINUTES', help: 'time limit: what is left then waits for the next dream (120)' },
    ],
    examples: [
      ['memvault dream', 'go through what is pending, page by page'],
      ['memvault dream --dry-run', 'only look'],
      ['memvault dream --plan plan.json', 'the plan as a file; --apply plan.json carries it out'],
      ['memvault dream --undo', 'take back the last night'],
      ['0 3 * * *  memvault dream --batch --commit --vault ~/notebook', 'every night, from cron'],
    ],
    load: () => import('./commands/dream.ts'),
  },
  {
    name: 'review',
    group: 'Every day',
    summary: 'decide what only a person can',
    args: [
      one('action', 'list, approve or reject; without it one by one'),
      rest('id', 'the reviews, by id or the beginning of it'),
    ],
    options: [
      { long: 'all', help: 'with list: also those that are decided' },
      { long: 'keep', value: 'ID', help: 'with approve: the fact that holds (the later)' },
      { long: 'text', value: 'TEXT', help: 'with approve: the merged statement in your own words' },
      COMMIT,
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
    name: 'status',
    group: 'Every day',
    summary: 'what waits, how the last runs went, whether a dream is due',
    args: [],
    options: [],
    examples: [
      ['memvault status', ''],
      ['memvault status --json | jq .pending', ''],
    ],
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'facts',
    group: 'What it knows',
    summary: 'list facts and what became of them',
    args: [],
    options: [
      { long: 'pending', help: 'only those that wait for a dream' },
      { long: 'faded', help: 'only those whose confidence has faded' },
      { long: 'today', help: 'only what was logged today' },
      {
        long: 'as',
        value: 'DISPOSITION',
        help: 'only placed, duplicate, superseded, conflict, set-aside, quarantined or forgotten',
      },
      SINCE,
      UNTIL,
      CATEGORY,
      TAG,
    ],
    examples: [
      ['memvault facts --pending', 'what waits'],
      ['memvault facts --today', 'what was logged today'],
      ['memvault facts --as superseded', 'what others replaced'],
      ['memvault facts --as set-aside --json', 'what is on no page, for a script'],
    ],
    load: () => import('./commands/facts.ts'),
  },
  {
    name: 'explain',
    group: 'What it knows',
    summary: 'where a fact came from and what became of it; what a page rests on',
    args: [rest('what', 'a fact by its id, the beginning of it or PATH:LINE; or a page by its name or path', true)],
    options: [{ long: 'plot', help: 'draw how sure a fact was day by day, even without a terminal' }],
    examples: [
      ['memvault explain k3v9x2ab4q', 'a fact, or the claim with this footnote'],
      ['memvault explain daily/2026-07-01.md:5', 'the fact on that line, as search shows places'],
      ['memvault explain Work', 'a page'],
      ['memvault explain k3v9x2 --json | jq .confidence', 'for a script'],
    ],
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'open',
    group: 'What it knows',
    summary: 'open a fact’s line or a page in your editor, or in Obsidian',
    args: [rest('what', 'as for explain: a fact, or a page', true)],
    options: [{ long: 'obsidian', help: 'in Obsidian, at the block of the fact' }],
    examples: [
      ['memvault open k3v9x2ab4q', 'in $VISUAL or $EDITOR, at its line'],
      ['memvault open Work --obsidian', ''],
      ['memvault open k3v9x2ab4q | cat', 'without a terminal: only says where'],
    ],
    load: () => import('./commands/open.ts'),
  },
  {
    name: 'diff',
    group: 'What it knows',
    summary: 'what a run changed, page by page, and why',
    args: [one('run', 'its id or the beginning of it (the last)')],
    options: [{ long: 'stat', help: 'only the names of the pages and how many lines' }],
    examples: [
      ['memvault diff', 'the last run'],
      ['memvault diff r-20260702-0300', 'another; log.md names them all'],
      ['memvault diff --stat', 'in short'],
    ],
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'report',
    group: 'What it knows',
    summary: 'the vault in numbers: facts a day, what became of them, pages, recalls, fading, tokens',
    args: [],
    options: [SINCE, UNTIL, { long: 'memory', help: 'what MEMORY.md leaves out, and why, instead' }],
    examples: [
      ['memvault report', 'from the first fact to today'],
      ['memvault report --since 30d', 'the last thirty days, day by day'],
      ['memvault report --json | jq .facts.perDay', 'for a script'],
    ],
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'fix',
    group: 'Put right',
    summary: 'take back or correct one decision',
    args: [one('id', 'a fact, by its id or the beginning of it', true)],
    options: [
      { long: 'replaces', value: 'ID', help: 'the claim of that fact goes to History, replaced by this one' },
      { long: 'same-as', value: 'ID', help: 'one claim for both facts; with --text in these words' },
      { long: 'separate', help: 'a claim of its own; kept apart from then on' },
      { long: 'restore', help: 'current again, from History or from no page' },
      { long: 'current', help: 'this one holds; what contradicts it goes to History' },
      { long: 'to', value: 'PAGE', help: 'its claim goes to this page' },
      { long: 'text', value: 'TEXT', help: 'its claim says it in these words' },
      DRY_RUN,
      COMMIT,
    ],
    examples: [
      ['memvault fix k3v9x2ab4q', 'what was decided about it?'],
      ['memvault fix k3v9x2ab4q --replaces p0d4mm1z5k', 'it is an update'],
      ['memvault fix k3v9x2ab4q --same-as p0d4mm1z5k', 'they say the same'],
      ['memvault fix k3v9x2ab4q --separate', 'no duplicate after all'],
      ['memvault fix k3v9x2ab4q --restore', 'it is not over'],
      ['memvault fix k3v9x2ab4q --to Work', 'it belongs on another page'],
    ],
    load: () => import('./commands/fix.ts'),
  },
  {
    name: 'forget',
    group: 'Put right',
    summary: 'forget facts: off every page, out of search, for good',
    args: [rest('what', 'ids, or the words of one fact; - reads ids or statements, one a line')],
    options: [
      { long: 'dry-run', help: 'show what would go, and do nothing' },
      { long: 'undo', help: 'take it back: the fact is pending again' },
      { long: 'purge', help: 'also out of the daily log; there is no way back' },
      { long: 'verify', help: 'look in every file for what is forgotten; without an id, for all of it' },
      { long: 'reason', value: 'TEXT', help: 'why, for the tombstone; without the words themselves' },
      COMMIT,
    ],
    examples: [
      ['memvault forget k3v9x2ab4q', 'by its id'],
      ['memvault forget "User prefers tabs"', 'by what it says'],
      ['memvault forget --verify', 'is it really gone?'],
      ['memvault forget k3v9x2ab4q --undo', 'not forgotten after all'],
    ],
    load: () => import('./commands/forget.ts'),
  },
  {
    name: 'pin',
    group: 'Put right',
    summary: 'keep facts from fading and from being merged',
    args: [rest('id', 'facts, by their ids or the beginning of them', true)],
    options: [{ long: 'off', help: 'let them fade again' }],
    examples: [
      ['memvault pin k3v9x2', 'one; memvault facts and search --json show the ids'],
      ['memvault pin --off k3v9x2', 'it fades again'],
      ['memvault log "Allergic to penicillin" -c constraint --pin', 'from the start'],
    ],
    load: () => import('./commands/pin.ts'),
  },
  {
    name: 'tags',
    group: 'Put right',
    summary: 'list tags, and treat several as one',
    args: [one('action', 'list, alias or apply (list)'), rest('tag', 'with alias: two tags')],
    options: [SET, { long: 'dry-run', help: 'with alias and apply: show what would be done, and do nothing' }, COMMIT],
    examples: [
      ['memvault tags', 'which there are, and how often'],
      ['memvault tags alias fw firmware', 'fw is read as firmware from now on'],
      ['memvault tags apply', 'into front matter, after an edit of tags.yaml'],
    ],
    load: () => import('./commands/tags.ts'),
  },
  {
    name: 'import',
    group: 'Bring in',
    summary: 'bring in conversations, exports, notes and folders; without a path, the inbox',
    args: [rest('path', 'files and folders; - reads a pipe')],
    options: [
      {
        long: 'format',
        value: 'NAME',
        help: `the format, where the content does not tell: ${FORMAT_NAMES.join(', ')}`,
      },
      { long: 'project', value: 'NAME', help: 'the project of facts that have none' },
      { long: 'session', value: 'ID', help: 'the name of the session, of one conversation' },
      { long: 'category', short: 'c', value: 'NAME', help: 'the category of facts that have none' },
      {
        long: 'tag',
        short: 't',
        value: 'TAG',
        repeat: true,
        help: 'a tag for every fact of notes (repeat for several)',
      },
      { long: 'again', help: 'read conversations from the start, such as after an upgrade' },
      { long: 'dry-run', help: 'show what would be logged, and write nothing' },
      { long: 'allow-secret', help: 'also log what looks like a secret' },
      ...ENGINE,
    ],
    examples: [
      ['memvault import CLAUDE.md --dry-run', 'what would be logged?'],
      ['memvault import ~/notes/Daily', 'a folder; shows what it would log, then asks'],
      ['memvault import ~/.claude/projects', 'all sessions; known facts are not logged twice'],
      ['pbpaste | memvault import -', 'a conversation from a pipe'],
      ['memvault import talk.md --engine ollama', 'read by a model, each fact checked against the talk'],
      ['memvault import', 'the inbox, now; a dream does so, too'],
    ],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'lint',
    group: 'Look after',
    summary: 'prove that nothing was lost, and find editorial problems',
    args: [],
    options: [
      {
        long: 'rule',
        value: 'NAME',
        repeat: true,
        help: 'only this rule, or one kind as RULE/KIND (repeat for several)',
      },
      { long: 'strict', help: 'warnings count as errors' },
      { long: 'baseline', help: 'accept the editorial problems of today, and show only what is new from then on' },
      { long: 'llm', help: 'also ask a model for claims of related pages that contradict each other' },
      SET,
      { long: 'fix', help: 'repair what is beyond doubt, as a run that dream --undo takes back' },
      { long: 'dry-run', help: 'with --fix or --baseline: show what would be done, and write nothing' },
      { long: 'commit', help: 'with --fix: commit with git what was written' },
    ],
    examples: [
      ['memvault lint', ''],
      ['memvault lint --rule conservation --strict', 'one proof'],
      ['memvault lint --rule links/anchor', 'one kind of a rule'],
      ['memvault lint --baseline', 'from now on only what is new'],
    ],
    load: () => import('./commands/lint.ts'),
  },
  {
    name: 'index',
    group: 'Look after',
    summary: 'bring the index up to date with the files',
    args: [],
    options: [{ long: 'watch', help: 'go on doing so until Ctrl-C' }],
    examples: [
      ['memvault index', 'once'],
      ['memvault index --watch', 'after every change'],
    ],
    load: () => import('./commands/index.ts'),
  },
  {
    name: 'reindex',
    group: 'Look after',
    summary: 'build the index from nothing',
    args: [],
    options: [],
    examples: [['memvault reindex', '']],
    load: () => import('./commands/index.ts'),
  },
  {
    name: 'init',
    group: 'Set up',
    summary: 'make a vault, or complete one',
    args: [one('dir', 'the folder (this one)')],
    options: [
      { long: 'no-git', help: 'no git repository; without it an existing one is used, else one is made' },
      {
        long: 'agent',
        value: 'NAME',
        repeat: true,
        help:
          'no vault, but a skill for an agent: claude-code or codex (repeat for both); DIR is its project (the ' +
          'one you are in)',
      },
      { long: 'dry-run', help: 'say what would be made, and make nothing' },
    ],
    examples: [
      ['memvault init ~/notebook', 'a new vault'],
      ['memvault init --no-git ~/notebook', 'without a git repository'],
      ['memvault init --dry-run', 'what would this folder get?'],
      ['memvault init --agent claude-code', 'this project’s agent learns to use memvault'],
      ['memvault init --agent codex --dry-run', 'which lines would come and go?'],
    ],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'the settings in force and where each comes from; trust what this vault asks for',
    args: [
      one('action', 'get, set or trust; without it all are listed'),
      one('key', 'such as consolidate.min_facts or min_facts'),
      one('value', 'for set'),
    ],
    options: [
      { long: 'user', help: 'with set: in the user’s config, not the vault’s' },
      {
        long: 'revoke',
        value: 'DIR',
        optional: true,
        help: 'with trust: stop trusting this vault, or the one in that folder',
      },
    ],
    examples: [
      ['memvault config', 'all'],
      ['memvault config get min_facts', 'one'],
      ['memvault config set min_facts 10', 'change one'],
      ['memvault config set --user vault ~/notebook', 'the vault to use where none is named'],
      ['memvault config trust', 'programs, servers, prompts, git hooks that it names: look, then say yes or no'],
      ['memvault config trust --revoke', 'stop trusting it'],
    ],
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'schedule',
    group: 'Set up',
    summary: 'print an entry for cron or another scheduler: a dream every night',
    args: [one('scheduler', 'cron, systemd, launchd or schtasks (the one of this system)')],
    options: [{ long: 'at', value: 'TIME', help: 'when, as HH:MM (03:00)' }],
    examples: [
      ['memvault schedule cron', 'a line for crontab -e'],
      ['memvault schedule systemd --at 04:30 | sh', 'a timer, installed'],
      ['memvault schedule launchd > nightly.sh', 'to read before running it'],
    ],
    load: () => import('./commands/schedule.ts'),
  },
  {
    name: 'completion',
    group: 'Set up',
    summary: 'completion for bash, zsh or fish',
    args: [one('shell', 'bash, zsh or fish')],
    options: [{ long: 'list', value: 'KIND', hidden: true, help: 'the words of the vault that a script asks for' }],
    examples: [
      ['eval "$(memvault completion bash)"', 'in ~/.bashrc'],
      ['memvault completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    load: () => import('./commands/completion.ts'),
  },
];

/** Called by git, not by people: on no help page, in no completion. Its arguments are taken as they come. */
export const MERGE_DRIVER: VerbSpec = {
  name: 'merge-driver',
  group: 'Set up',
  summary: 'merge a page for git',
  args: [],
  options: [],
  examples: [],
  load: () => import('./commands/merge-driver.ts'),
};
