// Each kind of hostile input of `npm run bench -- fuzz`: what it writes into a vault, or which command it gives.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const ENGINE = join(import.meta.dirname, 'hostile-engine.mjs');
const fixtures = (folder) =>
  readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
const TALKS = fixtures('sessions');
const EXPORTS = fixtures('imports');
const NOTES = fixtures('obsidian');

/** An argument can hold no NUL, and 128 kB at most. */
const arg = (text) => text.replaceAll('\0', '').slice(0, 20_000);
/** A path below the current folder, for verbs that write where they are told to. */
const below = (hostile) => `./${arg(hostile.chance(0.5) ? hostile.path() : hostile.name()).replaceAll('..', '.')}`;
const PAST_DAYS = ['2026-06-25', '2026-06-26', '2026-06-27', '2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01'];
const dayLine = (hostile) =>
  `- [${hostile.category()}] ${hostile.line(8)}${hostile.chance(0.3) ? ` \`${hostile.tag()}\`` : ''}${hostile.chance(0.1) ? ' ^k3v9x2ab4q' : ''}`;

/**
 * By kind: gives `{line}` (a fact), `{write, bytes, append}` (a file of the vault) or `{args, stdin, env}` (a command).
 */
export const INPUTS = {
  fact: (hostile) => ({
    line: {
      content: `${hostile.chance(0.3) ? `${hostile.plain()} ` : ''}${hostile.text(9)}x`,
      category: hostile.category(),
      date: hostile.pick(PAST_DAYS),
      ...(hostile.chance(0.6) ? { tags: hostile.many(3, hostile.tag) } : {}),
      ...(hostile.chance(0.3) ? { session: hostile.line(2) } : {}),
      ...(hostile.chance(0.4)
        ? {
            fields: Object.fromEntries(
              hostile.many(2, () => [
                hostile.pick([
                  'project',
                  'kind',
                  'key',
                  'value',
                  'persons',
                  'topic',
                  'location',
                  'source',
                  'at',
                  'supersedes',
                  'note',
                  'x',
                ]),
                hostile.pick([hostile.line(3), hostile.day(), hostile.number(), 'Atlas']),
              ]),
            ),
          }
        : {}),
    },
  }),
  line: (hostile) => ({
    write: `daily/${hostile.pick(PAST_DAYS)}.md`,
    append: true,
    bytes: `\n${hostile.chance(0.7) ? dayLine(hostile) : hostile.text(6)}\n`,
  }),
  day: (hostile) => ({
    write: `daily/${hostile.pick(['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', hostile.day().replaceAll('/', '_')])}.md`,
    append: true,
    bytes: Buffer.concat([
      Buffer.from(hostile.chance(0.2) ? '\ufeff' : '\n'),
      hostile.mutate(
        Buffer.from(
          `# Daily Log\n\n## 09:15 — abcd1234\n\n${hostile.many(6, () => dayLine(hostile)).join(hostile.pick(['\n', '\r\n', '\n\n']))}\n`,
        ),
      ),
      Buffer.from('\n'),
    ]),
  }),
  note: (hostile) => ({
    write: `${hostile.pick(['2_Wiki', '3_Personal', '1_Projects', 'Notes', '4_Assets', '2_Wiki/a/b'])}/note ${hostile.name()}.md`,
    bytes: hostile.chance(0.3)
      ? hostile.mutate(readFileSync(hostile.pick(NOTES)))
      : hostile.mutate(Buffer.from(hostile.markdown())),
  }),
  inbox: (hostile) => ({
    write: `0_Inbox/${hostile.name()}${hostile.pick(['.md', '.txt', '.png', ''])}`,
    bytes: hostile.mutate(Buffer.from(hostile.markdown())),
  }),
  talk: (hostile, place) => {
    const path = `4_Assets/talk-${place.talks.length}.${hostile.pick(['jsonl', 'md', 'json', 'txt'])}`;
    place.talks.push(path);
    const bytes = hostile.chance(0.5)
      ? hostile.mutate(readFileSync(hostile.pick(TALKS)))
      : hostile.chance(0.5)
        ? hostile.many(8, () => `${hostile.pick(['User', 'Assistant', 'Anna'])}: ${hostile.text(8)}`).join('\n')
        : JSON.stringify(
            hostile.many(5, () => ({
              role: hostile.pick(['user', 'assistant', 'system', hostile.value()]),
              content: hostile.pick([hostile.text(8), hostile.plain(), hostile.value()]),
            })),
          );
    return { write: path, bytes };
  },
  export: (hostile, place) => {
    const path = join(place.root, 'scratch', `export-${hostile.below(1000)}.${hostile.pick(['json', 'md', 'txt'])}`);
    writeFileSync(path, hostile.mutate(readFileSync(hostile.pick(EXPORTS))));
    return { args: ['import', path, '--yes', '--json'] };
  },
  typed: (hostile) => ({
    args: [
      'log',
      '--json',
      '--allow-secret',
      ...flags(
        hostile,
        ['category', 'tag', 'session', 'project', 'field', 'at', 'date', 'confidence', 'supersedes'],
        3,
      ),
      '--',
      arg(hostile.text(8)),
    ],
    stdin: hostile.text(5),
  }),
  query: (hostile, place) => {
    const verb = hostile.pick(['search', 'search', 'search', 'context', 'facts', 'explain']);
    return {
      args: [
        verb,
        ...(hostile.chance(0.3) ? ['--json'] : []),
        ...verbFlags(hostile, place, verb, 1),
        ...(verb === 'facts' ? [] : ['--', arg(hostile.chance(0.5) ? queryOf(hostile) : hostile.text(5))]),
      ],
    };
  },
  command: (hostile, place) => command(hostile, place, hostile.pick([...place.verbs.keys()])),
  answer: (hostile) => {
    const env = { MEMVAULT_MODELS_COMMAND: `${process.execPath} ${ENGINE} ${hostile.below(2 ** 30)}` };
    return hostile.pick([
      { args: ['dream', '--yes', '--engine', 'command', '--json'], env },
      { args: ['dream', '--batch', '--force', '--engine', 'command'], env },
      { args: ['dream', '--dry-run', '--engine', 'command'], env },
      { args: ['tags', 'propose', '--llm', '--engine', 'command'], env },
      { args: ['lint', '--llm', '--engine', 'command', '--json'], env },
      { args: ['import', '--engine', 'command'], env },
    ]);
  },
  plan: (hostile, place) => {
    const id = () => hostile.pick(place.ids);
    const plan = {
      type: 'memvault/plan',
      version: 1,
      start: '2026-07-01T11:00:00.000Z',
      today: '2026-07-01',
      options: { maxDays: 14, reviews: 200, reviewsInCatchUp: 200, repeatUndone: true, retry: false, redo: null },
      batches: [
        {
          engine: 'rules/2',
          proposals: hostile.many(4, () => ({
            fact: id(),
            day: hostile.day(),
            says: hostile.text(3),
            as: hostile.pick(['placed', 'duplicate', 'superseded', 'conflict', 'set-aside']),
            page: hostile.path(),
            head: null,
            of: id(),
            reason: hostile.text(2),
            digest: 'ee905e5df52abef3',
          })),
          pages: [{ page: hostile.path(), type: 'note', title: hostile.text(2), about: hostile.text(2) }],
        },
      ],
      pages: { [hostile.path()]: null },
      written: '5c0f2f1f7e6b3a90',
    };
    return { args: ['dream', '--apply', '-', '--yes'], stdin: hostile.mutate(Buffer.from(JSON.stringify(plan))) };
  },
};

