// What a vault may not have without the user's word, and the list of what they granted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Layer, resolveLayers } from '../../src/config/load.ts';
import {
  type Ask,
  asksOf,
  digestOf,
  embeddingsNeedTrust,
  type Grant,
  isHarmless,
  needsTrust,
  parseGrants,
  renderGrants,
  standingOf,
  TRUST_KEYS,
  withGrant,
  withoutGrant,
} from '../../src/config/trust.ts';

const HERE = 'http://127.0.0.1:11434/';
const isRelative = (path: string) => !/^[~/]/.test(path);
const asked = (layer: Layer) => asksOf(layer, isRelative, () => []);

describe('asksOf', () => {
  it('names what the vault says of programs, servers and prompts, and nothing else', () => {
    const asks = asked({
      'models.command': { value: 'claude -p', from: 'vault' },
      'models.url': { value: 'http://gpu:11434', from: 'user' },
      'models.prompts': { value: 'prompts', from: 'vault' },
      'models.model': { value: 'm', from: 'vault' },
      'retrieve.context_chars': { value: 3000, from: 'vault' },
    });
    expect(asks).toEqual([
      { key: 'models.command', value: 'claude -p', files: [] },
      { key: 'models.prompts', value: 'prompts', files: [] },
    ]);
  });

  it.each([
    ['prompts', ['models.prompts']],
    ['~/prompts', []],
    ['/home/me/prompts', []],
  ])('a folder of the user’s config, %s, is asked for where it lies in whatever vault there is', (value, keys) => {
    expect(asked({ 'models.prompts': { value, from: 'user' } }).map(({ key }) => key)).toEqual(keys);
  });

  it('asks for nothing with the rules, and with a key that is set to nothing', () => {
    expect(
      asked({
        'consolidate.engine': { value: 'rules', from: 'vault' },
        'models.command': { value: null, from: 'vault' },
      }),
    ).toEqual([]);
  });
});

describe('needsTrust', () => {
  const needs = (layer: Layer, address: string | null, over: Layer = {}) =>
    needsTrust(asked(layer), resolveLayers(layer, over).inForce, address).map(({ key }) => key);

  /** An engine of the vault's choice, and a server of the user's. */
  const leadsTo = (address: string): Layer => ({
    'consolidate.engine': { value: 'openai', from: 'vault' },
    'models.url': { value: address, from: 'user' },
  });

  it.each<[string, Layer, string | null, readonly string[]]>([
    ['a program', { 'models.command': { value: 'rm -r', from: 'vault' } }, null, ['models.command']],
    ['a program that is not asked', { 'models.command': { value: 'rm -r', from: 'vault' } }, HERE, []],
    [
      'a server elsewhere',
      { 'models.url': { value: 'https://evil.example', from: 'vault' } },
      'https://evil.example/',
      ['models.url'],
    ],
    [
      'a server elsewhere that is not asked',
      { 'models.url': { value: 'https://evil.example', from: 'vault' } },
      null,
      [],
    ],
    ['a server here', { 'models.url': { value: HERE, from: 'vault' } }, HERE, ['models.url']],
    ['prompts', { 'models.prompts': { value: 'prompts', from: 'vault' } }, HERE, ['models.prompts']],
    ['an engine that asks this machine', { 'consolidate.engine': { value: 'ollama', from: 'vault' } }, HERE, []],
    [
      'an engine that asks the user’s server elsewhere',
      {
        'consolidate.engine': { value: 'openai', from: 'vault' },
        'models.url': { value: 'https://api.example/v1', from: 'user' },
      },
      'https://api.example/v1',
      ['consolidate.engine'],
    ],
    [
      'an engine that runs the user’s program',
      {
        'consolidate.engine': { value: 'command', from: 'vault' },
        'models.command': { value: 'claude -p', from: 'user' },
      },
      null,
      ['consolidate.engine'],
    ],
    [
      'what auto asks, where that is the user’s server elsewhere',
      {
        'consolidate.engine': { value: 'auto', from: 'vault' },
        'models.url': { value: 'https://api.example/v1', from: 'user' },
      },
      'https://api.example/v1',
      ['consolidate.engine'],
    ],
    [
      'a server of the vault that auto asks',
      {
        'consolidate.engine': { value: 'auto', from: 'user' },
        'models.url': { value: 'https://evil.example', from: 'vault' },
      },
      'https://evil.example/',
      ['models.url'],
    ],
    [
      'the user’s own settings',
      {
        'consolidate.engine': { value: 'command', from: 'user' },
        'models.command': { value: 'claude -p', from: 'user' },
      },
      null,
      [],
    ],
  ])('%s', (_, layer, address, keys) => {
    expect(needs(layer, address)).toEqual(keys);
  });

  it('a variable or a flag is the user’s own word', () => {
    const vault: Layer = {
      'models.command': { value: 'evil', from: 'vault' },
      'consolidate.engine': { value: 'command', from: 'vault' },
      'models.prompts': { value: 'p', from: 'vault' },
    };
    expect(
      needs(vault, null, {
        'models.command': { value: 'claude -p', from: 'environment MEMVAULT_COMMAND' },
        'consolidate.engine': { value: 'command', from: 'flag' },
        'models.prompts': { value: null, from: 'environment MEMVAULT_PROMPTS' },
      }),
    ).toEqual([]);
  });

  it('the choice of an engine leads nowhere but where the user says by a variable or a flag', () => {
    const vault: Layer = {
      'consolidate.engine': { value: 'openai', from: 'vault' },
      'models.url': { value: 'https://evil.example', from: 'vault' },
    };
    expect(
      needs(vault, 'https://api.example/', { 'models.url': { value: 'https://api.example', from: 'flag' } }),
    ).toEqual([]);
    expect(
      needs({ 'consolidate.engine': { value: 'command', from: 'vault' } }, null, {
        'models.command': { value: 'own', from: 'environment MEMVAULT_COMMAND' },
      }),
    ).toEqual([]);
    expect(
      needs({ 'consolidate.engine': { value: 'command', from: 'vault' } }, null, {
        'models.url': { value: 'https://api.example', from: 'flag' },
      }),
    ).toEqual(['consolidate.engine']);
  });

  it.each([
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://evil.example/127.0.0.1',
    'http://evil.example/?localhost',
    'http://localhost@evil.example/',
    'http://127.0.0.1:80@evil.example/',
    'http://2130706434.evil.example',
    'http://134744072/',
    'http://0x08080808/',
    'http://010.0.0.1/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::ffff:0808:0808]/',
    'http://[2001:db8::1]/',
    'http://[::1%25eth0]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://host.docker.internal/',
    'http://me.localhost/',
    'http://localhost。evil.example/',
    'http://xn--lcalhost-1wa/',
    'http://lоcalhost/',
    'http://128.0.0.1/',
    'http://1270.0.1.1/',
    '//127.0.0.1/',
    'nonsense',
    '',
  ])('%j is not this machine', (address) => {
    expect(needs(leadsTo(address), address)).toEqual(['consolidate.engine']);
    expect(isHarmless(asked({ 'models.url': { value: address, from: 'vault' } }))).toBe(false);
  });

  it.each([
    'http://127.0.0.1:11434',
    'http://localhost:8080/v1',
    'http://LOCALHOST./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.8.9.10/',
    'http://[::1]:11434/',
    'http://[0:0::1]/',
    'http://[::ffff:127.0.0.1]/',
    'https://localhost/',
  ])('%j is this machine', (address) => {
    expect(needs(leadsTo(address), address)).toEqual([]);
  });
});

