// The manual of the command line, run: each transcript in its own folder, on the real program.
// `UPDATE_TRANSCRIPTS=1 npx vitest run test/cli` writes anew what the program says; read the difference.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, type Place, program } from '../support/memvault.ts';
import {
  makeMask,
  parseTranscript,
  renderTranscript,
  runTranscript,
  saveTranscript,
  type Step,
  type StepResult,
  UPDATES,
} from '../support/transcript.ts';

const folder = join(import.meta.dirname, 'transcripts');
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

test('there are transcripts', () => {
  expect(files.length).toBeGreaterThan(20);
});

test.concurrent.each(files.map((name) => basename(name, '.txt')))('%s', async (name) => {
  const path = join(folder, `${name}.txt`);
  const expected = readFileSync(path, 'utf8');
  const transcript = parseTranscript(expected);
  const place = makePlace();
  try {
    if (expected.includes('unprivileged ') && !(await canDropPrivileges(place))) return;
    const results = await runTranscript(place, transcript);
    const actual = renderTranscript(transcript, results, makeMask(place, results));
    expect(actual).not.toContain('this is a bug in memvault');
    if (UPDATES) saveTranscript(path, actual);
    else expect(actual).toBe(expected);
    transcript.steps.forEach((step, index) => {
      const result = results[index];
      if (result) expectOneDocument(step, result);
    });
  } finally {
    await program(place, 'chmod', ['-R', 'u+w', '.']);
    place.remove();
  }
});

/** Root writes through every permission; where it cannot lay that down, a read-only vault cannot be shown. */
async function canDropPrivileges(place: Place): Promise<boolean> {
  return (await program(place, 'unprivileged', ['true'])).status === 0;
}

/** `--json`: exactly one line on stdout, or none and one error on stderr. */
function expectOneDocument({ command }: Step, { stdout, stderr, status }: StepResult): void {
  if (!/^memvault [^|;&>]*--json\b[^|;&>]*$/.test(command)) return;
  const [document, ...others] = (stdout === '' ? stderr : stdout).split('\n');
  expect(others, command).toEqual(['']);
  const { type, version } = JSON.parse(document ?? '') as { type: string; version?: number };
  if (stdout === '') expect({ type, failed: status !== 0 }, command).toEqual({ type: 'memvault/error', failed: true });
  else expect({ type, version }, command).toEqual({ type: expect.stringMatching(/^memvault\/(?!error)/), version: 1 });
}
