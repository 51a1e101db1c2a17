// The config.yaml of a new vault: every key as a comment under its section, so that a default which
// improves later is not pinned by an old file. Sets nothing.
import type { SettingKey } from './settings.ts';
import { keysUnder, SECTIONS, SETTINGS, showValue } from './settings.ts';

const HEADER = `# Settings of this vault. Each key stands here as a comment with its default: take away the # to
# change it, or run for example: memvault config set min_facts 30
# \`memvault config\` prints every setting in force and where it comes from.
`;

/** Letters of a comment, at most. */
const WIDTH = 100;

/** The text of a new config.yaml, with LF line ends. Parsed, it sets nothing. */
export function renderConfig(): string {
  return [
    HEADER,
    ...Object.entries(SECTIONS).map(([section, about]) => `# ${about}\n${section}:\n${renderGroup(section, '  ')}`),
  ].join('\n');
}

function renderGroup(group: string, indent: string): string {
  const direct = keysUnder(group).map((key) => key.slice(group.length + 1).replace(/\..*/, ''));
  return [...new Set(direct)]
    .map((name) => {
      const key = `${group}.${name}`;
      if (!Object.hasOwn(SETTINGS, key)) return `${indent}${name}:\n${renderGroup(key, `${indent}  `)}`;
      const { meaning, default: initial } = SETTINGS[key as SettingKey];
      return `${linesOf(meaning, WIDTH - indent.length)
        .map((line) => `${indent}# ${line}\n`)
        .join('')}${indent}#${name}: ${showValue(initial)}\n`;
    })
    .join('');
}

/** A sentence in lines, broken between words. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
