// Fits the weights of the look-alike scorer on the labelled diaries, and says how well they do on a diary that they
// were not fitted on. Writes templates/words/look-alikes.json.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesOf, KINDS, loadScorer, readDiary, WEIGHED } from '../parts/diaries.mjs';

export const about =
  'the weights of the look-alike scorer: fits them on bench/diaries and writes templates/words/look-alikes.json ' +
  '(--diary DIR also scores another diary, --alone leaves out what each feature contributes)';

const ROOT = join(import.meta.dirname, '../..');
const DIARIES = join(ROOT, 'bench/diaries');
const WEIGHTS = join(ROOT, 'templates/words/look-alikes.json');
/** Questions a week, and the score from which one is asked. */
const A_WEEK = 7;
const THRESHOLD = 0.35;
const L2 = 0.01;
/** How much an example counts: traps look most like what is sought, contradictions and duplicates are few. */
const COUNTS = { trap: 2, dup: 1.5, contra: 4, related: 0.3 };
/** Steps of the fit, and of one that begins with weights that are nearly right. */
const [STEPS, FEWER] = [250, 60];

/** Fits, prints, writes the weights. */
export async function run({ say, alone, diary }) {
  const scorer = await loadScorer();
  const { features } = scorer;
  const examples = readdirSync(DIARIES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, example: examplesOf(readDiary(join(DIARIES, name)), scorer) }));
  const folds = examples.map(({ name, example }) => {
    const rows = examples.filter((other) => other.name !== name).flatMap((other) => other.example.rows);
    return { name, example, rows, fitted: fit(rows, features.length) };
  });
  const held = folds.map(({ name, example, fitted }) => ({
    name,
    example,
    questions: questionsOf(example, fitted.plain),
  }));
  for (const { name, example } of examples) say(`diary ${name}: ${rankLine(example)}`);
  for (const threshold of [0.2, 0.25, 0.3, 0.35, 0.4, 0.5])
    say(`held out, from ${threshold.toFixed(2)}: ${line(scoreOf(held, threshold))}`);
  for (const one of held) say(`held out ${one.name}: ${line(scoreOf([one], THRESHOLD))}`);
  if (!alone) reportFeatures(folds, held, features, say);
  const { plain } = fit(
    examples.flatMap(({ example }) => example.rows),
    features.length,
  );
  writeFileSync(WEIGHTS, renderWeights(features, plain));
  const rows = rowsOf('held out', scoreOf(held, THRESHOLD));
  if (diary === undefined) return rows;
  const example = examplesOf(readDiary(diary), scorer);
  const other = [{ example, questions: questionsOf(example, plain) }];
  for (const threshold of [0.2, 0.25, 0.3, 0.35, 0.4, 0.5])
    say(`other diary, from ${threshold.toFixed(2)}: ${line(scoreOf(other, threshold))}`);
  return [...rows, ...rowsOf('other diary', scoreOf(other, THRESHOLD))];
}

/** What changes without a feature: average precision falls and the log loss of the scores rises where it helps. */
function reportFeatures(folds, held, features, say) {
  const [precision, loss] = [averagePrecision(held), logLoss(held)];
  for (const [at, feature] of features.entries()) {
    if (at === 0) continue;
    const without = folds.map(({ example, rows, fitted }) => ({
      example,
      questions: questionsOf(example, fit(rows, features.length, { skipped: at, from: fitted.scaled }).plain),
    }));
    const [gain, rise] = [averagePrecision(without) - precision, logLoss(without) - loss];
    say(`without ${feature.padEnd(18)} average precision ${signed(gain)}, log loss ${signed(rise)}`);
  }
}

const signed = (value) => (value >= 0 ? '+' : '') + value.toFixed(4);

