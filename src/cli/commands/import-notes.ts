// Imports exports and notes of other tools into the daily logs. Shows the facts first, and asks.
import { knownAmong, type Offer, sortOffers } from '../../import/exports/offers.ts';
import { FORMAT_NAMES } from '../../import/format.ts';
import { anyFormatNamed } from '../../import/formats.ts';
import { type Logged, screenItems } from '../../log/log.ts';
import type { LogItem } from '../../log/request.ts';
import { dayOf } from '../../model/day.ts';
import { MemvaultError, mustBeExpected } from '../../model/errors.ts';
import type { Fact } from '../../model/fact.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { type ImportRead, type ImportWishes, type LeftAt, placeAt } from '../../tasks/import-files.ts';
import { logMany, type Watching } from '../../tasks/log-facts.ts';
import { exists } from '../../vault/disk.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import { absolute, TOMBSTONE_FILE, type Vault } from '../../vault/vault.ts';
import { readFacts } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { type ImportSummary, leftJson, renderImport, renderImportLeft, toImportJson } from '../render/import.ts';
import { isOn, listValue, textValue, unknownWord, usage, type Values } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';

// Finds the offers that were forgotten, here or in the vault that they come from. Read-only.

const OLDER_FILE = '.state/tombstones.jsonl';

/** `roots`: absolute paths of folders that may be vaults. */
function forgottenOffers(vault: Vault, offers: readonly Offer[], roots: readonly string[]): ReadonlySet<Offer> {
  const forgotten = new Set(among(vault, offers, ({ id }) => id));
  for (const root of roots) {
    const other = { ...vault, root };
    if (root === vault.root || ![TOMBSTONE_FILE, OLDER_FILE].some((path) => exists(absolute(other, path)))) continue;
    const own = offers.filter(({ source }) => source.format === 'older-vault');
    for (const offer of among(other, own, ({ source }) => source.place)) forgotten.add(offer);
  }
  return forgotten;
}

/** Matches offers by the ids that they have in that vault. */
function among(vault: Vault, offers: readonly Offer[], idOf: (offer: Offer) => string): Offer[] {
  const ids = forgottenAmong(
    vault,
    offers.map((offer): Fact => ({
      ...offer.statement,
      id: idOf(offer),
      computed: false,
      day: '',
      time: null,
      session: null,
      path: '',
      line: 0,
    })),
  );
  return offers.filter((offer) => ids.has(idOf(offer)));
}

/** The result of one part of an import. */
export interface Imported {
  /** The part's fields of the JSON document. */
  readonly document: Record<string, unknown>;
  readonly status: number;
}

/** Shows what would be logged, and asks. Throws `usage` if nobody can be asked. */
export async function importNotes(
  context: Context,
  read: ImportRead,
  values: Values,
  watching: Watching,
): Promise<Imported> {
  const { answer } = context;
  const today = dayOf(watching.now);
  const summarize = async (): Promise<ImportSummary> => await summaryOf(context, read, isOn(values, 'allow-secret'));
  const summary = await summarize();
  if (read.offers.length + read.talks.length === 0 && summary.left.some(({ isBad }) => isBad))
    throw noneRead(summary.left);
  const dryRun = isOn(values, 'dry-run');
  if (dryRun || summary.fresh.length === 0) return say(context, summary, today, { dryRun });
  if (!answer.yes && !(await agrees(context, summary, today))) return { document: {}, status: EXIT.done };
  // Another import may have logged some of it in the meantime.
  return await withVaultLock(context, 'import', async () => {
    const now = await summarize();
    const facts: Logged[] = [];
    const items = now.fresh.map((offer) => ({ item: offer, id: offer.id }));
    const outcome = await logMany(context, items, watching, facts).catch((error: unknown) => {
      mustBeExpected(error);
      // Leaves out the unsaved texts, which are still in their source files.
      const { code, message, hint = 'the same command logs the rest' } = error;
      return new MemvaultError(code, message, { cause: error, hint });
    });
    const failed = outcome instanceof MemvaultError ? outcome : null;
    if (failed !== null && facts.length === 0) throw failed;
    const logged = new Set(facts.map(({ id }) => id));
    const fresh = now.fresh.filter(({ id }) => logged.has(id));
    const interrupted = !(outcome instanceof MemvaultError) && outcome.interrupted;
    const imported = say(context, { ...now, fresh }, today, { interrupted, isAsked: !answer.yes });
    if (failed === null) return imported;
    answer.warn(`memvault: ${failed.message}; what was logged stands\n  ${failed.hint ?? ''}`);
    return { ...imported, status: EXIT.partly };
  });
}

