// `memvault import`: conversations, exports of other tools, notes and folders, recognised by content. Without a path it
// reads the vault's inbox.
import { readImport } from '../../tasks/import-files.ts';
import type { World } from '../../tasks/world.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { refuseWithinDream } from '../no-echo.ts';
import { checkModelFlags } from '../plan-flags.ts';
import { settingFlags } from '../setting-flags.ts';
import { type Command, isOn, type Invocation, usage } from '../spec.ts';
import { importConversations } from './import-conversations.ts';
import { importInbox } from './import-inbox.ts';
import { importNotes, wishesOf } from './import-notes.ts';

export const run: Command = async (world, invocation) => {
  refuseWithinDream(world, 'import');
  checkFlags(world, invocation);
  const { args, values } = invocation;
  const wishes = wishesOf(values);
  const dryRun = isOn(values, 'dry-run');
  const settings = settingFlags(values);
  const context = await openContext(world, invocation, settings, dryRun);
  checkModelFlags(settings, context.settings.consolidate.engine);
  if (args.length === 0) return await importInbox(context, values);
  const { answer } = context;
  const watching = { now: world.now(), progress: await answer.progress(), cancel: world.cancellable() };
  const read = await readImport(context, args, wishes, watching);
  const { talks, files, unknown, left } = read;
  const hasNotes = talks.length === 0 || files.length + unknown.length + left.length > 0;
  // Notes first: where nobody can be asked, nothing is imported.
  const notes = hasNotes ? await importNotes(context, read, values, watching) : null;
  const spoken = talks.length > 0 ? await importConversations(context, talks, values, watching) : null;
  answer.document('import', { ...(dryRun ? { dryRun } : {}), ...notes?.document, ...spoken?.document });
  const statuses = [notes?.status ?? EXIT.done, spoken?.status ?? EXIT.done];
  if (statuses.includes(EXIT.interrupted)) return EXIT.interrupted;
  return statuses.every((one) => one === statuses[0]) || !hasNotes ? Math.max(...statuses) : EXIT.partly;
};

/** What says something about files. */
const OF_PATHS = ['format', 'session', 'project', 'category', 'tag', 'again', 'allow-secret'];

/** Throws `usage`. */
function checkFlags(world: World, { args, values }: Invocation): void {
  const flag = args.length === 0 ? OF_PATHS.find((one) => values[one] !== undefined) : undefined;
  if (flag !== undefined)
    throw usage(`--${flag} needs a path`, 'memvault import PATH; without a path it reads the inbox of the vault');
  if (args.filter((name) => name === '-').length > 1) throw usage('stdin is named more than once', 'name - once');
  if (args.includes('-') && world.stdinIsTerminal)
    throw usage('there is nothing to read', 'name a file, or pipe something: pbpaste | memvault import -');
}
