// Which offers say what is forgotten: here, or in the vault that they come from. Reads only.
import type { Offer } from '../import/offers.ts';
import type { Fact } from '../model/fact.ts';
import { exists } from '../vault/disk.ts';
import { forgottenAmong } from '../vault/tombstones.ts';
import { absolute, TOMBSTONE_FILE, type Vault } from '../vault/vault.ts';

const OLDER_FILE = '.state/tombstones.jsonl';

/** `roots`: folders that may be vaults, absolute. */
export function forgottenOffers(vault: Vault, offers: readonly Offer[], roots: readonly string[]): ReadonlySet<Offer> {
  const forgotten = new Set(among(vault, offers, ({ id }) => id));
  for (const root of roots) {
    const other = { ...vault, root };
    if (root === vault.root || ![TOMBSTONE_FILE, OLDER_FILE].some((path) => exists(absolute(other, path)))) continue;
    const own = offers.filter(({ source }) => source.format === 'older-vault');
    for (const offer of among(other, own, ({ source }) => source.place)) forgotten.add(offer);
  }
  return forgotten;
}

/** Under the ids that they have there. */
function among(vault: Vault, offers: readonly Offer[], idOf: (offer: Offer) => string): Offer[] {
  const ids = forgottenAmong(
    vault,
    offers.map((offer): Fact => ({
      ...offer.statement,
      id: idOf(offer),
      computed: false,
      day: '',
      time: null,
      session: null,
      path: '',
      line: 0,
    })),
  );
  return offers.filter((offer) => ids.has(idOf(offer)));
}
