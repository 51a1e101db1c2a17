// What the code blocks of a note say in words: a short one belongs to the statement that it stands below, and in one
// for a shell a comment says what its command is for. Pure.

export interface SaidByCode {
  readonly text: string;
  /** 0-based, from the first line of the block. */
  readonly line: number;
}

const SHELLS = /^\s*(?:`{3,}|~{3,})\s*(?:bash|sh|shell|zsh|console|terminal)\b/i;
const COMMENT = /^#+\s*(.*)$/;
const BEHIND = /^(.*?\S)\s+#\s+(\S.*)$/;
const MOST_LINES = 3;
const LONGEST = 200;

/** Code of a few lines as code spans; null for a longer one. */
export function asSpans(block: string): string | null {
  const lines = block
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/|`{3,}|~{3,})/.test(line));
  if (
    lines.length === 0 ||
    lines.length > MOST_LINES ||
    lines.join('').length > LONGEST ||
    lines.some((line) => line.includes('`'))
  )
    return null;
  return lines.map((line) => `\`${withoutPrompt(line)}\``).join(', ');
}

const withoutPrompt = (line: string): string => line.replace(/^\$\s+/, '');

/** The commands of a shell that have a comment, above or behind them. */
export function commandsOf(block: string): SaidByCode[] {
  if (!SHELLS.test(block) || /<<|\\\n/.test(block)) return [];
  const said: SaidByCode[] = [];
  let group: { about: string; line: number; commands: string[] } | null = null;
  const close = (): void => {
    if (group !== null && group.commands.length > 0 && group.commands.length <= MOST_LINES)
      said.push({ text: `${group.about}: ${group.commands.map((one) => `\`${one}\``).join(', ')}`, line: group.line });
    group = null;
  };
  block.split('\n').forEach((raw, line) => {
    const text = withoutPrompt(raw.trim());
    if (line === 0 || /^(?:`{3,}|~{3,})/.test(text)) return;
    const about = COMMENT.exec(text)?.[1]
      ?.trim()
      .replace(/[:：.]$/, '');
    const [, command = '', behind = ''] = BEHIND.exec(text) ?? [];
    if (text === '' || about !== undefined) close();
    if (text === '' || text.includes('`')) return;
    if (about !== undefined) group = /[\p{L}\p{N}]/u.test(about) ? { about, line, commands: [] } : null;
    else if (behind !== '' && (command.match(/["']/g)?.length ?? 0) % 2 === 0)
      said.push({ text: `${behind.replace(/[:：.]$/, '')}: \`${command}\``, line });
    else group?.commands.push(text);
  });
  close();
  return said.sort((a, b) => a.line - b.line);
}
