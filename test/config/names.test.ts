import { describe, expect, it } from 'vitest';
import { SETTING_KEYS } from '../../src/config/settings.ts';
import { nearestKey, resolveKey, variablesOf } from '../../src/config/check.ts';

describe('resolveKey', () => {
  it.each([
    ['consolidate.min_facts', 'consolidate.min_facts'],
    ['min_facts', 'consolidate.min_facts'],
    ['timezone', 'write.timezone'],
    ['inbox', 'write.zones.inbox'],
    ['command', 'models.command'],
    ['zones.inbox', 'write.zones.inbox'],
  ])('%s is %s', (name, key) => {
    expect(resolveKey(name)).toBe(key);
  });

  it.each([
    ['min_fact', 'usage', 'unknown setting: min_fact; did you mean consolidate.min_facts?'],
    ['retrieve.language', 'usage', 'unknown setting: retrieve.language; did you mean retrieve.languages?'],
    ['zzz', 'usage', 'unknown setting: zzz'],
    ['facts', 'usage', 'unknown setting: facts'],
    ['retrieve', 'usage', 'retrieve is a group of settings'],
    ['write.zones', 'usage', 'write.zones is a group of settings'],
    ['models', 'usage', 'models is a group of settings'],
    ['extract', 'usage', 'unknown setting: extract'],
    ['__proto__', 'usage', 'unknown setting: __proto__'],
    ['', 'usage', 'unknown setting: '],
  ])('%j is refused', (name, code, message) => {
    expect(() => resolveKey(name)).toThrow(expect.objectContaining({ code, message }));
  });
});

describe('nearestKey', () => {
  it.each([
    ['consolidate.minfacts', 'consolidate.min_facts'],
    ['retrieve.min_facts', 'consolidate.min_facts'],
    ['consolidate.max_wait', 'consolidate.max_wait_days'],
    ['write.zones.inbx', 'write.zones.inbox'],
    ['timezone', 'write.timezone'],
    ['maxWaitDays', 'consolidate.max_wait_days'],
    ['write_timezone', 'write.timezone'],
    ['colour', null],
  ])('%s is near %s', (name, key) => {
    expect(nearestKey(name)).toBe(key);
  });
});

describe('variablesOf', () => {
  it('gives the whole name and the short one', () => {
    expect(variablesOf('write.timezone')).toEqual(['WRITE_TIMEZONE', 'TIMEZONE']);
    expect(variablesOf('write.zones.inbox')).toEqual(['WRITE_ZONES_INBOX', 'INBOX']);
  });

  it('no two keys share a variable, and none is taken by something else', () => {
    const all = SETTING_KEYS.flatMap(variablesOf);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => ['VAULT', 'NOW', 'DREAM'].includes(name))).toEqual([]);
  });
});