const queryOf = (hostile) =>
  hostile
    .many(4, () =>
      hostile.pick([
        hostile.plain(),
        `"${hostile.line(3)}"`,
        `-${hostile.line(1)}`,
        `since:${hostile.day()}`,
        `until:${hostile.day()}`,
        `tag:${hostile.tag()}`,
        `(${hostile.line(2)} OR`,
        '*',
        '"',
        'AND NOT',
        `^${hostile.plain()}`,
      ]),
    )
    .join(' ');

function flags(hostile, names, limit) {
  return hostile.chance(0.4)
    ? []
    : hostile.many(limit, () => hostile.pick(names)).flatMap((name) => [`--${name}`, arg(valueFor(hostile, name))]);
}

function valueFor(hostile, name) {
  if (hostile.chance(0.15)) return hostile.text(3);
  if (name === 'tag') return hostile.tag();
  if (name === 'category') return hostile.category();
  if (name === 'field') return `${hostile.pick(['x', 'kind', 'at', 'persons', hostile.line(1)])}=${hostile.line(3)}`;
  if (['date', 'since', 'until', 'at'].includes(name)) return hostile.day();
  if (name === 'engine') return hostile.pick(['rules', 'ollama', 'openai', 'command', 'auto', hostile.line(1)]);
  if (name === 'url')
    return hostile.pick([
      'http://127.0.0.1:9',
      'https://[::1]:9/',
      'ftp://x',
      'file:///etc/hostname',
      'javascript:1',
      hostile.line(1),
    ]);
  if (name === 'agent') return hostile.pick(['claude-code', 'codex', hostile.line(1)]);
  return hostile.pick([() => hostile.line(2), hostile.number, hostile.path, hostile.plain])();
}

