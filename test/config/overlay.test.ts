import { describe, expect, it } from 'vitest';
import { SETTING_KEYS, SETTINGS, showValue } from '../../src/config/settings.ts';
import { resolveEnvironment, resolveFlags, resolveLayers } from '../../src/config/load.ts';
import { variablesOf } from '../../src/config/check.ts';

describe('resolveEnvironment', () => {
  it.each([
    [{}, {}],
    [{ PATH: '/bin', HOME: '/home/me', MEMVAULT_VAULT: '/v', MEMVAULT_NOW: '2026-07-01', MEMVAULT_DREAM: '1' }, {}],
    [{ MEMVAULT_MIN_FACTS: '5' }, { 'consolidate.min_facts': { value: 5, from: 'environment MEMVAULT_MIN_FACTS' } }],
    [
      { MEMVAULT_TIMEZONE: 'UTC', MEMVAULT_WRITE_TIMEZONE: 'Asia/Tokyo' },
      { 'write.timezone': { value: 'Asia/Tokyo', from: 'environment MEMVAULT_WRITE_TIMEZONE' } },
    ],
    [
      { MEMVAULT_TIMEZONE: 'UTC', MEMVAULT_WRITE_TIMEZONE: '' },
      { 'write.timezone': { value: 'UTC', from: 'environment MEMVAULT_TIMEZONE' } },
    ],
    [{ MEMVAULT_TIMEZONE: 'null' }, { 'write.timezone': { value: null, from: 'environment MEMVAULT_TIMEZONE' } }],
    [{ MEMVAULT_MIN_FACTS: '' }, {}],
    [{ MEMVAULT_HOME: '/x', MEMVAULT_DEBUG: '1', MEMVAULT_LOG: 'x' }, {}],
    [{ memvault_min_facts: '5' }, {}],
  ])('%j', (env, layer) => {
    expect(resolveEnvironment(env)).toEqual(layer);
  });

  it.each(SETTING_KEYS.flatMap((key) => variablesOf(key).map((variable) => [variable, key] as const)))(
    'MEMVAULT_%s sets %s',
    (variable, key) => {
      const layer = resolveEnvironment({ [`MEMVAULT_${variable}`]: showValue(SETTINGS[key].default) });
      expect(layer).toEqual({ [key]: { value: SETTINGS[key].default, from: `environment MEMVAULT_${variable}` } });
    },
  );

  it.each([
    [{ MEMVAULT_MIN_FACTS: 'many' }, /MEMVAULT_MIN_FACTS: consolidate.min_facts must be a whole number/],
    [{ MEMVAULT_TIMEZONE: 'Europe/Brelin' }, /did you mean Europe\/Berlin/],
    [{ MEMVAULT_MIN_FACT: '5' }, /MEMVAULT_MIN_FACT is not a setting; did you mean MEMVAULT_MIN_FACTS\?/],
    [{ MEMVAULT_WRITE_TIMEZOEN: 'UTC' }, /did you mean MEMVAULT_WRITE_TIMEZONE\?/],
  ])('%j is refused', (env, message) => {
    expect(() => resolveEnvironment(env)).toThrow(
      expect.objectContaining({ code: 'settings', message: expect.stringMatching(message) }),
    );
  });
});

describe('resolveFlags', () => {
  it('takes a flag for its key', () => {
    expect(resolveFlags([{ flag: '--timeout', key: 'dream.max_minutes', text: '7' }])).toEqual({
      'dream.max_minutes': { value: 7, from: 'flag' },
    });
  });

  it('names the flag that is wrong', () => {
    expect(() => resolveFlags([{ flag: '--timeout', key: 'dream.max_minutes', text: 'x' }])).toThrow(
      expect.objectContaining({ code: 'usage', message: '--timeout must be a whole number from 1 to 10080, not "x"' }),
    );
  });
});

describe('resolveLayers', () => {
  it('gives every default where nothing is set', () => {
    const { settings, inForce } = resolveLayers();
    expect(settings).toEqual({
      write: {
        daily_dir: 'daily',
        timezone: null,
        zones: {
          inbox: '0_Inbox',
          projects: '1_Projects',
          wiki: '2_Wiki',
          personal: '3_Personal',
          assets: '4_Assets',
          archives: '5_Archives',
        },
      },
      consolidate: { engine: 'rules', min_facts: 20, max_wait_days: 3, owner: null },
      dream: { host: null, max_minutes: 120, breaker: 0.2 },
      review: { nightly: 7 },
      curate: { every_days: 7 },
      episodes: { archive_days: 365 },
      retrieve: { languages: ['en'], embeddings: 'off', embeddings_url: null, context_chars: 8000 },
      maintain: { memory_lines: 60 },
      inbox: { nightly: 'on' },
      lint: { include: [] },
      models: {
        model: null,
        import_model: null,
        url: null,
        command: null,
        prompts: null,
        num_ctx: 8192,
        retries: 3,
        max_calls: 200,
      },
    });
    expect(Object.keys(inForce)).toEqual(SETTING_KEYS);
    expect(new Set(Object.values(inForce).map(({ from }) => from))).toEqual(new Set(['default']));
  });

  it('lets the later layer win, null included', () => {
    const { settings, inForce } = resolveLayers(
      { 'write.timezone': { value: 'UTC', from: 'user' }, 'retrieve.context_chars': { value: 500, from: 'user' } },
      { 'write.timezone': { value: null, from: 'vault' } },
    );
    expect(settings.write.timezone).toBeNull();
    expect(settings.retrieve.context_chars).toBe(500);
    expect(inForce['write.timezone'].from).toBe('vault');
  });

  it('checks what several sources say together', () => {
    expect(() =>
      resolveLayers(
        { 'write.zones.inbox': { value: 'Notes', from: 'user' } },
        { 'write.daily_dir': { value: 'notes/daily', from: 'vault' } },
      ),
    ).toThrow(expect.objectContaining({ code: 'settings' }));
  });
});
