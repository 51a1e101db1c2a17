// What was asked, pinned, recalled and forgotten is kept as lines of JSON. A line that lacks what every such line has
// counts for nothing: a review is asked again, a pin is off, what was forgotten is found. What cannot be read at all is
// the matter of torn-tail.
import { splitLines } from '../../note/lines.ts';
import { isBaselineLine } from '../../vault/baseline.ts';
import { parseJsonObject } from '../../vault/ledger.ts';
import type { FileText } from '../../vault/own-files.ts';
import { isRecallLine } from '../../vault/recalls.ts';
import { isMark, isReviewLine } from '../../vault/reviews.ts';
import { isTombstoneLine } from '../../vault/tombstones.ts';
import { BASELINE_FILE, MARK_FILE, RECALLS_DIR, REVIEW_FILE, TOMBSTONE_FILE } from '../../vault/vault.ts';
import { quote, type Remark, type Rule } from '../rule.ts';

const ok = `
== .memvault/reviews.jsonl
{"id":"k3v9x2ab4q","kind":"merge","status":"rejected","facts":["m4w8y3bc5r","p0d4mm1z5k"],\
"reason":"they may say the same","score":0.8,"run":"r-20260702-0300-7f3a9c","at":"2026-07-02T03:00:00.000Z"}
== .memvault/marks.jsonl
{"fact":"m4w8y3bc5r","mark":"pin","at":"2026-07-02T03:00:00.000Z"}
== .memvault/baseline.jsonl
{"rule":"long-pages","path":"3_Personal/Work.md","key":"00ff00ff00ff","count":1,"at":"2026-07-02T03:00:00.000Z"}
== .memvault/recalls/2026-07.jsonl
{"fact":"m4w8y3bc5r","count":2,"last":"2026-07-02T03:00:00.000Z",\
"until":"2026-07-02T03:00:00.000Z","clone":"ab12","run":"r-20260702-0300-7f3a9c","at":"2026-07-02T03:00:00.000Z"}
== .memvault/tombstones.jsonl
{"fact":"k3v9x2ab4q"}
{"fact":"aaaaaaaaaa","salt":"00ff","digest":"ff00","at":"2026-07-02T03:00:00.000Z","run":"r-20260702-0300-7f3a9c"}
`;

export const keptLines: Rule = {
  name: 'kept-lines',
  what: 'Each line of reviews, marks, recalls, tombstones and accepted findings says all that it must.',
  examples: {
    ok,
    notOk: ok
      .replace('"status":"rejected"', '"status":"rejectd"')
      .replace('"mark":"pin"', '"mark":"pim"')
      .replace('"count":2', '"count":-2')
      .replace('"count":1', '"count":"1"')
      .replace('"digest":"ff00",', ''),
    finds: [
      'warning .memvault/baseline.jsonl:1',
      'error .memvault/marks.jsonl:1',
      'warning .memvault/recalls/2026-07.jsonl:1',
      'error .memvault/reviews.jsonl:1',
      'error .memvault/tombstones.jsonl:2',
    ],
  },
  check: ({ files }) =>
    files.flatMap((file) => {
      if (file.path === REVIEW_FILE) return lacking(file, isReviewLine, 'review', 'error');
      if (file.path === MARK_FILE) return lacking(file, isMark, 'mark', 'error');
      if (file.path === BASELINE_FILE) return lacking(file, isBaselineLine, 'accepted finding', 'warning');
      if (file.path === TOMBSTONE_FILE) return lacking(file, isTombstoneLine, 'tombstone', 'error');
      return file.path.startsWith(`${RECALLS_DIR}/`) ? lacking(file, isRecallLine, 'recall', 'warning') : [];
    }),
};

function lacking(
  { path, text }: FileText,
  isWhole: (value: Readonly<Record<string, unknown>>) => boolean,
  what: string,
  severity: Remark['severity'],
): Remark[] {
  return splitLines(text).flatMap((line, index): Remark[] => {
    const value = parseJsonObject(line);
    if (value === null || isWhole(value)) return [];
    return [
      {
        severity,
        path,
        line: index + 1,
        message: `this line is no ${what} and counts for nothing: ${quote(line)}`,
        fix: 'bring it back from git or a backup, else take it out',
      },
    ];
  });
}
