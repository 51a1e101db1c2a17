// Settings of agents: what `init --agent` puts there goes again byte for byte, whatever a person changed meanwhile.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf, parseCommented, type Parts, placeSettings } from '../../src/init/agent-settings.ts';
import { AGENTS, type Agent, agentNamed } from '../../src/model/agents.ts';
import { type JsonObject, parseJson } from '../../src/model/json.ts';

const caller = { program: ['/usr/bin/node', '/opt/memvault/bin/memvault.js'], vault: '/home/you/notes of mine' };
type Files = Readonly<Record<string, string | null>>;

const ALL = (agent: Agent): Parts => ({ server: true, events: eventsOf(agent, true) });
const NONE: Parts = { server: false, events: [] };

/** The files with these parts. */
function placed(agent: Agent, files: Files, parts: Parts, isHome = false): Files {
  const changed = placeSettings(agent, (path) => files[path] ?? null, { caller, parts, isHome });
  return { ...files, ...Object.fromEntries(changed.map(({ path, after }) => [path, after])) };
}
const filesOf = (agent: Agent, isHome = false): string[] => Object.keys(placed(agent, {}, ALL(agent), isHome));
const textsOf = (files: Files): Files => Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null));

describe.each(AGENTS.map((agent) => [agent.name, agent] as const))('%s', (_, agent) => {
  const paths = filesOf(agent);

  it('gets what its documentation asks for, once', () => {
    const files = placed(agent, {}, ALL(agent));
    expect(files).toMatchSnapshot();
    expect(placed(agent, files, ALL(agent))).toEqual(files);
    expect(textsOf(placed(agent, files, NONE))).toEqual({});
  });

  it.each([
    '',
    '\n',
    '{}',
    '{}\n',
    ' { } ',
    '{\n}\n',
    '\uFEFF{}',
    '{"hooks":{}}',
    '{"hooks": { "SessionStart": [] } }',
    '{"hooks": {"sessionStart": [ ]}, "version": 1}',
    '{"mcpServers": {\n  }\n}',
    '{"mcp":{"a":{}}}',
    '{\r\n\t"a": 1\r\n}',
    '{"a":1, // mine\n}',
    '{ // mine\n}',
    '{/* a */"hooks"/* b */:/* c */{/* d */}/* e */,}',
    '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "mine"}]}]}}',
  ])('leaves %j as it was', (text) => {
    for (const path of paths.filter((one) => !one.endsWith('.toml'))) {
      const files = placed(agent, { [path]: text }, ALL(agent));
      expect(placed(agent, files, NONE)[path]).toBe(text);
    }
  });

  it('is told to anew where memvault moved', () => {
    const old = placeSettings(agent, () => null, {
      caller: { program: ['/old/node', '/old/memvault.js'], vault: null },
      parts: ALL(agent),
      isHome: false,
    });
    const files = Object.fromEntries(old.map(({ path, after }) => [path, after]));
    expect(placed(agent, files, ALL(agent))).toEqual(placed(agent, {}, ALL(agent)));
  });
});

// Any settings, laid out in any way, with comments and commas too many.

const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\t', '\r\n', ' // mine\n', '/* mine */');
const key = fc.constantFrom(
  'hooks',
  'mcpServers',
  'mcp',
  'SessionStart',
  'sessionStart',
  'a',
  'b',
  'memvault2',
  'version',
);
const scalar = fc.constantFrom('1', '"x"', 'null', '"a // b"', '"\\"{["', '"mine: memvault"', '-1.5e3');
const { value: json } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalar, tie('object'), tie('list')),
  object: fc
    .tuple(
      fc.uniqueArray(key, { maxLength: 4 }),
      fc.array(tie('value'), { minLength: 4, maxLength: 4 }),
      fc.array(blank, { minLength: 20, maxLength: 20 }),
      fc.boolean(),
    )
    .map(([keys, values, gaps, more]) => {
      const members = keys.map(
        (one, at) => `${gaps[at]}"${one}"${gaps[at + 4]}:${gaps[at + 8]}${values[at]}${gaps[at + 12]}`,
      );
      return `{${members.join(',')}${more && keys.length > 0 ? ',' : ''}${gaps[19]}}`;
    }),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), fc.array(blank, { minLength: 8, maxLength: 8 }))
    .map(([values, gaps]) => `[${values.map((one, at) => `${gaps[at]}${one}${gaps[at + 4]}`).join(',')}${gaps[7]}]`),
}));
const settings = fc.tuple(blank, json, blank).map((parts) => parts.join(''));

