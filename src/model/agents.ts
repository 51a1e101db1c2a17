// The supported agents, as data: where each looks for skills, servers and hooks, the names of its events and the format
// of its answers. The JSON file names the version whose documentation it was taken from.
import agents from '../../templates/agents/agents.json';
import { MemvaultError } from './errors.ts';
import { nearest } from './text.ts';

/** Events at which an agent may call memvault. */
export const HOOK_EVENTS = ['session-start', 'prompt', 'session-end', 'before-compaction'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A settings file relative to the project's root; `home`: its path in the home folder, if different. */
interface SettingsFile<Form extends string> {
  readonly path: string;
  readonly home?: string;
  readonly form: Form;
}

export interface Agent {
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Path of the skill, relative to the project's root. */
  readonly skill: string;
  /**
   * The file that is always in its prompt, which gets a few lines that point to the skill; null if the skill's front
   * matter does that.
   */
  readonly always: string | null;
  /** Where MCP servers are configured, and under which keys. `split`: command and arguments in separate keys. */
  readonly server: SettingsFile<'split' | 'joined' | 'toml'> & { readonly keys: readonly string[] };
  /** `groups`: lists of groups of handlers; `flat`: lists of handlers; `plugin`: a program of its own. */
  readonly hooks: SettingsFile<'groups' | 'flat' | 'plugin'> & { readonly timeout: number };
  /** The events that it supports, by its own names. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** How text is returned to the agent. */
  readonly answer: 'hookSpecificOutput' | 'additional_context' | 'text';
  /** The format of its transcripts, if `import` can read them. */
  readonly transcripts: string | null;
}

export const AGENTS: readonly Agent[] = Object.entries(agents).map(
  ([name, agent]) => ({ name, ...(agent as object) }) as Agent,
);

/** Throws `usage` for an unknown agent. */
export function agentNamed(name: string): Agent {
  const found = AGENTS.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = AGENTS.map((agent) => agent.name);
  const near = nearest(name, names);
  const all = `agents: ${names.join(', ')}`;
  throw new MemvaultError('usage', name === '' ? 'the agent name is empty' : `unknown agent: ${name}`, {
    hint: near === null ? all : `did you mean ${near}? ${all}`,
  });
}
