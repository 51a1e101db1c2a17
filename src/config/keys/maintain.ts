// The settings of `maintain`: how the vault is kept in order, and what fades. Data only.
import { DEFAULT_FADING } from '../../model/confidence.ts';
import { COUNT, PART, type SectionOf } from './spec.ts';

export const MAINTAIN: SectionOf<'maintain'> = {
  'maintain.keep_runs': {
    is: COUNT,
    default: 30,
    meaning: 'Journals of runs that this clone keeps, for dream --undo and diff.',
  },
  'maintain.fade': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: DEFAULT_FADING.fade,
    meaning: 'Whether the confidence of facts that nobody looks at falls. It only changes what comes first.',
  },
  'maintain.fade_after_days': {
    is: { kind: 'whole', min: 0, max: 36_500 },
    default: DEFAULT_FADING.fade_after_days,
    meaning: 'Days from which it falls: since the event, or since the fact was last shown by a search.',
  },
  'maintain.fade_per_day': {
    is: PART,
    default: DEFAULT_FADING.fade_per_day,
    meaning: 'How fast it falls each day: 0.03 is three in a hundred.',
  },
  'maintain.fade_below': {
    is: PART,
    default: DEFAULT_FADING.fade_below,
    meaning: 'Below this confidence a fact has faded and is left out of MEMORY.md.',
  },
  'maintain.fade_never': {
    is: { kind: 'words' },
    default: DEFAULT_FADING.fade_never,
    meaning: 'Categories, and kinds (a field of a fact), that do not fade; nor does what is pinned.',
  },
};
