// Values that look like secrets and open nothing. They are put together here, so that no scanner of a hosting
// service takes this repository for one that leaks.
const ALPHABETS = {
  hex: '0123456789abcdef',
  base36: 'abcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  digits: '0123456789',
} as const;

/** So many characters of an alphabet, always the same for one seed. */
export function fake(length: number, alphabet: keyof typeof ALPHABETS = 'base62', seed = 7): string {
  const letters = ALPHABETS[alphabet];
  let state = (seed * 2_654_435_761 + length) % 4_294_967_296;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return letters[Math.floor((state / 4_294_967_296) * letters.length)];
  }).join('');
}

export const fakeUuid = (): string => [8, 4, 4, 4, 12].map((length, at) => fake(length, 'hex', at + 3)).join('-');

const DASHES = '-'.repeat(5);

/** A private key in lines of 64 characters. */
export function fakeKey(kind = 'RSA ', lines = 6): string {
  return [
    `${DASHES}BEGIN ${kind}PRIVATE KEY${DASHES}`,
    ...Array.from({ length: lines }, (_, at) => fake(64, 'base64', at + 1)),
    `${DASHES}END ${kind}PRIVATE KEY${DASHES}`,
  ].join('\n');
}
