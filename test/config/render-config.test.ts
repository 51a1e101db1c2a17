import { describe, expect, it } from 'vitest';
import { lastPart, SETTING_KEYS, SETTINGS } from '../../src/config/settings.ts';
import { parseConfig, renderConfig } from '../../src/config/config-file.ts';

describe('renderConfig', () => {
  const text = renderConfig();

  it('sets nothing', () => {
    expect(parseConfig(text, 'config.yaml', 'vault').values).toEqual({});
  });

  it('with every # of a key taken away sets every default', () => {
    const uncommented = text.replaceAll(/^( +)#(?=\S)/gm, '$1');
    const defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].default]));
    expect(parseConfig(uncommented, 'config.yaml', 'vault').values).toEqual(defaults);
  });

  it('says the meaning of every key above it, in lines that fit a screen', () => {
    const unwrapped = text.replaceAll(/(?<=\n +# .*)\n +# /g, ' ');
    for (const key of SETTING_KEYS) {
      expect(unwrapped).toContain(`# ${SETTINGS[key].meaning}\n`);
      expect(text).toMatch(new RegExp(`^ +#${lastPart(key)}: `, 'm'));
    }
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(112);
  });

  it('reads like this', () => {
    expect(text.slice(text.indexOf('# When a dream'), text.indexOf('  # Your name as'))).toBe(`\
# When a dream runs and how it turns facts into pages.
consolidate:
  # The engine that proposes how facts become pages: the built-in rules, or a model. auto uses Ollama
  # if it answers, else the rules.
  #engine: rules
  # A nightly dream (dream --batch) runs once this many facts are pending.
  #min_facts: 20
  # A nightly dream also runs once the oldest pending fact has waited this many days.
  #max_wait_days: 3
`);
    expect(text.endsWith('  #max_calls: 200\n')).toBe(true);
  });
});
