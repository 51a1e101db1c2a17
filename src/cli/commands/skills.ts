// `memvault skills`: lists and shows skills, and exports them for an agent.
import { findSkill, mustBePublished, skillFile } from '../../agents/experience.ts';
import { findProject, placeSkill, readProjectFile, sealed, writeProjectFile } from '../../init/agent-files.ts';
import { agentNamed } from '../../model/agents.ts';
import { plain } from '../../model/controls.ts';
import type { JsonObject } from '../../model/json.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { LEAST_PATHS, procedureOf, type Skill, skillsIn } from '../../vault/derived-pages.ts';
import { refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { procedureLines } from '../render/review.ts';
import { type Command, textValue, usage } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';

export const run: Command = async (context, { action, args, values }) => {
  if (action === 'export') refuseWithinDream(context.world, 'skills export');
  const view = await readViewNow(context);
  const skills = skillsIn(view);
  if (action === 'list') return list(context, skills);
  const skill = findSkill(skills, args.join(' '));
  if (action === 'export') return exportSkill(context, skill, textValue(values, 'agent'));
  const procedure = skill.published ?? procedureOf(view, skill.paths);
  context.answer.document({ skills: [{ ...toJson(skill), procedure }] });
  context.answer.print(
    procedure === null ? `${skill.name}:` : procedureLines(procedure, faceOf(context).columns).join('\n'),
  );
  context.answer.remark(`${stateOf(skill)}.`);
  return EXIT.done;
};

function stateOf({ paths, published, review }: Skill): string {
  const asked = review === null ? '' : `memvault review approve ${review}`;
  if (published !== null)
    return `published, from ${plural(published.paths.length, 'path')}` + (asked && `; a change waits: ${asked}`);
  if (asked !== '') return `waits for you: ${asked}`;
  return paths.length < LEAST_PATHS
    ? `${paths.length} of ${LEAST_PATHS} paths`
    : `${plural(paths.length, 'path')}, not a skill`;
}

function list({ answer }: Context, skills: readonly Skill[]): number {
  answer.document({ skills: skills.map(toJson) });
  answer.print(skills.map((skill) => `${plain(skill.name)}: ${stateOf(skill)}`).join('\n'));
  answer.remark(
    skills.length === 0
      ? 'No skills yet. memvault import logs what worked in an agent’s sessions; ' +
          'after three times a dream proposes a skill.'
      : `${plural(skills.filter(({ published }) => published !== null).length, 'skill')} published.`,
  );
  return EXIT.done;
}

const toJson = ({ name, paths, published, review }: Skill): JsonObject => ({
  name,
  published: published !== null,
  paths,
  review,
});

/** Throws `usage` without an agent, `refused` if the skill is not published or the file was edited. */
function exportSkill({ world, answer }: Context, skill: Skill, agent: string | undefined): number {
  const procedure = mustBePublished(skill);
  if (agent === undefined)
    throw usage('--agent is missing', `memvault skills export ${skill.name} --agent claude-code`);
  const { path, text } = skillFile(agentNamed(agent), procedure);
  const project = findProject(world.cwd, world.home);
  const { change, after } = placeSkill(path, readProjectFile(project, path), sealed(text, '', 'skills export'));
  if (change !== 'kept') writeProjectFile(project, path, after);
  answer.document({ name: skill.name, path, change });
  answer.report(`${change === 'kept' ? 'Up to date' : change === 'created' ? 'Created' : 'Replaced'}: ${path}`);
  return EXIT.done;
}
