// The settings of `lint`: what is looked at for the health of the vault. Data only.
import type { SectionOf } from './spec.ts';

export const LINT: SectionOf<'lint'> = {
  'lint.include': {
    is: { kind: 'patterns' },
    default: [],
    meaning:
      "Notes that lint also looks at beside memvault's own pages, as patterns of .gitignore from the " +
      'vault\'s root, such as ["1_Projects/", "**/*.md"].',
  },
  'lint.exclude': {
    is: { kind: 'patterns' },
    default: [],
    meaning:
      "Notes whose links, age and length lint leaves alone, memvault's own pages among them; what must hold " +
      'is proved of every page.',
  },
  'lint.every_days': {
    is: { kind: 'whole', min: 0, max: 36_500 },
    default: 7,
    meaning: 'Days after which a nightly dream also runs lint and writes how healthy the vault is; 0 is never.',
  },
};
