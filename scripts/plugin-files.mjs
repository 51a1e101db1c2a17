// Builds dist/plugin, the plugin for Claude Code: skill, hooks and MCP server, from the same texts and table as
// `memvault init --agent`. It calls the memvault on the PATH, because installing a plugin copies it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {{ path: string, text: string }[]} */
export function pluginFiles(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const { version, description, author, license } = JSON.parse(read('package.json'));
  const { events, hooks } = JSON.parse(read('templates/agents/agents.json'))['claude-code'];
  // Facts for each prompt are opt-in: `memvault init --agent claude-code --hooks --prompts`.
  const handled = Object.entries(events).filter(([event]) => event !== 'prompt');
  const json = (path, value) => ({ path, text: `${JSON.stringify(value, null, 2)}\n` });
  return [
    json('.claude-plugin/plugin.json', { name: 'memvault', version, description, author: { name: author }, license }),
    json('hooks/hooks.json', {
      hooks: Object.fromEntries(
        handled.map(([event, name]) => {
          const command = `memvault hook claude-code ${event}`;
          return [name, [{ hooks: [{ type: 'command', command, timeout: hooks.timeout }] }]];
        }),
      ),
    }),
    json('.mcp.json', { mcpServers: { memvault: { command: 'memvault', args: ['mcp'] } } }),
    {
      path: 'skills/memvault/SKILL.md',
      text: read('templates/agents/SKILL.md').replace('<!-- vault -->\n', ''),
    },
  ];
}