describe('embeddingsNeedTrust', () => {
  const needs = (layer: Layer, address: string, over: Layer = {}) =>
    embeddingsNeedTrust(asked(layer), resolveLayers(layer, over).inForce, address).map(({ key }) => key);
  const AWAY = 'https://api.example/v1';

  it.each<[string, Layer, string, readonly string[]]>([
    [
      'a server elsewhere',
      {
        'retrieve.embeddings': { value: 'openai', from: 'vault' },
        'retrieve.embeddings_url': { value: AWAY, from: 'vault' },
      },
      AWAY,
      ['retrieve.embeddings', 'retrieve.embeddings_url'],
    ],
    [
      'a server elsewhere, where the user chose the kind',
      {
        'retrieve.embeddings': { value: 'openai', from: 'user' },
        'retrieve.embeddings_url': { value: AWAY, from: 'vault' },
      },
      AWAY,
      ['retrieve.embeddings_url'],
    ],
    [
      'a choice that leads to the user’s server elsewhere',
      {
        'retrieve.embeddings': { value: 'openai', from: 'vault' },
        'retrieve.embeddings_url': { value: AWAY, from: 'user' },
      },
      AWAY,
      ['retrieve.embeddings'],
    ],
    [
      'a choice that leads to a server of the environment',
      { 'retrieve.embeddings': { value: 'ollama', from: 'vault' } },
      'http://gpu:11434/',
      ['retrieve.embeddings'],
    ],
    [
      'a server here',
      {
        'retrieve.embeddings': { value: 'openai', from: 'vault' },
        'retrieve.embeddings_url': { value: HERE, from: 'vault' },
      },
      HERE,
      ['retrieve.embeddings_url'],
    ],
    ['the usual server of this machine', { 'retrieve.embeddings': { value: 'ollama', from: 'vault' } }, HERE, []],
    [
      'the user’s own settings',
      {
        'retrieve.embeddings': { value: 'openai', from: 'user' },
        'retrieve.embeddings_url': { value: AWAY, from: 'user' },
      },
      AWAY,
      [],
    ],
    [
      'what a dream would ask',
      {
        'retrieve.embeddings': { value: 'openai', from: 'user' },
        'models.url': { value: AWAY, from: 'vault' },
        'consolidate.engine': { value: 'openai', from: 'vault' },
      },
      AWAY,
      [],
    ],
  ])('%s', (_, layer, address, keys) => {
    expect(needs(layer, address)).toEqual(keys);
  });

  it('a variable is the user’s own word', () => {
    const vault: Layer = {
      'retrieve.embeddings': { value: 'openai', from: 'vault' },
      'retrieve.embeddings_url': { value: AWAY, from: 'vault' },
    };
    expect(
      needs(vault, AWAY, { 'retrieve.embeddings_url': { value: AWAY, from: 'environment MEMVAULT_EMBEDDINGS_URL' } }),
    ).toEqual([]);
  });

  it('a dream asks for no trust in what only vectors are made by, nor is it harmless', () => {
    const layer: Layer = {
      'retrieve.embeddings': { value: 'openai', from: 'vault' },
      'retrieve.embeddings_url': { value: AWAY, from: 'vault' },
      'consolidate.engine': { value: 'auto', from: 'user' },
    };
    expect(needsTrust(asked(layer), resolveLayers(layer).inForce, AWAY)).toEqual([]);
    expect(isHarmless(asked(layer))).toBe(false);
    expect(asked({ 'retrieve.embeddings': { value: 'off', from: 'vault' } })).toEqual([]);
  });
});

