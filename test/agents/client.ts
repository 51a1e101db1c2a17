// An agent, as the official client talks to the real program over a real pipe.
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BIN, type Place } from '../support/memvault.ts';

export type Mode = NonNullable<ClientOptions['versionNegotiation']>['mode'];

export interface Agent {
  readonly client: Client;
  /** The words of a tool's answer. Throws where that is an error. */
  readonly call: (name: string, asked?: Record<string, unknown>) => Promise<string>;
  readonly summary: () => Promise<string>;
  /** What the program wrote to stderr. */
  readonly said: () => string;
}

/** `mode`: of the protocol, the older one where none is named. */
export async function connect(place: Place, vault: string, mode: Mode = 'legacy', name = 'test'): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', '--vault', vault],
    env: place.env,
    cwd: place.root,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    said: () => said,
    call: async (tool, asked = {}) => {
      const { content, isError } = await client.callTool({ name: tool, arguments: asked });
      const words = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (isError === true) throw new Error(words);
      return words;
    },
    summary: async () => {
      const { contents } = await client.readResource({ uri: 'memory://MEMORY' });
      return contents.map((part) => ('text' in part ? part.text : '')).join('');
    },
  };
}