/** Flags of a verb, as its help page names them. */
function verbFlags(hostile, place, verb, limit) {
  const known = (place.verbs.get(verb) ?? []).filter(({ flag }) => flag !== 'purge');
  if (known.length === 0 || hostile.chance(0.4)) return [];
  return hostile
    .many(limit, () => hostile.pick(known))
    .flatMap(({ flag, takes, may }) => {
      const value = flag === 'plan' ? below(hostile) : arg(valueFor(hostile, flag));
      return !takes || (may && hostile.chance(0.5))
        ? [`--${flag}`]
        : may || hostile.chance(0.3)
          ? [`--${flag}=${value}`]
          : [`--${flag}`, value];
    });
}

/** By verb, its arguments. Each verb has a line here, or `isKnownVerb` says so. */
const ARGUMENTS = {
  init: (hostile) => [below(hostile)],
  log: (hostile) => [hostile.text(6)],
  search: (hostile) => [queryOf(hostile)],
  context: (hostile) => [queryOf(hostile)],
  import: (hostile) => hostile.pick([[], ['-'], ['../../../scratch'], [hostile.path()], [hostile.text(1)]]),
  dream: () => [],
  facts: () => [],
  status: () => [],
  report: () => [],
  lint: () => [],
  index: () => [],
  reindex: () => [],
  diff: (hostile) => hostile.pick([[], [hostile.pick(['r-', 'r-20260620', hostile.line(1)])]]),
  explain: (hostile, some) => [some()],
  open: (hostile, some) => [some()],
  fix: (hostile, some) => [some()],
  forget: (hostile, some) => hostile.many(2, some),
  review: (hostile, some) => [hostile.pick(['list', 'approve', 'reject', hostile.line(1)]), some()],
  tags: (hostile) => [
    hostile.pick(['list', 'propose', 'alias', 'apart', 'apply', hostile.line(1)]),
    ...hostile.many(2, () => hostile.tag()),
  ],
  pin: (hostile, some) => hostile.many(2, some),
  config: (hostile) => [
    hostile.pick(['get', 'set', hostile.line(1)]),
    hostile.pick([
      'min_facts',
      'consolidate.max_days',
      'timezone',
      'languages',
      'zones.wiki',
      'vault',
      '__proto__.x',
      hostile.line(1),
    ]),
    hostile.pick([hostile.number(), hostile.line(2), hostile.yaml()]),
  ],
  schedule: (hostile) => [hostile.pick(['cron', 'systemd', 'launchd', 'schtasks', hostile.line(1)])],
  export: (hostile) => [hostile.pick(['--jsonl', '--markdown', '--agents-md', hostile.line(1)])],
  skills: (hostile, some) => [hostile.pick(['list', 'show', 'export', hostile.line(1)]), some()],
  episode: (hostile, some) => [
    hostile.pick(['open', 'resolve', 'list', hostile.line(1)]),
    some(),
    hostile.pick(['success', 'unknown', hostile.line(1)]),
    hostile.text(1),
  ],
  hook: (hostile) => [
    hostile.pick(['claude-code', 'codex', hostile.line(1)]),
    hostile.pick(['session-start', 'prompt', hostile.line(1)]),
  ],
  mcp: () => [],
  completion: (hostile) => [
    hostile.pick(['bash', 'zsh', 'fish', hostile.line(1)]),
    ...hostile.pick([[], ['--list', hostile.pick(['facts', 'tags', 'categories', 'pages', 'runs', hostile.line(1)])]]),
  ],
  help: (hostile, some) => [some()],
};
export const isKnownVerb = (verb) => Object.hasOwn(ARGUMENTS, verb);

