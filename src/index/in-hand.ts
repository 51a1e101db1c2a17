// The index in hand: tables with what reads their documents.
import type { IndexFiles } from '../model/index-files.ts';
import { readDocument } from './read-document.ts';
import type { Options } from './refresh.ts';
import type { OpenIndex } from './state.ts';
import type { Tables } from './view.ts';

export function inHand(
  files: IndexFiles,
  options: Options,
  tables: Tables,
  rest: Pick<OpenIndex, 'changes' | 'rebuilt' | 'notLookedAt' | 'tokenizer'>,
): OpenIndex {
  let isOpen = true;
  const close = (): void => {
    if (isOpen) tables.close();
    isOpen = false;
  };
  return {
    ...rest,
    tables,
    close,
    documents: tables.size,
    read: (row) => readDocument(tables, files, row),
    async again(rows) {
      const paths = [
        ...new Set([
          ...rows.map((row) => tables.spot(row).path),
          ...tables.citedBy(rows).flatMap((id) => tables.fact(id)?.path ?? []),
        ]),
      ];
      close();
      return await options.again(paths);
    },
  };
}
