// A tombstone: what remains of a forgotten fact. Its id and a salted digest, never its text.

export interface Tombstone {
  readonly fact: string;
  readonly salt: string;
  /** Digest of salt and normal form; empty in the tombstones of older layouts that kept plain content. */
  readonly digest: string;
  readonly at: string;
  readonly reason: string;
}
