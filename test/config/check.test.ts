import { describe, expect, it } from 'vitest';
import { parseValue, problemOf, problemTogether, shapeProblem } from '../../src/config/check.ts';
import { SETTING_KEYS, SETTINGS } from '../../src/config/settings.ts';
import { type SettingKey, type SettingValue } from '../../src/config/setting.ts';

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
    ['maintain.fade_per_day', 0],
    ['maintain.fade_per_day', 0.005],
    ['maintain.fade_below', 1],
    ['maintain.fade_after_days', 0],
    ['maintain.fade_never', []],
    ['retrieve.languages', []],
    ['retrieve.languages', ['de', 'zh', 'en']],
    ['maintain.fade_never', ['identity', 'medical history', '家庭']],
    ['inbox.binaries', null],
    ['inbox.binaries', '4_Assets/Inbox'],
    ['lint.include', []],
    ['lint.include', ['**/*.md', '!Templates/', '/Notes', 'a, b.md', '\\#tagged/', '笔记/']],
    ['lint.every_days', 0],
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
    ['consolidate.min_facts', '20', /take the quotes away/],
    ['consolidate.min_facts', 'many', /not "many"/],
    ['consolidate.min_facts', [1], /not a list/],
    ['consolidate.min_facts', { a: 1 }, /not a group of keys/],
    ['consolidate.min_facts', true, /not true/],
    ['consolidate.min_facts', null, /has no value/],
    ['consolidate.timeout_seconds', 700_000, /from 1 to 604800/],
    ['consolidate.engine', 'rulez', /must be one of rules, ollama, openai, command, auto, not "rulez"/],
    ['maintain.fade', true, /must be one of on, off, not true/],
    ['maintain.fade_per_day', 3, /number from 0 to 1, not 3/],
    ['maintain.fade_per_day', -0.1, /not -0.1/],
    ['maintain.fade_per_day', Number.NaN, /not NaN/],
    ['maintain.fade_per_day', '0.03', /take the quotes away/],
    ['maintain.fade_below', '3%', /not "3%"/],
    ['maintain.fade_never', 'identity', /a list of categories such as \[identity, constraint\], not "identity"/],
    ['maintain.fade_never', ['identity', 7], /and 7 is none/],
    ['maintain.fade_never', ['a, b'], /and "a, b" is none/],
    ['maintain.fade_never', [''], /and "" is none/],
    ['maintain.fade_never', null, /has no value/],
    ['retrieve.languages', 'en', /a list of languages such as \[en, de\], not "en"/],
    ['retrieve.languages', ['en', 'xx'], /and "xx" is none; known are en, /],
    ['retrieve.languages', [7], /and 7 is none/],
    ['lint.include', '**/*.md', /a list of patterns such as \["1_Projects\/", "\*\*\/\*\.md"\], not "\*\*\/\*\.md"/],
    ['lint.include', [7], /and 7 is none; put it in quotes/],
    ['lint.include', [null], /and null is none/],
    ['lint.exclude', [' '], /and " " is none/],
    ['lint.exclude', ['a\nb'], /is none/],
    ['lint.exclude', ['#notes'], /is a comment; write \\#/],
    ['lint.include', ['../other/'], /leads out of the vault/],
    ['lint.include', ['./notes'], /leads out of the vault/],
    ['lint.include', ['a/../../b'], /leads out of the vault/],
    ['lint.include', ['.'], /leads out of the vault/],
    ['lint.include', ['!'], /leads out of the vault/],
    ['lint.include', ['notes\\'], /that nothing follows/],
    ['lint.include', ['*a*a*a*a*a*a*a'], /more than 6 \*/],
    ['lint.include', Array.from({ length: 101 }, () => 'x'), /at most 100 of them/],
    ['lint.every_days', -1, /whole number from 0 to 36500/],
    ['write.timezone', 'Europe/Brelin', /did you mean Europe\/Berlin/],
    ['write.timezone', 'europe/berlin', /did you mean Europe\/Berlin/],
    ['write.timezone', 'EUROPE/BERLIN', /did you mean Europe\/Berlin/],
    ['write.timezone', 'us/pacific', /there is no us\/pacific$/],
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
    ['models.url', 'localhost', /must be an address such as http:\/\/127\.0\.0\.1:11434, and "localhost" is none/],
    ['models.url', 'localhost:11434', /is not of http or https/],
    ['models.url', 'file:///etc/passwd', /is not of http or https/],
    ['models.url', 'http://', /is none/],
    ['models.url', 'http://localhost@evil.example', /has a name or a password in it/],
    ['models.url', 'http://me:secret@localhost', /has a name or a password in it/],
    ['models.url', 'http://localhost/?key=1', /has a \? or a # in it/],
    ['models.url', 11434, /must be an address/],
    ['models.num_ctx', 4095, /a whole number from 4096/],
    ['models.temperature', 3, /a number from 0 to 2/],
    ['dream.host', 1234, /put 1234 in quotes/],
    ['dream.host', 'the laptop', /the name of a clone or a machine/],
    ['dream.host', '', /the name of a clone or a machine/],
    ['write.daily_dir', 2026, /put 2026 in quotes/],
    ['write.daily_dir', '../daily', /begins with a dot/],
    ['write.daily_dir', '.memvault', /begins with a dot/],
    ['write.daily_dir', '/daily', /empty name/],
    ['write.daily_dir', 'daily/', /empty name/],
    ['write.daily_dir', 'a\\b', /has "\\\\" in it/],
    ['write.daily_dir', '', /empty name/],
    ['write.daily_dir', ['daily'], /not a list/],
    ['write.zones.inbox', 'a/b', /has "\/" in it/],
    ['write.zones.inbox', 'C:', /has ":" in it/],
    ['write.zones.inbox', 'a\nb', /in it/],
    ['write.zones.inbox', 'inbox ', /space or a dot/],
    ['write.zones.inbox', 'nul', /Windows/],
    ['write.zones.inbox', 'log.md', /name of a note/],
  ];
  it.each(wrong)('%s may not be %j', (key, value, message) => {
    expect(problemOf(key, value)).toMatch(message);
  });

  it('leaves only the existence of a zone to the full check', () => {
    expect(shapeProblem('write.timezone', 'Europe/Brelin')).toBeNull();
    expect(shapeProblem('write.timezone', '../x')).not.toBeNull();
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
    ['maintain.fade_per_day', '.05', 0.05],
    ['maintain.fade_per_day', '1e-2', '1e-2'],
    ['maintain.fade_never', 'identity,  work ', ['identity', 'work']],
    ['maintain.fade_never', '[identity, work]', ['identity', 'work']],
    ['maintain.fade_never', '[]', []],
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
    [{ 'write.daily_dir': '3_personal/Daily' }, /lies in the zone "3_Personal"/],
    [{ 'write.zones.inbox': 'Daily' }, /lies in the zone "Daily"/],
    [{ 'inbox.binaries': '0_inbox/Files' }, /inbox.binaries "0_inbox\/Files" lies in "0_Inbox"/],
    [{ 'inbox.binaries': 'daily' }, /lies in "daily" \(write.daily_dir\)/],
  ])('%j is refused', (values, message) => {
    expect(problemTogether(withValues(values))).toMatch(message);
  });

  it('takes the defaults', () => {
    expect(problemTogether(withValues({}))).toBeNull();
  });
});
