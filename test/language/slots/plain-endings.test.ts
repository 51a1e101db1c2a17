// A lost job ends the employer and a divorce the spouse, in plain words; neither is a value.
import { expect, test } from 'vitest';
import { endingsIn } from '../../../src/language/slots/ending.ts';
import { parseSlot } from '../../../src/language/slots/parse-slot.ts';

const saying = (text: string, fields: Readonly<Record<string, string>> = {}) => ({ text, fields, category: 'event' });

test.each([
  ['User got laid off', 'employer'],
  ['User lost their job', 'employer'],
  ["User's job at Acme was cut", 'employer'],
  ['User got the sack', 'employer'],
  ['User no longer has a job', 'employer'],
  ['User handed in their notice at Acme', 'employer'],
  ['User is jobless now', 'employer'],
  ['用户失业了', 'employer'],
  ['用户最近失业', 'employer'],
  ['用户丢了工作', 'employer'],
  ['用户上个月被解雇', 'employer'],
  ['User got divorced', 'spouse'],
  ["User's wife left them", 'spouse'],
  ["User's husband died", 'spouse'],
  ['User is widowed', 'spouse'],
  ['User is single again', 'spouse'],
  ['用户离婚了', 'spouse'],
  ['用户的婚姻结束了', 'spouse'],
  ['用户办了离婚手续', 'spouse'],
  ['用户的妻子去世了', 'spouse'],
  ['User and their girlfriend broke up', 'partner'],
  ["User's girlfriend broke up with them", 'partner'],
  ['User was dumped by Anna', 'partner'],
  ['用户又单身了', 'partner'],
])('%s ends the %s', (text, relation) => {
  expect(
    endingsIn(saying(text))
      .filter(({ subject }) => subject === 'user')
      .map((ending) => ending.relation),
  ).toContain(relation);
});

test.each([
  'User almost lost their job',
  'User might get divorced',
  'User dreamt that they broke up with Anna',
  'User fears that they will lose their job',
  '用户差点失业',
  '用户担心会失业',
  "User's sister got divorced",
])('%s ends nothing of the user', (text) => {
  expect(endingsIn(saying(text)).filter(({ subject }) => subject === 'user')).toEqual([]);
});

test.each([
  ['User got laid off from Acme', { kind: 'identity', key: 'employer', value: 'Acme' }],
  ['用户和王敏离婚了', { kind: 'relationship', key: 'spouse', value: '王敏' }],
])('%s gives no value, whatever its fields say', (text, fields) => {
  const slot = parseSlot(saying(text, fields));
  expect(slot === null || slot.negated || !slot.single).toBe(true);
});
