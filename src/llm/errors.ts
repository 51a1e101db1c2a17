// Errors of models. They never contain words of a server, which could be stored or mistaken for a user's.
import type { IncomingMessage } from 'node:http';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { shown } from './address.ts';

export interface LLMErrorDetails {
  /** The HTTP status; null if there was none. */
  readonly status?: number | null;
  /** Whether the same call may succeed a little later. */
  readonly retryable?: boolean;
  /** As requested by the server, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** A model that cannot be asked or did not answer. */
export class LLMError extends MemvaultError {
  readonly status: number | null;
  readonly retryable: boolean;
  /** How long the server asked to wait, in milliseconds; 0 if it did not. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    { status = null, retryable = false, retryAfterMs = 0, hint, cause }: LLMErrorDetails = {},
  ) {
    super('model', message, { ...(hint === undefined ? {} : { hint }), cause });
    this.name = 'LLMError';
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

// Explains failed calls in memvault's own words. What a server wrote is used only to tell cases apart and goes no
// further.

/** How much of a refusal is read. */
const MOST_SAID = 8192;

const TOO_LONG = new RegExp(
  String.raw`context[ _-]?(?:length|size|window|limit)|exceeds? the (?:available |maximum )?context|` +
    String.raw`prompt is too long|too many (?:input )?tokens|reduce the length|longer than the maximum`,
);

/** An error status with what the server said. Never leaves llm/. */
export class Refused extends Error {
  /** Null for an error in the middle of an answer. */
  readonly status: number | null;
  /** Lower-case. Only for searching. */
  readonly said: string;
  readonly retryAfterMs: number;

  constructor(status: number | null, said: string, retryAfterMs = 0) {
    super('the server refused');
    this.name = 'Refused';
    this.status = status;
    this.said = said.toLowerCase();
    this.retryAfterMs = retryAfterMs;
  }

  /** The prompt exceeds the context window of the server. */
  get isTooLong(): boolean {
    return this.status === 413 || TOO_LONG.test(this.said);
  }
}

/** Reads the reason of a refusal, as far as the server sends one. Throws only what the connection throws. */
export async function refusalOf(answer: IncomingMessage): Promise<Refused> {
  const after = Number(answer.headers['retry-after']);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    parts.push(Buffer.from(part));
    length += parts.at(-1)?.length ?? 0;
    if (length > MOST_SAID) break;
  }
  return new Refused(
    answer.statusCode ?? 0,
    Buffer.concat(parts).toString('utf8').slice(0, MOST_SAID),
    Number.isFinite(after) && after > 0 ? after * 1000 : 0,
  );
}

const ITS_LOG = "see the server's log";

/**
 * The protocol-independent meaning of a status. `keyName`: the variable of the key. `key`: `withheld` means that it was
 * not sent, because the connection is not encrypted.
 */
export function refusedBy(
  address: URL,
  { keyName, key }: { readonly keyName: string; readonly key: 'none' | 'sent' | 'withheld' },
  { status, retryAfterMs }: Refused,
): LLMError {
  const where = shown(address);
  if (status === null)
    return new LLMError(`${where} broke off its answer with an error`, { retryable: true, hint: ITS_LOG });
  const error = (what: string, hint: string, more: LLMErrorDetails = {}): LLMError =>
    new LLMError(`${where} ${what}`, { status, hint, ...more });
  if (status === 401 || status === 403) {
    if (key === 'withheld')
      return error(
        `wants a key, and ${keyName} is not sent without encryption`,
        'use an https address, or a tunnel to this machine',
      );
    return key === 'sent'
      ? error(`does not accept the key in ${keyName}`, `set ${keyName} to a key of this server`)
      : error('wants a key', `set ${keyName}`);
  }
  const later = { retryable: true, retryAfterMs };
  if (status === 429)
    return error('is rate-limiting calls (status 429)', 'try again later, or check the limits of your account', later);
  return status >= 500
    ? error(`failed (status ${status})`, ITS_LOG, later)
    : error(`refused the call (status ${status})`, ITS_LOG);
}

const NETWORK = /^(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Why a connection failed, from Node's error. A connection that broke off may work next time. */
export function unreachable(url: URL, cause: unknown, hint: string): LLMError {
  const code = systemCode(cause) ?? '';
  const where = shown(new URL(url.origin));
  const details = { retryable: true, cause };
  if (code === 'ECONNREFUSED') return new LLMError(`no server at ${where}`, { ...details, hint });
  if (NETWORK.test(code))
    return new LLMError(`${where} cannot be reached (${code})`, {
      ...details,
      hint: 'check the address and the network',
    });
  if (code === 'EPROTO' || code.startsWith('HPE_'))
    return new LLMError(`${where} does not speak ${url.protocol.slice(0, -1)}`, {
      cause,
      hint: 'check the port, and whether it is http or https',
    });
  if (TLS.test(code))
    return new LLMError(`the certificate of ${where} is not trusted (${code})`, {
      cause,
      hint: 'check the address; NODE_EXTRA_CA_CERTS names the file of your own certificate authority',
    });
  return new LLMError(`the connection to ${where} broke off`, details);
}
