// Two clones of one vault that live through a year: what persons and agents do by day, through the program and by hand.
// What must hold at night is in nights.ts.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseBlocks } from '../../src/note/blocks.ts';
import { hasMergeMarkers, parseClaims } from '../../src/page/page.ts';
import { readView } from '../../src/vault/view.ts';
import { take } from '../page/merge/pages.ts';
import type { Place } from '../support/memvault.ts';
import { Clone, runHere, type Setting } from '../two-clones/clone.ts';
import { rememberDigests } from '../support/files-below.ts';
import { expectSame } from '../two-clones/checks.ts';
import { settle } from '../two-clones/conflicts.ts';
import { decide } from '../two-clones/decided.ts';
import { factsOf, vaultAt } from '../two-clones/state.ts';
import { addDays, type Day, type Deed, type Told } from './story.ts';

/** How often what was done. */
export type Counts = Record<
  | 'logged'
  | 'late'
  | 'byHand'
  | 'recalls'
  | 'edits'
  | 'moves'
  | 'forgotten'
  | 'pins'
  | 'aliases'
  | 'inbox'
  | 'reviews'
  | 'fixes'
  | 'repairs'
  | 'merges'
  | 'crosswise'
  | 'conflicts',
  number
>;

const NOBODY_DID: Counts = {
  logged: 0,
  late: 0,
  byHand: 0,
  recalls: 0,
  edits: 0,
  moves: 0,
  forgotten: 0,
  pins: 0,
  aliases: 0,
  inbox: 0,
  reviews: 0,
  fixes: 0,
  repairs: 0,
  merges: 0,
  crosswise: 0,
  conflicts: 0,
};

/** Files of the person's own, which nothing of memvault's ever changes. */
const OWN: Readonly<Record<string, string>> = {
  '4_Assets/readme.md': 'Files of mine.\n',
  '2_Wiki/Notes of mine.md': '---\naliases: [mine]\n---\n# Notes of mine\n\nA note that I wrote, [[no such note]].\n',
  'todo.md': '- [ ] water the plants\n',
};
/** A dream on most nights. */
const SETTINGS = 'consolidate:\n  min_facts: 3\n  max_wait_days: 3\n';

export class Life {
  readonly setting: Setting;
  readonly clones: readonly [Clone, Clone];
  readonly counts: Counts = { ...NOBODY_DID };
  /** What was logged, by id. */
  readonly known = new Map<string, string>();
  /** Facts whose claim a person took off a page, by the clone that knows of it. */
  readonly removed: readonly [Set<string>, Set<string>] = [new Set(), new Set()];
  /** `path → digest` of the files of a clone. */
  readonly digests = rememberDigests();
  private readonly say: (line: string) => void;
  private words = 0;

  constructor(place: Place, random: () => number, say: (line: string) => void, first: string) {
    this.setting = { place, random };
    this.say = say;
    const start = Date.parse(`${first}T08:00:00Z`);
    this.clones = [new Clone(this.setting, 'clone-a', start), new Clone(this.setting, 'clone-b', start)];
  }

  async begin(): Promise<void> {
    const [first, second] = this.clones;
    const made = await runHere(this.setting, this.setting.place.root, first.now, ['init', first.root]);
    if (made.status !== 0) throw new Error(made.stderr);
    writeFileSync(join(first.root, '.memvault/config.yaml'), SETTINGS);
    for (const [path, text] of Object.entries(OWN)) {
      mkdirSync(dirname(join(first.root, path)), { recursive: true });
      writeFileSync(join(first.root, path), text);
    }
    // What git does now and then by itself it does in the foreground: nobody copies a repository that is being packed.
    await first.git('config', 'gc.autoDetach', 'false');
    await first.commitAll('a new vault');
    await first.git('clone', '-q', first.root, second.root);
    await second.git('config', 'gc.autoDetach', 'false');
    await second.must(['init', second.root]);
  }

  /** All of a day, until the evening. Gives what a merge of it needs to be told by whoever looks at the night. */
  async live(day: Day): Promise<void> {
    for (const [index, clone] of this.clones.entries()) {
      clone.time = Date.parse(`${day.day}T20:00:00Z`);
      await this.log(clone, day.logs[index] ?? [], day.day);
    }
    if (day.hand.length > 0) this.writeByHand(this.clones[0], addDays(day.day, -1), day.hand);
    for (const deed of day.deeds) await this.doIt(deed);
    if (day.owl !== null) {
      const [first] = this.clones;
      first.time = Date.parse(`${day.day}T23:40:00Z`);
      await this.log(first, [day.owl], day.owl.date);
    }
  }

