// Messages as Anthropic's interface has them: `{"system","messages":[{"role","content"}]}` with a text or blocks as
// content. Of the blocks only those of text were said; tools, what they gave, thinking, pictures and documents are left
// out.
import type { Conversation } from '../conversation.ts';
import { asFields, asList, asText } from './fields.ts';
import { messageLists, readMessages } from './messages.ts';

export const ANTHROPIC = 'anthropic';

export const readAnthropic = (text: string): readonly Conversation[] =>
  readMessages(ANTHROPIC, text, (type) => type === 'text');

const BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'server_tool_use',
  'web_search_tool_result',
]);

/** Both interfaces share the plain form; only this one has the system's words beside the list, and these blocks. */
export function isAnthropic(text: string): boolean {
  return (messageLists(text) ?? []).some(
    ({ messages, about }) =>
      'system' in about ||
      'stop_reason' in about ||
      messages.some((message) => {
        const blocks = asList(asFields(message)?.content) ?? [];
        return blocks.some(
          (block) =>
            BLOCKS.has(asText(asFields(block)?.type) ?? '') ||
            (asFields(block)?.type === 'image' && 'source' in (asFields(block) ?? {})),
        );
      }),
  );
}
