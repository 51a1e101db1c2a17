// Preferences by rules: at least four in five of what people say in many shapes are taken, and nothing that only reads
// like it.
import { expect, test } from 'vitest';
import { extractByRules } from '../../../src/import/conversations/rules/rules.ts';
import { NO_PREFERENCES, type PreferenceRow, PREFERENCES } from './preferences.ts';

const said = (text: string) =>
  extractByRules({
    session: 'ses1',
    format: 'plain',
    project: null,
    events: 1,
    broken: [],
    turns: [{ event: 1, role: 'person', speaker: null, at: '2026-05-20T10:00', text }],
  }).map(({ statement }) => statement);

/** Does each fact that is wanted stand there in its own statement? */
function isTaken([text, ...wanted]: PreferenceRow): boolean {
  const found = said(text).map((statement) => statement.text);
  return (
    found.length === wanted.length &&
    wanted.every((words) => found.some((fact) => words.every((word) => fact.includes(word))))
  );
}

test('sixty of each', () => {
  expect([PREFERENCES.length, NO_PREFERENCES.length]).toEqual([60, 60]);
});

test('at least four in five preferences are taken', () => {
  const missed = PREFERENCES.filter((row) => !isTaken(row)).map(
    ([text]) =>
      `${text} => ${said(text)
        .map((one) => one.text)
        .join(' | ')}`,
  );
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(PREFERENCES.length * 0.2);
});

test.each(NO_PREFERENCES)('no preference: %s', (text) => {
  expect(said(text).map((statement) => statement.text)).toEqual([]);
});
