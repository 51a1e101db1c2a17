// A small vault for dreams at a terminal: some facts that are consolidated already, some that wait, with ids that do
// not change.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makePlace, memvault, type Place } from '../support/memvault.ts';

/** Ids of the facts that wait, by a name for each. */
export const FACTS = {
  microsoft: 'm1cr0s0ft0',
  again: 'aga1n00000',
  charts: 'charts0000',
  tabs: 'tabsaga1n0',
  thanks: 'thanks0000',
  tokyo: 't0ky0h0me0',
  deploy: 'dep10y0000',
  staging: 'stag1ng000',
  meet: 'meet1sb0n0',
  notMeet: 'n0meet0000',
} as const;

const BEFORE = `# Daily Log - 2026-06-20

## 09:10 — cli-aaaa

- [work] User works at Google as an engineer ^g00g1e0000
- [preference] User prefers tabs over spaces ^tabsf1rst0
- [work] The office of the team is in Lisbon, Rua Augusta 12 ^0ff1ce0000
`;

const LOGS: Readonly<Record<string, string>> = {
  '2026-06-28': `## 08:00 — cli-aaaa

- [work] User now works at Microsoft ^${FACTS.microsoft}

## 17:45 — cli-aaaa

- [work] The weekly stand-up of the whole team is at the office in Lisbon ^${FACTS.meet}
- [work] The weekly stand-up of the whole team is not at the office in Lisbon ^${FACTS.notMeet}
`,
  '2026-06-29': `## 14:05 — cli-aaaa

- [work] User works at Microsoft ^${FACTS.again}
- [preference] User prefers compact dashboards with at most 5 charts and no animation, because the screen reader of a colleague stumbles over everything that moves on its own ^${FACTS.charts}
- [preference] User prefers tabs over spaces ^${FACTS.tabs}
- [general] ok thanks ^${FACTS.thanks}
`,
  '2026-06-30': `## 14:05 — cli-aaaa

- [identity] User lives in 東京都渋谷区神宮前一丁目, near 原宿 🗼 and loves it ^${FACTS.tokyo}
- [project] The deploy of atlas takes 14 minutes [project:: atlas] ^${FACTS.deploy}
- [project] The staging server of atlas is https://staging.atlas.example.com/a/very/long/path/that/does/not/end/in/sixty/columns [project:: atlas] ^${FACTS.staging}
`,
  '2026-07-01': `## 09:00 — cli-aaaa

- [event] User has lunch with Ana ^1anchana00
`,
};

/** Below the place; consolidated up to 2026-06-20. */
export async function makeDreamVault(place: Place, name = 'vault'): Promise<string> {
  const vault = join(place.root, name);
  await memvault(place, ['init', '--no-git', vault]);
  mkdirSync(join(vault, 'daily'), { recursive: true });
  writeFileSync(join(vault, 'daily/2026-06-20.md'), BEFORE);
  await memvault(place, ['dream', '--yes'], {
    cwd: vault,
    env: { ...place.env, MEMVAULT_NOW: '2026-06-21T12:00:00Z' },
  });
  for (const [day, text] of Object.entries(LOGS))
    writeFileSync(join(vault, `daily/${day}.md`), `# Daily Log - ${day}\n\n${text}`);
  return vault;
}

export interface DreamVault {
  readonly place: Place;
  readonly vault: string;
  /** One more like it. */
  another(): string;
}

/** A place for the tests of one file, and for each of them a vault of its own, which is told before it begins. */
export function useDreamVaults(tell: (made: DreamVault) => void): void {
  let place: Place;
  let template: string;
  let next = 0;
  const another = (): string => {
    const vault = join(place.root, `vault${next++}`);
    cpSync(template, vault, { recursive: true });
    return vault;
  };
  beforeAll(async () => {
    place = makePlace();
    template = await makeDreamVault(place, 'template');
  });
  afterAll(() => place.remove());
  beforeEach(() => tell({ place, vault: another(), another }));
}
