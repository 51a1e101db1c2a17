// How rules written for Go become rules of JavaScript, and that what stands in templates/ can be used as it is.
import { expect, test } from 'vitest';
import { convertRules, translate } from '../../scripts/secret-rules.mjs';
import rules from '../../templates/secrets/gitleaks.json';

test.each([
  ['(?i)ab[c-e]1', '[aA][bB][C-Ec-e]1'],
  ['p8e-(?i)[a-z0-9]{3}', 'p8e-[A-Za-z0-9]{3}'],
  ['(?i:a)b', '(?:[aA])b'],
  ['(?i)a(?-i:B)c', '[aA](?:B)[cC]'],
  ['[[:alnum:]_]+', '[A-Za-z0-9_]+'],
  [String.raw`\bx\z`, String.raw`\bx$`],
  [String.raw`(?i)\w\x60[\w.-]`, String.raw`\w\x60[\w.-]`],
  ['(?P<alg>a)', '(?:a)'],
])('%s means %s', (go, js) => {
  expect(translate(go)).toBe(js);
});

test('what has no counterpart is an error', () => {
  expect(() => translate('(?s:.)')).toThrow('cannot translate');
});

const NAMED = String.raw`(?i)[\w.-]{0,50}?(?:acme)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-f0-9]{8})(?:[\x60'"\s;]|\\[nr]|$)`;

test('a rule that needs a name is told from a token; names of things and rules for files are left out', () => {
  const rule = (id: string, regex: string, more = ''): string =>
    `[[rules]]\nid = "${id}"\nregex = '''${regex}'''\nkeywords = ["acme"]\n${more}\n`;
  const toml = [
    `[allowlist]\nregexes = ['''^x+$''']\n`,
    rule('acme-key', NAMED, 'entropy = 3'),
    rule('acme-token', 'acme_[a-z]{9}'),
    rule('acme-client-id', 'acme_[0-9]{9}'),
    rule('acme-file', 'acme', `path = '''\\.tf$'''`),
    rule('generic-api-key', 'x', `[[rules.allowlists]]\nstopwords = ["zebra", "act-", "apple"]`),
  ].join('\n');
  expect(convertRules(toml)).toEqual({
    tokens: [{ id: 'acme-token', keywords: ['acme'], regex: 'acme_[a-z]{9}' }],
    named: [
      {
        id: 'acme-key',
        entropy: 3,
        keywords: ['acme'],
        name: '[aA][cC][mM][eE]',
        value: '([A-Fa-f0-9]{8})(?![A-Za-z0-9_+/=-])',
      },
    ],
    allow: ['^x+$'],
    stopwords: ['apple', 'zebra'],
  });
});

test('every rule compiles, has a keyword in small letters, and stands there once', () => {
  const all = [
    ...rules.tokens.map(({ id, keywords, regex }) => ({ id, keywords, regex })),
    ...rules.named.map(({ id, keywords, name, value }) => ({ id, keywords, regex: name + value })),
  ];
  expect(all.length).toBeGreaterThan(190);
  for (const { id, keywords, regex } of all) {
    expect(new RegExp(regex).test(''), id).toBe(false);
    expect(keywords.length, id).toBeGreaterThan(0);
    expect(
      keywords.map((word) => word.toLowerCase()),
      id,
    ).toEqual(keywords);
  }
  expect(new Set(all.map(({ id, regex }) => id + regex)).size).toBe(all.length);
  expect(rules.source).toMatchObject({ name: 'gitleaks', license: 'MIT' });
});
