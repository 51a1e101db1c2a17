// The agents that memvault knows, as data: where each looks for a skill, for servers and for hooks, how its events are
// called and how an answer to one is written. The file names the version whose documentation it was taken from.
import agents from '../../templates/agents/agents.json';
import { MemvaultError } from './errors.ts';
import { nearest } from './text.ts';

/** Moments at which an agent may ask. */
export const HOOK_EVENTS = ['session-start', 'prompt', 'session-end', 'before-compaction'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A file of settings, from the project's root; `home`: from the home, where that is another place. */
interface SettingsFile<Form extends string> {
  readonly path: string;
  readonly home?: string;
  readonly form: Form;
}

export interface Agent {
  readonly name: string;
  /** What it is called. */
  readonly title: string;
  /** Where it finds the skill, from the project's root. */
  readonly skill: string;
  /**
   * The file whose text it always has before it, which gets a few lines that lead to the skill; null where the skill's
   * own head does that.
   */
  readonly always: string | null;
  /** Where MCP servers are named, below which keys. `split`: the program apart from its arguments. */
  readonly server: SettingsFile<'split' | 'joined' | 'toml'> & { readonly keys: readonly string[] };
  /** `groups`: lists of groups of handlers; `flat`: lists of handlers; `plugin`: a program of its own. */
  readonly hooks: SettingsFile<'groups' | 'flat' | 'plugin'> & { readonly timeout: number };
  /** Those that it has, by its own names. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** How text reaches the agent. */
  readonly answer: 'hookSpecificOutput' | 'additional_context' | 'text';
  /** The format of its transcripts, where `import` reads them. */
  readonly transcripts: string | null;
}

export const AGENTS: readonly Agent[] = Object.entries(agents).map(
  ([name, agent]) => ({ name, ...(agent as object) }) as Agent,
);

/** Throws `usage` for one that nobody knows. */
export function agentNamed(name: string): Agent {
  const found = AGENTS.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = AGENTS.map((agent) => agent.name);
  const near = nearest(name, names);
  const all = `agents: ${names.join(', ')}`;
  throw new MemvaultError('usage', name === '' ? 'the name of an agent is empty' : `no agent is called '${name}'`, {
    hint: near === null ? all : `did you mean ${near}? ${all}`,
  });
}
