// Invariant 1: nothing is lost. Every fact that was decided has one disposition, and what the ledger says is
// on the pages: `placed`, `duplicate`, `superseded` and `conflict` facts are cited on the page it names,
// `set-aside`, `quarantined` and `forgotten` ones on none. What a run's entry in log.md counts, the ledger has.
//
// Each check is a file of its own in ../conservation, with its reason: what follows is which there are, and their
// order.
import {
  brokenLines,
  citedElsewhere,
  citedInSpite,
  citedNowhere,
  citedTwice,
  clashes,
  decidedTwice,
  missingNames,
  runCounts,
  standsElsewhere,
  unknownValues,
} from '../conservation/checks.ts';
import type { Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [preference] User prefers tabs ^k3v9x2ab4q
- [preference] The user prefers tabs ^m4w8y3bc5r
== .memvault/ledger/2026-07.jsonl
{"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Preferences.md"}
{"fact":"m4w8y3bc5r","as":"duplicate","page":"3_Personal/Preferences.md","of":"k3v9x2ab4q"}
== 3_Personal/Preferences.md
- User prefers tabs[^k3v9x2ab4q][^m4w8y3bc5r]
`;

/** Does the ledger itself give each fact one disposition that can be read? */
const IN_THE_LEDGER: readonly Rule['check'][] = [brokenLines, unknownValues, decidedTwice, missingNames];
/** Does log.md tell of as many? */
const IN_LOG_MD: readonly Rule['check'][] = [runCounts];
/** Do the pages cite what the ledger says, where it says? */
const ON_PAGES: readonly Rule['check'][] = [citedNowhere, citedElsewhere, citedInSpite, citedTwice];
/** Do claims say of their facts what was decided, and none against another? */
const IN_CLAIMS: readonly Rule['check'][] = [standsElsewhere, clashes];

export const conservation: Rule = {
  name: 'conservation',
  what: 'Every fact has one disposition, and what the ledger says is on the page.',
  examples: {
    ok,
    notOk: ok.replace('[^m4w8y3bc5r]\n', '\n').replace('"as":"placed"', '"as":"plased"'),
    finds: ['error .memvault/ledger/2026-07.jsonl:1', 'error 3_Personal/Preferences.md:1'],
  },
  check: (input) => [...IN_THE_LEDGER, ...IN_LOG_MD, ...ON_PAGES, ...IN_CLAIMS].flatMap((check) => check(input)),
};
