import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPart, SETTING_KEYS } from '../../src/config/settings.ts';
import { type SettingKey } from '../../src/config/setting.ts';
import { parseConfig } from '../../src/config/parse-config.ts';
import { renderConfig } from '../../src/config/render-config.ts';
import { setSetting } from '../../src/config/edit-config.ts';

const set = (text: string, name: string, typed: string) => setSetting(text, name, typed, 'config.yaml');
const valuesOf = (text: string) => parseConfig(text, 'config.yaml', 'vault').values;

const SAMPLE: Record<SettingKey, readonly [string, string]> = {
  'write.daily_dir': ['Journal/Daily', '2026'],
  'write.timezone': ['Europe/Berlin', 'null'],
  'write.zones.inbox': ['In', 'Ein, Gang'],
  'write.zones.projects': ['Projekte', 'true'],
  'write.zones.wiki': ['知识', "it's"],
  'write.zones.personal': ['Me & you', '- x'],
  'write.zones.assets': ['@files', '{files}'],
  'write.zones.archives': ['~', '1e3'],
  'consolidate.engine': ['rules', 'ollama'],
  'consolidate.on_model_failure': ['rules', 'wait'],
  'consolidate.min_facts': ['30', '31'],
  'consolidate.max_wait_days': ['4', '5'],
  'consolidate.max_days': ['7', '8'],
  'consolidate.timeout_seconds': ['60', '61'],
  'consolidate.claims_per_page': ['100', '101'],
  'consolidate.entity_facts': ['4', '5'],
  'consolidate.owner': ['Mira Vos', 'Mira, Mimi'],
  'consolidate.profile': ['off', 'on'],
  'review.nightly': ['0', '7'],
  'review.catch_up': ['50', '0'],
  'review.near_duplicate': ['0.95', '1'],
  'review.contradiction': ['0.5', '0'],
  'review.apply_agreed': ['on', 'off'],
  'extract.keep_sessions_days': ['30', '7'],
  'extract.min_confidence': ['0.7', '0.5'],
  'extract.max_facts': ['20', '5'],
  'retrieve.limit': ['20', '21'],
  'retrieve.languages': ['en, de', '[zh]'],
  'retrieve.recall_log_max_bytes': ['4096', '4097'],
  'retrieve.embeddings': ['ollama', 'openai'],
  'retrieve.embeddings_model': ['bge-m3', 'null'],
  'retrieve.embeddings_url': ['http://127.0.0.1:8080/v1', 'null'],
  'retrieve.embeddings_weight': ['0.25', '1'],
  'retrieve.embeddings_batch': ['1', '64'],
  'dream.host': ['laptop.local', 'k3v9'],
  'maintain.keep_runs': ['10', '11'],
  'maintain.fade': ['off', 'on'],
  'maintain.fade_after_days': ['0', '60'],
  'maintain.fade_per_day': ['0.05', '1'],
  'maintain.fade_below': ['.25', '0'],
  'maintain.fade_never': ['identity, true, 2026', '[]'],
  'inbox.nightly': ['off', 'on'],
  'inbox.binaries': ['4_Assets/Inbox', 'null'],
  'inbox.max_bytes': ['5000', '90000'],
  'lint.include': ['**/*.md, !Templates/', '["1_Projects/a #b", 1_Projects/, *.md, \\#x]'],
  'lint.exclude': ["it's", '[]'],
  'lint.every_days': ['0', '30'],
  'models.auto': ['openai', 'command'],
  'models.model': ['qwen3:8b', 'null'],
  'models.url': ['http://127.0.0.1:8080/v1', 'null'],
  'models.command': ['claude -p --model "x: y" # z', '- true'],
  'models.prompts': ['.memvault/prompts', '~/my prompts'],
  'models.num_ctx': ['4096', '32768'],
  'models.temperature': ['0.7', '2'],
  'models.max_calls': ['10', '1'],
  'models.max_tokens': ['50000', '1'],
};

