// The schedulers that can be told of the night, by name. Writes nothing and runs nothing.
import { cronEntry } from './cron.ts';
import type { Entry, Job } from './job.ts';
import { launchdEntry } from './launchd.ts';
import { schtasksEntry } from './schtasks.ts';
import { systemdEntry } from './systemd.ts';

export const SCHEDULERS = ['cron', 'systemd', 'launchd', 'schtasks'] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

const ENTRIES: Readonly<Record<Scheduler, (job: Job) => Entry>> = {
  cron: cronEntry,
  systemd: systemdEntry,
  launchd: launchdEntry,
  schtasks: schtasksEntry,
};

export function scheduleWith(scheduler: Scheduler, job: Job): Entry {
  return ENTRIES[scheduler](job);
}

/** The one that a system has of itself. */
export function schedulerOf(platform: string): Scheduler {
  return platform === 'win32' ? 'schtasks' : platform === 'darwin' ? 'launchd' : 'cron';
}
