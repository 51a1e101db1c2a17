// Plots made of characters: what is little is seen.
import { expect, test } from 'vitest';
import { drawSpark, glyphsOf } from '../../src/cli/render/explain.ts';

const BLOCKS = glyphsOf({ env: { LANG: 'de_DE.UTF-8' }, platform: 'linux' });
const ASCII = glyphsOf({ env: { LANG: 'C' }, platform: 'linux' });

test.each([
  [{ LANG: 'en_US.UTF-8' }, 'linux', true],
  [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }, 'linux', true],
  [{}, 'linux', false],
  [{}, 'win32', true],
  [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, 'linux', false],
])('%j on %s', (env, platform, isBlocks) => {
  expect(glyphsOf({ env, platform })).toEqual(isBlocks ? BLOCKS : ASCII);
});

test('a row of small columns', () => {
  expect(drawSpark([0, 1, 4, 8], 8, BLOCKS)).toBe(' ▁▄█');
  expect(drawSpark([0, 1, 8], 8, ASCII)).toBe(' .@');
});
