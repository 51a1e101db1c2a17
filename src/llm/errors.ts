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

export interface Server {
  readonly address: URL;
  /** The variable that its key comes from. */
  readonly keyName: string;
  readonly hasKey: boolean;
  /** The key stayed here, since anybody on the way could have read it. */
  readonly keyWithheld: boolean;
}

/** What every protocol means by a status. */
export function refusedBy(
  { address, keyName, hasKey, keyWithheld }: Server,
  { status, retryAfterMs }: Refused,
): LLMError {
  const where = shown(address);
  if (status === null)
    return new LLMError(`${where} broke off its answer with an error`, {
      retryable: true,
      hint: 'its own log says why',
    });
  const retryable = status === 429 || status >= 500;
  if (status === 401 || status === 403) {
    if (keyWithheld)
      return new LLMError(`${where} wants a key, and ${keyName} is not sent without encryption`, {
        status,
        hint: 'use an https address, or a tunnel to this machine',
      });
    return hasKey
      ? new LLMError(`${where} does not accept the key in ${keyName}`, {
          status,
          hint: `set ${keyName} to a key of this server`,
        })
      : new LLMError(`${where} wants a key`, { status, hint: `set ${keyName}` });
  }
  if (status === 429)
    return new LLMError(`${where} takes no more calls for now (status 429)`, {
      status,
      retryable,
      retryAfterMs,
      hint: 'try again later, or look at the limits of your account',
    });
  if (status >= 500)
    return new LLMError(`${where} failed (status ${status})`, {
      status,
      retryable,
      retryAfterMs,
      hint: 'its own log says why',
    });
  return new LLMError(`${where} refused the call (status ${status})`, { status, hint: 'its own log says why' });
}

const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

/** Why nobody answered, from what Node says. What was opened and broke off may go well the next time. */
export function unreachable(url: URL, cause: unknown, hint: string): LLMError {
  const code = systemCode(cause) ?? '';
  const where = shown(new URL(url.origin));
  const details = { retryable: true, cause };
  if (code === 'ECONNREFUSED') return new LLMError(`nobody answers at ${where}`, { ...details, hint });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new LLMError(`no machine of the name ${url.hostname} is known`, {
      ...details,
      hint: 'look at the address, and at the network',
    });
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return new LLMError(`${where} cannot be reached`, { ...details, hint: 'look at the address, and at the network' });
  if (code.startsWith('HPE_'))
    return new LLMError(`what answers at ${where} does not speak http`, {
      cause,
      hint: 'look at the port, and whether it is https',
    });
  if (code === 'EPROTO')
    return new LLMError(`${where} does not speak https`, { cause, hint: 'use http for a server on this machine' });
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new LLMError(`the certificate of ${where} is for another name`, { cause, hint: 'look at the address' });
  if (code === 'CERT_HAS_EXPIRED')
    return new LLMError(`the certificate of ${where} has expired`, { cause, hint: 'it has to be renewed there' });
  if (TLS.test(code))
    return new LLMError(`the certificate of ${where} is not trusted (${code})`, {
      cause,
      hint: 'name the file of its authority in NODE_EXTRA_CA_CERTS',
    });
  return new LLMError(`the connection to ${where} broke off`, details);
}
