// Names that would tell a terminal what to do, in every place that holds a name: no verb passes them on.
import fc from 'fast-check';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { own, toTerminal } from '../../src/model/controls.ts';
import { painter } from '../../src/cli/terminal/face.ts';
import { PLUMBING, VERBS } from '../../src/cli/verbs.ts';
import { type Person, runHere } from '../support/here.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, memvault, type Place } from '../support/memvault.ts';
import { atTerminal, hasTerminals } from '../support/terminal.ts';

/** Not made of the set that the program itself takes out, so that a hole in that one shows. */
const HARM = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFDD0]/u;
const STYLE = /\u001B\[(?:1|2|22|31|32|33|36|39)m/g;
/**
 * A style that memvault knows, one that it never uses, a title of the window, a cleared line and screen, a return,
 * writing turned around.
 */
const TRICKS = [
  '\u001B[31mEVIL',
  '\u001B[8m',
  '\u001B]0;evil\u0007',
  '\u001B[2K\r',
  '\u009B2J',
  '\u009D0;evil\u009C',
  '\u202Efdp.exe',
  '\u2066',
  '\u2069',
  '\u200F',
  '\u061C',
  '\u0008\u0008',
  '\u007F',
  '\u000E',
  '\u0085',
];
const NOW = '2026-07-01T12:00:00Z';

const ANY_NAME = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.constantFrom('work', 'a', 'ü', '茶')), { minLength: 1, maxLength: 6 })
  .map((parts) => `x${parts.join('')}`);
const ALL = `x${TRICKS.join('')}`;

let place: Place;
let next = 0;

beforeAll(() => void (place = makePlace()));
afterAll(() => place.remove());

/** Brackets would end the field. */
const projectOf = (name: string): string => name.replace(/[[\]\r]/g, '');

/** A vault with one name everywhere. Written by hand: `log` would refuse most of it. */
function makeHostile(name: string): string {
  const vault = join(place.root, `vault${next++}`);
  const put = (path: string, text: string): void => {
    mkdirSync(join(vault, path, '..'), { recursive: true });
    writeFileSync(join(vault, path), text);
  };
  const tag = name.replace(/\s/g, '');
  const project = projectOf(name);
  put('.memvault/config.yaml', 'consolidate:\n  min_facts: 1\n');
  put(
    '.memvault/tags.yaml',
    `aliases:\n  ${JSON.stringify(tag)}: [${JSON.stringify(`${tag}2`)}]\n${JSON.stringify(name)}: 1\n`,
  );
  put('.memvault/marks.jsonl', `{"fact":"${name}"}\n${JSON.stringify({ fact: 'aaaaaaaaa1', mark: name })}\n`);
  put('schema.md', `---\nroutes:\n  ${JSON.stringify(name)}: ${JSON.stringify(`2_Wiki/${name}.md`)}\n---\n`);
  put(
    'daily/2026-06-20.md',
    [
      '# Daily Log - 2026-06-20',
      '',
      `## 10:00 — ${name.replace(/\r/g, '')}`,
      '',
      `- [work] User works at Google ${name} [project:: ${project}] \`${tag} tea\` ^aaaaaaaaa1`,
      `- [work] User works at Microsoft [project:: ${project}] [${project}:: x] \`${tag}\` ^aaaaaaaaa2`,
      `- [preference] User prefers tea \`${tag}2\` ^aaaaaaaaa3`,
      '- [preference] User prefers tea ^aaaaaaaaa3',
      `- [${name}] no category`,
      `- [work] The team meets at the office in Lisbon ${name} ^aaaaaaaaa4`,
      `- [work] The team does not meet at the office in Lisbon ${name} ^aaaaaaaaa5`,
      ...[6, 7, 8].map(
        (at) => `- [path] release it ${name}: \`make ${name}\` then \`make\` <!-- --> [kind:: path] ^aaaaaaaaa${at}`,
      ),
      `- [decision] ${name} [kind:: episode] [entities:: ${project}] ^aaaaaaaaa9`,
      `- [decision] ${name} ended [kind:: outcome] [resolves:: aaaaaaaaa9] [value:: ${project}] ^aaaaaaaaa0`,
      '',
    ].join('\n'),
  );
  put(
    `2_Wiki/${name}.md`,
    `---\ntitle: ${JSON.stringify(name)}\n${name}: x\ntags: [${JSON.stringify(tag)}]\nupdated: ${JSON.stringify(name)}\nstatus: ${JSON.stringify(name)}\n---\n\n# ${name}\n\nTea. [[${name}2]] [x](${encodeURIComponent(`${name}3`)}.md#${name})\n`,
  );
  put(
    `2_Wiki/Broken${name}.md`,
    `---\ntitle: [${name}\n---\n\n## Key Facts\n\n- Tea ${name}.[^zzzzzzzzz9]\n\n[^zzzzzzzzz9]: [${name}](../daily/2026-06-20.md#^zzzzzzzzz9)\n`,
  );
  put(`${name}/${name}.md`, `# ${name}\n\nTea and ${name} #${tag}\n\n- [ ] task\n`);
  put(`0_Inbox/${name}.txt`, `Tea helps ${name}.\n`);
  put(`0_Inbox/${name}.bin`, '\0\0');
  put('talk.txt', `User: I prefer tea ${name}.\nAssistant: fine ${name}\n`);
  put(
    `out/${name}.json`,
    JSON.stringify([
      { id: name, memory: `User likes tea ${name}`, metadata: { category: name, project: name, [name]: name } },
    ]),
  );
  return vault;
}