  private async log(clone: Clone, told: readonly Told[], today: string): Promise<void> {
    if (told.length === 0) return;
    const lines = told.map(({ fields, ...fact }) => JSON.stringify({ ...fact, ...fields }));
    const { stdout } = await clone.must(['log', '--jsonl', '--json'], lines.join('\n'));
    const { facts } = JSON.parse(stdout) as { facts: { id: string; date: string; content: string }[] };
    if (facts.length !== told.length)
      throw new Error(`${clone.name}: ${told.length} facts were logged, and ${facts.length} have an id`);
    // They come day by day, as they were written.
    const open = [...told];
    for (const { id, date, content } of facts) {
      const at = open.findIndex(
        (one) => one.date === date && one.content.replace(/\s+/g, ' ') === content.replace(/\s+/g, ' '),
      );
      const [one] = at < 0 ? [] : open.splice(at, 1);
      if (one === undefined)
        throw new Error(`${clone.name}: ${id} of ${date} is said to be logged, and nobody logged it: ${content}`);
      this.known.set(id, [date, one.time, one.session, one.category, one.content, one.tags.join(' ')].join(' | '));
      clone.facts.add(id);
      if (date < today) this.counts.late++;
    }
    this.counts.logged += facts.length;
  }

  private writeByHand(clone: Clone, day: string, lines: readonly string[]): void {
    const path = join(clone.root, 'daily', `${day}.md`);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(
      path,
      `${existsSync(path) ? '\n' : `# Daily Log - ${day}\n\n`}## 12:00 — by-hand\n\n${lines.join('\n')}\n`,
    );
    this.learn(clone);
    this.counts.byHand += lines.length;
  }

  /** Facts that came in without `log`: written by hand, or by an approved merge. */
  private learn(clone: Clone): void {
    for (const [id, fact] of Object.entries(factsOf(readView(vaultAt(clone.root)))))
      if (!clone.facts.has(id)) {
        this.known.set(id, fact);
        clone.facts.add(id);
      }
  }

  private async doIt(deed: Deed): Promise<void> {
    if (deed.does === 'merge') return await this.merge(deed.cross);
    const clone = this.clones[deed.on];
    clone.time += 60_000;
    switch (deed.does) {
      case 'recall':
        return await this.recall(clone, deed.at, deed.verb);
      case 'edit':
        return this.edit(clone, deed.at, deed.n, deed.edit);
      case 'move':
        return this.move(clone, deed.at);
      case 'inbox':
        return this.fillInbox(clone, deed.at);
      case 'alias':
        return await this.alias(clone, deed.at);
      case 'repair': {
        await clone.must(['lint', '--fix', '--commit']);
        this.counts.repairs++;
        return;
      }
      case 'forget':
        return await this.decide(clone, { does: 'forget', on: 0, later: 1, at: deed.at, undo: false }, 'forgotten');
      case 'pin':
        return await this.decide(
          clone,
          { does: 'pin', on: 0, later: 1, at: deed.at, how: deed.at % 3 === 0 ? 'unpin' : 'pin' },
          'pins',
        );
      case 'review':
        return await this.decide(
          clone,
          {
            does: 'review',
            on: 0,
            later: 1,
            at: deed.at,
            how: deed.approves ? 'approve' : 'reject',
            keep: deed.at % 2 === 0,
          },
          'reviews',
        );
      case 'fix':
        return await this.decide(clone, { does: 'fix', on: 0, later: 1, at: deed.at, how: deed.how, to: 0 }, 'fixes');
    }
  }

  private async decide(clone: Clone, step: Parameters<typeof decide>[1], what: keyof Counts): Promise<void> {
    const { said, done } = await decide(clone, step, ++this.words);
    if (done) this.counts[what]++;
    this.learn(clone);
    if (said !== '') this.say(said);
  }

