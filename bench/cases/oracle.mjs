// Plays a model over real HTTP, from the gold answers of a labelled diary, and scores what becomes of its decisions:
// one that is always right, one that errs in a fifth of its answers, and some that are no use. What the bad ones do must
// be little, and must be undone by one command.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import { createRandom } from '../parts/random.mjs';
import { PROGRAM } from '../parts/run-program.mjs';

export const about = 'decisions of a model that answers from a labelled diary, right or wrong';

const SUPPORT = join(import.meta.dirname, '../../test/support/model-server');
const SCORE = join(import.meta.dirname, '../parts/score-diary.mjs');
const DIARY = join(import.meta.dirname, '../diaries/b');
const FIRST = ['duplicate', 'supersedes', 'corrects', 'conflicts', 'new'];
const SECOND = ['same', 'a-replaces-b', 'b-replaces-a', 'contradict', 'both'];

/** How a model answers: `first` and `second` get what would be right. */
const MODELS = {
  right: { first: (right) => right, second: (right) => right },
  fifth: {
    first: (right, { random, claims }) => (random() < 0.2 ? wrongly(right, random, claims) : right),
    second: (right, { random }) => (random() < 0.2 ? other(right, SECOND, random) : right),
  },
  duplicate: { first: (_, { claims }) => always('duplicate', claims), second: () => 'same' },
  supersedes: { first: (_, { claims }) => always('supersedes', claims), second: () => 'a-replaces-b' },
  random: {
    first: (_, { random, claims }) => wrongly(null, random, claims),
    second: (_, { random }) => pick(SECOND, random),
  },
};

const always = (as, [first]) => (first ? { as, claim: first.id } : { as: 'new', claim: null });
const pick = (list, random) => list[Math.floor(random() * list.length)];
const other = (right, list, random) =>
  pick(
    list.filter((one) => one !== right),
    random,
  );

function wrongly(right, random, claims) {
  const as = right === null ? pick(FIRST, random) : other(right.as, FIRST, random);
  return { as, claim: as === 'new' || claims.length === 0 ? null : pick(claims, random).id };
}

export async function run({ data = DIARY, seed, only, say }) {
  const diary = readDiary(data);
  const rows = [];
  let scores = null;
  for (const name of only ?? Object.keys(MODELS)) {
    say(`a model that is ${name}`);
    const score = await scoreModel(name, diary, data, seed);
    say(JSON.stringify(score));
    if (name === (only?.[0] ?? 'right')) scores = score;
    const { applied, asked, traps, contradictions, found } = score;
    rows.push(
      { what: `${name}: decisions applied`, value: applied.n, unit: '' },
      { what: `${name}: precision of what was applied`, value: applied.precision, unit: '' },
      { what: `${name}: updates applied`, value: applied.updates, unit: '' },
      { what: `${name}: duplicates applied`, value: applied.duplicates, unit: '' },
      { what: `${name}: updates found`, value: found.updates, unit: '' },
      { what: `${name}: questions`, value: asked.n, unit: '' },
      { what: `${name}: contradictions shown`, value: contradictions, unit: '' },
      { what: `${name}: traps applied`, value: traps.applied, unit: '' },
      { what: `${name}: facts without a disposition`, value: score.unaccounted, unit: '', most: 0 },
      ...Object.entries(score.tokens).map(([what, { calls, tokens }]) => ({
        what: `${name}: tokens a fact, ${what} (${calls} calls)`,
        value: tokens / diary.facts.length,
        unit: '',
      })),
      {
        what: `${name}: tokens a fact, decisions`,
        value: (score.tokens.first.tokens + score.tokens.second.tokens) / diary.facts.length,
        unit: '',
        ...(name === 'right' ? { most: 250 } : {}),
      },
    );
  }
  return Object.assign(rows, { scores });
}

async function scoreModel(name, diary, data, seed) {
  const { startOllama } = (await runnerImport(join(SUPPORT, 'ollama.ts'))).module;
  const random = createRandom(seed).next;
  const tokens = Object.fromEntries(PROMPTS.map((what) => [what, { calls: 0, tokens: 0 }]));
  const server = await startOllama((call) => {
    const { what, answer } = answerTo(call.prompt, diary, MODELS[name], random);
    tokens[what].calls++;
    tokens[what].tokens += Math.ceil((call.system.length + call.prompt.length + JSON.stringify(answer).length) / 4);
    return { says: answer };
  });
  const home = mkdtempSync(join(tmpdir(), 'memvault-oracle-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        SCORE,
        '--cli',
        `${process.execPath} ${PROGRAM}`,
        '--data',
        data,
        '--json',
        '--args',
        `--engine ollama --model m --set models.url=${server.url}`,
      ],
      { env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home }, maxBuffer: 1 << 26 },
    );
    return { ...JSON.parse(stdout), tokens };
  } finally {
    await server.close();
    rmSync(home, { recursive: true });
  }
}

/** What is asked for. */
const PROMPTS = ['first', 'second', 'pass', 'overview', 'memory'];

/** Claims in their own words: as long as an overview is, and true. */
const overviewOf = ({ claims }) => ({
  title: null,
  description: null,
  lead: claims.slice(0, 5).map(({ n, says }) => ({ text: says, claims: [n] })),
  parts: [],
  timeline: [],
});

