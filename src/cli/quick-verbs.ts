// The verbs that start in no time: these are parsed without the full parser, and the table of all verbs is not loaded
// for them.
import { run as log } from './commands/log.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';

export const CATEGORY: OptionSpec = {
  long: 'category',
  short: 'c',
  value: 'NAME',
  help: 'only facts of this category',
  repeat: true,
};
export const TAG: OptionSpec = {
  long: 'tag',
  short: 't',
  value: 'TAG',
  help: 'only facts with this tag (repeat for several)',
  repeat: true,
};
export const SINCE: OptionSpec = { long: 'since', value: 'DAY', help: 'from this day on' };
export const UNTIL: OptionSpec = { long: 'until', value: 'DAY', help: 'up to this day' };

export const rest = (name: string, help: string, required = false): ArgumentSpec => ({
  name,
  required,
  variadic: true,
  help,
});
export const one = (name: string, help: string, required = false): ArgumentSpec => ({
  name,
  required,
  variadic: false,
  help,
});

export const LOG: VerbSpec = {
  name: 'log',
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
};

export const SEARCH: VerbSpec = {
  name: 'search',
  summary: 'find facts, claims and notes',
  args: [rest('query', 'what to look for; * lists the newest, - reads a pipe', true)],
  options: [
    { long: 'limit', short: 'n', value: 'N', help: 'how many hits (10)' },
    CATEGORY,
    TAG,
    {
      long: 'kind',
      value: 'KIND',
      repeat: true,
      help: 'only fact, claim or text, or a value of the facts’ field kind',
    },
    { long: 'person', value: 'NAME', repeat: true, help: 'only what names this person in its fields' },
    { long: 'entity', value: 'NAME', repeat: true, help: 'only what names this thing in its fields' },
    { long: 'field', value: 'K=V', repeat: true, help: 'only facts with this field (repeat for several)' },
    { long: 'zone', value: 'ZONE', help: 'only in this zone' },
    { long: 'project', value: 'NAME', help: 'only this project, and nothing of another' },
    SINCE,
    UNTIL,
    { long: 'all', help: 'superseded claims too' },
    { long: 'mode', value: 'MODE', help: 'lexical, hybrid or semantic (lexical)' },
    { long: 'explain', help: 'show how each score is made up (see docs/search.md)' },
    { long: 'files', help: 'print only the paths' },
    { long: 'null', short: '0', help: 'like --files, with a NUL after each path' },
    { long: 'no-recall', help: 'do not count what is shown as recalled' },
  ],
  examples: [
    ['memvault search where does the user work', 'ask in words'],
    ['memvault search deploy -t atlas --since 2026-06-01', 'with filters'],
    [`memvault search '"blue green" deploy -staging'`, 'a phrase, a word left out'],
    ['memvault search "*" -n 5', 'the newest five'],
    ['memvault search todo --files -0 | xargs -0 wc -l', 'paths for other tools'],
  ],
  load: () => import('./commands/search.ts'),
};

export const CONTEXT: VerbSpec = {
  name: 'context',
  summary: 'one bundle for a prompt, within a budget',
  args: [rest('query', 'the question; - or a pipe reads it')],
  options: [
    { long: 'max-chars', value: 'N', help: 'how many characters at most (8000)' },
    { long: 'max-tokens', value: 'N', help: 'how many tokens at most, by a cautious estimate' },
    { long: 'project', value: 'NAME', help: 'only facts of this project' },
    CATEGORY,
    TAG,
    ...SEARCH.options.filter(({ long }) => ['kind', 'person', 'entity', 'field', 'zone'].includes(long)),
    SINCE,
    UNTIL,
    { long: 'all', help: 'superseded claims too' },
    { long: 'no-recall', help: 'do not count what is shown as recalled' },
  ],
  examples: [
    ['memvault context where does the user work', 'for the head of a prompt'],
    ['memvault context - < question.txt', 'the question from a file'],
    ['memvault context deploy --project atlas --max-tokens 2000', 'of one project, for a small model'],
  ],
  load: () => import('./commands/context.ts'),
};

export const COMPLETION: VerbSpec = {
  name: 'completion',
  summary: 'completion for bash, zsh or fish',
  args: [one('shell', 'bash, zsh or fish')],
  options: [{ long: 'list', value: 'KIND', hidden: true, help: 'the words of the vault that a script asks for' }],
  examples: [
    ['eval "$(memvault completion bash)"', 'in ~/.bashrc'],
    ['memvault completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  load: () => import('./commands/completion.ts'),
};

export const QUICK_VERBS: readonly VerbSpec[] = [LOG, SEARCH, CONTEXT, COMPLETION];

/** Called by git, not by people: on no help page, in no completion. Their arguments are taken as they come. */
export const HIDDEN_VERBS: readonly VerbSpec[] = [
  {
    name: 'merge-driver',
    summary: 'merge a page for git',
    args: [],
    options: [],
    examples: [],
    load: () => import('./commands/merge-driver.ts'),
  },
];
