import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUDE_MD } from '../../src/import/notes/agent-memory.ts';
import { placePart, placeSkill, skillText } from '../../src/init/agent-files.ts';
import { agentNamed } from '../../src/model/agents.ts';
import { MemvaultError } from '../../src/model/errors.ts';

const TEMPLATE = '---\nname: memvault\n---\n\n- one\n<!-- vault -->\n- two\n';
const skill = skillText(TEMPLATE, null);
const older = skillText(`${TEMPLATE}- three\n`, null);
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const imported = (text: string): string[] =>
  CLAUDE_MD.read({ path: 'AGENTS.md', text, beside: new Set(), today: '2026-07-01' }).facts.map((found) => found.text);
const PART = '## Memory\n\n- Look first.\n';

describe('the text of a skill', () => {
  it('begins as the template, names no vault that is found by itself, and ends with its seal', () => {
    expect(skill).toMatch(
      /^---\nname: memvault\n---\n\n- one\n- two\n<!-- Written by memvault init --agent \([0-9a-f]{16}\)\. .* -->\n$/,
    );
  });
  it('names a vault that lies in the project, whatever it is called', () => {
    expect(skillText(TEMPLATE, 'our $& notes')).toContain('- one\n- The vault of this project is `our $& notes`, ');
  });
  it('is the same from a template with the line ends of Windows', () => {
    expect(skillText(crlf(TEMPLATE), null)).toBe(skill);
  });
});

describe('a skill’s file', () => {
  it.each<[what: string, before: string | null, change: string, after: string]>([
    ['that is not there', null, 'created', skill],
    ['that is the same', skill, 'kept', skill],
    ['that is the same with CRLF, as git may check it out', crlf(skill), 'kept', crlf(skill)],
    ['of another version', older, 'replaced', skill],
    ['of another version with CRLF', crlf(older), 'replaced', crlf(skill)],
    ['that is empty', '', 'replaced', skill],
  ])('%s', (_, before, change, after) => {
    const file = placeSkill('SKILL.md', before, skill);
    expect(file).toEqual({ path: 'SKILL.md', change, before, after });
    expect(placeSkill('SKILL.md', file.after, skill)).toMatchObject({ change: 'kept', after });
  });
  it.each<[what: string, before: string]>([
    ['that somebody wrote into', older.replace('- two', '- 2')],
    ['that somebody wrote something below', `${older}mine\n`],
    ['with a seal that is not its own', `mine\n${older.slice(older.indexOf('<!-- W'))}`],
    ['of another hand', '# Mine'],
  ])('%s is not written over', (_, before) => {
    expect(() => placeSkill('SKILL.md', before, skill)).toThrow('was edited and is not overwritten');
  });
});

describe('a part of a file', () => {
  const alone = placePart('AGENTS.md', null, PART).after;
  it.each<[what: string, before: string | null, change: string, after: string]>([
    ['that is not there', null, 'created', alone],
    ['that is empty', '\n', 'extended', alone],
    ['of another hand', '# Rules\n\n- Be kind.\n', 'extended', `# Rules\n\n- Be kind.\n\n${alone}`],
    // So that it can be taken out again byte for byte, and as if somebody had written it there.
    ['without an end of line', '# Rules', 'extended', `# Rules\n\n${alone.trimEnd()}`],
    ['with CRLF', '# Rules\r\n\r\n- Be kind.\r\n', 'extended', crlf(`# Rules\n\n- Be kind.\n\n${alone}`)],
    ['that has it', `# Rules\n\n${alone}\nBelow.\n`, 'kept', `# Rules\n\n${alone}\nBelow.\n`],
    ['that has it with CRLF', crlf(`# Rules\n\n${alone}`), 'kept', crlf(`# Rules\n\n${alone}`)],
    [
      'that has an older one',
      `# Rules\n\n${placePart('', null, `${PART}- More.\n`).after}Below.`,
      'replaced',
      `# Rules\n\n${alone}Below.`,
    ],
    ['that shows the marks in a fence', `\`\`\`\n${alone}\`\`\`\n`, 'extended', `\`\`\`\n${alone}\`\`\`\n\n${alone}`],
    ['whose bytes are no UTF-8', 'caf\udce9\n', 'extended', `caf\udce9\n\n${alone}`],
  ])('%s', (_, before, change, after) => {
    const file = placePart('AGENTS.md', before, PART);
    expect(file).toEqual({ path: 'AGENTS.md', change, before, after });
    expect(placePart('AGENTS.md', file.after, PART)).toMatchObject({ change: 'kept', after });
  });
  it.each<[what: string, before: string, message: RegExp]>([
    [
      'that somebody changed',
      `# Rules\n\n${alone.replace('first', 'last')}Below.`,
      /was edited and is not overwritten/,
    ],
    ['that stands there twice', `${alone}\n${alone}`, /its markers stand there twice/],
    [
      'without an end',
      alone.replace('<!-- /memvault:agents -->', ''),
      /the marker <!-- \/memvault:agents --> is missing/,
    ],
    [
      'without a beginning',
      alone.replace('<!-- memvault:agents -->', ''),
      /the marker <!-- memvault:agents --> is missing/,
    ],
    ['below an open fence', '# Rules\n```\nls\n', /ends within a code fence that is never closed/],
  ])('refuses one %s', (_, before, message) => {
    expect(() => placePart('AGENTS.md', before, PART)).toThrow(MemvaultError);
    expect(() => placePart('AGENTS.md', before, PART)).toThrow(message);
  });
  it('keeps every character of any text, comes once, and is never imported', () => {
    const texts = fc
      .array(
        fc.constantFrom('# Rules', '- Be kind.', '', '<!-- a remark -->', '| a |', 'User', '\t', '> q', '---', '中文'),
      )
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, fc.boolean(), (text, windows) => {
        const before = windows ? crlf(text) : text;
        const { after } = placePart('AGENTS.md', before, PART);
        expect(before.trim() === '' || after.startsWith(before)).toBe(true);
        expect(placePart('AGENTS.md', after, PART).change).toBe('kept');
        expect(imported(after)).toEqual(imported(before));
      }),
    );
  });
});

const ALL = 'agents: claude-code, codex, cursor, gemini-cli, opencode';

describe('agents by their names', () => {
  it.each([
    ['emacs', ALL],
    ['claude_code', `did you mean claude-code? ${ALL}`],
    ['gemini', `did you mean gemini-cli? ${ALL}`],
    ['constructor', ALL],
    ['', ALL],
  ])('%s is none', (name, hint) => {
    expect(() => agentNamed(name)).toThrow(expect.objectContaining({ code: 'usage', hint }) as Error);
  });
});
