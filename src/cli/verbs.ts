// The verbs of the command line, as data: parsing, help, completion and the documentation follow from it.
import { FORMAT_NAMES } from '../import/format.ts';
import { run as log } from './commands/log.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';

/** As help shows them. */
export const GROUPS = ['Every day', 'What it knows', 'Put right', 'Bring in', 'Look after', 'Set up'] as const;

type More = Omit<OptionSpec, 'long' | 'value' | 'help'>;

const flag = (long: string, help: string, more?: More): OptionSpec => ({ long, help, ...more });
const valued = (long: string, value: string, help: string, more?: More): OptionSpec => ({ long, value, help, ...more });

const CATEGORY = valued('category', 'NAME', 'only facts of this category', { short: 'c', repeat: true });
const TAG = valued('tag', 'TAG', 'only facts with this tag (repeat for several)', { short: 't', repeat: true });
const DRY_RUN = flag('dry-run', 'show what would be done, and do nothing');
const COMMIT = flag('commit', 'commit with git what was written');
/** Arguments of an action: none, or any number from one on. */
const NONE = [0, 0] as const;
const SOME = [1, Infinity] as const;
const SINCE = valued('since', 'DAY', 'from this day on');
const UNTIL = valued('until', 'DAY', 'up to this day');

/** Of what is found: search and context share them. */
const FILTERS: readonly OptionSpec[] = [
  CATEGORY,
  TAG,
  valued('kind', 'KIND', 'only fact, claim or text, or a value of the facts’ field kind', { repeat: true }),
  valued('person', 'NAME', 'only what names this person in its fields', { repeat: true }),
  valued('entity', 'NAME', 'only what names this thing in its fields', { repeat: true }),
  valued('field', 'K=V', 'only facts with this field (repeat for several)', { repeat: true }),
  valued('zone', 'ZONE', 'only in this zone'),
  valued('project', 'NAME', 'only this project, and nothing of another'),
  SINCE,
  UNTIL,
  flag('all', 'superseded claims too'),
  flag('no-recall', 'do not count what is shown as recalled'),
];

const one = (name: string, help: string, required = false, variadic = false): ArgumentSpec => ({
  name,
  required,
  variadic,
  help,
});
const rest = (name: string, help: string, required = false): ArgumentSpec => one(name, help, required, true);

const SET = valued('set', 'KEY=VALUE', 'a setting, for this run only, such as models.url=http://127.0.0.1:8080/v1', {
  repeat: true,
});

