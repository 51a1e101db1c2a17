// Whether an address is this machine's own. Pure: looks no name up.

/**
 * True where what is sent to this address cannot leave the machine: `localhost`, 127.0.0.0/8, ::1, their mapped forms,
 * and 0.0.0.0 and ::, which a client takes for the same. False for all else: names below localhost, which some systems
 * ask a name server for, and what is no address.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  // As the URL parser writes them: 127.1 and 0x7f000001 come out as four numbers, IPv6 in its shortest form.
  return (
    host === 'localhost' ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '0.0.0.0' ||
    host === '[::1]' ||
    host === '[::]' ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]+\]$/.test(host)
  );
}
