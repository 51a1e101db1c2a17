// Which agents can be taught to use memvault, and where each looks for what it is taught. Data, and names read.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';

export interface Agent {
  /** What it is called. */
  readonly title: string;
  /** Where it finds the skill, from the project's root. */
  readonly skill: string;
  /**
   * The file whose text it always has before it, which gets a few lines that lead to the skill; null where the skill's
   * own head does that.
   */
  readonly always: string | null;
}

const AGENTS: Readonly<Record<string, Agent>> = {
  'claude-code': { title: 'Claude Code', skill: '.claude/skills/memvault/SKILL.md', always: null },
  codex: { title: 'Codex', skill: '.agents/skills/memvault/SKILL.md', always: 'AGENTS.md' },
};

export const AGENT_NAMES: readonly string[] = Object.keys(AGENTS);

/** Each once, as they were named. Throws `usage` for one that nobody knows. */
export function agentsNamed(names: readonly string[]): readonly (Agent & { readonly name: string })[] {
  return [...new Set(names)].map((name) => {
    const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
    if (agent) return { name, ...agent };
    const near = nearest(name, AGENT_NAMES);
    const all = `agents: ${AGENT_NAMES.join(', ')}`;
    throw new MemvaultError('usage', name === '' ? '--agent got an empty name' : `no agent is called '${name}'`, {
      hint: near === null ? all : `did you mean ${near}? ${all}`,
    });
  });
}
