// Tells whether an address belongs to this machine. Pure: resolves no names.

/**
 * True if data sent to this address cannot leave the machine: `localhost`, 127.0.0.0/8, ::1, their mapped forms, and
 * 0.0.0.0 and ::, which clients treat the same. False for everything else, including subdomains of localhost, which
 * some systems look up at a name server, and invalid addresses.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  // In the form produced by the URL parser: 127.1 and 0x7f000001 become four numbers, IPv6 its shortest form.
  return (
    host === 'localhost' ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '0.0.0.0' ||
    host === '[::1]' ||
    host === '[::]' ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]+\]$/.test(host)
  );
}
