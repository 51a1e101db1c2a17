// How git merges the files of a vault, as blocks in its `.gitattributes`: logs and ledger by union, memvault's pages
// by memvault. Never a rule for all markdown: a person's other notes merge as text.
import { lackOf, type MarkedBlock } from './marked-block.ts';
import { CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from './vault.ts';

const FILE = '.gitattributes';

/** The blocks of a vault, outermost first. */
export function attributeBlocks({ dailyDir, zones }: Pick<Vault, 'dailyDir' | 'zones'>): MarkedBlock[] {
  const { inbox, projects, wiki, personal, archives } = zones;
  const pages = [
    CATALOGUE_FILE,
    SUMMARY_FILE,
    ...[inbox, projects, wiki, personal, archives].map((zone) => `${literal(zone)}/**/*.md`),
  ];
  return [
    { path: FILE, lines: [rule(RUN_LOG_FILE, 'union'), ...pages.map((pattern) => rule(pattern, 'memvault'))] },
    { path: `${dailyDir}/${FILE}`, lines: ['*.md merge=union'] },
    { path: `${OWN}/${FILE}`, lines: ['*.jsonl merge=union', '/tags.yaml merge=memvault'] },
  ];
}

/** The attribute files that lack lines; with none of them git would merge pages and logs as text. */
export function lackingAttributes(vault: Vault): string[] {
  return attributeBlocks(vault)
    .filter((block) => lackOf(vault, block) !== 'nothing')
    .map(({ path }) => path);
}

/** A rule for what lies just here. A pattern with a space in it stands in quotes, as a C string. */
function rule(pattern: string, merge: string): string {
  const anchored = `/${pattern}`;
  return `${/[\s"]/.test(anchored) ? `"${anchored.replace(/[\\"]/g, String.raw`\$&`)}"` : anchored} merge=${merge}`;
}

/** A folder's name in which no character stands for others. */
const literal = (name: string): string => name.replace(/[*?[\]\\]/g, String.raw`\$&`);
