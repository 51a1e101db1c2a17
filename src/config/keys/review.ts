// The settings of `review`: what is put before a person. Data only.
import { PART, type SectionOf } from './spec.ts';

export const REVIEW: SectionOf<'review'> = {
  'review.nightly': {
    is: { kind: 'whole', min: 0 },
    default: 5,
    meaning: 'New questions (memvault review) that a nightly dream asks at most, the most telling first.',
  },
  'review.catch_up': {
    is: { kind: 'whole', min: 0 },
    default: 200,
    meaning: 'The same for a dream that a person runs, and for one that catches up more than max_days.',
  },
  'review.near_duplicate': {
    is: PART,
    default: 0.9,
    meaning: 'Likeness from which a model is asked whether two claims say the same.',
  },
  'review.contradiction': {
    is: PART,
    default: 0.7,
    meaning:
      'Likeness from which, up to near_duplicate, a model is asked whether one claim contradicts or replaces ' +
      'the other.',
  },
  'review.apply_agreed': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'off',
    meaning:
      'Whether a replacement that the rules would ask you about is applied where a model says the same. A ' +
      'merge always waits for you.',
  },
};
