import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPart, SETTING_KEYS } from '../../src/config/settings.ts';
import { type SettingKey } from '../../src/config/settings.ts';
import { parseConfig, renderConfig, setSetting } from '../../src/config/config-file.ts';

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
  'consolidate.min_facts': ['30', '31'],
  'consolidate.max_wait_days': ['4', '5'],
  'dream.max_minutes': ['60', '61'],
  'consolidate.owner': ['Mira Vos', 'Mira, Mimi'],
  'review.nightly': ['0', '7'],
  'curate.every_days': ['1', '30'],
  'episodes.archive_days': ['180', '730'],
  'retrieve.languages': ['en, de', '[zh]'],
  'retrieve.embeddings': ['ollama', 'openai:text-embedding-3-small'],
  'retrieve.context_chars': ['4000', '4001'],
  'retrieve.embeddings_url': ['http://127.0.0.1:8080/v1', 'null'],
  'dream.host': ['laptop.local', 'k3v9'],
  'maintain.memory_lines': ['20', '200'],
  'dream.breaker': ['0.5', '0.3'],
  'inbox.nightly': ['off', 'on'],
  'lint.include': ['**/*.md, !Templates/', '["1_Projects/a #b", 1_Projects/, *.md, \\#x, it\'s]'],
  'models.model': ['qwen3:8b', 'null'],
  'models.import_model': ['qwen3:4b', 'null'],
  'models.url': ['http://127.0.0.1:8080/v1', 'null'],
  'models.command': ['claude -p --model "x: y" # z', '- true'],
  'models.prompts': ['.memvault/prompts', '~/my prompts'],
  'models.num_ctx': ['4096', '32768'],
  'models.retries': ['0', '10'],
  'models.max_calls': ['10', '1'],
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
    ['an empty file', '', 'context_chars', '300', 'retrieve:\n  context_chars: 300\n'],
    [
      'a list over lines',
      'retrieve:\n  languages:\n    - en\n    - de # mine\n',
      'embeddings',
      'ollama',
      'retrieve:\n  languages:\n    - en\n    - de # mine\n  embeddings: ollama\n',
    ],
    [
      'a list in brackets',
      'retrieve:\n  languages: [en] # mine\n',
      'languages',
      'fr, de',
      'retrieve:\n  languages: [fr, de] # mine\n',
    ],
    [
      'a list with # in an item',
      'lint:\n  include: ["a #b", "c #/", \\#d] # mine\n',
      'include',
      'e/',
      'lint:\n  include: [e/] # mine\n',
    ],
    ['only a comment', '# mine', 'context_chars', '300', '# mine\nretrieve:\n  context_chars: 300\n'],
    [
      'a missing section',
      'write:\n  timezone: UTC\n',
      'context_chars',
      '300',
      'write:\n  timezone: UTC\nretrieve:\n  context_chars: 300\n',
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
      'retrieve:\n    context_chars: 300   # few\n\n# end\n',
      'embeddings',
      'ollama',
      'retrieve:\n    context_chars: 300   # few\n    embeddings: ollama\n\n# end\n',
    ],
    [
      'a key that is there',
      'retrieve:\n    context_chars: 300   # few\n',
      'context_chars',
      '4400',
      'retrieve:\n    context_chars: 4400   # few\n',
    ],
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
      'write:\nretrieve:\n  context_chars: 300\n',
      'timezone',
      'UTC',
      'write:\n  timezone: UTC\nretrieve:\n  context_chars: 300\n',
    ],
    ['an empty section at the end', 'write:', 'timezone', 'UTC', 'write:\n  timezone: UTC'],
    [
      'no newline at the end',
      'retrieve:\n  context_chars: 300',
      'embeddings',
      'ollama',
      'retrieve:\n  context_chars: 300\n  embeddings: ollama',
    ],
    [
      'a BOM',
      '\uFEFFretrieve:\n  context_chars: 300\n',
      'context_chars',
      '400',
      '\uFEFFretrieve:\n  context_chars: 400\n',
    ],
    ['a BOM and a new key', '\uFEFFretrieve:\n', 'context_chars', '400', '\uFEFFretrieve:\n  context_chars: 400\n'],
    [
      'CRLF',
      'retrieve:\r\n  context_chars: 300\r\nwrite:\r\n',
      'embeddings',
      'ollama',
      'retrieve:\r\n  context_chars: 300\r\n  embeddings: ollama\r\nwrite:\r\n',
    ],
    [
      'an indented comment of another section',
      'write:\n  #context_chars: 100\nretrieve:\n  # context_chars: 1000\n',
      'context_chars',
      '300',
      'write:\n  #context_chars: 100\nretrieve:\n  # context_chars: 1000\n  context_chars: 300\n',
    ],
    [
      'a commented default that is indented deeper',
      'retrieve:\n    #context_chars: 1000\n',
      'context_chars',
      '300',
      'retrieve:\n    #context_chars: 1000\n  context_chars: 300\n',
    ],
    [
      'a document mark',
      '---\nretrieve:\n  context_chars: 300\n',
      'timezone',
      'UTC',
      '---\nretrieve:\n  context_chars: 300\nwrite:\n  timezone: UTC\n',
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
    ['no value', '', 'daily_dir', '', 'usage', /empty part/],
    ['one folder for two zones', 'write:\n  zones:\n    wiki: W\n', 'inbox', 'w', 'usage', /are the same folder/],
    [
      'a list with a comment in it',
      'retrieve:\n  languages: [en, # mine\n    de]\n',
      'languages',
      'fr',
      'refused',
      /cannot be edited safely/,
    ],
    [
      'a list over lines with a comment',
      'retrieve:\n  languages:\n    - en # mine\n    - de\n',
      'languages',
      'fr',
      'refused',
      /cannot be edited safely/,
    ],
    [
      'keys in braces',
      'retrieve: {context_chars: 300}\n',
      'embeddings',
      'ollama',
      'refused',
      /cannot be edited safely/,
    ],
    ['a whole file in braces', '{}\n', 'context_chars', '300', 'refused', /cannot be edited safely/],
    ['a comma in braces', 'write: {daily_dir: x}\n', 'daily_dir', 'a, b', 'refused', /cannot be edited safely/],
    [
      'a value that an alias gives',
      'write:\n  daily_dir: &d A\n  zones: {inbox: *d, wiki: C}\n',
      'inbox',
      'D',
      'refused',
      /cannot be edited safely/,
    ],
    ['a broken file', 'write: [\n', 'min_facts', '5', 'settings', /config.yaml:\d/],
    ['a file with an unknown key', 'wriet:\n', 'min_facts', '5', 'settings', /did you mean write/],
    ['an explicit null for a section', 'retrieve: ~\n', 'context_chars', '500', 'refused', /cannot be edited safely/],
    ['a file that ends its document', 'write:\n...\n', 'context_chars', '500', 'refused', /cannot be edited safely/],
    [
      'bytes that are not UTF-8, kept as surrogates',
      '# \uDCFC\nretrieve:\n',
      'context_chars',
      '500',
      'refused',
      /cannot be edited safely/,
    ],
    ['bytes that are not UTF-8', '# \uFFFD\nretrieve:\n', 'context_chars', '500', 'refused', /cannot be edited safely/],
  ])('refuses %s', (_, text, name, typed, code, message) => {
    expect(() => set(text, name, typed)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it("sets a key in the user's own file and keeps its vault", () => {
    const { text } = setSetting('vault: ~/notes\n', 'context_chars', '300', 'config.yaml', 'user');
    expect(text).toBe('vault: ~/notes\nretrieve:\n  context_chars: 300\n');
  });
});