function renderWeights(features, plain) {
  const lines = features.map((feature, at) => {
    const numbers = plain.map((row) => Number(row[at].toFixed(3)));
    return `  ${JSON.stringify(feature)}: [${numbers.join(', ')}]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * Weights of a softmax with an L2 penalty on standardised features, by Adam. `plain` is for features as they are
 * measured, `scaled` is what a later fit may begin from.
 */
export function fit(rows, size, { skipped = -1, from = null } = {}) {
  const counts = rows.map(({ isTrap, kind }) => (isTrap ? COUNTS.trap : (COUNTS[kind] ?? 1)));
  const { mean, deviation } = scaleOf(rows, size);
  const inputs = rows.map(({ x }) => x.map((value, j) => (j === skipped ? 0 : (value - mean[j]) / deviation[j])));
  const w = KINDS.map((_, kind) => Float64Array.from({ length: size }, (__, j) => from?.[kind][j] ?? 0));
  const [first, second] = [KINDS.map(() => new Float64Array(size)), KINDS.map(() => new Float64Array(size))];
  const steps = from ? FEWER : STEPS;
  const total = counts.reduce((sum, one) => sum + one, 0);
  for (let step = 1; step <= steps; step++) {
    const gradient = w.map((row) => row.map((value, j) => (j > 0 ? L2 * value : 0)));
    for (let i = 0; i < inputs.length; i++) {
      const p = odds(w, inputs[i]);
      for (let kind = 0; kind < KINDS.length; kind++) {
        const error = ((p[kind + 1] - (rows[i].y === kind + 1 ? 1 : 0)) * counts[i]) / total;
        const [g, x] = [gradient[kind], inputs[i]];
        for (let j = 0; j < size; j++) g[j] += error * x[j];
      }
    }
    const rate = (from ? 0.03 : 0.15) * Math.min(1, (steps - step) / (steps * 0.4) + 0.02);
    for (let kind = 0; kind < KINDS.length; kind++)
      for (let j = 0; j < size; j++) {
        const g = gradient[kind][j];
        first[kind][j] = 0.9 * first[kind][j] + 0.1 * g;
        second[kind][j] = 0.99 * second[kind][j] + 0.01 * g * g;
        const move = first[kind][j] / (1 - 0.9 ** step);
        w[kind][j] -= (rate * move) / (Math.sqrt(second[kind][j] / (1 - 0.99 ** step)) + 1e-7);
      }
  }
  const plain = w.map((row) => {
    const weights = row.map((value, j) => value / deviation[j]);
    weights[0] = row[0] - weights.reduce((sum, value, j) => (j > 0 ? sum + value * mean[j] : sum), 0);
    return weights;
  });
  return { plain, scaled: w };
}

/** The first feature is always 1 and stays. */
function scaleOf(rows, size) {
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size).fill(1);
  for (let j = 1; j < size; j++) {
    mean[j] = rows.reduce((sum, { x }) => sum + x[j], 0) / rows.length;
    deviation[j] = Math.sqrt(rows.reduce((sum, { x }) => sum + (x[j] - mean[j]) ** 2, 0) / rows.length) || 1;
  }
  return { mean, deviation };
}

/** Of both staying and each kind. */
function odds(w, x) {
  const sums = [0, 0, 0, 0];
  for (let kind = 0; kind < w.length; kind++) {
    let sum = 0;
    const row = w[kind];
    for (let j = 0; j < row.length; j++) sum += row[j] * x[j];
    sums[kind + 1] = sum;
  }
  const top = Math.max(...sums);
  for (let kind = 0; kind < 4; kind++) sums[kind] = Math.exp(sums[kind] - top);
  const all = sums[0] + sums[1] + sums[2] + sums[3];
  for (let kind = 0; kind < 4; kind++) sums[kind] /= all;
  return sums;
}

/** For each fact its best candidate. */
export function questionsOf({ rows }, w) {
  const best = new Map();
  for (const row of rows) {
    if (row.rank >= WEIGHED) continue;
    const p = odds(w, row.x);
    const score = 1 - p[0];
    if (score > (best.get(row.fact.id)?.score ?? -1)) best.set(row.fact.id, { score, row, p });
  }
  return [...best.values()];
}

/** Asks week by week, the surest first; what a week has no room for waits for the next. */
export function ask(questions, days, threshold) {
  const left = questions.filter(({ score }) => score >= threshold);
  const asked = [];
  const end = Date.parse(days.at(-1)) + 7 * 864e5;
  for (let night = Date.parse(days[0]); night < end; night += 7 * 864e5) {
    const open = left
      .filter((one) => !asked.includes(one) && Date.parse(one.row.fact.day) < night)
      .sort((a, b) => b.score - a.score);
    asked.push(...open.slice(0, A_WEEK));
  }
  return asked;
}

export function scoreOf(diaries, threshold) {
  const asked = diaries.flatMap(({ questions, example }) =>
    ask(
      questions,
      example.facts.map(({ day }) => day),
      threshold,
    ),
  );
  const right = asked.filter(({ row }) => row.kind !== 'none');
  const pairs = diaries.flatMap(({ example }) => example.pairs);
  const found = (kinds) =>
    asked.filter(({ row }) => kinds.includes(row.kind)).length /
    Math.max(1, pairs.filter(({ kind }) => kinds.includes(kind)).length);
  return {
    asked: asked.length,
    precision: right.length / Math.max(1, asked.length),
    updates: found(['update']),
    duplicates: found(['dup']),
    both: found(['update', 'dup']),
    contradictions: found(['contra']),
    traps: asked.filter(({ row }) => row.isTrap).length,
    kind:
      right.filter(({ row, p }) => row.y > 0 && p.indexOf(Math.max(...p.slice(1))) === row.y).length /
      Math.max(1, right.filter(({ row }) => row.y > 0).length),
  };
}

/** Over questions by score, of all pairs. */
export function averagePrecision(diaries) {
  let [right, sum] = [0, 0];
  const questions = diaries.flatMap((one) => one.questions).sort((a, b) => b.score - a.score);
  for (const [at, { row }] of questions.entries()) if (row.y > 0) sum += ++right / (at + 1);
  return sum / diaries.reduce((all, { example }) => all + example.pairs.length, 0);
}

export function logLoss(diaries) {
  const questions = diaries.flatMap((one) => one.questions);
  const losses = questions.map(({ row, score }) => -Math.log(Math.max(1e-6, row.kind === 'none' ? 1 - score : score)));
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

const rankLine = ({ rows, pairs }) =>
  `${pairs.length} pairs, found among the first ` +
  [1, 3, 8, 40]
    .map(
      (most) => `${most}: ${(rows.filter(({ pair, rank }) => pair && rank < most).length / pairs.length).toFixed(2)}`,
    )
    .join(', ');

const line = (score) =>
  `asked ${score.asked}, precision ${score.precision.toFixed(2)}, updates ${score.updates.toFixed(2)}, ` +
  `duplicates ${score.duplicates.toFixed(2)}, both ${score.both.toFixed(2)}, ` +
  `contradictions ${score.contradictions.toFixed(2)}, traps ${score.traps}, kind ${score.kind.toFixed(2)}`;

const rowsOf = (name, score) =>
  ['precision', 'both', 'contradictions', 'traps'].map((what) => ({
    what: `${name}, ${{ both: 'updates and duplicates found', traps: 'traps asked' }[what] ?? what}`,
    value: Number(score[what].toFixed(3)),
    unit: '',
  }));