type Lines = (name: string) => readonly (readonly string[])[];

/** What is typed, verb by verb, in this order. */
const TYPED: Readonly<Record<string, Lines>> = {
  init: (name) => [
    ['init', '--no-git', '--dry-run'],
    ['init', '--no-git', '.'],
    ['init', '.'],
    ['init', '--agent', 'codex', '--dry-run', name],
    ['init', '--no-git', name],
    ['init', '--agent', name],
  ],
  log: (name) => [
    ['log', `User drinks tea ${name}`, '--date', '2026-06-29'],
    ['log', 'x', '-t', name],
    ['log', 'x', '--project', name],
    ['log', 'x', '--session', name],
    ['log', 'x', '-c', name],
    ['log', 'x', '--at', name],
    ['log', 'x', '--field', name],
    ['log', 'x', '--supersedes', name],
  ],
  index: () => [['index']],
  reindex: () => [['reindex']],
  search: (name) => [
    ['search', 'tea'],
    ['search', 'tea', '--explain', '-n', '50'],
    ['search', 'tea', '-t', name],
    ['search', 'tea', '--mode', name],
    ['search', name],
    ['search', 'tea', `--${name}`],
    ['search', 'tea', '--project', name, '--zone', name],
  ],
  context: (name) => [['context'], ['context', 'tea'], ['context', name, '--project', name]],
  facts: (name) => [['facts'], ['facts', '-t', name], ['facts', '--as', name], ['facts', '--since', name]],
  lint: (name) => [['lint'], ['lint', '--rule', name], ['lint', '--fix', '--dry-run']],
  import: (name) => [
    ['import', '--dry-run'],
    ['import'],
    ['import', 'talk.txt', '--session', name, '--project', name],
    ['import', 'talk.txt', '--format', name],
    ['import', 'out', '--dry-run'],
    ['import', 'out', '--project', name, '-t', name, '--yes'],
    ['import', name],
    ['import', 'out', '--format', name],
  ],
  dream: (name) => [
    ['dream', '--dry-run'],
    ['dream', '--plan', '-'],
    ['dream', '--plan', name],
    ['dream', '--batch', '--force', '--commit'],
    ['dream', '--redo', '--yes', '--model', name],
    ['dream', '--apply', name],
    ['dream', '--undo', name],
    ['dream', '--engine', name],
    ['dream'],
  ],
  diff: (name) => [['diff'], ['diff', '--stat'], ['diff', name]],
  explain: (name) => [
    ['explain', 'aaaaaaaaa1'],
    ['explain', 'aaaaaaaaa4', '--plot'],
    ['explain', name],
    ['explain', `2_Wiki/${name}.md`],
    ['explain', 'daily/2026-06-20.md:6'],
  ],
  open: (name) => [
    ['open', 'aaaaaaaaa1'],
    ['open', name],
    ['open', `2_Wiki/${name}.md`, '--obsidian'],
  ],
  fix: (name) => [
    ['fix', 'aaaaaaaaa1'],
    ['fix', 'aaaaaaaaa4', '--to', name],
    ['fix', 'aaaaaaaaa4', '--text', name],
    ['fix', 'aaaaaaaaa4', '--separate', '--dry-run'],
    ['fix', name],
  ],
  review: (name) => [['review', 'list', '--all'], ['review', 'approve', name], ['review', name], ['review']],
  tags: (name) => [
    ['tags'],
    ['tags', 'alias', name, 'tea'],
    ['tags', 'apart', 'tea', `${name}3`],
    ['tags', 'apply'],
    ['tags', name],
  ],
  pin: (name) => [
    ['pin', 'aaaaaaaaa4'],
    ['pin', name],
    ['pin', '--off', 'aaaaaaaaa4'],
    ['pin', '--off', name],
  ],
  forget: (name) => [
    ['forget', 'aaaaaaaaa5', '--dry-run'],
    ['forget', 'aaaaaaaaa5', '--reason', name],
    ['forget', '--verify'],
    ['forget', name],
    ['forget', 'aaaaaaaaa5', '--undo'],
  ],
  skills: (name) => [
    ['skills'],
    ['skills', 'show', 'release'],
    ['skills', 'show', name],
    ['skills', name],
    ['skills', 'export', 'release', '--agent', name],
    ['skills', 'export', 'release', '--agent', 'codex'],
  ],
  episode: (name) => [
    ['episode'],
    ['episode', 'open', `tea ${name}`, '--entity', name],
    ['episode', 'resolve', 'aaaaaaaaa9', name, 'x'],
    ['episode', 'resolve', 'aaaaaaaaa9', 'success', name, '--lesson', name],
    ['episode', name],
    ['episode', 'resolve', name, 'success', 'x'],
  ],
  status: () => [['status']],
  report: (name) => [['report'], ['report', '--since', name]],
  config: (name) => [
    ['config'],
    ['config', 'get', name],
    ['config', 'set', 'min_facts', name],
    ['config', name],
    ['config', 'set', 'vault', `${name}/no`, '--user'],
    ['config', 'trust'],
    ['config', 'trust', '--revoke', name],
  ],
  schedule: (name) => [
    ['schedule', 'cron'],
    ['schedule', name],
    ['schedule', 'cron', '--at', name],
  ],
  export: (name) => [
    ['export', '--markdown'],
    ['export', '--agents-md', '--project', name],
    ['export', '--jsonl', '-t', name],
  ],
  hook: (name) => [
    ['hook', name, 'session-start'],
    ['hook', 'codex', name],
  ],
  mcp: (name) => [['mcp', '--vault', name]],
  completion: (name) => [
    ['completion', 'bash'],
    ['completion', name],
  ],
  complete: (name) => [
    ['complete', name, ''],
    ...['-t', '--supersedes', '--project', '-c'].map((flag) => ['complete', 'log', flag, '']),
    ['complete', 'fix', 'x', '--to', ''],
    ['complete', 'explain', ''],
  ],
  'merge-driver': (name) => [
    ['merge-driver', name],
    ['merge-driver', name, name, name, '7', name],
  ],
  help: (name) => [['help', name], [name], ['status', '--vault', name]],
};