  private async recall(clone: Clone, at: number, verb: 'search' | 'context'): Promise<void> {
    const ids = [...clone.facts];
    const words = (this.known.get(ids[at % Math.max(1, ids.length)] ?? '')?.split(' | ')[4] ?? 'green tea')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 3)
      .slice(0, 3);
    if (words.length === 0) return;
    await clone.must([verb, ...words]);
    this.counts.recalls++;
  }

  private pagesOf(clone: Clone): string[] {
    return [...readView(vaultAt(clone.root)).pages.values()]
      .filter((page) => page.claims.length > 0 && !hasMergeMarkers(page.text))
      .map(({ path }) => path);
  }

  private edit(clone: Clone, at: number, n: number, edit: Extract<Deed, { does: 'edit' }>['edit']): void {
    const path = pick(this.pagesOf(clone), at);
    if (path === undefined) return;
    const text = readFileSync(join(clone.root, path), 'utf8');
    const claims = parseClaims(path, parseBlocks(text));
    const words = `${clone.name} says no ${++this.words}.`;
    const on = n % Math.max(1, new Set(claims.flatMap(({ facts }) => facts)).size);
    const after = take(
      text,
      [
        edit === 'write'
          ? { does: edit, at: on, words }
          : edit === 'section' || edit === 'describe' || edit === 'comment'
            ? { does: edit, words }
            : { does: edit, on, words },
      ],
      '',
    );
    if (after === text) return;
    writeFileSync(join(clone.root, path), after);
    const left = new Set(parseClaims(path, parseBlocks(after)).flatMap(({ facts }) => facts));
    for (const fact of claims.flatMap(({ facts }) => facts)) if (!left.has(fact)) this.removedOf(clone).add(fact);
    this.counts.edits++;
    this.say(`${clone.name} edits ${path} by hand: ${edit} ${words}`);
  }

  /** To another name in another folder, as a person does it in Obsidian with links that are not brought along. */
  private move(clone: Clone, at: number): void {
    const path = pick(this.pagesOf(clone), at);
    if (path === undefined) return;
    const to = join(
      '2_Wiki',
      at % 2 === 0 ? 'Moved' : '.',
      at % 3 === 0 ? basename(path) : basename(path).replace(/(?: \d+)?\.md$/, ` ${++this.words}.md`),
    );
    if (existsSync(join(clone.root, to))) return;
    mkdirSync(dirname(join(clone.root, to)), { recursive: true });
    renameSync(join(clone.root, path), join(clone.root, to));
    this.counts.moves++;
    this.say(`${clone.name} moves ${path} to ${to}`);
  }

  private fillInbox(clone: Clone, at: number): void {
    const texts = [...clone.facts].map((id) => this.known.get(id)?.split(' | ')[4] ?? '');
    const told = [0, 1, 2, 3].map((n) => pick(texts, at + 7 * n) ?? 'Nothing was known then.');
    const path = join(clone.root, '0_Inbox', `clip ${++this.words}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `# A text of number ${this.words}\n\nSomebody else wrote this, and it is long enough to be read in one go, ${this.words} words of it.\n\n## What they saw\n\n${told.map((text) => `Somebody says that ${text.replace(/[.!]?$/, '.')}`).join(' ')}\n`,
    );
    // It lay there for an hour.
    utimesSync(path, new Date(clone.time - 3_600_000), new Date(clone.time - 3_600_000));
    this.counts.inbox++;
    this.say(`${clone.name} puts ${basename(path)} into the inbox`);
  }

  private async alias(clone: Clone, at: number): Promise<void> {
    const { tags } = JSON.parse((await clone.must(['tags', 'list', '--json'])).stdout) as { tags: { tag: string }[] };
    const [one, other] = [pick(tags, at)?.tag, pick(tags, at + 3)?.tag];
    if (one === undefined || other === undefined || one === other) return;
    const { status } = await clone.must(['tags', 'alias', one, other], '', [0, 2]);
    if (status === 0) this.counts.aliases++;
    this.say(`${clone.name} reads #${one} as #${other}${status === 0 ? '' : ', refused'}`);
  }

  removedOf(clone: Clone): Set<string> {
    return this.removed[clone === this.clones[0] ? 0 : 1];
  }

  /** In both directions; afterwards both have all, and are the same. */
  async merge(cross: boolean): Promise<void> {
    const [one, other] = this.clones;
    for (const clone of this.clones)
      if ((await clone.git('status', '--porcelain')) !== '') await clone.commitAll(`${clone.name}, the evening`);
    if (one.head() === other.head()) return;
    await one.git('fetch', '-q', other.root, 'HEAD');
    if (cross) await other.git('fetch', '-q', one.root, 'HEAD');
    const conflicts = await this.mergeFetched(one, 'ours');
    if (cross) conflicts.push(...(await this.mergeFetched(other, 'theirs')));
    else {
      await other.git('fetch', '-q', one.root, 'HEAD');
      await other.git('merge', '-q', '--ff-only', 'FETCH_HEAD');
    }
    for (const [clone, source] of [
      [one, other],
      [other, one],
    ] as const) {
      clone.know([source]);
      for (const fact of this.removedOf(source)) this.removedOf(clone).add(fact);
    }
    this.counts.merges++;
    if (cross) this.counts.crosswise++;
    this.say(
      `the clones merge each other${cross ? ' crosswise' : ''}${conflicts.length > 0 ? `; conflicts in ${conflicts.join(', ')}` : ''}`,
    );
    expectSame(one, other, 'the clones after a merge');
  }

  private async mergeFetched(clone: Clone, keeps: 'ours' | 'theirs'): Promise<string[]> {
    const { status, stdout, stderr } = await clone.tryGit('merge', '--no-edit', 'FETCH_HEAD');
    if (stderr.includes('memvault:')) throw new Error(`the driver of ${clone.name} said: ${stderr}`);
    const paths = status === 0 ? [] : await clone.unmerged();
    if (status !== 0 && paths.length === 0)
      throw new Error(`${clone.name}: git merge ended with ${status}\n${stdout.toString()}${stderr}`);
    for (const path of paths) for (const fact of await settle(clone, path, keeps)) this.removedOf(clone).add(fact);
    if (paths.length > 0) await clone.commitAll(`${clone.name} settles a merge`);
    this.counts.conflicts += paths.length;
    const left = [...readView(vaultAt(clone.root)).pages.values()].filter((page) => hasMergeMarkers(page.text));
    if (left.length > 0)
      throw new Error(`${clone.name}: markers without a conflict in ${left.map(({ path }) => path).join(', ')}`);
    return paths;
  }
}

/** Throws where a file of the person's own is not as they wrote it. */
export function checkOwn(clone: Clone): void {
  for (const [path, text] of Object.entries(OWN))
    if (readFileSync(join(clone.root, path), 'utf8') !== text) throw new Error(`${clone.name}: ${path} was changed`);
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];
