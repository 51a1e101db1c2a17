// What keeps a model from being asked, as `status` says it: a setting that is not trusted, or settings that do not go
// together.
import { MemvaultError } from '../model/errors.ts';
import type { untrusted } from './model-trust.ts';

/** One line; null where nothing does. `look` throws what is wrong with the settings. */
export function trustProblem(look: () => ReturnType<typeof untrusted>): string | null {
  try {
    const held = look();
    return held === null
      ? null
      : held.needs.map(({ key }) => key).join(', ') +
          ' ' +
          (held.standing === 'changed' ? 'changed since you trusted it' : 'not trusted') +
          ': memvault trust';
  } catch (error) {
    if (error instanceof MemvaultError) return error.message;
    throw error;
  }
}
