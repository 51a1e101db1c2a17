// Plans the files of an agent in a project, and their removal.
import { join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import { type Agent, AGENTS } from '../model/agents.ts';
import { readText } from '../vault/disk.ts';
import {
  type AgentFile,
  placePart,
  placeSkill,
  pluginText,
  readProjectFile,
  removePart,
  removeSkill,
  skillText,
} from './agent-files.ts';
import { type Caller, callOf, eventsOf, placeOf, placeSettings } from './agent-settings.ts';

export interface Installing {
  /** The folder of memvault's templates. */
  readonly templates: string;
  readonly project: string;
  readonly isHome: boolean;
  /** The vault's place, as a skill must state it. */
  readonly place: string | null;
  readonly hooks: 'sessions' | 'prompts' | null;
  readonly caller: Caller;
}

/** The files that an agent needs. Throws `refused` for one that a person edited. */
export function filesOf(agent: Agent, { templates, project, isHome, place, hooks, caller }: Installing): AgentFile[] {
  const read = (path: string): string | null => readProjectFile(project, path);
  const { skill, always } = agent;
  const plugin = placeOf(agent.hooks, isHome);
  const events = hooks === null ? null : eventsOf(agent, hooks === 'prompts');
  return [
    placeSkill(skill, read(skill), skillText(template(templates, 'SKILL.md'), place)),
    // In the home directory agents read only skills for every project.
    ...(always === null || isHome ? [] : [placePart(always, read(always), template(templates, 'always.md'))]),
    ...(events === null || agent.hooks.form !== 'plugin'
      ? []
      : events.map((event) => {
          const words = callOf(caller, 'hook', agent.name, event);
          return placeSkill(plugin, read(plugin), pluginText(template(templates, 'opencode.mjs'), words));
        })),
    ...placeSettings(agent, read, { caller, parts: { server: true, events }, isHome }),
  ];
}

/** The files without what memvault put there. A skill stays if another agent that keeps memvault reads it. */
export function removalOf(
  agent: Agent,
  agents: readonly Agent[],
  { project, isHome, caller }: Installing,
): AgentFile[] {
  const read = (path: string): string | null => readProjectFile(project, path);
  const partsOf = (of: Agent): AgentFile[] => [
    ...(of.always === null ? [] : [removePart(of.always, read(of.always))]),
    ...(of.hooks.form === 'plugin' ? [removeSkill(placeOf(of.hooks, isHome), read(placeOf(of.hooks, isHome)))] : []),
    ...placeSettings(of, read, { caller, parts: { server: false, events: [] }, isHome }),
  ];
  const isShared = AGENTS.some(
    (other) =>
      other.skill === agent.skill && !agents.includes(other) && partsOf(other).some(({ change }) => change !== 'kept'),
  );
  const before = read(agent.skill);
  const skill = isShared
    ? { path: agent.skill, change: 'kept' as const, before, after: before }
    : removeSkill(agent.skill, before);
  // Files that do not exist are not reported.
  return [skill, ...partsOf(agent)].filter((file) => file.before !== null);
}

function template(templates: string, name: string): string {
  const path = join(templates, 'agents', name);
  const text = readText(path);
  if (text === null) throw new MemvaultError('io', `${path} is missing`, { hint: 'reinstall memvault' });
  return text;
}
