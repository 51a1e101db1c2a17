import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../src/config/check.ts';
import { SETTING_KEYS } from '../../src/config/settings.ts';
import { parseConfig } from '../../src/config/config-file.ts';
import { MemvaultError } from '../../src/model/errors.ts';

const FILE = '.memvault/config.yaml';

describe('parseConfig', () => {
  it.each([
    ['an empty file', '', {}],
    ['only comments', '# nothing\n\n# at all\n', {}],
    ['an explicit nothing', '---\n', {}],
    ['an empty map', '{}\n', {}],
    ['sections without values', 'write:\nconsolidate: {}\nretrieve: ~\n', {}],
    ['sections without keys', 'lint:\nreview:\nmaintain: {}\nmodels:\n', {}],
    ['a key', 'consolidate:\n  min_facts: 5\n', { 'consolidate.min_facts': 5 }],
    [
      'CRLF',
      'consolidate:\r\n  min_facts: 5\r\nretrieve:\r\n  context_chars: 300\r\n',
      { 'consolidate.min_facts': 5, 'retrieve.context_chars': 300 },
    ],
    ['a BOM', '\uFEFFconsolidate:\n  min_facts: 5\n', { 'consolidate.min_facts': 5 }],
    ['no newline at the end', 'retrieve:\n  context_chars: 300', { 'retrieve.context_chars': 300 }],
    ['a tab before a comment', 'retrieve:\n  context_chars: 300\t# few\n', { 'retrieve.context_chars': 300 }],
    ['an explicit null', 'write:\n  timezone: null\n', { 'write.timezone': null }],
    ['a key without a value that may be null', 'write:\n  timezone:\n', { 'write.timezone': null }],
    [
      'a model',
      'models: {model: qwen3:8b, url: "http://127.0.0.1:8080/v1", command: claude -p}\n',
      { 'models.model': 'qwen3:8b', 'models.url': 'http://127.0.0.1:8080/v1', 'models.command': 'claude -p' },
    ],
    ['a section of an older version without keys', 'extract:\n  #keep_sessions_days: 14\n', {}],
    [
      'flow style',
      'write: {zones: {inbox: In}, daily_dir: "2026"}',
      { 'write.zones.inbox': 'In', 'write.daily_dir': '2026' },
    ],
    [
      'an alias',
      'write:\n  daily_dir: &d Journal\n  zones: {archives: *d}\n',
      { 'write.daily_dir': 'Journal', 'write.zones.archives': 'Journal' },
    ],
  ])('reads %s', (_, text, values) => {
    expect(parseConfig(text, FILE, 'vault')).toEqual({ values, vault: null });
  });

  it.each([
    [
      'an unknown key',
      'consolidate:\n  engine: rules\n  min_fact: 5\n',
      ':3: unknown key consolidate.min_fact; did you mean consolidate.min_facts?',
    ],
    [
      'after CRLF lines',
      'consolidate:\r\n\r\n  min_fact: 5\r\n',
      ':3: unknown key consolidate.min_fact; did you mean consolidate.min_facts?',
    ],
    ['after a BOM', '\uFEFF# x\nlanguages: 5\n', ':2: unknown key languages; did you mean retrieve.languages?'],
    [
      'a key in the wrong section',
      'retrieve:\n  min_facts: 5\n',
      ':2: unknown key retrieve.min_facts; did you mean consolidate.min_facts?',
    ],
    ['a key without a section', 'timezone: UTC\n', ':1: unknown key timezone; did you mean write.timezone?'],
    ['a misspelled section', 'consolidat:\n  min_facts: 5\n', ':1: unknown key consolidat; did you mean consolidate?'],
    [
      'a zone that is none',
      'write:\n  zones:\n    inbx: In\n',
      ':3: unknown key write.zones.inbx; did you mean write.zones.inbox?',
    ],
    [
      'nothing like it',
      'retrieve:\n  colour: red\n',
      ':2: unknown key retrieve.colour; known keys: retrieve.languages, retrieve.embeddings, retrieve.embeddings_url, retrieve.context_chars',
    ],
    ['a key of another section', 'maintain:\n  host: x\n', ':2: unknown key maintain.host; did you mean dream.host?'],
    [
      'an odd key',
      '__proto__: 3\n',
      ':1: unknown key __proto__; known keys: write, consolidate, dream, review, curate, episodes, retrieve, maintain, inbox, lint, models',
    ],
    [
      'a numeric key',
      '1: x\n',
      ':1: unknown key 1; known keys: write, consolidate, dream, review, curate, episodes, retrieve, maintain, inbox, lint, models',
    ],
    [
      'a merge key',
      '<<: {retrieve: {context_chars: 100}}\n',
      ':1: unknown key <<; known keys: write, consolidate, dream, review, curate, episodes, retrieve, maintain, inbox, lint, models',
    ],
    [
      'the key of the user',
      '# x\nvault: /home/me/notes\n',
      ":2: vault is a key of the user's own config, not of a vault's",
    ],
    [
      'text where a number belongs',
      'consolidate:\n  min_facts: "5"\n',
      ':2: consolidate.min_facts must be a whole number from 1, not "5"; remove the quotes',
    ],
    [
      'a list where a scalar belongs',
      'consolidate:\n  engine: [rules]\n',
      ':2: consolidate.engine must be one of rules, ollama, openai, command, auto, not a list',
    ],
    [
      'a map where a scalar belongs',
      'write:\n  daily_dir:\n    a: b\n',
      ":2: write.daily_dir must be a folder of the vault, from the vault's root, not a group of keys",
    ],
    [
      'a scalar where a section belongs',
      'write: daily\n',
      ':1: write is a section with keys of its own, not just "daily"',
    ],
    ['a list where a section belongs', 'write:\n- daily\n', ':1: write is a section with keys of its own, not a list'],
    ['a list for a file', '- write\n', ': the file must contain sections with keys, not a list'],
    ['a word for a file', 'hello\n', ': the file must contain sections with keys, not just "hello"'],
    [
      'a key without a value',
      'retrieve:\n  context_chars:\n',
      ':2: retrieve.context_chars has no value; must be a whole number from 200',
    ],
    [
      'a zone that is none on earth',
      'write:\n  timezone: Europe/Brelin\n',
      ':2: write.timezone must be a time zone such as Europe/Berlin, not "Europe/Brelin"; did you mean Europe/Berlin?',
    ],
    ['a tab', 'retrieve:\n\tcontext_chars: 3\n', ':2:1: tabs are not allowed as indentation'],
    ['a doubled key', 'retrieve:\n  context_chars: 300\n  context_chars: 400\n', ':3:3: map keys must be unique'],
    ['a doubled section', 'write:\nretrieve:\nwrite:\n', ':3:1: map keys must be unique'],
    [
      'a doubled key below comments',
      'retrieve:\n  context_chars: # none\n  # x\n\n  context_chars: 400\n',
      ':5:3: map keys must be unique',
    ],
    ['two documents', 'write:\n---\nwrite:\n', ':2:1: source contains multiple documents'],
    ['columns that do not agree', 'retrieve:\n  context_chars: 300\n   embeddings: ollama\n', ':2:18: '],
    ['an open quote', 'write:\n  daily_dir: "x\n', ':3:1: missing closing "quote'],
    ['an open list', 'write: [1,\nretrieve: 2', ':2:1: '],
    ['an unknown tag', 'write:\n  daily_dir: !js x\n', ':2:14: unresolved tag'],
    ['an alias of nothing', 'write: *y\n', ': Unresolved alias'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseConfig(text, FILE, 'vault')).toThrow(
      expect.objectContaining({
        code: 'settings',
        message: expect.stringContaining(FILE + message),
        hint: expect.stringMatching(/\S/),
      }),
    );
  });

  it('tells every problem, in the order of the lines, and each as data', () => {
    expect(() =>
      parseConfig('retrieve:\n  context_chars: 0\nconsolidate:\n  min_fact: 5\ncolour: 1\n', FILE, 'vault'),
    ).toThrow(
      expect.objectContaining({
        message: [
          `${FILE}:2: retrieve.context_chars must be a whole number from 200, not 0`,
          `${FILE}:4: unknown key consolidate.min_fact; did you mean consolidate.min_facts?`,
          `${FILE}:5: unknown key colour; known keys: write, consolidate, dream, review, curate, episodes, retrieve, maintain, inbox, lint, models`,
        ].join('\n'),
        data: {
          problems: [
            { file: FILE, line: 2, key: 'retrieve.context_chars', nearest: null },
            { file: FILE, line: 4, key: 'consolidate.min_fact', nearest: 'consolidate.min_facts' },
            { file: FILE, line: 5, key: 'colour', nearest: null },
          ],
        },
      }),
    );
  });

  it('does not multiply aliases without end', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[i]}`).join(', ')}]`),
    ].join('\n');
    expect(() => parseConfig(bomb, FILE, 'vault')).toThrow(expect.objectContaining({ code: 'settings' }));
  });

  it.each([
    ['vault: /home/me/notes\n', '/home/me/notes'],
    ['vault: ~/notes\n', '~/notes'],
    ['vault: C:\\notes\n', 'C:\\notes'],
    ['vault: ~\n', null],
    ['retrieve:\n  context_chars: 300\n', null],
  ])('reads the vault of the user from %j', (text, vault) => {
    expect(parseConfig(text, '/u/config.yaml', 'user').vault).toBe(vault);
  });

  it.each(['vault: notes\n', 'vault: [a]\n', 'vault: 3\n'])('refuses %j', (text) => {
    expect(() => parseConfig(text, '/u/config.yaml', 'user')).toThrow(
      expect.objectContaining({ message: '/u/config.yaml:1: vault must be an absolute path, or begin with ~/' }),
    );
  });

  it('judges any value of any key as the variables do', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer()),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SETTING_KEYS), value, (key, drawn) => {
        const text = JSON.stringify(key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), drawn));
        const plain: unknown = JSON.parse(JSON.stringify(drawn));
        const problem = problemOf(key, plain);
        expect(outcomeOf(() => parseConfig(text, FILE, 'vault').values[key])).toEqual(
          problem === null ? { value: plain } : { error: `${FILE}:1: ${key} ${problem}` },
        );
      }),
    );
  });
});

function outcomeOf(what: () => unknown): { value: unknown } | { error: string } {
  try {
    return { value: what() };
  } catch (error) {
    return { error: error instanceof MemvaultError ? error.message : `not ours: ${String(error)}` };
  }
}
