// Signals wait for the event loop: work that goes on and on in one go lets them be heard now and then.
import type { Cancel } from './ports.ts';

/** Lets a signal in that came while work was done in one go. */
export const breath = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve));

/** Was it asked to stop? A Ctrl-C that came meanwhile is heard first. */
export async function isCancelled(cancel: Cancel): Promise<boolean> {
  await breath();
  return cancel.requested;
}
