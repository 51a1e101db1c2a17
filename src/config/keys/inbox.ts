// The settings of `inbox`: what becomes of the files in the inbox. Data only.
import type { SectionOf } from './spec.ts';

export const INBOX: SectionOf<'inbox'> = {
  'inbox.nightly': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'on',
    meaning:
      'Whether a dream reads what lies in the inbox: a literature page for each text, and the text itself ' +
      'goes to the archives.',
  },
  'inbox.binaries': {
    is: { kind: 'path' },
    default: null,
    meaning:
      "Folder of the vault that other files of the inbox go to (pictures, PDFs), from the vault's root. null " +
      'leaves them where they are.',
  },
  'inbox.max_bytes': {
    is: { kind: 'whole', min: 1024, max: 100_000_000 },
    default: 2_000_000,
    meaning: 'Size of a text in the inbox, in bytes, above which it is left where it is.',
  },
};