/** Throws `usage`. */
export function wishesOf(values: Values): ImportWishes {
  const name = textValue(values, 'format');
  const format = name === undefined ? null : anyFormatNamed(name);
  if (name !== undefined && format === null) throw unknownWord('format', name, FORMAT_NAMES);
  return {
    format,
    category: textValue(values, 'category') ?? null,
    tags: listValue(values, 'tag'),
    project: textValue(values, 'project') ?? null,
  };
}

function noneRead(left: readonly LeftAt[]): MemvaultError {
  const { path = '', line = null, why = '' } = left.find(({ isBad }) => isBad) ?? {};
  return new MemvaultError('bad-input', `nothing could be read: ${path}${line === null ? '' : `:${line}`}: ${why}`, {
    hint: `the formats are ${FORMAT_NAMES.join(', ')}; docs/import.md describes them`,
    data: { left: leftJson(left) },
  });
}

/** Sorts the offers, and moves likely secrets to what is left out. */
async function summaryOf({ vault }: Context, read: ImportRead, allowSecret: boolean): Promise<ImportSummary> {
  const facts = readFacts(vault);
  const gone = forgottenAmong(vault, facts);
  const off = forgottenOffers(vault, read.offers, read.roots);
  const { fresh, known, forgotten } = sortOffers(
    read.offers,
    knownAmong(facts, ({ id }) => gone.has(id)),
    (offer) => off.has(offer),
  );
  const { clean, suspects } = allowSecret ? { clean: fresh, suspects: [] } : await screenItems(fresh);
  const secrets = suspects.flatMap(({ item, rules, masked }): LeftAt[] => {
    const source = fresh.find((offer) => offer === item)?.source;
    if (source === undefined) return [];
    const why = `it looks like a secret: ${masked} (${rules.join(', ')})`;
    return [{ ...placeAt(source.path, source.place), why, isBad: true }];
  });
  const isClean = new Set<LogItem>(clean);
  return {
    read,
    fresh: fresh.filter((offer) => isClean.has(offer)),
    known: known.length,
    forgotten: forgotten.length,
    left: [...read.left, ...secrets],
  };
}

async function agrees(context: Context, summary: ImportSummary, today: string): Promise<boolean> {
  const { answer } = context;
  const { length } = summary.fresh;
  if (!answer.asks)
    throw usage(
      `${plural(length, 'fact')} would be logged, but there is no terminal to ask`,
      'look with --dry-run, then log them with --yes',
    );
  answer.warn(renderImport(summary, faceOf(context, 'stderr'), { would: true, today }));
  for (const line of renderImportLeft(summary)) answer.remark(line);
  return await askYes(context, `Log ${length === 1 ? 'it' : `these ${length}`}?`);
}

/** `isAsked`: the person has already seen what is left out. */
function say(
  context: Context,
  summary: ImportSummary,
  today: string,
  {
    dryRun = false,
    interrupted = false,
    isAsked = false,
  }: { readonly dryRun?: boolean; readonly interrupted?: boolean; readonly isAsked?: boolean },
): Imported {
  const { answer } = context;
  const { read, fresh, known, forgotten, left } = summary;
  const document = {
    ...toImportJson(summary, !dryRun, (offer) => offer.day ?? today),
    ...(interrupted ? { interrupted } : {}),
  };
  const isOnlyTalk = read.talks.length > 0 && fresh.length + known + forgotten === 0;
  if (!isOnlyTalk)
    answer[dryRun ? 'print' : 'report'](renderImport(summary, faceOf(context), { would: dryRun, today }));
  if (!isAsked) for (const line of renderImportLeft(summary)) answer.remark(line);
  if (interrupted) {
    answer.warn('memvault: stopped; logged facts stay, and the same command logs the rest');
    return { document, status: EXIT.interrupted };
  }
  if (!dryRun && fresh.length > 0) answer.remark('memvault dream puts them on pages.');
  return { document, status: left.some(({ isBad }) => isBad) ? EXIT.partly : EXIT.done };
}
