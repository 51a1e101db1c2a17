// Which notes are templates: they lie in a folder that Obsidian's settings name, or hold what a template fills in.
import type { LintInput } from './input.ts';

const FILLED_IN = /\{\{[^{}\n]*\}\}|<%/;

export function isTemplate({ templateFolders, textOf }: Pick<LintInput, 'templateFolders' | 'textOf'>, path: string): boolean {
  return templateFolders.some((folder) => path.startsWith(folder)) || FILLED_IN.test(textOf(path) ?? '');
}
