// Which proxy the environment names for an address. Pure.
import { isLoopback } from '../model/loopback.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to `url`, by http_proxy, https_proxy, all_proxy and no_proxy, small letters before capitals;
 * null for none. This machine is never reached by way of another. One that is not http or https is none.
 */
export function proxyFor(url: URL, env: Env): URL | null {
  if (isLoopback(url.href) || isExempt(url, read(env, 'no_proxy'))) return null;
  const named = read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  const text = /^[a-z\d]+:\/\//i.test(named) ? named : `http://${named}`;
  const proxy = named !== '' && URL.canParse(text) ? new URL(text) : null;
  return proxy !== null && /^https?:$/.test(proxy.protocol) ? proxy : null;
}

const read = (env: Env, name: string): string => env[name] || env[name.toUpperCase()] || '';

/** Names hold for what is below them, too; `*` for all; a port behind a name for that port alone. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase();
  const at = port || (protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase().replace(/^\*?\./, '')) ?? [];
      return entry === '*' || ((only === undefined || only === at) && (host === name || host.endsWith(`.${name}`)));
    });
}
