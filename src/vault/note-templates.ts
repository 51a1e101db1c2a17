// The folders that a person's Obsidian takes templates from, as its own settings say. Read as data, never written.
import { MemvaultError } from '../model/errors.ts';
import { readText } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

/** Obsidian's own templates, and the plugin that most people use in their place. */
const SETTINGS = [
  ['.obsidian/templates.json', 'folder'],
  ['.obsidian/plugins/templater-obsidian/data.json', 'templates_folder'],
] as const;

/** From the vault's root, with a `/` behind. */
export function readTemplateFolders(vault: Vault): string[] {
  return SETTINGS.flatMap(([path, key]) => {
    const folder = readKey(vault, path, key)?.replace(/^\/+|\/+$/g, '') ?? '';
    return folder === '' ? [] : [`${folder}/`];
  });
}

function readKey(vault: Vault, path: string, key: string): string | null {
  try {
    const value: unknown = JSON.parse(readText(absolute(vault, path)) ?? 'null');
    const said: unknown =
      typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : null;
    return typeof said === 'string' ? said : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof MemvaultError) return null;
    throw error;
  }
}