function command(hostile, place, verb) {
  const some = () =>
    hostile.pick([
      () => hostile.pick(place.ids),
      () => hostile.pick(place.ids).slice(0, 6),
      () => 'Work',
      () => '3_Personal/Preferences.md',
      hostile.path,
      () => hostile.line(2),
      () => `^${hostile.pick(place.ids)}`,
      hostile.plain,
    ])();
  const given = ARGUMENTS[verb](hostile, some).map(arg);
  // A setting that a sound vault is given stays, and may move its logs: there the user's own are set.
  const own = verb === 'config' && place.kind === 'sound' ? ['get', ...given.slice(1, 2)] : given;
  const cautious = ['--json', '--yes', '--quiet', '--no-input'].filter(() => hostile.chance(0.3));
  return {
    args: [
      verb,
      ...cautious,
      ...verbFlags(hostile, place, verb, 3),
      ...(hostile.chance(0.8) && verb !== 'help' && verb !== 'completion' ? ['--'] : []),
      ...own,
    ],
    stdin: hostile.chance(0.3) ? hostile.text(10) : '',
    ...(verb === 'init' ? { cwd: join(place.root, 'scratch/a/b/c') } : {}),
  };
}

const LINES = {
  'tombstones.jsonl': ['fact', 'salt', 'digest', 'at', 'reason'],
  'reviews.jsonl': ['id', 'kind', 'status', 'facts', 'draft', 'at'],
  'marks.jsonl': ['fact', 'mark', 'at'],
  'quarantine.jsonl': ['content', 'category', 'tags', 'date'],
  'recall.jsonl': ['id', 'at', 'query'],
  'ledger/2026-06.jsonl': ['fact', 'day', 'as', 'page', 'digest', 'run', 'engine', 'at', 'of', 'by', 'with'],
  'recalls/2026-06.jsonl': ['fact', 'count', 'at'],
};

/** Harms one of memvault's own files, as a merge, a disk, a hand or an enemy would. */
export function damage(hostile, place) {
  const { vault, outside } = place;
  const own = readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git/') && isPlain(join(vault, path)))
    .sort();
  const path = hostile.chance(0.15)
    ? hostile.pick([
        '.memvault/tags.yaml',
        '.memvault/config.yaml',
        'schema.md',
        'SCHEMA.md',
        'persona.md',
        'user.md',
        '.memvault/lock',
        '.memvault/lint-baseline.jsonl',
        '.gitattributes',
        '.memvault/clone',
      ])
    : hostile.pick(own);
  const whole = join(vault, path);
  const bytes = isPlain(whole) ? readFileSync(whole) : Buffer.alloc(0);
  const replace = (make) => {
    rmSync(whole, { recursive: true, force: true });
    make();
    return {
      did: `${make
        .toString()
        .replace(/^\(\) => /, '')
        .slice(0, 60)} for ${path}`,
    };
  };
  const kind = hostile.below(100);
  if (kind < 15) {
    const [name, keys] = hostile.pick(Object.entries(LINES));
    const known = (key) =>
      ['fact', 'of', 'by', 'with', 'id'].includes(key) && hostile.chance(0.6)
        ? hostile.pick(place.ids)
        : hostile.value();
    return {
      write: `.memvault/${name}`,
      append: true,
      bytes: `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, known(key)])))}\n`,
    };
  }
  if (kind < 20)
    return {
      write: hostile.pick(['.memvault/config.yaml', 'schema.md', '.memvault/tags.yaml']),
      bytes: hostile.chance(0.5) ? hostile.yaml() : `---\n${hostile.yaml()}\n---\n${hostile.text(4)}`,
    };
  if (kind < 25) return { write: path, bytes: hostile.markdown() };
  if (kind < 30) return { write: path, append: true, bytes: hostile.text(10) };
  if (kind < 33 && !path.startsWith('daily/')) return replace(() => mkdirSync(whole, { recursive: true }));
  if (kind < 36)
    return replace(() =>
      symlinkSync(
        hostile.pick(['/dev/null', '/dev/zero', outside, join(outside, 'x.md'), whole, '/proc/self/environ']),
        whole,
      ),
    );
  if (kind < 37) return replace(() => execFileSync('mkfifo', [whole]));
  if (kind < 40) return replace(() => undefined);
  if (path.endsWith('.jsonl') && hostile.chance(0.5)) {
    const lines = bytes.toString().split('\n');
    const at = hostile.below(lines.length);
    lines.splice(
      at,
      0,
      (lines[at] ?? '').replace(/:("(?:[^"\\]|\\.)*"|\d+|null)/g, (found) =>
        hostile.chance(0.3) ? `:${JSON.stringify(hostile.value())}` : found,
      ),
    );
    return { write: path, bytes: lines.join('\n') };
  }
  return { write: path, bytes: hostile.mutate(bytes) };
}

const isPlain = (path) => existsSync(path) && lstatSync(path).isFile();
