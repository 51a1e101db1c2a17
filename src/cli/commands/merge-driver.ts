// `memvault merge-driver BASE OURS THEIRS MARKERSIZE PATH`: git runs it for each file that both sides of a merge
// changed. Writes the result to OURS. Needs no vault; if anything fails, falls back to conflict markers like git's.
import { resolve } from 'node:path';
import type { MergeFile } from '../../git/merge-driver.ts';
import { decodeBytes, encodeText } from '../../model/bytes.ts';
import { compareText } from '../../model/fact.ts';
import { mergeNote } from '../../page/merge/merge.ts';
import type { Merged, MergeText } from '../../page/merge/three-way.ts';
import type { World } from '../../tasks/context.ts';
import { readBytes, replaceFile } from '../../vault/disk.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { EXIT } from '../exit-codes.ts';
import { type Invocation, usage } from '../spec.ts';

/** Returns 0 for a clean merge, 1 if OURS contains markers or, with a message on stderr, could not be merged. */
export async function start(world: World, { args }: Invocation): Promise<number> {
  const [base, ours, theirs, size, path] = args;
  if (base === undefined || ours === undefined || theirs === undefined)
    throw usage('git calls merge-driver with BASE OURS THEIRS MARKERSIZE PATH', 'memvault init registers it');
  const at = (name: string): string => resolve(world.cwd, name);
  const read = (name: string): Buffer => readBytes(at(name)) ?? Buffer.alloc(0);
  const bytes = { base: read(base), ours: read(ours), theirs: read(theirs) };
  const markerSize = /^[1-9]\d?$/.test(size ?? '') ? Number(size) : 7;
  const texts = { base: decodeBytes(bytes.base), ours: decodeBytes(bytes.ours), theirs: decodeBytes(bytes.theirs) };
  try {
    const isOfTags = path !== undefined && `/${path}`.endsWith(`/${TAGS_FILE}`);
    const { text, conflicts } = isOfTags
      ? await uniteLines(world, texts)
      : await mergeNote(texts, mergeLines(world, { markerSize }), markerSize);
    replaceFile(at(ours), encodeText(text));
    return conflicts ? EXIT.problems : EXIT.done;
  } catch (error) {
    world.stderr.write(
      `memvault: ${path ?? ours} could not be merged: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // For a binary file git keeps ours and has both versions in its index. For a text, write both sides so that neither
    // is lost.
    if (!bytes.ours.includes(0) && !bytes.theirs.includes(0))
      replaceFile(at(ours), encodeText(bothSides(texts, markerSize)));
    return EXIT.problems;
  }
}

/** Merges `tags.yaml`, whose lines are independent. The order of the sides does not depend on which one is ours. */
async function uniteLines(
  world: World,
  { ours, base, theirs }: { readonly ours: string; readonly base: string; readonly theirs: string },
): Promise<Merged> {
  const merge = mergeLines(world, { union: true });
  return compareText(theirs, ours) < 0 ? await merge(theirs, base, ours) : await merge(ours, base, theirs);
}

/** Loaded only if a person's lines must be merged, because starting git takes longer than everything else. */
function mergeLines(world: World, how: Pick<MergeFile, 'markerSize' | 'union'>): MergeText {
  return async (ours, base, theirs) => {
    const [{ gitIn }, { mergeFile }, { withScratchFiles }] = await Promise.all([
      import('../../git/repository.ts'),
      import('../../git/merge-driver.ts'),
      import('../../vault/named-files.ts'),
    ]);
    const merged = await withScratchFiles(
      { ours: encodeText(ours), base: encodeText(base), theirs: encodeText(theirs) },
      async (paths) => {
        return await mergeFile(gitIn(world.cwd, world), { ...paths, ...how });
      },
    );
    return { text: decodeBytes(merged.bytes), conflicts: merged.conflicts };
  };
}

function bothSides({ ours, theirs }: { readonly ours: string; readonly theirs: string }, size: number): string {
  const whole = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return `${'<'.repeat(size)} ours\n${whole(ours)}${'='.repeat(size)}\n${whole(theirs)}${'>'.repeat(size)} theirs\n`;
}
