// What a model thought aloud goes; its answer stays, whatever stands in it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropThinking } from '../../src/llm/prompt.ts';

test.each([
  ['marked', '<think>Hm, {"a":2}?</think>\n{"a":1}', '{"a":1}'],
  ['marked twice', '<think>a</think> <think>b</think>{"a":1}', '{"a":1}'],
  ['in another thought', '<think>a<think>b</think>c</think>{"a":1}', '{"a":1}'],
  [
    'other marks',
    '<thinking>a</thinking><thought>b</thought><reasoning>c</reasoning>[THINK]d[/THINK]{"a":1}',
    '{"a":1}',
  ],
  ['behind a greeting', 'Sure. <think>a { b</think>{"a":1}', 'Sure. {"a":1}'],
  ['opened by the template', 'The user wants {"a":2}. So:</think>{"a":1}', '{"a":1}'],
  ['never closed', '<think>The user wants {"a":2}', ''],
  ['closed by another mark', '<think>The user wants</thinking>{"a":2}', ''],
  [
    'in a channel of its own',
    '<|channel|>analysis<|message|>{"a":2}<|end|><|start|>assistant<|channel|>final<|message|>{"a":1}<|return|>',
    '{"a":1}',
  ],
  ['in the answer', '{"text":"uses <think> and </think> as marks"}', '{"text":"uses <think> and </think> as marks"}'],
  ['in a fenced answer', '```json\n{"text":"a </think> b"}\n```', '```json\n{"text":"a </think> b"}\n```'],
  ['opened in an answer behind prose', 'Here: {"text":"<think>"}', 'Here: {"text":"<think>"}'],
  ['none', ' {"a":1}\n', '{"a":1}'],
  ['nothing', '', ''],
])('a thought %s', (_what, text, answer) => {
  expect(dropThinking(text)).toBe(answer);
});

test('an answer behind any thought is left as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (thought, value) => {
      const answer = JSON.stringify({ value });
      expect(dropThinking(`<think>${thought.replaceAll('<', '')}</think>${answer}`)).toBe(answer);
    }),
  );
});