/** Who proposes or reads. */
const ENGINE: readonly OptionSpec[] = [
  valued('engine', 'NAME', 'rules, ollama, openai, command or auto (rules)'),
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
    args: [rest('text', 'the fact; several words are one fact; - reads one fact a line')],
    options: [
      valued('category', 'NAME', 'what kind of fact: preference, work, event, … (general)', { short: 'c' }),
      valued('tag', 'TAG', 'a tag (repeat for several)', { short: 't', repeat: true }),
      valued('session', 'ID', 'the session it was said in'),
      valued('date', 'DAY', 'the day it belongs to: 2026-07-01, yesterday (today)'),
      valued('at', 'TIME', 'when it happened: 2026-07-01 or 2026-07-01T14:05'),
      valued('project', 'NAME', 'the project it belongs to'),
      valued('confidence', 'N', 'how sure it is, 0 to 1 (0.9)'),
      flag('pin', 'never fades, never merged'),
      valued('supersedes', 'ID', 'the fact that it replaces'),
      valued('field', 'K=V', 'another field (repeat for several)', { repeat: true }),
      flag('jsonl', 'read one JSON object a line from a pipe'),
      flag('allow-secret', 'log it even if it looks like a secret'),
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
      valued('limit', 'N', 'how many hits (10)', { short: 'n' }),
      ...FILTERS,
      valued('mode', 'MODE', 'lexical, hybrid or semantic (lexical)'),
      flag('explain', 'show how each score is made up (see docs/search.md)'),
      flag('files', 'print only the paths'),
      flag('null', 'like --files, with a NUL after each path', { short: '0' }),
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
    summary: 'pack what the memory knows into one text for a prompt; without a question, what matters now',
    args: [rest('query', 'the question; - or a pipe reads it; none for a digest')],
    asks: true,
    options: [
      valued('max-chars', 'N', 'how many characters at most (8000)'),
      valued('max-tokens', 'N', 'how many tokens at most, by a cautious estimate'),
      ...FILTERS,
    ],
    examples: [
      ['memvault context where does the user work', 'for the head of a prompt'],
      ['memvault context --project atlas', 'a digest: what matters now in one project'],
      ['memvault context - < question.txt', 'the question from a file'],
      ['memvault context deploy --project atlas --max-tokens 2000', 'of one project, for a small model'],
    ],
    load: () => import('./commands/context.ts'),
  },
  {
    name: 'dream',
    group: 'Every day',
    summary: 'consolidate finished days into pages',
    args: [],
    options: [
      flag('batch', 'for cron: only when a dream is due, ask nothing'),
      DRY_RUN,
      valued('plan', 'FILE', 'write the plan to a file, to read and edit, and do nothing; - is stdout', {
        not: ['apply', 'undo', 'commit', 'batch', 'dry-run'],
      }),
      valued('apply', 'FILE', 'carry out such a plan, if the vault is still as it found it; - is stdin', {
        not: ['undo', 'redo', 'retry', 'force', 'engine', 'model', 'set', 'max-days', 'timeout'],
      }),
      flag('force', 'with --batch: also when none is due; with --plan: over an edited plan'),
      flag('retry', 'decide quarantined facts again'),
      flag('redo', 'have the model look over every page and compare all claims again', {
        not: ['undo', 'plan', 'batch', 'dry-run'],
      }),
      valued('undo', 'RUN', 'take back the last night, or this run if none came after it', { optional: true }),
      flag('commit', 'commit with git what was written, and the daily logs'),
      ...ENGINE,
      valued('max-days', 'N', 'days in one batch (14)'),
      valued('timeout', 'MINUTES', 'time limit: what is left then waits for the next dream (120)'),
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
    summary: 'answer the questions that only a person can decide',
    args: [
      one('action', 'list, approve or reject; without it one by one'),
      rest('id', 'the reviews, by id or the beginning of it'),
    ],
    actions: { list: NONE, approve: SOME, reject: SOME },
    options: [
      flag('all', 'with list: also those that are decided'),
      valued('keep', 'ID', 'with approve: the fact that holds (the later)', { needs: ['approve'] }),
      valued('text', 'TEXT', 'with approve: the merged statement in your own words', { needs: ['approve'] }),
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
    summary: 'show what waits, how the last runs went, and whether a dream is due',
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
      flag('pending', 'only those that wait for a dream'),
      flag('faded', 'only those whose confidence has faded'),
      flag('today', 'only what was logged today'),
      valued('as', 'DISPOSITION', 'only placed, duplicate, superseded, conflict, set-aside, quarantined or forgotten'),
      valued('session', 'ID', 'only those of this session, as logged or as its daily log shows it'),
      SINCE,
      UNTIL,
      CATEGORY,
      TAG,
    ],
    examples: [
      ['memvault facts --pending', 'what waits'],
      ['memvault facts --today', 'what was logged today'],
      ['memvault facts --session claude-code', 'what this agent logged'],
      ['memvault facts --as superseded', 'what others replaced'],
      ['memvault facts --as set-aside --json', 'what is on no page, for a script'],
    ],
    load: () => import('./commands/facts.ts'),
  },
  {
    name: 'explain',
    group: 'What it knows',
    summary: 'show where a fact came from and what became of it, or what a page rests on',
    args: [rest('what', 'a fact by its id, the beginning of it or PATH:LINE; or a page by its name or path', true)],
    options: [flag('plot', 'draw how sure a fact was day by day, even without a terminal')],
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
    options: [flag('obsidian', 'in Obsidian, at the block of the fact')],
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
    summary: 'show what a run changed, page by page, and why',
    args: [one('run', 'its id or the beginning of it (the last)')],
    options: [flag('stat', 'only the names of the pages and how many lines')],
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
    summary: 'show the vault in numbers: facts per day, what became of them, pages, recalls, fading, tokens',
    args: [],
    options: [SINCE, UNTIL, flag('memory', 'what MEMORY.md leaves out, and why, instead')],
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
      valued('replaces', 'ID', 'the claim of that fact goes to History, replaced by this one'),
      valued('same-as', 'ID', 'one claim for both facts; with --text in these words'),
      flag('separate', 'a claim of its own; kept apart from then on'),
      flag('restore', 'current again, from History or from no page'),
      flag('current', 'this one holds; what contradicts it goes to History'),
      valued('to', 'PAGE', 'its claim goes to this page'),
      valued('text', 'TEXT', 'its claim says it in these words'),
      DRY_RUN,
      COMMIT,
    ],
    examples: [
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
    summary: 'forget facts: remove them from every page and from search, for good',
    args: [rest('what', 'ids, or the words of one fact; - reads ids or statements, one a line')],
    options: [
      flag('dry-run', 'show what would go, and do nothing'),
      valued('session', 'ID', 'all facts of this session; memvault facts --session shows them', { not: ['verify'] }),
      flag('undo', 'take it back: the fact is pending again', { not: ['verify', 'purge'] }),
      flag('purge', 'also out of the daily log; there is no way back', { not: ['verify'] }),
      flag('verify', 'look in every file for what is forgotten; without an id, for all of it'),
      valued('reason', 'TEXT', 'why, for the tombstone; without the words themselves'),
      COMMIT,
    ],
    examples: [
      ['memvault forget k3v9x2ab4q', 'by its id'],
      ['memvault forget "User prefers tabs"', 'by what it says'],
      ['memvault forget --session claude-code --dry-run', 'all that one agent logged; what would go?'],
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
    options: [flag('off', 'let them fade again')],
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
    actions: { list: NONE, alias: [2, 2], apply: NONE },
    usual: 'list',
    options: [
      SET,
      flag('dry-run', 'with alias and apply: show what would be done, and do nothing', { needs: ['alias', 'apply'] }),
      { ...COMMIT, needs: ['alias', 'apply'] },
    ],
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
    summary: 'import conversations, exports, notes and folders; without a path, the inbox',
    args: [rest('path', 'files and folders; - reads a pipe')],
    options: [
      valued('format', 'NAME', `the format, where the content does not tell: ${FORMAT_NAMES.join(', ')}`, OF_PATHS),
      valued('project', 'NAME', 'the project of facts that have none', OF_PATHS),
      valued('session', 'ID', 'the name of the session, of one conversation', OF_PATHS),
      valued('category', 'NAME', 'the category of facts that have none', { short: 'c', ...OF_PATHS }),
      valued('tag', 'TAG', 'a tag for every fact of notes (repeat for several)', {
        short: 't',
        repeat: true,
        ...OF_PATHS,
      }),
      flag('again', 'read conversations from the start, such as after an upgrade', OF_PATHS),
      flag('dry-run', 'show what would be logged, and write nothing'),
      flag('allow-secret', 'also log what looks like a secret', OF_PATHS),
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
    name: 'export',
    group: 'Bring in',
    summary: 'print facts or pages for other tools, without what is private or forgotten',
    args: [],
    options: [
      flag('jsonl', 'facts, one JSON object a line; memvault log --jsonl reads them', {
        not: ['markdown', 'agents-md'],
      }),
      flag('markdown', 'pages by zone, as one file without footnotes', { not: ['agents-md'] }),
      flag('agents-md', 'what is worth knowing, as a part of AGENTS.md between markers'),
      valued('max-chars', 'N', 'with --agents-md: how many characters at most (4000)'),
      valued('project', 'NAME', 'only this project'),
      CATEGORY,
      TAG,
      SINCE,
      UNTIL,
    ],
    examples: [
      ['memvault export --jsonl > facts.jsonl', 'all facts; memvault log --jsonl < facts.jsonl reads them'],
      ['memvault export --markdown --since 2026-06-01 | pandoc -o june.pdf', 'to read elsewhere'],
      ['memvault export --agents-md --project atlas >> AGENTS.md', 'for agents that read no other memory'],
    ],
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'skills',
    group: 'Bring in',
    summary: 'procedures that worked, and their way to an agent',
    args: [one('action', 'list, show or export (list)'), rest('name', 'the skill, by its name or the beginning of it')],
    actions: { list: NONE, show: SOME, export: SOME },
    usual: 'list',
    options: [
      valued('agent', 'NAME', 'with export: claude-code, codex, cursor, gemini-cli or opencode', { needs: ['export'] }),
    ],
    examples: [
      ['memvault skills', 'what is published, what waits'],
      ['memvault skills show Release', 'its steps, and what to avoid'],
      ['memvault skills export Release --agent claude-code', 'as a SKILL.md in the project you are in'],
    ],
    load: () => import('./commands/skills.ts'),
  },
  {
    name: 'episode',
    group: 'Bring in',
    summary: 'log a decision, and later how it ended',
    args: [
      one('action', 'open, resolve or list (list)'),
      rest('words', 'the decision; or its id, success, failure, partial or unknown, and how it ended'),
    ],
    actions: { open: SOME, resolve: [3, Infinity], list: NONE },
    usual: 'list',
    options: [
      valued('entity', 'NAME', 'with open: what the decision is about (repeat for several)', {
        repeat: true,
        needs: ['open'],
      }),
      valued('lesson', 'TEXT', 'with resolve: what to do another time', { needs: ['resolve'] }),
      valued('project', 'NAME', 'with open: the project it belongs to', { needs: ['open'] }),
      valued('tag', 'TAG', 'with open: a tag (repeat for several)', { short: 't', repeat: true, needs: ['open'] }),
      flag('pending', 'with list: only those without an outcome', { needs: ['list'] }),
    ],
    examples: [
      ['memvault episode open "Postgres for billing" --entity billing', 'a decision'],
      ['memvault episode resolve k3v9x2 success "two years without an outage" --lesson "boring wins"', 'how it ended'],
      ['memvault episode list --pending', 'what is still open'],
    ],
    load: () => import('./commands/episode.ts'),
  },
  {
    name: 'lint',
    group: 'Look after',
    summary: 'prove that nothing was lost, and find editorial problems',
    args: [],
    options: [
      valued('rule', 'NAME', 'only this rule, or one kind as RULE/KIND (repeat for several)', { repeat: true }),
      flag('strict', 'warnings count as errors'),
      flag('baseline', 'accept the editorial problems of today, and show only what is new from then on', {
        not: ['fix'],
      }),
      flag('llm', 'also ask a model for claims of related pages that contradict each other'),
      SET,
      flag('fix', 'repair what is certain, as a run that dream --undo takes back'),
      flag('dry-run', 'with --fix or --baseline: show what would be done, and write nothing', {
        needs: ['--fix', '--baseline'],
      }),
      flag('commit', 'with --fix: commit with git what was written', { needs: ['--fix'] }),
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
    options: [flag('watch', 'go on doing so until Ctrl-C', { not: ['json'] })],
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
      flag('no-git', 'no git repository; without it an existing one is used, else one is made'),
      valued(
        'agent',
        'NAME',
        'no vault, but a skill and an MCP server for an agent: claude-code, codex, cursor, gemini-cli or opencode ' +
          '(repeat for several); DIR is its project (the one you are in)',
        { repeat: true },
      ),
      flag('hooks', 'with --agent: sessions begin with a digest, and are imported when they end', {
        needs: ['--agent'],
      }),
      flag('prompts', 'with --hooks: facts that fit a prompt go along with it', { needs: ['--hooks'] }),
      flag('remove', 'with --agent: take out again what it put there', { needs: ['--agent'] }),
      flag('dry-run', 'say what would be made, and make nothing'),
    ],
    examples: [
      ['memvault init ~/notebook', 'a new vault'],
      ['memvault init --no-git ~/notebook', 'without a git repository'],
      ['memvault init --dry-run', 'what would this folder get?'],
      ['memvault init --agent claude-code --hooks', 'this project’s agent learns to use memvault'],
      ['memvault init --agent codex --remove', 'as it was before'],
    ],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'show or change settings; trust what this vault asks for',
    args: [
      one('action', 'get, set or trust; without it all are listed'),
      one('key', 'such as consolidate.min_facts or min_facts'),
      one('value', 'for set'),
    ],
    actions: { get: [1, 1], set: [2, 2], trust: NONE },
    options: [
      flag('user', 'with set: in the user’s config, not the vault’s', { needs: ['set'] }),
      valued('revoke', 'DIR', 'with trust: stop trusting this vault, or the one in that folder', {
        optional: true,
        needs: ['trust'],
      }),
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
    summary: 'print an entry for cron or another scheduler, to dream every night',
    args: [one('scheduler', 'cron, systemd, launchd or schtasks (the one of this system)')],
    options: [valued('at', 'TIME', 'when, as HH:MM (03:00)')],
    examples: [
      ['memvault schedule cron', 'a line for crontab -e'],
      ['memvault schedule systemd --at 04:30 | sh', 'a timer, installed'],
      ['memvault schedule launchd > nightly.sh', 'to read before running it'],
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
      ['claude mcp add memory -- memvault mcp --vault ~/notebook', 'Claude Code starts it from then on'],
      ['codex mcp add memory -- memvault mcp --vault ~/notebook', 'Codex does'],
    ],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'hook',
    group: 'Set up',
    summary: 'answer an event of an agent, read from stdin (init --agent NAME --hooks sets it up)',
    args: [
      one('agent', 'claude-code, codex, cursor, gemini-cli or opencode', true),
      one('event', 'session-start, prompt, session-end or before-compaction', true),
    ],
    options: [],
    examples: [
      [`echo '{"cwd":"/home/you/atlas"}' | memvault hook claude-code session-start`, 'what a session begins with'],
      ['memvault hook codex session-end < event.json', 'import its transcript, in the background'],
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
