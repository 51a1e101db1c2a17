// Cards of a canvas whose note certainly is elsewhere: it moved, or is spelt in another case. Of the file only the path
// of the card changes, as a string of JSON; everything around it stays as whoever drew it left it.
import { parseCanvasLinks } from '../../note/canvas.ts';
import { followLink } from '../../note/link-map.ts';
import type { LintInput } from '../input.ts';
import type { Mended, Repairer } from '../repair.ts';
import { movesOf, quote } from '../rule.ts';
import { applied, whereNow } from './links.ts';

export const cardRepairs: Repairer = {
  name: 'cards',
  rules: ['broken-links', 'link-case'],
  ofCanvases: true,
  over: (input) => {
    const movedTo = movesOf(input);
    return ({ path, text }) => {
      const turned = parseCanvasLinks(text).links.flatMap((link) => {
        const found = link.form === 'card' ? newPlace(input, link.target, movedTo) : null;
        return found === null ? [] : [{ link, found }];
      });
      return {
        text: applied(
          text,
          turned.map(({ link, found }) => ({
            start: link.targetStart,
            end: link.targetEnd,
            text: JSON.stringify(found.to).slice(1, -1),
          })),
        ),
        mended: turned.map(({ link, found }): Mended => ({
          rule: found.rule,
          path,
          line: link.line,
          reason: `the card of ${quote(link.target)} shows ${found.to}: ${found.why}`,
        })),
      };
    };
  },
};

/** A card names its file with its ending: without `.md` it shows no note. */
function newPlace(input: LintInput, target: string, movedTo: ReturnType<typeof movesOf>): ReturnType<typeof whereNow> {
  const now = followLink(input.links, '', { form: 'card', target });
  if (now.how === 'wrong-case')
    return { rule: 'link-case', to: now.path, why: 'only the case of its letters is another' };
  return now.how === 'missing' && target.endsWith('.md') ? whereNow(input, '', target, movedTo) : null;
}
