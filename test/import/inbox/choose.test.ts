// Where files of the inbox go and what their pages are called, without a disk: each table is a vault, what lies in the
// inbox, and what becomes of it in that order.
import { describe, expect, test } from 'vitest';
import { Choosing, type Ready } from '../../../src/import/inbox/survey.ts';
import { foldName } from '../../../src/page/page-name.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const [SOURCES, PAGES] = ['5_Archives/Inbox', '2_Wiki/Literature'];

/** A file of the inbox. Its content is its path, unless it is said; `title`: what it is called inside, for a text. */
type Lying = Partial<Ready> & { readonly path: string; readonly title?: string };

/**
 * What becomes of each: `path` alone for what is only moved, `path, page` where its page is a new one, `path (page)`
 * where it is one of this work.
 */
function choose(paths: readonly string[], lying: readonly Lying[]): string[] {
  const namesIn = (folder: string): ReadonlySet<string> =>
    new Set(
      paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => foldName(path.slice(folder.length + 1).replace(/\/.*/, ''))),
    );
  const choosing = new Choosing({ vault: { zones }, paths, namesIn });
  return lying.map(({ path, title = 'Rivers', digest = path, page = null }) => {
    const file: Ready = { path: `${zones.inbox}/${path}`, digest, page };
    const alone = choosing.moveAlone(file);
    if (alone !== null) return alone.page === null ? alone.to : `${alone.to} (${alone.page})`;
    const { to, page: made } = choosing.moveWithPage(file, title);
    return `${to}, ${made}`;
  });
}

type Row = readonly [what: string, paths: readonly string[], lying: readonly Lying[], become: readonly string[]];

describe('a text that was read', () => {
  test.each<Row>([
    [
      'gets a page of its title, and keeps its name and folder',
      [],
      [{ path: 'sub/r.txt' }],
      [`${SOURCES}/sub/r.txt, ${PAGES}/Rivers.md`],
    ],
    [
      'whose title is no file name',
      [],
      [{ path: 'r.md', title: 'Rivers: of/the north?' }],
      [`${SOURCES}/r.md, ${PAGES}/Rivers- of-the north.md`],
    ],
    [
      'of one title with another',
      [],
      [{ path: 'a.md' }, { path: 'b.md' }, { path: 'c.md', title: 'rivers' }],
      [
        `${SOURCES}/a.md, ${PAGES}/Rivers.md`,
        `${SOURCES}/b.md, ${PAGES}/Rivers 2.md`,
        `${SOURCES}/c.md, ${PAGES}/rivers 3.md`,
      ],
    ],
    [
      'whose title a note has in some folder',
      ['3_Personal/RIVERS.md', 'Rivers 2.md'],
      [{ path: 'a.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Rivers 3.md`],
    ],
    [
      'whose title a source has',
      [`${SOURCES}/Rivers.md`],
      [{ path: 'a.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Rivers 2.md`],
    ],
    [
      'whose title a file has that is no note',
      ['4_Assets/Rivers.pdf', '3_Personal/Rivers.txt'],
      [{ path: 'a.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Rivers.md`],
    ],
    [
      'whose title a folder has where its page is to be',
      [`${PAGES}/Rivers.md`, `${PAGES}/Rivers 2.md/x`],
      [{ path: 'a.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Rivers 3.md`],
    ],
    [
      'whose title a hidden note or one of the inbox has',
      ['.trash/Rivers.md', '0_Inbox/Rivers.md', 'a/.b/Rivers.md'],
      [{ path: 'a.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Rivers.md`],
    ],
    [
      'whose title is a day',
      [],
      [{ path: 'a.md', title: '2026-07-01' }],
      [`${SOURCES}/a.md, ${PAGES}/2026-07-01 2.md`],
    ],
  ])('%s', (_what, paths, lying, become) => {
    expect(choose(paths, lying)).toEqual(become);
  });
});

describe('a note among the sources, by its name, is none of', () => {
  test.each<Row>([
    ['its own page', [], [{ path: 'rivers.md' }], [`${SOURCES}/rivers (source).md, ${PAGES}/Rivers.md`]],
    [
      'its own page of earlier',
      [`${PAGES}/Rivers.md`],
      [{ path: 'rivers.md', page: `${PAGES}/Rivers.md` }],
      [`${SOURCES}/rivers (source).md`],
    ],
    [
      'its own page of earlier that lies among the sources now',
      [`${SOURCES}/old/Rivers.md`],
      [{ path: 'rivers.md', page: `${SOURCES}/old/Rivers.md` }],
      [`${SOURCES}/rivers (source).md`],
    ],
    [
      'another page',
      ['3_Personal/Work.md'],
      [{ path: 'work.md' }],
      [`${SOURCES}/work (source).md, ${PAGES}/Rivers.md`],
    ],
    [
      'a page of a moment ago',
      [],
      [{ path: 'a.md', title: 'Hills' }, { path: 'hills.md' }],
      [`${SOURCES}/a.md, ${PAGES}/Hills.md`, `${SOURCES}/hills (source).md, ${PAGES}/Rivers.md`],
    ],
    ['a daily log', [], [{ path: '2026-07-01.md' }], [`${SOURCES}/2026-07-01 (source).md, ${PAGES}/Rivers.md`]],
    [
      'another source, but a number tells them apart',
      [`${SOURCES}/a.md`],
      [{ path: 'A.md' }, { path: 'a.md', title: 'Hills' }],
      [`${SOURCES}/A 2.md, ${PAGES}/Rivers.md`, `${SOURCES}/a 3.md, ${PAGES}/Hills.md`],
    ],
    [
      'what has such a name itself',
      ['3_Personal/Work.md', `${SOURCES}/work (source).md`],
      [{ path: 'work.md' }],
      [`${SOURCES}/work (source) 2.md, ${PAGES}/Rivers.md`],
    ],
    [
      'a page, which a text that is no note may be',
      ['3_Personal/Work.md'],
      [{ path: 'work.txt' }, { path: 'work', title: 'Hills' }],
      [`${SOURCES}/work.txt, ${PAGES}/Rivers.md`, `${SOURCES}/work, ${PAGES}/Hills.md`],
    ],
    [
      'a page, unless that is a source of another folder',
      [`${SOURCES}/sub/work.md`],
      [{ path: 'work.md' }],
      [`${SOURCES}/work.md, ${PAGES}/Rivers.md`],
    ],
  ])('%s', (_what, paths, lying, become) => {
    expect(choose(paths, lying)).toEqual(become);
  });
});

describe('a content', () => {
  test.each<Row>([
    [
      'has one page under whatever names',
      [],
      [
        { path: 'a.md', digest: 'd' },
        { path: 'sub/a.txt', digest: 'd' },
      ],
      [`${SOURCES}/a.md, ${PAGES}/Rivers.md`, `${SOURCES}/sub/a.txt (${PAGES}/Rivers.md)`],
    ],
    [
      'that has a page of earlier gets none, nor is its move a part of that',
      [`${PAGES}/Rivers.md`],
      [{ path: 'a.md', page: `${PAGES}/Rivers.md` }],
      [`${SOURCES}/a.md`],
    ],
  ])('%s', (_what, paths, lying, become) => {
    expect(choose(paths, lying)).toEqual(become);
  });
});
