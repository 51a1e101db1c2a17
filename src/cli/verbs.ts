// The verbs of the command line, as data: parsing, help, completion and the documentation follow from it.
import { FORMAT_NAMES } from '../import/format.ts';
import { run as log } from './commands/log.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';

/** As help shows them. */
export const GROUPS = ['Every day', 'What it knows', 'Put right', 'Bring in', 'Look after', 'Set up'] as const;

type More = Omit<OptionSpec, 'long' | 'value' | 'help'>;

const flag = (long: string, help: string, more?: More): OptionSpec => ({ long, help, ...more });
const valued = (long: string, value: string, help: string, more?: More): OptionSpec => ({ long, value, help, ...more });

const CATEGORY = valued('category', 'NAME', 'only facts in this category', { short: 'c', repeat: true });
const TAG = valued('tag', 'TAG', 'only facts with this tag (repeatable)', { short: 't', repeat: true });
const DRY_RUN = flag('dry-run', 'show what would change, and change nothing');
const COMMIT = flag('commit', 'commit the result with git');
/** Arguments of an action: none, or any number from one on. */
const NONE = [0, 0] as const;
const SOME = [1, Infinity] as const;
const SINCE = valued('since', 'DAY', 'from this day on');
const UNTIL = valued('until', 'DAY', 'up to this day');

/** Of what is found: search and context share them. */
const FILTERS: readonly OptionSpec[] = [
  CATEGORY,
  TAG,
  valued('kind', 'KIND', 'only fact, claim or text; or a value of the field kind', { repeat: true }),
  valued('person', 'NAME', 'only facts whose fields name this person', { repeat: true }),
  valued('entity', 'NAME', 'only facts whose fields name this thing', { repeat: true }),
  valued('field', 'K=V', 'only facts with this field (repeatable)', { repeat: true }),
  valued('zone', 'ZONE', 'only in this zone'),
  valued('project', 'NAME', 'only this project, nothing from others'),
  SINCE,
  UNTIL,
  flag('all', 'include superseded claims'),
  flag('no-recall', 'do not count the hits as recalls'),
];

const one = (name: string, help: string, required = false, variadic = false): ArgumentSpec => ({
  name,
  required,
  variadic,
  help,
});
const rest = (name: string, help: string, required = false): ArgumentSpec => one(name, help, required, true);

const SET = valued('set', 'KEY=VALUE', 'change a setting for this run only, such as models.num_ctx=16384', {
  repeat: true,
});

/** Who proposes or reads. */
const ENGINE: readonly OptionSpec[] = [
  valued('engine', 'NAME', 'rules, ollama, openai, command or auto (default: rules)'),
  valued('model', 'NAME', 'the model, as its server names it'),
  SET,
];

/** Flags of import that the inbox does not take. */
const OF_PATHS = { needs: ['PATH'] };

