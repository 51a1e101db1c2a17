// The completion script for one shell, from its template and the table of verbs.
import { join } from 'node:path';
import { readBytes } from '../../vault/disk.ts';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import type { Shell } from './kinds.ts';
import { globalFlags, verbWords } from './words.ts';
import { renderZsh } from './zsh.ts';

const RENDER = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;

/** `templates`: the folder of memvault's own templates. */
export function renderScript(shell: Shell, templates: string): string {
  const template = readBytes(join(templates, 'completion', `memvault.${shell}`));
  if (template === null) throw new Error(`the template of the ${shell} completion is missing`);
  return RENDER[shell](template.toString('utf8'), globalFlags(), verbWords());
}
