// Messages as OpenAI's interfaces have them: `{"messages":[{"role","content"}]}`, the list alone, one a line, or the
// `input` of a response. What the system, a developer or a tool says is left out.
import type { Conversation } from '../conversation.ts';
import { readMessages } from './messages.ts';

export const OPENAI = 'openai';

const WORDS = new Set(['text', 'input_text', 'output_text']);

export const readOpenAi = (text: string): readonly Conversation[] =>
  readMessages(OPENAI, text, (type) => WORDS.has(type));
