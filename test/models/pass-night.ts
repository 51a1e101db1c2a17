// A vault with one page of many claims, and a scripted model that looks it over.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelCall, ModelServer } from '../support/model-server/script.ts';

const { randomOf } = createRequire(import.meta.url)('../docs/fixed-random.cjs') as {
  randomOf(args: readonly string[], home: string | undefined): () => number;
};

export const PAGE = '1_Projects/Tidepool.md';
export const NIGHT = '2026-10-03T03:00:00Z';
/** Days and texts of its facts. */
export const FACTS = [
  ['2026-09-01', 'Tidepool is deployed to Fly.io'],
  ['2026-09-01', 'Parents log in with a link by e-mail'],
  ['2026-09-02', 'Every course has a waiting list with 48 hours'],
  ['2026-09-03', 'Backups run with pg_dump every night at 2:15'],
  ['2026-09-04', 'Sentry reports errors to #tidepool-alerts'],
  ['2026-09-05', 'Prices are stored in cents as integer'],
  ['2026-09-06', 'Course times are stored in UTC'],
  ['2026-09-07', 'The tests run with pytest in 38 seconds'],
  ['2026-09-08', 'Beata liked the demo'],
  ['2026-09-14', 'Tidepool runs on a Hetzner server now'],
  ['2026-09-15', 'A link by e-mail is how parents log in'],
  ['2026-09-16', 'The calendar page takes 340 ms'],
  ['2026-09-17', 'The database is 1.8 GB'],
  ['2026-09-18', 'The button of the waiting list is above the calendar'],
  ['2026-09-19', 'Bookings are confirmed by e-mail and not by SMS'],
  ['2026-09-20', 'Two parents cannot book the last place at once'],
] as const;

export interface PassVault {
  readonly place: Place;
  /** A fresh copy, dreamed by the rules. */
  begin(): string;
  log(vault: string, facts: readonly (readonly [day: string, text: string])[]): Promise<void>;
  run(vault: string, args: readonly string[], now?: string): Promise<Ended>;
  remove(): void;
}

export async function makePassVault(facts: readonly (readonly [string, string])[] = FACTS): Promise<PassVault> {
  const place = makePlace();
  const prepared = join(place.root, 'prepared');
  const run: PassVault['run'] = async (vault, args, now = NIGHT) =>
    await memvaultHere(place, [...args, '--vault', vault], { env: { ...place.env, MEMVAULT_NOW: now } });
  const must = async (args: readonly string[], now: string, input = ''): Promise<void> => {
    const { status, stderr } = await memvaultHere(place, args, {
      input,
      random: randomOf(args, place.env['HOME']),
      env: { ...place.env, MEMVAULT_NOW: now },
    });
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${status}\n${stderr}`);
  };
  const log: PassVault['log'] = async (vault, some) =>
    await must(
      ['log', '--jsonl', '-q', '--vault', vault],
      NIGHT,
      some
        .map(([date, content]) =>
          JSON.stringify({ date, time: '09:15', session: 'abcd1234', category: 'work', content, project: 'tidepool' }),
        )
        .join('\n'),
    );
  await must(['init', '--no-git', prepared], NIGHT);
  await log(prepared, facts);
  await must(['dream', '--batch', '--force', '--engine', 'rules', '--vault', prepared], '2026-10-01T03:00:00Z');
  let count = 0;
  return {
    place,
    run,
    log,
    begin: () => {
      const vault = join(place.root, `vault-${count++}`);
      cpSync(prepared, vault, { recursive: true, preserveTimestamps: true });
      return vault;
    },
    remove: () => place.remove(),
  };
}

export const dreamArgs = (url: string): string[] =>
  `dream --batch --engine ollama --model m --set url=${url}`.split(' ');

export const read = (vault: string, path: string): string => readFileSync(join(vault, path), 'utf8');

/** What a call shows of a page: its claims by number. */
const shownIn = ({ prompt }: ModelCall): { readonly n: number; readonly says: string }[] =>
  [...prompt.matchAll(/^(\d+) \d{4}-\d\d-\d\d (.*)$/gm)].map(([, n, says = '']) => ({ n: Number(n), says }));

export const isPass = ({ schema }: ModelCall): boolean => JSON.stringify(schema).includes('"own_page"');

/** Is it asked for the overview of a page? */
export const isOverview = ({ schema }: ModelCall): boolean => JSON.stringify(schema).includes('"timeline"');

export interface Says {
  /** Of a page. Claims by their texts become numbers. */
  readonly pass?: (shown: readonly { readonly n: number; readonly says: string }[]) => object | string;
  /** Of a pair, by what the later and the earlier say. */
  readonly pair?: (later: string, earlier: string) => string;
  /** The lead of an overview: so many claims in their own words; none by default. */
  readonly lead?: number;
}

/** A model that leaves facts alone, and says this of pages and pairs. */
export async function startModel({ pass = () => ({}), pair = () => 'both', lead = 0 }: Says): Promise<ModelServer> {
  return await startOllama((call) => {
    if (isPass(call)) {
      const answer = pass(shownIn(call));
      const whole = { headings: [], same: [], over: [], elsewhere: [], own_page: null };
      return { says: typeof answer === 'string' ? answer : { ...whole, ...answer } };
    }
    const data = /<(data-\w+)>\n([\s\S]*)\n<\/\1>/.exec(call.prompt)?.[2] ?? '{}';
    const asked = JSON.parse(data) as {
      facts?: { id: string }[];
      claims?: { n: number; says: string }[];
      pairs?: { id: string; a: { says: string }; b: { says: string } }[];
    };
    if (asked.pairs)
      return { says: { pairs: asked.pairs.map(({ id, a, b }) => ({ pair: id, as: pair(a.says, b.says) })) } };
    if (asked.facts)
      return { says: { decisions: asked.facts.map(({ id }) => ({ fact: id, as: 'new', claim: null, text: null })) } };
    if (isOverview(call) && asked.claims && lead > 0) {
      const sentences = asked.claims.slice(0, lead).map(({ n, says }) => ({ text: says, claims: [n] }));
      return { says: { title: null, description: null, lead: sentences, parts: [], timeline: [] } };
    }
    return { says: '{}' };
  });
}

/** By path the pages, and what is made from them. */
export const filesIn = (vault: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(vault, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(?:[0-5]_.*|index|MEMORY)\.md$/.test(path))
      .sort()
      .map((path) => [path, read(vault, path)]),
  );
