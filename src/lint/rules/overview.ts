// Each sentence of memvault's overviews cites facts of its page and says nothing beyond their claims. An edited
// overview is the person's own. The next dream that writes the page removes such a sentence.
import { checkSentence, type Fault, type SentenceFault } from '../../page/check-sentence.ts';
import { evidenceOf, parseOverview } from '../../page/overview.ts';
import { sourceDigestOf } from '../../page/page.ts';
import { quote, type Remark, type Rule, some, warning } from '../rule.ts';

const WHY: Readonly<Record<SentenceFault, string>> = {
  uncited: 'cites no fact',
  elsewhere: 'cites what no claim of the page cites',
  private: 'cites a private fact',
  conflict: 'cites a claim that is contested',
  specifics: 'says what its claims do not say',
  negation: 'contradicts its claims',
  past: 'tells as current what is past',
  plan: 'tells as done what is only planned',
  instruction: 'tells its reader what to do',
  form: 'is not one plain line',
};

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User now works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   ## Overview
 * - <!-- memvault:overview e42c1b62 -->
 * + <!-- memvault:overview f4d44ea6 -->
 * - User has worked at Microsoft since July 2026.[^k3v9x2ab4q]
 * + User has worked at Microsoft since June 2026.[^k3v9x2ab4q]
 *   <!-- /memvault:overview -->
 *
 *   ## Key Facts
 *   - User now works at Microsoft[^k3v9x2ab4q]
 * @finds warning 3_Personal/Work.md:3
 */
export const overview: Rule = {
  name: 'overview',
  what: 'Each sentence of an overview cites claims of its page and says nothing that they do not.',
  check: ({ pages, view }) =>
    [...pages, ...literature([...view.pages.values()], pages)].flatMap(({ path, text }): Remark[] => {
      const found = parseOverview(text);
      if (found === null || found.isEdited) return [];
      const title = view.pages.get(path)?.head.title ?? '';
      const evidence = evidenceOf(text, title, (fact) => view.factById.get(fact));
      const lines = text.split('\n');
      return found.parts.flatMap(({ sentences }) =>
        sentences.flatMap((sentence): Remark[] => {
          const fault = checkSentence(sentence, evidence);
          if (fault === null) return [];
          const first = sentence.text.slice(0, 20);
          const at = lines.findIndex((line, index) => index >= found.start && line.includes(first));
          return [
            warning(
              { path, line: (at < 0 || at >= found.end ? found.start : at) + 1 },
              `a sentence of the overview ${WHY[fault.fault]}${whatOf(fault)}: ${quote(sentence.text)}`,
              'the next dream that writes the page removes it',
            ),
          ];
        }),
      );
    }),
};

/** Literature pages, which rest on quotes, if they have no facts of memvault's. */
function literature<T extends { readonly path: string; readonly text: string }>(
  all: readonly T[],
  own: readonly { readonly path: string }[],
): T[] {
  const paths = new Set(own.map(({ path }) => path));
  return all.filter(({ path, text }) => !paths.has(path) && sourceDigestOf(text) !== null);
}

const whatOf = ({ what }: Fault): string => (what.length === 0 ? '' : ` (${some(what)})`);
