// The settings of `write`: where things are written: folders, zones and the time zone. Data only.
import { FOLDER, type SectionOf } from './spec.ts';

export const WRITE: SectionOf<'write'> = {
  'write.daily_dir': {
    is: { kind: 'path' },
    default: 'daily',
    meaning: "Folder of the daily logs, from the vault's root. Logs that are there already are not moved along.",
  },
  'write.timezone': {
    is: { kind: 'timezone' },
    default: null,
    meaning: "Time zone in which days begin, such as Europe/Berlin. null is the system's.",
  },
  'write.zones.inbox': { is: FOLDER, default: '0_Inbox', meaning: 'What waits to be sorted.' },
  'write.zones.projects': { is: FOLDER, default: '1_Projects', meaning: 'A page for each project.' },
  'write.zones.wiki': { is: FOLDER, default: '2_Wiki', meaning: 'What is known of things and people.' },
  'write.zones.personal': { is: FOLDER, default: '3_Personal', meaning: 'What is known of you.' },
  'write.zones.assets': { is: FOLDER, default: '4_Assets', meaning: 'Your files. memvault never writes here.' },
  'write.zones.archives': { is: FOLDER, default: '5_Archives', meaning: 'What is over and done with.' },
};