/** What a person may do meanwhile to a text, wherever its scalars and brackets stand. */
const edits: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `// mine\n${text}`,
  (text) => `${text}\n// mine\n`,
  (text) => text.replace(/"x"/g, '"changed"'),
  (text) => text.replace(/^(\s*)\{(?=\s*")/, '$1{"first": [{}], '),
  (text) => text.replace(/"a" *:/, '"renamed":'),
];

describe('any file', () => {
  it('is the same when memvault is taken out again, but for what a person changed', () => {
    let placedOnes = 0;
    fc.assert(
      fc.property(fc.constantFrom(...AGENTS), settings, fc.constantFrom(...edits), (agent, before, edit) => {
        const path = filesOf(agent).find((one) => !one.endsWith('.toml')) ?? '';
        let files: Files;
        try {
          files = placed(agent, { [path]: before }, ALL(agent));
        } catch (error) {
          expect(error).toMatchObject({ code: 'refused' });
          return;
        }
        placedOnes++;
        expect(parseCommented(files[path] ?? '')).toBeDefined();
        expect(placed(agent, files, ALL(agent))).toEqual(files);
        const after = edit(before);
        // One that finds nothing to change in a file that is empty.
        fc.pre(after !== before || edit(files[path] ?? '') === files[path]);
        fc.pre(parseCommented(after) !== undefined && parseCommented(edit(files[path] ?? '')) !== undefined);
        expect(placed(agent, { ...files, [path]: edit(files[path] ?? '') }, NONE)[path]).toBe(after);
      }),
      { numRuns: 2000 },
    );
    expect(placedOnes).toBeGreaterThan(200);
  });

  it('says the same to a client that takes no comments', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseCommented(text)).toEqual(parseJson(text));
      }),
    );
  });
});

describe('a table of TOML', () => {
  const codex = agentNamed('codex');
  const path = '.codex/config.toml';
  it.each([
    '',
    '\n',
    'model = "o4"',
    'model = "o4"\n',
    '# mine\r\nmodel = "o4"\r\n',
    '[mcp_servers.other]\ncommand = "x"\n\n',
  ])('comes and goes in %j', (text) => {
    const files = placed(codex, { [path]: text }, ALL(codex));
    expect(files[path]).toContain('[mcp_servers.memvault]');
    expect(placed(codex, files, ALL(codex))).toEqual(files);
    expect(placed(codex, files, NONE)[path]).toBe(text);
    // As if it had been written without memvault.
    const grown = { ...files, [path]: `${files[path] ?? ''}\n[other]\n` };
    expect(placed(codex, grown, NONE)[path]).toBe(`${text}\n[other]\n`);
  });
  it.each([
    ['= 1', /is not valid TOML, so it was left as it is/],
    ['[mcp_servers.memvault]\ncommand = "mine"\n', /has something else as mcp_servers.memvault/],
  ])('refuses %j and says what to add', (text, message) => {
    expect(() => placed(codex, { [path]: text }, ALL(codex))).toThrow(message);
    expect(() => placed(codex, { [path]: text }, ALL(codex))).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('[mcp_servers.memvault]\ncommand = "/usr/bin/node"') as string,
      }) as Error,
    );
  });
});

describe('what cannot be taken', () => {
  const claude = agentNamed('claude-code');
  it.each([
    ['.mcp.json', '{"a":', /\.mcp\.json is not valid JSON/],
    ['.mcp.json', '[]', /has something else as mcpServers\.memvault/],
    ['.mcp.json', '{"mcpServers": {"memvault": {"command": "memvault", "args": ["mcp"]}}}', /has something else/],
    ['.claude/settings.json', '{"hooks": "none"}', /has something else as hooks\.SessionStart/],
    ['.claude/settings.json', '{"a": 1 "b": 2}', /is not valid JSON/],
    ['.claude/settings.json', '['.repeat(100_000), /is not valid JSON/],
  ])('%s with %.40j', (path, text, message) => {
    expect(() => placed(claude, { [path]: text }, ALL(claude))).toThrow(message);
    expect(() => placed(claude, { [path]: text }, ALL(claude))).toThrow(
      expect.objectContaining({
        code: 'refused',
        hint: expect.stringContaining('add by hand:\n{\n') as string,
      }) as Error,
    );
  });
  it('is not passed over in silence when memvault is to go', () => {
    expect(() => placed(claude, { '.mcp.json': '{"memvault' }, NONE)).toThrow(/nothing was removed from it/);
  });
});

it('what a person put into a group or a list of memvault’s stays', () => {
  const claude = agentNamed('claude-code');
  const path = '.claude/settings.json';
  const files = placed(claude, {}, ALL(claude));
  const mine = '{ "hooks": [{ "type": "command", "command": "mine" }] }';
  const grown = { ...files, [path]: (files[path] ?? '').replace('"SessionStart":  [', `"SessionStart":  [${mine},`) };
  expect(parseCommented(placed(claude, grown, NONE)[path] ?? '')).toEqual({
    hooks: { SessionStart: [parseJson(mine)] },
  });
});

it('a client may have written the file anew', () => {
  for (const agent of AGENTS) {
    const files = Object.entries(placed(agent, {}, ALL(agent))).filter(([path]) => path.endsWith('.json'));
    const anew = Object.fromEntries(
      files.map(([path, text]) => [path, JSON.stringify(parseJson(text ?? ''), null, 2)]),
    );
    const rest = Object.values(placed(agent, anew, NONE)).map((text) => JSON.stringify(parseCommented(text ?? '{}')));
    expect(rest.join('\n')).not.toContain('memvault');
    expect((parseJson(rest[0] ?? '') as JsonObject) ?? {}).not.toHaveProperty('hooks.SessionStart.0');
  }
});

it('the home has its own places', () => {
  expect(AGENTS.map((agent) => filesOf(agent, true))).toEqual([
    ['.claude.json', '.claude/settings.json'],
    ['.codex/hooks.json', '.codex/config.toml'],
    ['.cursor/mcp.json', '.cursor/hooks.json'],
    ['.gemini/settings.json'],
    ['.config/opencode/opencode.json'],
  ]);
});
