// `memvault hook AGENT EVENT`: answers an agent's event from the index, or starts the import of its transcript. It
// never fails, because an agent would show that to the person or drop their prompt. Errors are one line on stderr.
import { basename, parse, resolve } from 'node:path';
import { type AgentEvent, parseEvent, renderAnswer } from '../../agents/hooks.ts';
import { userConfigPath } from '../../config/quick.ts';
import type { Bundle } from '../../context/bundle.ts';
import { findProject } from '../../init/agent-files.ts';
import { type Agent, agentNamed, HOOK_EVENTS } from '../../model/agents.ts';
import { textDigest } from '../../model/bytes.ts';
import { hasControls } from '../../model/controls.ts';
import { isText, itemsOf } from '../../model/json.ts';
import type { Context, World } from '../../tasks/context.ts';
import { makeDigest, makeReminder } from '../../tasks/digest.ts';
import { keepCached, readCached } from '../../vault/confine.ts';
import { isFolder, isWithin, namesIn, realPath, removeFile } from '../../vault/disk.ts';
import { isSameFile } from '../../vault/lock.ts';
import { absolute, CACHE_DIR, isFile, noVault } from '../../vault/vault.ts';
import { findRoot, openContext, refuseWithinDream } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type BareCommand, failure, type Invocation, knownWord, textValue } from '../spec.ts';

/** Agents truncate answers of more than 10,000 characters or 2,500 tokens. */
const DIGEST_CHARS = 9500;
const REMINDER_CHARS = 2000;
const REMINDER_FACTS = 3;

export const start: BareCommand = async (outside, invocation) => {
  try {
    const text = await answerTo(outside, invocation);
    if (text !== null) outside.stdout.write(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    outside.stderr.write(`memvault hook: ${why.replace(/\s+/g, ' ')}\n`);
  }
  return EXIT.done;
};

async function answerTo(outside: World, { verb, args, values }: Invocation): Promise<string | null> {
  refuseWithinDream(outside, verb);
  const agent = agentNamed(args[0] ?? '');
  const event = knownWord('event', args[1] ?? '', HOOK_EVENTS);
  if (agent.events[event] === undefined) throw failure('usage', `${agent.title} has no such event: ${event}`, '');
  if (outside.stdinIsTerminal) throw failure('usage', 'there is no event on stdin', '');
  const told = parseEvent(await outside.readStdin());
  // The working folder may contain somebody else's vault, so only a vault that is named counts.
  const world = Object.create(outside, { cwd: { value: parse(outside.execPath).root } }) as World;
  const named = textValue(values, 'vault');
  const vault = named === undefined || named === '' ? named : resolve(outside.cwd, named);
  const invocation = { verb, args, values: { ...values, ...(vault !== undefined && { vault }) } };
  if (event === 'session-end' || event === 'before-compaction')
    return await importTranscript(world, invocation, agent, told);
  const context = await openContext(world, invocation);
  const project = projectOf(world, context.vault.root, told.folder);
  const bundle = event === 'session-start' ? await begin(context, project, told) : await remind(context, project, told);
  return bundle === null ? null : renderAnswer(agent, event, bundle.text);
}

/** The name of the repository or folder; null in the home directory and the vault, which are no projects. */
function projectOf({ home }: World, vault: string, folder: string | null): string | null {
  if (folder === null || !isFolder(folder)) return null;
  const project = findProject(folder, home);
  const name = basename(project);
  const isNone = name === '' || hasControls(name) || (home !== null && isSameFile(project, home));
  return isNone || isWithin(realPath(vault), realPath(folder)) ? null : name;
}

/** Runs in a process of its own, because a person may be waiting for the agent to exit. */
async function importTranscript(world: World, invocation: Invocation, agent: Agent, event: AgentEvent): Promise<null> {
  const { folder, transcript } = event;
  const root = await findRoot(world, invocation, userConfigPath(world.env, world.platform, world.home));
  if (root === null) throw noVault();
  if (agent.transcripts === null || transcript === null || !transcript.endsWith('.jsonl'))
    throw failure('bad-input', 'the event names no transcript', '');
  if (!isFile(transcript)) throw failure('not-found', `no such file: ${transcript}`, '');
  const project = projectOf(world, root, folder);
  await world.startInBackground([
    'import',
    '--quiet',
    '--no-input',
    `--vault=${root}`,
    `--format=${agent.transcripts}`,
    ...(project === null ? [] : [`--project=${project}`]),
    '--',
    transcript,
  ]);
  return null;
}

// Remembers in the cache which facts a session has seen. If the cache is lost, a fact is shown twice.

const SAID_DIR = `${CACHE_DIR}/hooks`;
/** The number of sessions to keep. */
const MOST_SESSIONS = 100;

const saidFile = (session: string): string => `${SAID_DIR}/${textDigest(session)}.json`;

/** A new session, or one that was compacted, has seen no facts. */
async function begin(context: Context, project: string | null, { session }: AgentEvent): Promise<Bundle | null> {
  if (session !== null) removeFile(absolute(context.vault, saidFile(session)));
  const bundle = await makeDigest(context, project, { chars: DIGEST_CHARS, tokens: null });
  return bundle.items.length === 0 ? null : bundle;
}

async function remind(
  context: Context,
  project: string | null,
  { session, prompt }: AgentEvent,
): Promise<Bundle | null> {
  if (prompt === null) return null;
  const { vault } = context;
  const path = session === null ? null : saidFile(session);
  const said = path === null ? [] : itemsOf(readCached(vault, path)).filter(isText);
  const bundle = await makeReminder(context, project, {
    prompt,
    most: REMINDER_FACTS,
    chars: REMINDER_CHARS,
    said: new Set(said),
  });
  if (bundle === null || path === null) return bundle;
  const kept = namesIn(absolute(vault, SAID_DIR));
  if (kept.length > MOST_SESSIONS) for (const name of kept) removeFile(absolute(vault, `${SAID_DIR}/${name}`));
  keepCached(vault, path, JSON.stringify([...said, ...bundle.shown.map(({ id }) => id)]));
  return bundle;
}