describe('setSetting on the rendered template', () => {
  for (const [eolName, eol] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const)
    it.each(SETTING_KEYS)(`sets %s below its commented default and keeps every other line (${eolName})`, (key) => {
      const template = renderConfig().replaceAll('\n', eol);
      const [first, second] = SAMPLE[key];
      const once = set(template, key, first);
      expect(valuesOf(once.text)).toEqual({ [key]: once.value });
      const before = template.split(eol);
      const after = once.text.split(eol);
      const added = after.findIndex((line, index) => line !== before[index]);
      expect(after.toSpliced(added, 1)).toEqual(before);
      expect(after[added - 1]?.trimStart().startsWith(`#${lastPart(key)}:`)).toBe(true);
      expect(after[added]?.trimStart().startsWith(`${lastPart(key)}:`)).toBe(true);

      const twice = set(once.text, key, second);
      expect(valuesOf(twice.text)).toEqual({ [key]: twice.value });
      expect(twice.text.split(eol).toSpliced(added, 1)).toEqual(before);
    });

  it('sets any keys in any order, each as if alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...SETTING_KEYS), fc.nat(1)), { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        (changes, eol) => {
          const template = renderConfig().replaceAll('\n', eol);
          let text = template;
          const wanted: Record<string, unknown> = {};
          for (const [key, which] of changes) {
            const done = set(text, key, SAMPLE[key][which as 0 | 1]);
            text = done.text;
            wanted[key] = done.value;
          }
          expect(valuesOf(text)).toEqual(wanted);
          const kept = text.split(eol).filter((line) => /^\s*(#|$)|^ *[a-z]+:$/.test(line));
          expect(kept).toEqual(template.split(eol));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('setSetting on a file that a person wrote', () => {
  it.each([
    ['an empty file', '', 'limit', '3', 'retrieve:\n  limit: 3\n'],
    [
      'a list over lines',
      'maintain:\n  fade_never:\n    - identity\n    - work # mine\n',
      'fade',
      'off',
      'maintain:\n  fade_never:\n    - identity\n    - work # mine\n  fade: off\n',
    ],
    [
      'a list in brackets',
      'maintain:\n  fade_never: [identity] # mine\n',
      'fade_never',
      'work, home',
      'maintain:\n  fade_never: [work, home] # mine\n',
    ],
    ['only a comment', '# mine', 'limit', '3', '# mine\nretrieve:\n  limit: 3\n'],
    [
      'a missing section',
      'write:\n  timezone: UTC\n',
      'limit',
      '3',
      'write:\n  timezone: UTC\nretrieve:\n  limit: 3\n',
    ],
    [
      'a missing group',
      'write:\n  timezone: UTC\n\nretrieve:\n',
      'inbox',
      'In',
      'write:\n  timezone: UTC\n  zones:\n    inbox: In\n\nretrieve:\n',
    ],
    ['everything missing', '', 'inbox', 'In', 'write:\n  zones:\n    inbox: In\n'],
    [
      'a missing key',
      'retrieve:\n    limit: 3   # few\n\n# end\n',
      'recall_log_max_bytes',
      '4096',
      'retrieve:\n    limit: 3   # few\n    recall_log_max_bytes: 4096\n\n# end\n',
    ],
    ['a key that is there', 'retrieve:\n    limit: 3   # few\n', 'limit', '44', 'retrieve:\n    limit: 44   # few\n'],
    [
      'the same value again',
      "write: {daily_dir:   'daily'}\n",
      'daily_dir',
      'daily',
      "write: {daily_dir:   'daily'}\n",
    ],
    ['a quoted value', 'write:\n  daily_dir: "a b" # x\n', 'daily_dir', 'c', 'write:\n  daily_dir: c # x\n'],
    ['text that looks like a number', 'write:\n  daily_dir: x\n', 'daily_dir', '2026', 'write:\n  daily_dir: "2026"\n'],
    [
      'a folded value',
      'write:\n  daily_dir: >-\n    a\n    b\n  timezone: UTC\n',
      'daily_dir',
      'c',
      'write:\n  daily_dir: c\n  timezone: UTC\n',
    ],
    [
      'an empty value',
      'write:\n  timezone:   # where?\n  daily_dir: x\n',
      'timezone',
      'UTC',
      'write:\n  timezone: UTC   # where?\n  daily_dir: x\n',
    ],
    [
      'an empty section before another',
      'write:\nretrieve:\n  limit: 3\n',
      'timezone',
      'UTC',
      'write:\n  timezone: UTC\nretrieve:\n  limit: 3\n',
    ],
    ['an empty section at the end', 'write:', 'timezone', 'UTC', 'write:\n  timezone: UTC'],
    [
      'no newline at the end',
      'retrieve:\n  limit: 3',
      'recall_log_max_bytes',
      '4096',
      'retrieve:\n  limit: 3\n  recall_log_max_bytes: 4096',
    ],
    [
      'flow style',
      'retrieve: {limit: 3}\n',
      'recall_log_max_bytes',
      '4096',
      'retrieve: {recall_log_max_bytes: 4096, limit: 3}\n',
    ],
    ['an empty flow section', 'write: {}\n', 'inbox', 'In', 'write: {zones: {inbox: "In"}}\n'],
    ['a whole file in flow style', '{}\n', 'limit', '3', '{retrieve: {limit: 3}}\n'],
    ['a comma in flow style', 'write: {daily_dir: x}\n', 'daily_dir', 'a, b', 'write: {daily_dir: "a, b"}\n'],
    ['a BOM', '\uFEFFretrieve:\n  limit: 3\n', 'limit', '4', '\uFEFFretrieve:\n  limit: 4\n'],
    ['a BOM and a new key', '\uFEFFretrieve:\n', 'limit', '4', '\uFEFFretrieve:\n  limit: 4\n'],
    [
      'CRLF',
      'retrieve:\r\n  limit: 3\r\nwrite:\r\n',
      'recall_log_max_bytes',
      '4096',
      'retrieve:\r\n  limit: 3\r\n  recall_log_max_bytes: 4096\r\nwrite:\r\n',
    ],
    [
      'an indented comment of another section',
      'write:\n  #limit: 1\nretrieve:\n  # limit: 10\n',
      'limit',
      '3',
      'write:\n  #limit: 1\nretrieve:\n  # limit: 10\n  limit: 3\n',
    ],
    [
      'a value that an alias gives',
      'write:\n  daily_dir: &d A\n  zones: {inbox: *d, wiki: C}\n',
      'inbox',
      'D',
      'write:\n  daily_dir: &d A\n  zones: {inbox: D, wiki: C}\n',
    ],
    [
      'a commented default that is indented deeper',
      'retrieve:\n    #limit: 10\n',
      'limit',
      '3',
      'retrieve:\n    #limit: 10\n    limit: 3\n',
    ],
    [
      'a document mark',
      '---\nretrieve:\n  limit: 3\n',
      'timezone',
      'UTC',
      '---\nretrieve:\n  limit: 3\nwrite:\n  timezone: UTC\n',
    ],
  ])('%s', (_, text, name, typed, wanted) => {
    expect(set(text, name, typed).text).toBe(wanted);
  });

  it('gives the key in full and the value with its type', () => {
    expect(set('', 'min_facts', '7')).toMatchObject({ key: 'consolidate.min_facts', value: 7 });
  });

  it.each([
    ['an unknown key', '', 'min_fact', '5', 'usage', /did you mean consolidate.min_facts/],
    ['a wrong value', '', 'min_facts', 'many', 'usage', /consolidate.min_facts must be a whole number/],
    ['no value', '', 'daily_dir', '', 'usage', /empty name/],
    ['one folder for two zones', 'write:\n  zones:\n    wiki: W\n', 'inbox', 'w', 'usage', /are the same folder/],
    ['a broken file', 'write: [\n', 'min_facts', '5', 'settings', /config.yaml:\d/],
    ['a file with an unknown key', 'wriet:\n', 'min_facts', '5', 'settings', /did you mean write/],
    ['an explicit null for a section', 'retrieve: ~\n', 'limit', '5', 'refused', /cannot be edited safely/],
    ['a file that ends its document', 'write:\n...\n', 'limit', '5', 'refused', /cannot be edited safely/],
    [
      'bytes that are not UTF-8, kept as surrogates',
      '# \uDCFC\nretrieve:\n',
      'limit',
      '5',
      'refused',
      /cannot be edited safely/,
    ],
    ['bytes that are not UTF-8', '# \uFFFD\nretrieve:\n', 'limit', '5', 'refused', /cannot be edited safely/],
  ])('refuses %s', (_, text, name, typed, code, message) => {
    expect(() => set(text, name, typed)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it("sets a key in the user's own file and keeps its vault", () => {
    const { text } = setSetting('vault: ~/notes\n', 'limit', '3', 'config.yaml', 'user');
    expect(text).toBe('vault: ~/notes\nretrieve:\n  limit: 3\n');
  });
});