export const VERBS: readonly VerbSpec[] = [
  {
    name: 'log',
    group: 'Every day',
    summary: 'append a fact to today’s log',
    args: [rest('text', 'the fact; - reads facts from a pipe, one per line')],
    options: [
      valued('category', 'NAME', 'kind of fact: preference, work, event, … (default: general)', { short: 'c' }),
      valued('tag', 'TAG', 'a tag (repeatable)', { short: 't', repeat: true }),
      valued('session', 'ID', 'the session in which it was said'),
      valued('date', 'DAY', 'the day it belongs to, such as 2026-07-01 or yesterday'),
      valued('at', 'TIME', 'when it happened, such as 2026-07-01 or 2026-07-01T14:05'),
      valued('project', 'NAME', 'the project it belongs to'),
      valued('confidence', 'N', 'how certain it is, from 0 to 1 (default: 0.9)'),
      flag('pin', 'keep it from fading and from being merged'),
      valued('supersedes', 'ID', 'the fact it replaces'),
      valued('field', 'K=V', 'another field (repeatable)', { repeat: true }),
      flag('jsonl', 'read JSON objects from a pipe, one per line'),
      flag('allow-secret', 'log it even if it looks like a secret'),
    ],
    examples: [
      ['memvault log "User prefers tabs" -c preference', 'one fact'],
      ['git log -1 --format=%s | memvault log -c work', 'one fact per line'],
      ['memvault log --jsonl < facts.jsonl', 'with days and fields'],
    ],
    load: () => Promise.resolve({ run: log }), // Not in a file of its own: that would cost more than it holds.
  },
  {
    name: 'search',
    group: 'Every day',
    summary: 'find facts, claims and notes',
    args: [rest('query', 'what to look for; * lists the newest, - reads from a pipe', true)],
    asks: true,
    options: [
      valued('limit', 'N', 'maximum number of hits (default: 10)', { short: 'n' }),
      ...FILTERS,
      valued('mode', 'MODE', 'lexical, hybrid or semantic (default: lexical; hybrid with embeddings)'),
      flag('explain', 'show how each score is calculated (docs/search.md)'),
      flag('files', 'print only the paths'),
      flag('null', 'like --files, each path followed by NUL', { short: '0' }),
    ],
    examples: [
      ['memvault search where does the user work', 'ask in words'],
      ['memvault search deploy -t atlas --since 2026-06-01', 'with filters'],
      [`memvault search '"blue green" deploy -staging'`, 'a phrase, a word excluded'],
      ['memvault search "*" -n 5', 'the newest five'],
      ['memvault search todo --files -0 | xargs -0 wc -l', 'paths for other tools'],
    ],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'context',
    group: 'Every day',
    summary: 'bundle what is known about a question, as text for a prompt',
    args: [rest('query', 'the question; - reads it from a pipe; without one, a digest of what matters now')],
    asks: true,
    options: [
      valued('max-chars', 'N', 'maximum number of characters (default: 8000)'),
      valued('max-tokens', 'N', 'maximum number of tokens, estimated cautiously'),
      ...FILTERS,
    ],
    examples: [
      ['memvault context where does the user work', 'what is known'],
      ['memvault context --project atlas', 'what matters now in a project'],
      ['memvault context - < question.txt', 'the question from a file'],
      ['memvault context deploy --max-tokens 2000', 'for a small model'],
    ],
    load: () => import('./commands/context.ts'),
  },
  {
    name: 'dream',
    group: 'Every day',
    summary: 'consolidate finished days into pages',
    args: [],
    options: [
      flag('batch', 'for schedulers: run only if a dream is due, and never ask'),
      DRY_RUN,
      valued('plan', 'FILE', 'write the plan to a file that you can edit, and change nothing; - is stdout', {
        not: ['apply', 'undo', 'commit', 'batch', 'dry-run'],
      }),
      valued('apply', 'FILE', 'carry out a plan, unless its pages or facts have changed; - is stdin', {
        not: ['undo', 'redo', 'retry', 'force', 'engine', 'model', 'set', 'max-days', 'timeout'],
      }),
      flag('force', 'with --batch: run even if no dream is due; with --plan: overwrite an edited plan'),
      flag('retry', 'try quarantined facts again'),
      flag('redo', 'have the model go over every page and compare all claims again', {
        not: ['undo', 'plan', 'batch', 'dry-run'],
      }),
      valued('undo', 'RUN', 'undo the last night, or RUN unless a later run builds on it', { optional: true }),
      flag('commit', 'commit the result and the daily logs with git'),
      ...ENGINE,
      valued('max-days', 'N', 'maximum days per batch (default: 14)'),
      valued('timeout', 'MINUTES', 'time limit; the rest waits for the next dream (default: 120)'),
    ],
    examples: [
      ['memvault dream', 'ask about each page before writing'],
      ['memvault dream --dry-run', 'only show what it would do'],
      ['memvault dream --plan plan.json', 'write a plan, for --apply plan.json'],
      ['memvault dream --undo', 'undo the last night'],
      ['memvault dream --batch --commit', 'every night, from a scheduler'],
    ],
    load: () => import('./commands/dream.ts'),
  },
  {
    name: 'review',
    group: 'Every day',
    summary: 'answer the questions that a dream left to you',
    args: [
      one('action', 'list, approve or reject; without one, ask one by one'),
      rest('id', 'review ids, or their first characters'),
    ],
    actions: { list: NONE, approve: SOME, reject: SOME },
    options: [
      flag('all', 'with list: include queued and decided ones'),
      valued('keep', 'ID', 'with approve: the fact that holds (default: the later one)', { needs: ['approve'] }),
      valued('text', 'TEXT', 'with approve: your wording of the merged claim', { needs: ['approve'] }),
      COMMIT,
    ],
    examples: [
      ['memvault review', 'ask one by one'],
      ['memvault review list', 'what is waiting'],
      ['memvault review approve k3v9x2ab4q', 'merge or take the newer'],
      ['memvault review approve k3v9x2ab4q --keep p0d4mm1z5k', 'say which one holds'],
      ['memvault review reject k3v9x2ab4q', 'both hold'],
    ],
    load: () => import('./commands/review.ts'),
  },
  {
    name: 'status',
    group: 'Every day',
    summary: 'show what is waiting, recent runs, and whether a dream is due',
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
      flag('pending', 'only facts waiting for a dream'),
      flag('faded', 'only facts that have faded'),
      flag('today', 'only facts logged today'),
      valued('as', 'DISPOSITION', 'placed, duplicate, superseded, conflict, set-aside, quarantined or forgotten'),
      valued('session', 'ID', 'only facts of this session, by its id or as the daily log shows it'),
      SINCE,
      UNTIL,
      CATEGORY,
      TAG,
    ],
    examples: [
      ['memvault facts --pending', 'what is waiting'],
      ['memvault facts --today', 'what was logged today'],
      ['memvault facts --session claude-code', 'what this agent logged'],
      ['memvault facts --as superseded', 'what was replaced'],
      ['memvault facts --as set-aside --json', 'for a script'],
    ],
    load: () => import('./commands/facts.ts'),
  },
  {
    name: 'explain',
    group: 'What it knows',
    summary: 'show the origin and history of a fact or a page',
    args: [
      rest('what', 'a fact (its id, the first characters of it, or PATH:LINE) or a page (its name or path)', true),
    ],
    options: [flag('plot', 'plot confidence by day, even without a terminal')],
    examples: [
      ['memvault explain k3v9x2ab4q', 'by id or footnote'],
      ['memvault explain daily/2026-07-01.md:5', 'by a place from search'],
      ['memvault explain Work', 'a page'],
      ['memvault explain k3v9x2 --json | jq .confidence', 'for a script'],
    ],
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'open',
    group: 'What it knows',
    summary: 'open a fact or a page in your editor or in Obsidian',
    args: [rest('what', 'a fact or a page, as for explain', true)],
    options: [flag('obsidian', 'open it in Obsidian')],
    examples: [
      ['memvault open k3v9x2ab4q', 'at its line, in $VISUAL or $EDITOR'],
      ['memvault open Work --obsidian', ''],
      ['memvault open k3v9x2ab4q | cat', 'only prints the place'],
    ],
    load: () => import('./commands/open.ts'),
  },
  {
    name: 'diff',
    group: 'What it knows',
    summary: 'show what a run changed, page by page, and why',
    args: [one('run', 'its id, or the first characters of it (default: the last run)')],
    options: [flag('stat', 'only page names and line counts')],
    examples: [
      ['memvault diff', 'the last run'],
      ['memvault diff r-20260702-0300', 'another one; log.md lists them all'],
      ['memvault diff --stat', 'a summary'],
    ],
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'report',
    group: 'What it knows',
    summary: 'show the vault in numbers: facts, pages, recalls, fading, tokens',
    args: [],
    options: [SINCE, UNTIL, flag('memory', 'show what MEMORY.md leaves out, and why')],
    examples: [
      ['memvault report', 'since the first fact'],
      ['memvault report --since 30d', 'the last 30 days'],
      ['memvault report --json | jq .facts.perDay', 'for a script'],
    ],
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'fix',
    group: 'Put right',
    summary: 'undo or correct a single decision',
    args: [one('id', 'a fact, by its id or the first characters of it', true)],
    options: [
      valued('replaces', 'ID', 'this fact replaces that one, whose claim moves to History'),
      valued('same-as', 'ID', 'both facts share one claim; --text words it'),
      flag('separate', 'give it a claim of its own, for good'),
      flag('restore', 'make it a current claim again'),
      flag('current', 'this fact holds; what contradicts it moves to History'),
      valued('to', 'PAGE', 'move its claim to this page'),
      valued('text', 'TEXT', 'reword its claim'),
      DRY_RUN,
      COMMIT,
    ],
    examples: [
      ['memvault fix k3v9x2ab4q --replaces p0d4mm1z5k', 'an update that no dream saw'],
      ['memvault fix k3v9x2ab4q --same-as p0d4mm1z5k', 'two facts that say the same'],
      ['memvault fix k3v9x2ab4q --separate', 'not a duplicate'],
      ['memvault fix k3v9x2ab4q --restore', 'not over yet'],
      ['memvault fix k3v9x2ab4q --to Work', 'on the wrong page'],
    ],
    load: () => import('./commands/fix.ts'),
  },
  {
    name: 'forget',
    group: 'Put right',
    summary: 'remove facts from every page and from search, and keep them out',
    args: [rest('what', 'ids, or the words of one fact; - reads ids or facts from a pipe, one per line')],
    options: [
      flag('dry-run', 'show what would be removed, and change nothing'),
      valued('session', 'ID', 'all facts of this session, as memvault facts --session lists them', {
        not: ['verify'],
      }),
      flag('undo', 'restore what was forgotten; it is pending again', { not: ['verify', 'purge'] }),
      flag('purge', 'also erase it from the daily log; this cannot be undone', { not: ['verify'] }),
      flag('verify', 'search every file for forgotten facts, or only for WHAT'),
      valued('reason', 'TEXT', 'why; kept in the tombstone, so do not repeat the fact'),
      COMMIT,
    ],
    examples: [
      ['memvault forget k3v9x2ab4q', 'by its id'],
      ['memvault forget "User prefers tabs"', 'by what it says'],
      ['memvault forget --session claude-code --dry-run', 'all that an agent logged'],
      ['memvault forget --verify', 'check that it is gone'],
      ['memvault forget k3v9x2ab4q --undo', 'restore it'],
    ],
    load: () => import('./commands/forget.ts'),
  },
  {
    name: 'pin',
    group: 'Put right',
    summary: 'keep facts from fading and from being merged',
    args: [rest('id', 'facts, by their ids or the first characters of them', true)],
    options: [flag('off', 'unpin them')],
    examples: [
      ['memvault pin k3v9x2', 'facts shows the ids'],
      ['memvault pin --off k3v9x2', 'unpin it'],
      ['memvault log "Allergic to nuts" -c health --pin', 'pinned at once'],
    ],
    load: () => import('./commands/pin.ts'),
  },
  {
    name: 'tags',
    group: 'Put right',
    summary: 'list tags, or treat two as one',
    args: [
      one('action', 'list, alias or apply (default: list)'),
      rest('tag', 'with alias: the alias, then the tag it stands for'),
    ],
    actions: { list: NONE, alias: [2, 2], apply: NONE },
    usual: 'list',
    options: [
      SET,
      flag('dry-run', 'with alias and apply: show what would change, and change nothing', {
        needs: ['alias', 'apply'],
      }),
      { ...COMMIT, needs: ['alias', 'apply'] },
    ],
    examples: [
      ['memvault tags', 'all tags, with their facts'],
      ['memvault tags alias fw firmware', 'fw is read as firmware from now on'],
      ['memvault tags apply', 'update pages after you edit tags.yaml'],
    ],
    load: () => import('./commands/tags.ts'),
  },
  {
    name: 'import',
    group: 'Bring in',
    summary: 'import conversations, notes, exports, or the inbox',
    args: [rest('path', 'files and folders; - reads from a pipe; without one, the inbox')],
    options: [
      valued('format', 'NAME', `the format, if it is not recognised: ${FORMAT_NAMES.join(', ')}`, OF_PATHS),
      valued('project', 'NAME', 'project for facts without one', OF_PATHS),
      valued('session', 'ID', 'session name, for a single conversation', OF_PATHS),
      valued('category', 'NAME', 'category for facts without one', { short: 'c', ...OF_PATHS }),
      valued('tag', 'TAG', 'tag for every fact from notes (repeatable)', { short: 't', repeat: true, ...OF_PATHS }),
      flag('again', 'read conversations from the beginning again', OF_PATHS),
      flag('dry-run', 'show what would be logged, and write nothing'),
      flag('allow-secret', 'log facts even if they look like secrets', OF_PATHS),
      ...ENGINE,
    ],
    examples: [
      ['memvault import CLAUDE.md --dry-run', 'show what it would log'],
      ['memvault import ~/notes/Daily', 'show what it would log, then ask'],
      ['memvault import ~/.claude/projects', 'only new facts are logged'],
      ['pbpaste | memvault import -', 'a conversation from a pipe'],
      ['memvault import talk.md --engine ollama', 'have a model read it'],
      ['memvault import', 'process the inbox now'],
    ],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'export',
    group: 'Bring in',
    summary: 'print facts or pages for other tools, except private ones',
    args: [],
    options: [
      flag('jsonl', 'facts as JSON, one per line, as memvault log --jsonl reads them', {
        not: ['markdown', 'agents-md'],
      }),
      flag('markdown', 'pages as one file, without footnotes', { not: ['agents-md'] }),
      flag('agents-md', 'the most useful claims, as a section of AGENTS.md'),
      valued('max-chars', 'N', 'with --agents-md: maximum number of characters (default: 4000)'),
      valued('project', 'NAME', 'only this project'),
      CATEGORY,
      TAG,
      SINCE,
      UNTIL,
    ],
    examples: [
      ['memvault export --jsonl > facts.jsonl', 'all facts'],
      ['memvault export --markdown --since 30d > month.md', 'recent pages'],
      ['memvault export --agents-md --project atlas >> AGENTS.md', 'for an agent'],
    ],
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'skills',
    group: 'Bring in',
    summary: 'list procedures that worked, and give them to an agent',
    args: [
      one('action', 'list, show or export (default: list)'),
      rest('name', 'the skill, by its name or the beginning of it'),
    ],
    actions: { list: NONE, show: SOME, export: SOME },
    usual: 'list',
    options: [
      valued('agent', 'NAME', 'with export: claude-code, codex, cursor, gemini-cli or opencode', { needs: ['export'] }),
    ],
    examples: [
      ['memvault skills', 'published and waiting'],
      ['memvault skills show Release', 'steps, and what to avoid'],
      ['memvault skills export Release --agent claude-code', 'write a SKILL.md'],
    ],
    load: () => import('./commands/skills.ts'),
  },
  {
    name: 'episode',
    group: 'Bring in',
    summary: 'log a decision, and later its outcome',
    args: [
      one('action', 'open, resolve or list (default: list)'),
      rest(
        'words',
        'with open: the decision; with resolve: its id, then success, failure, partial or unknown, then how it ended',
      ),
    ],
    actions: { open: SOME, resolve: [3, Infinity], list: NONE },
    usual: 'list',
    options: [
      valued('entity', 'NAME', 'with open: what the decision is about (repeatable)', {
        repeat: true,
        needs: ['open'],
      }),
      valued('lesson', 'TEXT', 'with resolve: what you learned', { needs: ['resolve'] }),
      valued('project', 'NAME', 'with open: the project it belongs to', { needs: ['open'] }),
      valued('tag', 'TAG', 'with open: a tag (repeatable)', { short: 't', repeat: true, needs: ['open'] }),
      flag('pending', 'with list: only those without an outcome', { needs: ['list'] }),
    ],
    examples: [
      ['memvault episode open "Postgres for billing" --entity billing', 'a decision'],
      ['memvault episode resolve k3v9x2 success "no outage in two years"', 'its outcome'],
      ['memvault episode list --pending', 'open ones'],
    ],
    load: () => import('./commands/episode.ts'),
  },
  {
    name: 'lint',
    group: 'Look after',
    summary: 'prove that nothing was lost, and find editorial problems',
    args: [],
    options: [
      valued('rule', 'NAME', 'only this rule, or one kind of it as RULE/KIND (repeatable)', { repeat: true }),
      flag('strict', 'treat warnings as errors'),
      flag('baseline', 'accept today’s editorial findings, and show only new ones from now on', { not: ['fix'] }),
      flag('llm', 'also ask a model for contradictions between related pages'),
      SET,
      flag('fix', 'repair what is certain; memvault dream --undo reverts it'),
      flag('dry-run', 'with --fix or --baseline: show what would change, and change nothing', {
        needs: ['--fix', '--baseline'],
      }),
      flag('commit', 'with --fix: commit the result with git', { needs: ['--fix'] }),
    ],
    examples: [
      ['memvault lint', ''],
      ['memvault lint --rule conservation --strict', 'one proof'],
      ['memvault lint --rule links/anchor', 'one kind of a rule'],
      ['memvault lint --baseline', 'show only new findings'],
    ],
    load: () => import('./commands/lint.ts'),
  },
  {
    name: 'index',
    group: 'Look after',
    summary: 'bring the search index up to date',
    args: [],
    options: [flag('watch', 'keep it up to date until Ctrl-C', { not: ['json'] })],
    examples: [
      ['memvault index', 'once'],
      ['memvault index --watch', 'after every change'],
    ],
    load: () => import('./commands/index.ts'),
  },
  {
    name: 'reindex',
    group: 'Look after',
    summary: 'rebuild the search index from scratch',
    args: [],
    options: [],
    examples: [['memvault reindex', '']],
    load: () => import('./commands/index.ts'),
  },
  {
    name: 'init',
    group: 'Set up',
    summary: 'create a vault, or complete an existing one',
    args: [one('dir', 'the folder (default: the current one)')],
    options: [
      flag('no-git', 'do not create a git repository'),
      valued(
        'agent',
        'NAME',
        'set up an agent instead, in the project DIR: claude-code, codex, cursor, gemini-cli or opencode (repeatable)',
        { repeat: true },
      ),
      flag('hooks', 'with --agent: begin sessions with a digest, and import them when they end', {
        needs: ['--agent'],
      }),
      flag('prompts', 'with --hooks: also add matching facts to each prompt', { needs: ['--hooks'] }),
      flag('remove', 'with --agent: remove what memvault added', { needs: ['--agent'] }),
      flag('dry-run', 'show what would be created, and write nothing'),
    ],
    examples: [
      ['memvault init ~/notebook', 'a new vault'],
      ['memvault init --no-git ~/notebook', 'without a git repository'],
      ['memvault init --dry-run', 'show what it would add here'],
      ['memvault init --agent claude-code --hooks', 'set up this project'],
      ['memvault init --agent codex --remove', 'undo that'],
    ],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'show or change settings, or trust what a vault asks for',
    args: [
      one('action', 'get, set or trust; without one, list all settings'),
      one('key', 'a setting, such as consolidate.min_facts or min_facts'),
      one('value', 'with set: the new value'),
    ],
    actions: { get: [1, 1], set: [2, 2], trust: NONE },
    options: [
      flag('user', 'with set: change your own config, not the vault’s', { needs: ['set'] }),
      valued('revoke', 'DIR', 'with trust: stop trusting this vault, or the one in DIR', {
        optional: true,
        needs: ['trust'],
      }),
    ],
    examples: [
      ['memvault config', 'all settings'],
      ['memvault config get min_facts', 'one'],
      ['memvault config set min_facts 10', 'change one'],
      ['memvault config set --user vault ~/notebook', 'set your default vault'],
      ['memvault config trust', 'see what it asks for'],
      ['memvault config trust --revoke', 'stop trusting it'],
    ],
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'schedule',
    group: 'Set up',
    summary: 'print a nightly entry for cron or another scheduler',
    args: [one('scheduler', 'cron, systemd, launchd or schtasks (default: by system)')],
    options: [valued('at', 'TIME', 'time of day, as HH:MM (default: 03:00)')],
    examples: [
      ['memvault schedule cron', 'a line for crontab -e'],
      ['memvault schedule systemd --at 04:30 | sh', 'install a timer'],
      ['memvault schedule launchd > nightly.sh', 'a script to read before you run it'],
    ],
    load: () => import('./commands/schedule.ts'),
  },
  {
    name: 'mcp',
    group: 'Set up',
    summary: 'serve memory to an agent over MCP, on stdin and stdout',
    args: [],
    options: [],
    examples: [
      ['claude mcp add memory -- memvault mcp --vault ~/notebook', 'Claude Code'],
      ['codex mcp add memory -- memvault mcp --vault ~/notebook', 'Codex'],
    ],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'hook',
    group: 'Set up',
    summary: 'answer a hook event of an agent (set up by init --hooks)',
    args: [
      one('agent', 'claude-code, codex, cursor, gemini-cli or opencode', true),
      one('event', 'session-start, prompt, session-end or before-compaction', true),
    ],
    options: [],
    examples: [
      [`echo '{"cwd":"/home/you/atlas"}' | memvault hook claude-code session-start`, ''],
      ['memvault hook codex session-end < event.json', ''],
    ],
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'completion',
    group: 'Set up',
    summary: 'print completions for bash, zsh or fish',
    args: [one('shell', 'bash, zsh or fish')],
    options: [],
    examples: [
      ['eval "$(memvault completion bash)"', 'in ~/.bashrc'],
      ['memvault completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    load: () => import('./commands/completion.ts'),
  },
];

const plumbing = (name: string, load: VerbSpec['load']): VerbSpec => ({
  name,
  group: '',
  summary: '',
  args: [],
  options: [],
  examples: [],
  load,
});

/** Called by git and by shells, not by people: on no help page. Their arguments are taken as they come. */
export const PLUMBING: readonly VerbSpec[] = [
  plumbing('merge-driver', () => import('./commands/merge-driver.ts')),
  plumbing('complete', async () => ({ start: (await import('./commands/completion.ts')).complete })),
];
