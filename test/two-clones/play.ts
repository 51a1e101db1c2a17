// Plays a history: real repositories, real merges with the real driver, and after each step what must hold then.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBlocks } from '../../src/note/blocks.ts';
import { hasMergeMarkers, parseClaims } from '../../src/page/page.ts';
import { dayOf } from '../../src/model/day.ts';
import { readView } from '../../src/vault/view.ts';
import { take } from '../page/merge/pages.ts';
import { makePlace } from '../support/memvault.ts';
import { Clone, type HandEdit, runHere, type Setting } from './clone.ts';
import { checkDreamt, expectSame, type Known } from './checks.ts';
import { claimsByPage, decide, touchedBetween } from './decided.ts';
import { awayFrom, mustBePersons, settle } from './conflicts.ts';
import { POOL } from './pool.ts';
import { factsOf, vaultAt } from './state.ts';
import type { Decided, History, Step } from './steps.ts';

const START = Date.parse('2026-07-07T02:00:00Z');
const MINUTE = 60_000;
const FIRST_DAY = 1;

/** What came up in the histories played, to see that they reach what they are to show. */
export interface Counts {
  merges: number;
  merged: number;
  driverCalls: number;
  conflicts: number;
  structural: number;
  dreams: number;
  undos: number;
  undosRefused: number;
  edits: number;
  facts: number;
  superseded: number;
  contradicted: number;
  /** Asked for by dreams. */
  reviews: number;
  /** Done, and not refused. */
  fix: number;
  review: number;
  forget: number;
  pin: number;
  search: number;
}

export const noCounts = (): Counts => ({
  merges: 0,
  merged: 0,
  driverCalls: 0,
  conflicts: 0,
  structural: 0,
  dreams: 0,
  undos: 0,
  undosRefused: 0,
  edits: 0,
  facts: 0,
  superseded: 0,
  contradicted: 0,
  reviews: 0,
  fix: 0,
  review: 0,
  forget: 0,
  pin: 0,
  search: 0,
});

