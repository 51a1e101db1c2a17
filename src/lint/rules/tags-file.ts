// `.memvault/tags.yaml` is YAML, its aliases have no cycles, and no entry contradicts another. A contradicting entry is
// ignored, so that search and dreams still work, and reported here.
import { hasMergeMarkers } from '../../page/page.ts';
import { parseTagsFile } from '../../page/tags-file.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { type Remark, type Rule, warning } from '../rule.ts';

/**
 * @example
 *   == .memvault/tags.yaml
 *   # mine
 *   aliases:
 *     firmware: [fw]
 * +   fw: [firmware]
 * @finds warning .memvault/tags.yaml:3
 */
export const tagsFile: Rule = {
  name: 'tags-file',
  what: 'The aliases in tags.yaml are valid.',
  check: ({ files }) =>
    files
      .filter(({ path }) => path === TAGS_FILE)
      .flatMap(({ path, text }): Remark[] => {
        const { broken, problems } = parseTagsFile(text);
        // Merge markers are reported by another rule.
        if (broken !== null && hasMergeMarkers(text)) return [];
        if (broken !== null)
          return [
            warning(
              { path, line: broken.line },
              `cannot be read, so no alias is in effect: ${broken.message}`,
              'correct the YAML there',
            ),
          ];
        return problems.map(({ line, message }): Remark => warning({ path, line }, message, 'correct the line'));
      }),
};
