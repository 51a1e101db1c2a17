// The settings of `consolidate`: when a dream runs and how it turns facts into pages. Data only.
import { COUNT, type SectionOf } from './spec.ts';

export const CONSOLIDATE: SectionOf<'consolidate'> = {
  'consolidate.engine': {
    is: { kind: 'choice', of: ['rules', 'ollama', 'openai', 'command', 'auto'] },
    default: 'rules',
    meaning:
      'What proposes how facts become pages: rules, which is built in and needs no model, or a model. auto ' +
      'asks the model where it answers.',
  },
  'consolidate.on_model_failure': {
    is: { kind: 'choice', of: ['wait', 'rules'] },
    default: 'wait',
    meaning:
      'What becomes of facts that a model failed to decide: wait leaves them pending for up to three nights, ' +
      'then the rules take them; rules lets them do so at once.',
  },
  'consolidate.min_facts': {
    is: COUNT,
    default: 20,
    meaning: 'A nightly dream (dream --batch) runs once this many facts are pending.',
  },
  'consolidate.max_wait_days': {
    is: COUNT,
    default: 3,
    meaning: 'It also runs once the oldest pending fact has waited this many days.',
  },
  'consolidate.max_days': {
    is: COUNT,
    default: 14,
    meaning: 'Pending days that a dream takes at a time. More are caught up batch by batch.',
  },
  'consolidate.timeout_seconds': {
    is: { kind: 'whole', min: 1, max: 604_800 },
    default: 600,
    meaning: 'A dream gives up after this many seconds without progress.',
  },
  'consolidate.claims_per_page': {
    is: COUNT,
    default: 200,
    meaning: 'A page with this many claims is full: new ones go to parts of it.',
  },
  'consolidate.entity_facts': {
    is: COUNT,
    default: 3,
    meaning: 'A named subject with this many facts gets a page of its own.',
  },
  'consolidate.owner': {
    is: { kind: 'text', what: 'your name' },
    default: null,
    meaning:
      'Your name, as conversations have it; several with commas between. What is said of it goes to your ' +
      'profile, as what is said of "User" does.',
  },
  'consolidate.profile': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'on',
    meaning:
      'Facts about you that say what kind they are go to the pages Profile and Timeline. off sends them ' +
      'where their category goes.',
  },
};
