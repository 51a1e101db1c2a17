// A language model that answers as badly as a seed (its argument) says: valid answers, mutated ones and nonsense. The
// program's engine `command`.
import { readFileSync } from 'node:fs';
import { createHostile } from './hostile.mjs';

const prompt = readFileSync(0, 'utf8');
const hostile = createHostile(Number(process.argv[2]) + prompt.length);
const { chance, pick, text, many, path, value, plain } = hostile;
const idsOf = (letter) =>
  [...new Set(prompt.match(new RegExp(`"id":"${letter}\\d+"`, 'g')) ?? [])].map((found) => found.slice(6, -1));
const [facts, claims] = [idsOf('f'), idsOf('c')];
const odd = (right) => (chance(0.1) ? value() : right);

const decisions = facts.map((fact) =>
  odd({
    fact: odd(fact),
    as: odd(pick(['new', 'new', 'duplicate', 'supersedes', 'corrects', 'conflicts', 'set-aside'])),
    claim: odd(chance(0.5) && claims.length > 0 ? pick(claims) : pick([null, ...facts])),
    text: chance(0.5) ? null : odd(chance(0.5) ? text(6) : plain()),
    head: chance(0.5) ? null : text(2),
    page: chance(0.8) ? null : path(),
    reason: text(3),
  }),
);
const answer = JSON.stringify(
  odd({
    decisions: odd(decisions),
    page: { title: odd(text(2)), overview: odd(text(4)) },
    facts: many(3, () => ({ text: text(5), category: hostile.category() })),
    pairs: value(),
  }),
);
process.stdout.write(
  pick([
    answer,
    answer,
    answer,
    `Sure!\n\`\`\`json\n${answer}\n\`\`\``,
    `<think>${text(9)}</think>${answer}`,
    hostile.mutate(Buffer.from(answer)),
    text(30),
    '',
    '{'.repeat(5000),
    '['.repeat(20_000),
  ]),
);
if (chance(0.05)) process.exitCode = pick([1, 75]);
