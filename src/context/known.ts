// What is known of a statement that MEMORY.md holds: its page and its daily log have its day and who or what it is
// about, MEMORY.md has its words alone. Reads nothing itself.
import { normalForm } from '../markdown/normal-form.ts';
import type { Known } from './core.ts';
import type { Found } from './found.ts';
import { aboutOf } from './hits.ts';

/** Words of a statement by which it is looked for. */
const MOST = 300;

/** `search`: the best hits for a text. Nothing is known of what two say who are not the same. */
export function knownBy(search: (text: string) => readonly Found[]): (says: string) => Known | null {
  return (says) => {
    const [first, ...others] =
      says === '' || says === '*'
        ? []
        : search(says.slice(0, MOST)).filter((one) => one.kind !== 'text' && normalForm(one.text) === says);
    const abouts = new Set([first, ...others].flatMap((one) => (one === undefined ? [] : (aboutOf(one) ?? []))));
    if (first === undefined || abouts.size > 1) return null;
    const { date, logged } = [first, ...others].reduce((latest, one) =>
      latest.date === null || (one.date !== null && one.date > latest.date) ? one : latest,
    );
    return { date, ...(logged !== undefined && { logged }), category: [...abouts][0] ?? first.category };
  };
}
