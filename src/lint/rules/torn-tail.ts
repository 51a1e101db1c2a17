// Files that only grow end with a whole line. A power cut may leave half a line at the end, NUL bytes, or half
// a character; the next append begins a line of its own, so nothing else is hurt, and this rule names what was.
// Looks at the daily logs, `log.md` and every `.jsonl`. Whole lines of the ledger are the matter of conservation.
import { splitLines } from '../../note/lines.ts';
import { parseEntryHeader } from '../../page/daily-entry.ts';
import { parseFactLine } from '../../page/fact-line.ts';
import { isMergeMarker } from '../../page/page.ts';
import { parseJsonObject } from '../../vault/ledger.ts';
import type { FileText } from '../../vault/own-files.ts';
import { LEDGER_DIR, RUN_LOG_FILE, TOMBSTONE_FILE } from '../../vault/vault.ts';
import { count, lineAt, quote, type Remark, type Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
# Daily Log - 2026-07-01

## 14:05 — abc12345 <!-- 2ab4q -->
- [work] User works at Microsoft ^k3v9x2ab4q

## 14:07 — abc12345 <!-- 3bc5r -->
- [work] User leads the team for Atlas ^m4w8y3bc5r
`;

export const tornTail: Rule = {
  name: 'torn-tail',
  what: 'Files that only grow hold whole lines of text.',
  examples: {
    ok,
    notOk: `${ok.replace(' ^k3v9x2ab4q\n', '')}\n## 15:10 — abc12345 <!-- 4cd6s -->\n- [work] User le<FF><end>`,
    finds: ['warning daily/2026-07-01.md:4', 'warning daily/2026-07-01.md:9', 'warning daily/2026-07-01.md:9'],
  },
  check: (input) => {
    const lines = input.files.filter((file) => file.path.endsWith('.jsonl'));
    const grown = [...input.logs, ...input.files.filter((file) => file.path === RUN_LOG_FILE), ...lines];
    return [
      ...input.logs.flatMap(healed),
      ...lines.flatMap(unreadable),
      ...grown.flatMap((file) => [...openEnd(file), ...strangeBytes(file)]),
    ];
  },
};

/**
 * Lines that were cut off and have an entry below them. `log` leaves an empty line above its header, so text right
 * above one was cut off, or written by hand without a line end.
 */
function healed({ path, text }: FileText): Remark[] {
  const headers = [...text.matchAll(/(?<=[^\n\r]\r?\n)## \d\d:\d\d — [^\n]*\n(?:\r?\n)?- \[/g)];
  if (headers.length === 0) return [];
  const lines = splitLines(text);
  return headers.flatMap((match): Remark[] => {
    const line = lineAt(text, match.index) - 1;
    const above = lines[line - 1] ?? '';
    const entry =
      parseEntryHeader(lines[line] ?? '') && [line + 1, line + 2].some((at) => parseFactLine(lines[at] ?? '')?.id);
    if (!entry || above.trim() === '' || parseFactLine(above)?.id) return [];
    return [
      {
        severity: 'warning',
        path,
        line,
        message: `this line seems to be cut off; memvault went on below it: ${quote(above)}`,
        fix: 'complete the line, or put an empty line below it',
      },
    ];
  });
}

function openEnd({ path, text }: FileText): Remark[] {
  if (text === '' || text.endsWith('\n')) return [];
  const lines = splitLines(text);
  const last = lines.at(-1) ?? '';
  const whole = path.endsWith('.jsonl') ? parseJsonObject(last) !== null : Boolean(parseFactLine(last)?.id);
  const what = whole
    ? 'the last line is whole, but has no line end'
    : `the last line seems to be cut off: ${quote(last)}`;
  return [
    {
      severity: whole ? 'note' : 'warning',
      path,
      line: lines.length,
      message: what,
      fix: 'the next append begins a new line',
    },
  ];
}

function unreadable({ path, text }: FileText): Remark[] {
  if (path.startsWith(`${LEDGER_DIR}/`)) return [];
  const lines = splitLines(text);
  return lines.flatMap((line, index): Remark[] => {
    const last = index === lines.length - 1 && !text.endsWith('\n');
    if (line.trim() === '' || last || parseJsonObject(line) !== null || isMergeMarker(line)) return [];
    // What was forgotten comes back where its tombstone cannot be read.
    return [
      {
        severity: path === TOMBSTONE_FILE ? 'error' : 'warning',
        path,
        line: index + 1,
        message: `this line cannot be read: ${quote(line)}`,
        fix: 'bring it back from git or a backup, else take it out',
      },
    ];
  });
}

function strangeBytes({ path, text }: FileText): Remark[] {
  const found: Remark[] = [];
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    found.push({
      severity: 'warning',
      path,
      line: lineAt(text, nul),
      message:
        `holds ${count(text.split('\0').length - 1, 'NUL byte')}, as a power cut leaves them; git takes the file ` +
        'for a binary one',
      fix: 'take the bytes out',
    });
  }
  if (!text.isWellFormed()) {
    const wrong = [...text.matchAll(/[\uDC80-\uDCFF]/gu)];
    found.push({
      severity: 'warning',
      path,
      line: lineAt(text, wrong[0]?.index ?? 0),
      message: `holds ${count(wrong.length, 'byte')} that ${wrong.length === 1 ? 'is' : 'are'} not UTF-8`,
      fix: 'save the file as UTF-8',
    });
  }
  return found;
}