test('every verb is asked with hostile names', () => {
  expect(Object.keys(TYPED).sort()).toEqual(
    [...VERBS, ...PLUMBING]
      .map(({ name }) => name)
      .concat('help')
      .sort(),
  );
});

/** Takes another choice each time. */
function makePerson(): Person {
  let turn = 0;
  return {
    choose: (values) => (turn > 30 ? null : (values[turn++ % values.length] ?? null)),
    type: (initial) => `${initial} indeed`,
  };
}

function isHarmless(args: readonly string[], said: string, styles: readonly RegExp[] = []): void {
  expect(said, args.join(' ')).not.toContain('\u001B[31mEVIL');
  expect(
    HARM.exec(styles.reduce((text, style) => text.replace(style, ''), said))?.[0],
    `${JSON.stringify(args)}: ${JSON.stringify(said)}`,
  ).toBeUndefined();
  expect(said).not.toContain('this is a bug in memvault');
}

test('a terminal, a pipe and a program get no control character of a name', async () => {
  const env = { ...place.env, NO_COLOR: '', TERM: 'xterm' };
  await fc.assert(
    fc.asyncProperty(ANY_NAME, async (name) => {
      const [piped, shown, told] = [makeHostile(name), makeHostile(name), makeHostile(name)];
      for (const args of Object.values(TYPED).flatMap((lines) => lines(name))) {
        const pipe = await memvaultHere(place, args, { cwd: piped });
        isHarmless(args, pipe.stdout + pipe.stderr);
        const terminal = await runHere({ place: { ...place, env }, cwd: shown, now: NOW }, args, makePerson());
        isHarmless(args, terminal.stdout + terminal.stderr, [STYLE]);
        const program = await memvaultHere(place, [...args, '--json'], { cwd: told });
        isHarmless(args, program.stdout + program.stderr);
        if (program.stdout !== '' && !['merge-driver', 'complete'].includes(args[0] ?? '') && !args.includes('-'))
          expect(() => JSON.parse(program.stdout) as unknown, args.join(' ')).not.toThrow();
      }
    }),
    { numRuns: 2, examples: [[ALL]] },
  );
});

test('a real terminal gets none either, also where it is asked', { skip: !hasTerminals }, async () => {
  const vault = makeHostile(ALL);
  const command =
    'memvault search tea; memvault facts; memvault explain aaaaaaaaa1; memvault lint; memvault status; memvault dream';
  const { shown } = await atTerminal({ place, vault, command }, [['What should happen to', '\u0003']]);
  expect(shown).toContain('EVIL');
  for (const trick of TRICKS.filter((one) => !/^(?:\u001B\[2K\r|\u0008+|\u000E)$/.test(one)))
    expect(shown.includes(trick), JSON.stringify(trick)).toBe(false);
  expect(shown).not.toMatch(/\u001B\]|[\u0007\u0080-\u009F]/);
});

