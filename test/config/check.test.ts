import { describe, expect, it } from 'vitest';
import { parseValue, problemOf, problemTogether } from '../../src/config/check.ts';
import { SETTING_KEYS, type SettingKey, SETTINGS, type SettingValue } from '../../src/config/settings.ts';

describe('problemOf', () => {
  it.each(SETTING_KEYS)('the default of %s is right', (key) => {
    expect(problemOf(key, SETTINGS[key].default)).toBeNull();
  });

  const right: [SettingKey, unknown][] = [
    ['consolidate.min_facts', 1],
    ['write.daily_dir', 'Journal/Daily logs'],
    ['write.daily_dir', 'Tagebuch/täglich'],
    ['write.zones.wiki', '知识'],
    ['write.timezone', 'Asia/Kolkata'],
    ['write.timezone', 'Europe/Kyiv'],
    ['write.timezone', 'US/Pacific'],
    ['write.timezone', 'UTC'],
    ['write.timezone', null],
    ['dream.host', 'laptop.local'],
    ['dream.host', null],
    ['review.nightly', 0],
    ['models.retries', 0],
    ['models.retries', 10],
    ['retrieve.languages', []],
    ['retrieve.languages', ['de', 'zh', 'en']],
    ['retrieve.embeddings', 'off'],
    ['retrieve.embeddings', 'ollama'],
    ['retrieve.embeddings', 'ollama:bge-m3'],
    ['retrieve.embeddings', 'ollama:hf.co/someone/model:Q4_K_M'],
    ['retrieve.embeddings', 'openai:text-embedding-3-small'],
    ['models.import_model', null],
    ['models.import_model', 'qwen3:4b'],
    ['lint.include', []],
    ['lint.include', ['**/*.md', '!Templates/', '/Notes', 'a, b.md', '\\#tagged/', '笔记/']],
    ['lint.include', Array.from({ length: 100 }, () => 'x')],
  ];
  it.each(right)('%s may be %j', (key, value) => {
    expect(problemOf(key, value)).toBeNull();
  });

  const wrong: [SettingKey, unknown, RegExp][] = [
    ['consolidate.min_facts', 0, /whole number from 1, not 0/],
    ['consolidate.min_facts', -3, /not -3/],
    ['consolidate.min_facts', 2.5, /not 2.5/],
    ['consolidate.min_facts', Number.NaN, /whole number/],
    ['consolidate.min_facts', 2 ** 60, /whole number/],
    ['consolidate.min_facts', '20', /remove the quotes/],
    ['consolidate.min_facts', 'many', /not "many"/],
    ['consolidate.min_facts', [1], /not a list/],
    ['consolidate.min_facts', { a: 1 }, /not a group of keys/],
    ['consolidate.min_facts', true, /not true/],
    ['consolidate.min_facts', null, /has no value/],
    ['dream.max_minutes', 20_000, /from 1 to 10080/],
    ['consolidate.engine', 'rulez', /must be one of rules, ollama, openai, command, auto, not "rulez"/],
    ['inbox.nightly', true, /must be one of on, off, not true/],
    ['inbox.nightly', 1, /must be one of on, off/],
    ['review.nightly', -1, /whole number from 0, not -1/],
    ['retrieve.languages', ['en', 7], /7/],
    ['retrieve.languages', ['a, b'], /"a, b"/],
    ['retrieve.languages', [''], /""/],
    ['retrieve.languages', null, /has no value/],
    ['retrieve.embeddings', 'ollama:', /must be off, or ollama or openai with an optional :MODEL, not "ollama:"/],
    ['retrieve.embeddings', 'bge-m3', /not "bge-m3"/],
    ['retrieve.embeddings', 'off:bge-m3', /not "off:bge-m3"/],
    ['retrieve.embeddings', 'ollama:bge m3', /not "ollama:bge m3"/],
    ['retrieve.embeddings', 'ollama:a\nb', /must be off/],
    ['retrieve.embeddings', 'ollama:a\n', /must be off/],
    ['retrieve.embeddings', 'ollama:a\u001B[2J', /must be off/],
    ['retrieve.embeddings', `ollama:${'a'.repeat(2000)}`, /must be off/],
    ['retrieve.embeddings', true, /not true/],
    ['retrieve.embeddings', null, /has no value/],
    ['retrieve.context_chars', 199, /from 200, not 199/],
    ['maintain.memory_lines', 201, /from 20 to 200/],
    ['dream.breaker', 1.5, /from 0 to 1/],
    ['retrieve.languages', 'en', /a list of languages such as \[en, de\], not "en"/],
    ['retrieve.languages', ['en', 'xx'], /such as \[en, de\]; "xx" is not supported \(en, /],
    ['retrieve.languages', [7], /without 7/],
    [
      'lint.include',
      '**/*.md',
      /a list of at most 100 patterns such as \["1_Projects\/", "!Drafts\/"\], not "\*\*\/\*\.md"/,
    ],
    ['lint.include', [7], /without 7; put it in quotes/],
    ['lint.include', [null], /without null/],
    ['lint.include', [' '], /" " is empty/],
    ['lint.include', ['a\nb'], /contains a control character/],
    ['lint.include', ['#notes'], /is a comment; write \\#/],
    ['lint.include', ['../other/'], /leads out of the vault/],
    ['lint.include', ['./notes'], /leads out of the vault/],
    ['lint.include', ['a/../../b'], /leads out of the vault/],
    ['lint.include', ['.'], /leads out of the vault/],
    ['lint.include', ['!'], /leads out of the vault/],
    ['lint.include', ['notes\\'], /ends with a lone/],
    ['lint.include', ['*a*a*a*a*a*a*a'], /more than 6 \*/],
    ['lint.include', Array.from({ length: 101 }, () => 'x'), /at most 100 patterns/],
    ['write.timezone', 'Europe/Brelin', /did you mean Europe\/Berlin/],
    ['write.timezone', 'europe/berlin', /did you mean Europe\/Berlin/],
    ['write.timezone', 'EUROPE/BERLIN', /did you mean Europe\/Berlin/],
    ['write.timezone', 'us/pacific', /such as Europe\/Berlin, not "us\/pacific"$/],
    ['write.timezone', 'utc', /did you mean UTC/],
    ['write.timezone', '+02:00', /time zone/],
    ['write.timezone', '../../etc/passwd', /time zone/],
    ['write.timezone', ':/etc/localtime', /time zone/],
    ['write.timezone', '', /time zone/],
    ['models.model', 4, /put 4 in quotes/],
    ['models.model', ' ', /must be the name of a model, such as qwen3:8b, not " "/],
    ['models.command', ['claude', '-p'], /must be a program with its arguments, such as claude -p, not a list/],
    ['models.command', 'claude\n-p', /must be a program/],
    ['models.command', 'echo \u202E gnp', /must be a program/],
    ['models.prompts', 'x'.repeat(2001), /must be a folder/],
    ['models.url', 'localhost', /must be an address such as http:\/\/127\.0\.0\.1:11434; "localhost" is not a URL/],
    ['models.url', 'localhost:11434', /is not http or https/],
    ['models.url', 'file:///etc/passwd', /is not http or https/],
    ['models.url', 'http://', /is not a URL/],
    ['models.url', 'http://localhost@evil.example', /contains a user name or a password/],
    ['models.url', 'http://me:secret@localhost', /contains a user name or a password/],
    ['models.url', 'http://localhost/?key=1', /contains a \? or a #/],
    ['models.url', 11434, /must be an address/],
    ['models.num_ctx', 4095, /a whole number from 4096/],
    ['models.retries', 11, /a whole number from 0 to 10, not 11/],
    ['dream.host', 1234, /put 1234 in quotes/],
    ['dream.host', 'the laptop', /the name of a clone or a machine/],
    ['dream.host', '', /the name of a clone or a machine/],
    ['write.daily_dir', 2026, /put 2026 in quotes/],
    ['write.daily_dir', '../daily', /starts with a dot/],
    ['write.daily_dir', '.memvault', /starts with a dot/],
    ['write.daily_dir', '/daily', /empty part/],
    ['write.daily_dir', 'daily/', /empty part/],
    ['write.daily_dir', 'a\\b', /contains "\\\\"/],
    ['write.daily_dir', '', /empty part/],
    ['write.daily_dir', ['daily'], /not a list/],
    ['write.zones.inbox', 'a/b', /contains "\/"/],
    ['write.zones.inbox', 'C:', /contains ":"/],
    ['write.zones.inbox', 'a\nb', /contains/],
    ['write.zones.inbox', 'inbox ', /starts or ends with a space, or ends with a dot/],
    ['write.zones.inbox', 'nul', /Windows/],
    ['write.zones.inbox', 'log.md', /looks like the name of a note/],
  ];
  it.each(wrong)('%s may not be %j', (key, value, message) => {
    expect(problemOf(key, value)).toMatch(message);
  });
});

describe('parseValue', () => {
  it.each<[SettingKey, string, SettingValue]>([
    ['consolidate.min_facts', '30', 30],
    ['consolidate.min_facts', ' 30 ', 30],
    ['consolidate.min_facts', '3e1', '3e1'],
    ['consolidate.min_facts', 'null', 'null'],
    ['write.timezone', 'null', null],
    ['write.timezone', 'Europe/Berlin', 'Europe/Berlin'],
    ['write.daily_dir', '2026', '2026'],
    ['retrieve.languages', 'en,  de ', ['en', 'de']],
    ['retrieve.languages', '[en, de]', ['en', 'de']],
    ['retrieve.languages', '[]', []],
    ['retrieve.languages', '', []],
    ['lint.include', '["a, b.md", "*.md"]', ['a, b.md', '*.md']],
    ['lint.include', '[a]', ['a']],
    ['lint.include', '**/*.md,!Templates/', ['**/*.md', '!Templates/']],
    ['lint.include', '["**/*.md", \'Notes\']', ['**/*.md', 'Notes']],
  ])('%s from %j is %j', (key, text, value) => {
    expect(parseValue(key, text)).toEqual(value);
  });
});

describe('problemTogether', () => {
  const withValues = (values: Partial<Record<SettingKey, SettingValue>>) => (key: SettingKey) =>
    values[key] ?? SETTINGS[key].default;

  it.each<[Partial<Record<SettingKey, SettingValue>>, RegExp]>([
    [{ 'write.zones.inbox': '2_wiki' }, /write.zones.inbox and write.zones.wiki are the same folder/],
    [{ 'write.zones.inbox': 'Cafe\u0301', 'write.zones.assets': 'CAF\u00C9' }, /are the same folder/],
    [{ 'write.daily_dir': '3_personal/Daily' }, /is inside the zone "3_Personal"/],
    [{ 'write.zones.inbox': 'Daily' }, /is inside the zone "Daily"/],
  ])('%j is refused', (values, message) => {
    expect(problemTogether(withValues(values))).toMatch(message);
  });

  it('takes the defaults', () => {
    expect(problemTogether(withValues({}))).toBeNull();
  });
});
