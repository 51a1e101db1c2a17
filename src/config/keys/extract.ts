// The settings of `extract`: how conversations become facts. Data only.
import { PART, type SectionOf } from './spec.ts';

export const EXTRACT: SectionOf<'extract'> = {
  'extract.keep_sessions_days': {
    is: { kind: 'whole', min: 1, max: 36_500 },
    default: 14,
    meaning: 'Days after which this clone no longer keeps what it read of a session. The facts stay.',
  },
  'extract.min_confidence': {
    is: PART,
    default: 0.62,
    meaning: 'Confidence below which nothing is taken from a conversation, 0 to 1.',
  },
  'extract.max_facts': {
    is: { kind: 'whole', min: 1, max: 1000 },
    default: 12,
    meaning:
      'Facts that a model may take from a session in one reading, the surest first. The rules have no such limit.',
  },
};
