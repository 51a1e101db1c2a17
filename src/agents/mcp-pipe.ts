// The stdio transport of MCP: one JSON message per line. Malformed messages get an error, and requests that arrived
// before the pipe closed are still answered.
import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { toJson } from '../model/controls.ts';

/** Bytes of one message. Longer ones are skipped. */
const MOST = 16 * 2 ** 20;
const LINE_FEED = 10;
/** May stay unanswered until the connection closes. */
const STANDING = 'subscriptions/listen';

export interface Pipe {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes everything, or ends the program if the reader is gone. */
  readonly write: (line: string) => void;
}

/** `closed` resolves once the client has closed its end and received all answers. */
export function transportOf({ input, write }: Pipe): { transport: Transport; closed: Promise<void> } {
  const waiting = new Set<unknown>();
  let isRead = false;
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const send = (message: object): void => write(`${toJson(message)}\n`);
  const refuse = (code: number, message: string): void => send({ jsonrpc: '2.0', id: null, error: { code, message } });
  const closeIfDone = (): void => {
    if (isRead && waiting.size === 0) void transport.close();
  };
  const transport: Transport = {
    start: () => {
      void read().finally(() => {
        isRead = true;
        closeIfDone();
      });
      return Promise.resolve();
    },
    send: (message) => {
      send(message);
      if ('id' in message && !('method' in message)) waiting.delete(message.id);
      closeIfDone();
      return Promise.resolve();
    },
    close: () => {
      transport.onclose?.();
      end();
      return Promise.resolve();
    },
  };

  /** A broken pipe counts as its end. */
  async function read(): Promise<void> {
    try {
      for await (const line of linesOf(input)) take(line);
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function take(line: string | null): void {
    if (line?.trim() === '') return;
    const message = line === null ? null : parse(line);
    if (line === null) refuse(-32600, `a message has at most ${MOST / 2 ** 20} MB`);
    else if (message === undefined) refuse(-32700, 'this line is not JSON');
    else if (message === null) refuse(-32600, 'this line is no message of JSON-RPC 2.0');
    else {
      if ('id' in message && 'method' in message && message.method !== STANDING) waiting.add(message.id);
      else if ('method' in message && message.method === 'notifications/cancelled')
        waiting.delete(message.params?.['requestId']);
      transport.onmessage?.(message);
    }
  }

  return { transport, closed };
}

/** Null for JSON that is not a message, undefined for anything else. */
function parse(line: string): JSONRPCMessage | null | undefined {
  try {
    return deserializeMessage(line);
  } catch (error) {
    return error instanceof SyntaxError ? undefined : null;
  }
}

/** Each line without its terminator; null for one that is too long. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, at));
      yield size + at - from > MOST ? null : Buffer.concat(parts).toString();
      [parts, size, from] = [[], 0, at + 1];
    }
    size += chunk.length - from;
    if (size > MOST) parts = [];
    else parts.push(chunk.subarray(from));
  }
  if (size > 0) yield size > MOST ? null : Buffer.concat(parts).toString();
}