function answerTo(prompt, diary, model, random) {
  // A page as a whole, which is shown as text.
  if (/^Put claims 1 to \d+ in order\./m.test(prompt))
    return { what: 'pass', answer: { headings: [], same: [], over: [], elsewhere: [], own_page: null } };
  const asked = JSON.parse(/^<(data-\w+)>\n([\s\S]*)\n<\/\1>/m.exec(prompt)?.[2] ?? '{}');
  if (asked.facts) {
    const decisions = asked.facts.map(({ id, ...fact }, at) => {
      const earlier = asked.facts.slice(0, at);
      const claims = [...asked.claims, ...earlier.map((one) => ({ ...one, since: one.day }))];
      const right = rightFirst(fact, claims, diary);
      return { fact: id, text: null, ...right, ...model.first(right, { random, claims }) };
    });
    return { what: 'first', answer: { decisions } };
  }
  if (asked.pairs) {
    const pairs = asked.pairs.map(({ id, a, b }) => {
      return { pair: id, as: model.second(rightSecond(a, b, diary), { random }) };
    });
    return { what: 'second', answer: { pairs } };
  }
  return asked.title === undefined
    ? { what: 'memory', answer: { groups: [] } }
    : { what: 'overview', answer: overviewOf(asked) };
}

/** What a capable model would say of a fact: the related claim that held last, and how they are related. */
function rightFirst({ says, day }, claims, diary) {
  const fact = diary.find(says, day);
  const related = claims
    .map((claim) => ({ claim, known: diary.findAll(claim.says, claim.since) }))
    .flatMap(({ claim, known }) => known.map((one) => ({ claim, one, relation: diary.relation(one, fact) })))
    .filter(({ relation }) => relation !== null)
    .sort((a, b) => Number(b.relation.direct) - Number(a.relation.direct) || (a.one.at < b.one.at ? 1 : -1));
  const [best] = related;
  if (!best) return { as: 'new', claim: null };
  const { kind } = best.relation;
  const as = kind === 'dup' ? 'duplicate' : kind === 'conflict' ? 'conflicts' : 'supersedes';
  return { as, claim: best.claim.id, text: as === 'duplicate' ? `${best.claim.says} (${says})` : null };
}

function rightSecond(a, b, diary) {
  const [newer, olders] = [diary.find(a.says, a.day), diary.findAll(b.says, b.day)];
  const relations = olders.map((older) => diary.relation(older, newer)).filter((relation) => relation !== null);
  const relation = relations.find(({ direct }) => direct) ?? relations[0];
  if (!relation) return 'both';
  return { dup: 'same', conflict: 'contradict', update: 'a-replaces-b' }[relation.kind];
}

const keyOf = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

function readDiary(dir) {
  const facts = readdirSync(join(dir, 'daily'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(dir, 'daily', file), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const [, text] = /^- \[[^\]]+\] (.*)$/.exec(line) ?? [];
          const says = text?.replace(/\s*\[\w+:: [^\]]*\]/g, '').replace(/(?:\s*`[^`]+`)+$/, '');
          return says === undefined
            ? []
            : [{ at: `${file.slice(0, 10)}:${String(at + 1).padStart(4, '0')}`, day: file.slice(0, 10), says }];
        }),
    );
  const gold = JSON.parse(readFileSync(join(dir, 'gold.json'), 'utf8'));
  const place = ({ date, line }) => `${date}:${String(line).padStart(4, '0')}`;
  const kinds = new Map();
  const chain = new Map();
  const root = (at) => (chain.has(at) ? root(chain.get(at)) : at);
  for (const pair of gold.pairs) {
    const [older, newer] = [place(pair.old), place(pair.new)];
    kinds.set(keyOf(older, newer), pair.kind);
    if (root(older) !== root(newer)) chain.set(root(older), root(newer));
  }
  for (const { a, b } of gold.contradictions) kinds.set(keyOf(place(a), place(b)), 'conflict');
  const words = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const bags = new Map(facts.map((fact) => [fact, words(fact.says)]));
  const findAll = (says, day) => {
    const own = words(says);
    const scored = facts.map((fact) => {
      const bag = bags.get(fact);
      const shared = [...bag].filter((word) => own.has(word)).length;
      return {
        fact,
        score: shared / Math.max(1, bag.size) + (fact.day === day ? 0.05 : 0) + (fact.says === says ? 1 : 0),
      };
    });
    // A claim that says several facts has all the words of each.
    const best = Math.max(...scored.map(({ score }) => score));
    return scored.filter(({ score }) => score >= Math.min(best, 1)).map(({ fact }) => fact);
  };
  return {
    facts,
    findAll,
    find: (says, day) => {
      const found = findAll(says, day);
      return found.find((one) => one.day === day) ?? found[0];
    },
    relation: (older, newer) => {
      if (!older || !newer || older === newer) return null;
      const kind = kinds.get(keyOf(older.at, newer.at));
      if (kind !== undefined) return { kind, direct: true };
      return root(older.at) === root(newer.at) ? { kind: 'update', direct: false } : null;
    },
  };
}
