// The settings of `dream`: where a dream runs by night. Data only.
import type { SectionOf } from './spec.ts';

export const DREAM: SectionOf<'dream'> = {
  'dream.host': {
    is: { kind: 'name' },
    default: null,
    meaning: 'Id of the clone (memvault status) or name of the machine that dreams by night; null is any.',
  },
};