/** Throws with what did not hold. `say` gets each step. */
export async function play(
  history: History,
  counts: Counts,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const place = makePlace();
  const trace: string[] = [];
  try {
    await new Play({ place, random: randomFrom(history.seed) }, counts, (line) => {
      trace.push(line);
      say(line);
    }).play(history);
  } catch (error) {
    if (process.env['MEMVAULT_KEEP'] === undefined) place.remove();
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\n\nthe steps were:\n${trace.join('\n')}${process.env['MEMVAULT_KEEP'] === undefined ? '' : `\nin ${place.root}`}`,
      { cause: error },
    );
  }
  place.remove();
}

class Play {
  private readonly setting: Setting;
  private readonly counts: Counts;
  private readonly say: (line: string) => void;
  private readonly known: Known = { facts: new Map(), removed: new Set() };
  private clones: Clone[] = [];
  private words = 0;
  private hasRecalls = false;

  constructor(setting: Setting, counts: Counts, say: (line: string) => void) {
    this.setting = setting;
    this.counts = counts;
    this.say = say;
  }

  async play({ clones, before, steps }: History): Promise<void> {
    const first = new Clone(this.setting, 'clone-a', START);
    const made = await runHere(this.setting, this.setting.place.root, first.now, ['init', first.root]);
    if (made.status !== 0) throw new Error(made.stderr);
    this.clones = [first];
    for (const step of before) await this.step(step);
    await first.commitAll('before the clones');
    for (const name of ['clone-b', 'clone-c'].slice(0, clones - 1)) this.clones.push(await this.cloneFrom(first, name));
    for (const step of steps) await this.step(step);
    await this.end();
  }

  private async cloneFrom(first: Clone, name: string): Promise<Clone> {
    const clone = new Clone(this.setting, name, first.time);
    await first.git('clone', '-q', first.root, clone.root);
    await clone.must(['init', clone.root]);
    clone.know([first]);
    return clone;
  }

  private async step(step: Step): Promise<void> {
    const clone = this.clones[step.on % this.clones.length] as Clone;
    if (step.does === 'log') await this.log(clone, step);
    else if (step.does === 'hand') this.hand(clone, step);
    else if (step.does === 'rename') this.rename(clone, step.page);
    else if (step.does === 'dream') await this.dream(clone, step);
    else if (step.does === 'undo') await this.undo(clone, step);
    else if (
      step.does === 'fix' ||
      step.does === 'review' ||
      step.does === 'forget' ||
      step.does === 'pin' ||
      step.does === 'search'
    )
      await this.decide(clone, step);
    else if (step.does === 'commit') await clone.commitAll(`${clone.name} by hand`);
    else {
      const from = this.clones[step.from % this.clones.length] as Clone;
      if (from !== clone) await this.mergeBoth(clone, from, step.cross, step.keeps);
    }
  }

  private async log(
    clone: Clone,
    { day, minute, facts, form, session, late, replaces }: Step & { does: 'log' },
  ): Promise<void> {
    const known = [...clone.facts].sort();
    const replaced = replaces === null ? undefined : known[replaces % Math.max(1, known.length)];
    const today = dayOf(clone.now);
    const wanted = `2026-07-${String(FIRST_DAY + day).padStart(2, '0')}`;
    const date = wanted > today ? today : wanted;
    const at =
      late === null ? {} : { at: new Date(Date.parse(date) - late * 24 * 60 * MINUTE).toISOString().slice(0, 10) };
    const lines = facts.map((number, index) => {
      const { category, content, tags, project } = POOL[number % POOL.length] as (typeof POOL)[number];
      const words = form === 1 ? content.toUpperCase() : form === 2 ? `${content}.` : content;
      return {
        date,
        time: `09:1${minute}`,
        content: words,
        category: category === 'own' ? `hobby-${clone.name.slice(-1)}` : category,
        tags,
        ...(session ? { session: sessionOf(clone) } : {}),
        ...(project === undefined ? {} : { project }),
        ...at,
        ...(index === 0 && replaced !== undefined ? { supersedes: replaced } : {}),
      };
    });
    const { stdout } = await clone.must(
      ['log', '--jsonl', '--json'],
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    const ids = (JSON.parse(stdout) as { facts: { id: string }[] }).facts.map(({ id }) => id);
    const named = session
      ? sessionOf(clone)
      : `cli-${readFileSync(join(clone.root, '.memvault/clone'), 'utf8').trim()}`;
    ids.forEach((id, index) => {
      const line = lines[index] as (typeof lines)[number];
      this.known.facts.set(
        id,
        [line.date, line.time, named, line.category, line.content, line.tags.join(' ')].join(' | '),
      );
      clone.facts.add(id);
    });
    this.counts.facts += ids.length;
    this.say(
      `${clone.name} logs ${ids.map((id, index) => `${id} ${JSON.stringify(lines[index]?.content)}`).join(', ')} for ${date} 09:1${minute}${late === null ? '' : `, ${late} days late`}${replaced === undefined ? '' : `, the first replaces ${replaced}`}`,
    );
  }

  /** What a person decides by a command. What that changes on pages is nobody's own words. */
  private async decide(clone: Clone, step: Decided): Promise<void> {
    const before = claimsByPage(clone);
    const { said, done, words } = await decide(clone, step, ++this.words);
    if (said === '') return;
    this.counts[step.does] += done ? 1 : 0;
    if (step.does === 'search') this.hasRecalls = true;
    for (const [page, touched] of touchedBetween(before, claimsByPage(clone)))
      clone.edits.add({
        does: step.does === 'fix' && words !== '' ? 'reword' : step.does,
        by: clone.name,
        page,
        touched,
        words,
      });
    // An approved merge is logged like any other fact.
    const facts = factsOf(readView(vaultAt(clone.root)));
    for (const [id, fact] of Object.entries(facts))
      if (!clone.facts.has(id)) {
        this.known.facts.set(id, fact);
        clone.facts.add(id);
      }
    this.say(said);
  }

  private pages(clone: Clone): string[] {
    return [...readView(vaultAt(clone.root)).pages.values()]
      .filter((page) => page.claims.length > 0 && !hasMergeMarkers(page.text))
      .map(({ path }) => path);
  }

  private hand(clone: Clone, { page, at, edit }: Step & { does: 'hand' }): void {
    const pages = this.pages(clone);
    const path = pages[page % Math.max(1, pages.length)];
    if (path === undefined) return;
    const whole = join(clone.root, path);
    const text = readFileSync(whole, 'utf8');
    if (edit === 'reformat' && text.includes('\ntags: []\n')) return;
    const claims = parseClaims(path, parseBlocks(text));
    const facts = [...new Set(claims.flatMap((claim) => claim.facts))].sort();
    const fact = facts[at % facts.length] ?? '';
    const words = `${clone.name} says no ${++this.words}.`;
    const step =
      edit === 'write'
        ? { does: edit, at, words }
        : edit === 'section' || edit === 'describe' || edit === 'comment' || edit === 'reformat'
          ? { does: edit, words }
          : { does: edit, on: at, words };
    const after = take(text, [step], '');
    if (after === text) return;
    writeFileSync(whole, after);
    const left = new Set(parseClaims(path, parseBlocks(after)).flatMap((claim) => claim.facts));
    const touched = claims.filter((claim) => claim.facts.includes(fact)).flatMap((claim) => claim.facts);
    for (const one of facts) if (!left.has(one)) this.known.removed.add(one);
    const parts =
      edit === 'describe' || edit === 'comment' || edit === 'reformat'
        ? ['front matter']
        : edit === 'write' || edit === 'section'
          ? ['text']
          : edit === 'quote' || edit === 'move'
            ? ['text', ...touched]
            : touched;
    this.note(clone, {
      does: edit,
      by: clone.name,
      page: titleOf(after),
      touched: parts,
      words: after.includes(words) ? words : '',
    });
    this.say(`${clone.name} edits ${path} by hand: ${edit} ${touched.join(' ')} ${words}`);
  }

  private note(clone: Clone, edit: HandEdit): void {
    clone.edits.add(edit);
    this.counts.edits++;
  }

  private rename(clone: Clone, page: number): void {
    const pages = this.pages(clone);
    const path = pages[page % Math.max(1, pages.length)];
    if (path === undefined) return;
    const to = path.replace(/(?: \d+)?\.md$/, ` ${++this.words}.md`);
    renameSync(join(clone.root, path), join(clone.root, to));
    this.note(clone, {
      does: 'rename',
      by: clone.name,
      page: titleOf(readFileSync(join(clone.root, to), 'utf8')),
      touched: ['name', awayFrom(path)],
      words: '',
    });
    this.say(`${clone.name} renames ${path} to ${to}`);
  }

  private async dream(clone: Clone, { later, commit, maxDays }: Step & { does: 'dream' }): Promise<void> {
    clone.time += later * MINUTE;
    const { stdout } = await clone.must([
      'dream',
      '--batch',
      '--force',
      '--json',
      '--max-days',
      String(maxDays),
      ...(commit ? ['--commit'] : []),
    ]);
    const { runs } = JSON.parse(stdout) as {
      runs: { run: string; facts: { superseded?: number; conflict?: number }; reviews: unknown[] }[];
    };
    this.counts.dreams += runs.length;
    for (const { facts, reviews } of runs) {
      this.counts.superseded += facts.superseded ?? 0;
      this.counts.contradicted += facts.conflict ?? 0;
      this.counts.reviews += reviews.length;
    }
    this.say(`${clone.name} dreams at ${clone.now.toISOString()}: ${runs.map(({ run }) => run).join(', ')}`);
  }

  private async undo(clone: Clone, { later, commit }: Step & { does: 'undo' }): Promise<void> {
    clone.time += later * MINUTE;
    const { status, stderr } = await clone.must(
      ['dream', '--undo', '--batch', ...(commit ? ['--commit'] : [])],
      '',
      [0, 2],
    );
    if (status === 0) {
      this.counts.undos++;
      this.note(clone, { does: 'undo', by: clone.name, page: '', touched: [], words: '' });
    } else this.counts.undosRefused++;
    this.say(
      `${clone.name} takes back the last run at ${clone.now.toISOString()}${status === 0 ? '' : `, refused: ${stderr.trim()}`}`,
    );
  }

  /** In both directions. Afterwards both have all, and are the same. */
  private async mergeBoth(one: Clone, other: Clone, cross: boolean, keeps: 0 | 1): Promise<void> {
    for (const clone of [one, other])
      if ((await clone.git('status', '--porcelain')) !== '') await clone.commitAll(`${clone.name} before a merge`);
    if (one.head() === other.head()) return;
    // The second direction happens in a copy where the second clone is to go on with what the first merged.
    const second = cross ? other : other.copy('reverse');
    await one.git('fetch', '-q', other.root, 'HEAD');
    await second.git('fetch', '-q', one.root, 'HEAD');
    // What each lacks of the other's.
    const lacks = { one: without(other.edits, one.edits), other: without(one.edits, other.edits) };
    const kept = keeps === 0 ? one.name : other.name;
    const base = (await one.tryGit('merge-base', 'HEAD', 'FETCH_HEAD')).stdout.toString().trim();
    const old = (await one.tryGit('grep', '-h', '^title: ', base, '--', '*.md')).stdout
      .toString()
      .split('\n')
      .map((line) => line.replace('title: ', ''));
    const said = [
      wordsThatHold(one, lacks.one, lacks.other, old),
      wordsThatHold(other, lacks.other, lacks.one, old),
    ].flat();
    const conflicts = [
      await this.merge(one, kept === one.name ? 'ours' : 'theirs', lacks),
      await this.merge(second, kept === other.name ? 'ours' : 'theirs', lacks),
    ];
    // What a person kept of two versions is an edit like any other, the same in both clones.
    const settled = [...new Set(conflicts.flat())].map((path): HandEdit => ({
      does: 'settle',
      by: 'both',
      page: path,
      touched: ['all'],
      words: '',
    }));
    for (const clone of [one, second]) unite(clone, [one, other], settled);
    this.say(
      `${one.name} and ${other.name} merge each other${cross ? ' crosswise' : ''}${conflicts.flat().length > 0 ? `; conflicts in ${conflicts.flat().join(', ')}` : ''}`,
    );
    if (conflicts.flat().length === 0) for (const clone of [one, second]) expectSaid(clone, said);
    expectSame(one, second, `${one.name} that merged ${other.name}, and the other way round`);
    if (!cross) {
      await other.git('fetch', '-q', one.root, 'HEAD');
      await other.git('merge', '-q', '--ff-only', 'FETCH_HEAD');
      unite(other, [one], []);
      second.remove();
    }
  }

  /** Paths that a person had to settle, and did. */
  private async merge(
    clone: Clone,
    keeps: 'ours' | 'theirs',
    lacks: { one: readonly HandEdit[]; other: readonly HandEdit[] },
  ): Promise<string[]> {
    this.counts.merges++;
    const { status, stdout, stderr } = await clone.tryGit('merge', '--no-edit', 'FETCH_HEAD');
    if (!stdout.toString().includes('Already up to date')) this.counts.merged++;
    this.counts.driverCalls += stdout.toString().match(/^Auto-merging (?!daily|log\.md|\.memvault)/gm)?.length ?? 0;
    if (stderr.includes('memvault:')) throw new Error(`the driver of ${clone.name} said: ${stderr}`);
    const paths = status === 0 ? [] : await clone.unmerged();
    if (status !== 0 && paths.length === 0)
      throw new Error(`${clone.name}: git merge ended with ${status}\n${stdout.toString()}${stderr}`);
    for (const path of paths) {
      const kind = await mustBePersons(clone, path, lacks);
      this.counts[kind]++;
    }
    for (const path of paths) for (const fact of await settle(clone, path, keeps)) this.known.removed.add(fact);
    if (paths.length > 0) await clone.commitAll(`${clone.name} settles a merge`);
    const left = [...readView(vaultAt(clone.root)).pages.values()].filter((page) => hasMergeMarkers(page.text));
    if (left.length > 0)
      throw new Error(`${clone.name}: markers without a conflict in ${left.map(({ path }) => path).join(', ')}`);
    return paths;
  }

  /** All clones get all, then what must hold of a vault after its next dream. */
  private async end(): Promise<void> {
    const [first, second, third] = this.clones as [Clone, Clone, Clone | undefined];
    await this.mergeBoth(first, second, true, 0);
    if (third) {
      await this.mergeBoth(first, third, true, 0);
      await this.mergeBoth(second, third, true, 0);
      expectSame(first, second, 'the first and the second clone with all of the third');
    }
    const time = Math.max(...this.clones.map((clone) => clone.time), START + 6 * 24 * 60 * MINUTE) + 24 * 60 * MINUTE;
    for (const clone of this.clones) {
      clone.time = time;
      await checkDreamt(clone, this.known);
    }
    this.say('all clones dream');
    // What was recalled on one clone since its last run the others know only from the merge after its next.
    const alone = this.hasRecalls ? /^(MEMORY\.md$|\.memvault\/recalls\/)/ : /(?!)/;
    for (const clone of this.clones.slice(1))
      expectSame(first, clone, `${first.name} and ${clone.name} after the next dream`, alone);
    await this.mergeBoth(first, second, true, 0);
    await checkDreamt(first, this.known, { mayWrite: false });
  }
}

/**
 * What a person wrote that the other clone does not have, as far as it stands on a page, and nobody edited the same
 * there. Of two descriptions of a page that both clones made nothing shows which is a person's.
 */
function wordsThatHold(
  clone: Clone,
  theirs: readonly HandEdit[],
  others: readonly HandEdit[],
  old: readonly string[],
): string[] {
  const text = allPages(clone);
  return others
    .filter(
      ({ does, words, page, touched }) =>
        words !== '' &&
        (does !== 'describe' || old.includes(page)) &&
        text.includes(words) &&
        !theirs.some((edit) => edit.page === page && edit.touched.some((part) => touched.includes(part))),
    )
    .map(({ words }) => words);
}

function expectSaid(clone: Clone, said: readonly string[]): void {
  const text = allPages(clone);
  const lost = said.filter((words) => !text.includes(words));
  if (lost.length > 0) throw new Error(`${clone.name}: what a person wrote is gone: ${lost.join(', ')}`);
}

const allPages = (clone: Clone): string =>
  [...readView(vaultAt(clone.root)).pages.values()].map(({ text }) => text).join('\n');

function unite(clone: Clone, sources: readonly Clone[], settled: readonly HandEdit[]): void {
  clone.know(sources);
  for (const edit of settled) clone.edits.add(edit);
}

/** A session of an agent belongs to one machine. */
const sessionOf = ({ name }: Clone): string => `day-${name.at(-1)}`;

const without = (all: ReadonlySet<HandEdit>, some: ReadonlySet<HandEdit>): HandEdit[] =>
  [...all].filter((edit) => !some.has(edit));

const titleOf = (text: string): string => /^title: (.*)$/m.exec(text)?.[1] ?? '';

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