describe('digestOf', () => {
  const ask = fc.record({
    key: fc.constantFrom(...TRUST_KEYS),
    value: fc.string(),
    files: fc.array(fc.record({ path: fc.string(), digest: fc.option(fc.string(), { nil: null }) }), { maxLength: 3 }),
  });
  it('is another for any other asks', () => {
    const same = (a: readonly Ask[], b: readonly Ask[]) =>
      JSON.stringify(a.map(({ key, value, files }) => [key, value, files.map((file) => [file.path, file.digest])])) ===
      JSON.stringify(b.map(({ key, value, files }) => [key, value, files.map((file) => [file.path, file.digest])]));
    fc.assert(
      fc.property(fc.array(ask, { maxLength: 3 }), fc.array(ask, { maxLength: 3 }), (a, b) => {
        expect(digestOf(a) === digestOf(b)).toBe(same(a, b));
        expect(digestOf(structuredClone(a))).toBe(digestOf(a));
      }),
    );
  });

  it('does not mix up where one part ends and the next begins', () => {
    const one: Ask[] = [{ key: 'models.command', value: 'a', files: [{ path: 'b', digest: 'c' }] }];
    for (const other of [
      [{ ...one[0], value: 'ab' }],
      [{ ...one[0], files: [{ path: 'bc', digest: '' }] }],
      [{ ...one[0], files: [{ path: 'b', digest: null }] }],
      [],
    ] as Ask[][])
      expect(digestOf(other)).not.toBe(digestOf(one));
  });
});

describe('the list', () => {
  const FILE = '/home/me/.config/memvault/trusted.json';
  const asks: Ask[] = [{ key: 'models.command', value: 'claude -p', files: [] }];
  const grant = (vault: string): Grant => ({
    vault,
    at: '2026-07-01T12:00:00.000Z',
    digest: digestOf(asks),
    asks: [{ key: 'models.command', value: 'claude -p' }],
  });

  it('reads what it wrote, in the order of the vaults', () => {
    const list = [grant('/b'), grant('/a __proto__ "ü"')];
    expect(parseGrants(renderGrants(list), FILE)).toEqual([list[1], list[0]]);
    expect(parseGrants(null, FILE)).toEqual([]);
  });

  it('holds each vault once', () => {
    const later = { ...grant('/a'), at: '2026-07-02T12:00:00.000Z' };
    expect(withGrant([grant('/a'), grant('/b')], later)).toEqual([grant('/b'), later]);
    expect(withoutGrant([grant('/a'), grant('/b')], '/a')).toEqual([grant('/b')]);
  });

  it('knows a vault by its whole path and what it asked for', () => {
    expect(standingOf([grant('/a')], '/a', asks)).toBe('trusted');
    expect(standingOf([grant('/a')], '/a', [{ ...asks[0], value: 'rm' }] as Ask[])).toBe('changed');
    expect(standingOf([grant('/a')], '/a', [])).toBe('changed');
    for (const other of ['/A', '/a/', '/a/b', '/', ''])
      expect(standingOf([grant('/a')], other, asks)).toBe('untrusted');
  });

  it.each([
    ['nothing', ''],
    ['half of it', renderGrants([grant('/a')]).slice(0, 60)],
    ['a list', '[]'],
    ['null', 'null'],
    ['another version', renderGrants([]).replace('1', '2')],
    ['another kind', renderGrants([]).replace('trusted', 'plan')],
    ['one key more', renderGrants([]).replace('"vaults"', '"all": true, "vaults"')],
    ['a digest that is none', renderGrants([{ ...grant('/a'), digest: '' }])],
    ['a vault without a path', renderGrants([grant('/a')]).replace('"vault": "/a",', '')],
  ])('that holds %s is refused as a whole', (_, text) => {
    expect(() => parseGrants(text, FILE)).toThrow(
      expect.objectContaining({
        code: 'settings',
        message: `invalid list of trusted vaults: ${FILE}; no vault is trusted`,
      }),
    );
  });
});