test('a setting that is refused', async () => {
  const vault = makeHostile(ALL);
  writeFileSync(
    join(vault, '.memvault/config.yaml'),
    `${JSON.stringify(ALL)}: 1\nconsolidate:\n  engine: ${JSON.stringify(ALL)}\n  min_facts: ${JSON.stringify(ALL)}\nmodels:\n  command: ${JSON.stringify(ALL)}\n`,
  );
  for (const args of [['status'], ['config'], ['config', '--json'], ['lint'], ['config', 'trust']]) {
    const { stdout, stderr } = await memvaultHere(place, args, { cwd: vault });
    expect(stdout + stderr).toContain('EVIL');
    isHarmless(args, stdout + stderr);
  }
});

test('a program gets the names as they are', async () => {
  const vault = makeHostile(ALL);
  const { stdout } = await memvault(place, ['facts', '--json'], { cwd: vault });
  const [fact] = (JSON.parse(stdout) as { facts: { tags: string[]; fields: { project: string } }[] }).facts;
  expect(fact?.tags).toContain(ALL.replace(/\s/g, ''));
  expect(fact?.fields.project).toBe(projectOf(ALL));
  const path = `${ALL}/${ALL}.md`;
  const at = { place, cwd: vault, now: NOW };
  expect((await memvault(place, ['search', 'tea', '-0'], { cwd: vault })).stdout.split('\0')).toContain(path);
  expect((await memvault(place, ['search', 'tea', '--files'], { cwd: vault })).stdout.split('\n')).toContain(path);
  expect((await runHere(at, ['search', 'tea', '-0'], [])).stdout.split('\0')).toContain(toTerminal(path));
});

test.each(['-t', '--project', '--session'])('log refuses control characters after %s, and names them', async (flag) => {
  const vault = makeHostile('work');
  const before = readFileSync(join(vault, 'daily/2026-06-20.md'), 'utf8');
  for (const name of [...TRICKS.map((trick) => `a${trick}b`), 'a\nb', 'a\tb', 'a\u2028b']) {
    const { status, stderr } = await memvaultHere(
      place,
      ['log', 'User likes tea', flag, name, '--date', '2026-06-20', '--json'],
      { cwd: vault },
    );
    expect({ status, ...(JSON.parse(stderr) as object) }).toMatchObject({
      status: 2,
      code: 'bad-input',
      message: expect.stringMatching(
        /^the (?:tag|project|session) "a\\[u\w].*" contains a control character$/,
      ) as string,
    });
  }
  expect(readFileSync(join(vault, 'daily/2026-06-20.md'), 'utf8')).toBe(before);
});

test('log refuses them in a field and in each line of --jsonl; a log that holds them is read', async () => {
  const vault = makeHostile(ALL);
  expect(await memvaultHere(place, ['log', 'x', '--field', 'project=a\u001B[2Jb'], { cwd: vault })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('the project "a\\u001b[2Jb" contains a control character') as string,
  });
  const lines = [
    { content: 'a' },
    { content: 'b', tags: ['x\u202Ey'] },
    { content: 'c', project: 'x\u0000' },
    { content: 'd', session: 'x\ny' },
    { content: 'e', fields: { project: '\u009B2J' } },
  ];
  const { status, stderr } = await memvaultHere(place, ['log', '--jsonl'], {
    cwd: vault,
    input: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(status).toBe(2);
  for (const said of [
    '4 bad lines',
    'line 2: the tag "x\\u202ey"',
    'line 3: the project "x\\u0000"',
    'line 4: the session "x\\ny"',
    'line 5: the project "\\u009b2J"',
  ])
    expect(stderr).toContain(said);
  expect(
    (JSON.parse((await memvaultHere(place, ['facts', '--json'], { cwd: vault })).stdout) as { facts: unknown[] }).facts,
  ).toHaveLength(11);
});

test('only what memvault paints gets colour, whatever the text looks like', () => {
  const anyText = fc
    .array(
      fc.oneof(
        fc.constantFrom(...TRICKS, '\u001B[1m', '\uFDD0', 'k3', '\r\n', '\t', '\n'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const told = toTerminal(one + painter(true)('red', other));
      expect(told).toBe(`${toTerminal(one)}\u001B[31m${toTerminal(other)}\u001B[39m`);
      expect(toTerminal(one)).not.toMatch(
        /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/,
      );
      expect(toTerminal(own(one))).toBe(one);
    }),
  );
});
