// Notes in memory as an index in hand: what a search asks, without a folder.
import { readDocument } from '../../src/index/read-document.ts';
import { tablesOver } from '../../src/index/segment/tables.ts';
import type { OpenIndex } from '../../src/index/view.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { wholeOf } from '../../src/index/delta.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import type { Memory } from '../../src/index/ranking/factors.ts';
import type { Layout, SearchRequest } from '../../src/search/request.ts';
import { type Notes, segmentOf } from './documents/notes.ts';

export const LAYOUT: Layout = {
  dailyDir: 'daily',
  zones: {
    inbox: '0_Inbox',
    projects: '1_Projects',
    wiki: '2_Wiki',
    personal: '3_Personal',
    assets: '4_Assets',
    archives: '5_Archives',
  },
};
export const ASKED: SearchRequest = {
  query: '*',
  limit: 50,
  categories: [],
  tags: [],
  zone: null,
  project: null,
  since: null,
  until: null,
  all: false,
  mode: 'lexical',
  explain: false,
};
export const MEMORY: Memory = { today: '2026-07-01', fading: DEFAULT_FADING, marks: new Map(), lastRecall: () => null };

export function openNotes(vault: Notes, tokenizer = createTokenizer()): OpenIndex {
  const options = { ...vault.options(), tokenizer };
  const tables = tablesOver([
    { segment: segmentOf(wholeOf([...vault.all.keys()].map(vault.read), options)), dead: [] },
  ]);
  return {
    tables,
    tokenizer,
    documents: tables.size,
    changes: { added: vault.all.size, updated: 0, removed: 0, unchanged: 0 },
    rebuilt: null,
    notLookedAt: 0,
    read: (row) => readDocument(tables, options.files, row),
    again: () => Promise.reject(new Error('no file has changed')),
    close: () => undefined,
  };
}
