// What agents load as a plugin: that of Claude Code, which the build makes, and that of OpenCode, which init installs.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { skillText } from '../../src/init/agent-files.ts';
import { agentNamed, HOOK_EVENTS } from '../../src/model/agents.ts';
import { parseJson } from '../../src/model/json.ts';
import { makePlace, memvault, program } from '../support/memvault.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PLUGIN = 'dist/plugin';

test('the plugin of Claude Code has the skill, hooks and server of init --agent', () => {
  const manifest = parseJson(read('package.json')) as { version: string; files: string[] };
  expect(manifest.files).toContain('dist');
  expect(parseJson(read(`${PLUGIN}/.claude-plugin/plugin.json`))).toMatchObject({
    name: 'memvault',
    version: manifest.version,
  });
  expect(parseJson(read(`${PLUGIN}/.mcp.json`))).toEqual({
    mcpServers: { memvault: { command: 'memvault', args: ['mcp'] } },
  });
  const skill = skillText(read('templates/agents/SKILL.md'), null);
  expect(read(`${PLUGIN}/skills/memvault/SKILL.md`)).toBe(skill.slice(0, skill.indexOf('<!-- Written by')));
  const { events, hooks } = agentNamed('claude-code');
  const handlers = HOOK_EVENTS.filter((event) => event !== 'prompt').map((event) => {
    const command = `memvault hook claude-code ${event}`;
    return [events[event], [{ hooks: [{ type: 'command', command, timeout: hooks.timeout }] }]] as const;
  });
  expect(parseJson(read(`${PLUGIN}/hooks/hooks.json`))).toEqual({ hooks: Object.fromEntries(handlers) });
});

test('its commands find the vault of the user’s config', async () => {
  const place = makePlace();
  try {
    const vault = join(place.root, 'vault');
    await memvault(place, ['init', '-q', '--no-git', vault]);
    await memvault(place, ['config', 'set', '--user', 'vault', vault]);
    await memvault(place, ['log', 'User plays the cello', '--vault', vault]);
    const hooks = parseJson(read(`${PLUGIN}/hooks/hooks.json`)) as {
      hooks: { SessionStart: [{ hooks: [{ command: string }] }] };
    };
    const [{ hooks: handlers }] = hooks.hooks.SessionStart;
    const ended = await program(place, 'bash', ['-c', handlers[0].command], { input: '{"session_id":"s"}' });
    expect(ended.stdout).toContain('User plays the cello');
  } finally {
    place.remove();
  }
});

test('the plugin of OpenCode adds the digest to the one system prompt, once a session', async () => {
  const place = makePlace();
  try {
    const [vault, project] = [join(place.root, 'my vault'), join(place.root, 'atlas')];
    mkdirSync(join(project, '.git'), { recursive: true });
    await memvault(place, ['init', '-q', '--no-git', vault]);
    await memvault(place, ['log', 'Atlas is "built" with pnpm', '--vault', vault]);
    await memvault(place, ['init', '--agent', 'opencode', '--hooks', '--vault', vault], { cwd: project });
    const file = pathToFileURL(join(project, '.opencode/plugins/memvault.js')).href;
    const script = `
      const plugins = Object.values(await import(${JSON.stringify(file)}));
      const hooks = await plugins[0]({ directory: ${JSON.stringify(project)} });
      const transform = hooks['experimental.chat.system.transform'];
      const [first, again, empty] = [['You are OpenCode.'], ['You are OpenCode.'], []];
      await transform({ sessionID: 'ses_1', model: {} }, { system: first });
      await transform({ sessionID: 'ses_1', model: {} }, { system: again });
      await transform({ sessionID: 'ses_2', model: {} }, { system: empty });
      console.log(JSON.stringify([plugins.length, first, again, empty]));`;
    const ended = await program(place, process.execPath, ['--input-type=module', '-e', script]);
    const digest = expect.stringMatching(
      /<memvault-memory>\n[^]*- 2026-07-01 Atlas is "built" with pnpm[^]*<\/memvault-memory>$/,
    );
    const whole = expect.stringMatching(/^You are OpenCode\.\n\n<memvault-memory>/);
    expect(parseJson(ended.stdout)).toEqual([1, [digest], [whole], [digest]]);
  } finally {
    place.remove();
  }
});
