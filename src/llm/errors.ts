// How a model fails. Words of a server never stand in it: they could be stored or taken for what somebody said.
import type { IncomingMessage } from 'node:http';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { shown } from './address.ts';

export interface LLMErrorDetails {
  /** The HTTP status, or null where none came. */
  readonly status?: number | null;
  /** May the same call go well a little later? */
  readonly retryable?: boolean;
  /** As the server asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** A model that cannot be asked, or did not answer. */
export class LLMError extends MemvaultError {
  readonly status: number | null;
  readonly retryable: boolean;
  /** How long the server wants to be left alone, in milliseconds; 0 where it said nothing. */
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

// What went wrong with a call, in memvault's own words. What a server wrote is read here to tell the cases apart, and
// goes no further.

/** Of what a server says about a refusal. */
const MOST_SAID = 8192;

const TOO_LONG = new RegExp(
  String.raw`context[ _-]?(?:length|size|window|limit)|exceeds? the (?:available |maximum )?context|` +
    String.raw`prompt is too long|too many (?:input )?tokens|reduce the length|longer than the maximum`,
);

/** A status that is no answer, with what the server said of it. Never leaves llm/. */
export class Refused extends Error {
  /** Null for an error in the midst of an answer. */
  readonly status: number | null;
  /** In small letters. Only to be searched. */
  readonly said: string;
  readonly retryAfterMs: number;

  constructor(status: number | null, said: string, retryAfterMs = 0) {
    super('the server refused');
    this.name = 'Refused';
    this.status = status;
    this.said = said.toLowerCase();
    this.retryAfterMs = retryAfterMs;
  }

  /** The prompt does not fit into the window that the server gives it. */
  get isTooLong(): boolean {
    return this.status === 413 || TOO_LONG.test(this.said);
  }
}

/** Reads why a server refused, as far as it says so in time. Throws only what the connection throws. */
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

const ITS_LOG = 'its own log says why';

/**
 * What every protocol means by a status. `keyName`: the variable that its key comes from. `key`: whether there is one;
 * `withheld`: it stayed here, since anybody on the way could have read it.
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
    return error(
      'takes no more calls for now (status 429)',
      'try again later, or look at the limits of your account',
      later,
    );
  return status >= 500
    ? error(`failed (status ${status})`, ITS_LOG, later)
    : error(`refused the call (status ${status})`, ITS_LOG);
}

const NETWORK = /^(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Why nobody answered, from what Node says. What was opened and broke off may go well the next time. */
export function unreachable(url: URL, cause: unknown, hint: string): LLMError {
  const code = systemCode(cause) ?? '';
  const where = shown(new URL(url.origin));
  const details = { retryable: true, cause };
  if (code === 'ECONNREFUSED') return new LLMError(`nobody answers at ${where}`, { ...details, hint });
  if (NETWORK.test(code))
    return new LLMError(`${where} cannot be reached (${code})`, {
      ...details,
      hint: 'look at the address, and at the network',
    });
  if (code === 'EPROTO' || code.startsWith('HPE_'))
    return new LLMError(`${where} does not speak ${url.protocol.slice(0, -1)}`, {
      cause,
      hint: 'look at the port, and whether it is http or https',
    });
  if (TLS.test(code))
    return new LLMError(`the certificate of ${where} is not trusted (${code})`, {
      cause,
      hint: 'look at the address; NODE_EXTRA_CA_CERTS names the file of an authority of your own',
    });
  return new LLMError(`the connection to ${where} broke off`, details);
}
