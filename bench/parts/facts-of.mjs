// The facts of a generated vault as other search engines get them, read back from its daily logs, one file at a time.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FACT = /^- \[([^\]]+)\] (.*?)((?: \[\w+:: [^\]]*\])*)(?: `([^`]*)`)? \^([0-9a-z]{10})$/;

/** Each fact as `{id, date, category, text, tags}`, oldest day first. */
export function* factsOf(vault) {
  const daily = join(vault, 'daily');
  for (const name of readdirSync(daily)
    .filter((file) => /^\d.*\.md$/.test(file))
    .sort()) {
    for (const line of readFileSync(join(daily, name), 'utf8').split('\n')) {
      const match = FACT.exec(line);
      if (match === null) continue;
      const [, category, text, , tags = '', id] = match;
      yield { id, date: name.slice(0, -'.md'.length), category, text, tags };
    }
  }
}
