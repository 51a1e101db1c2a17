// Which project a fact names, and when two projects are one.
import type { Fact } from './fact.ts';

/** The project that a fact names, as it is written there; null for none. */
export function projectOf({ fields }: Pick<Fact, 'fields'>): string | null {
  return fields.project?.trim() || null;
}

/** A project as projects are compared. */
export const foldProject = (project: string): string => project.toLowerCase().normalize('NFC');
