// What a page says that it is about, where that speaks of something forgotten: a model may have written it from any of
// the claims that stood there, so it gives way to what memvault says of every page. Pure.
import { aboutTopic, isDefaultAbout } from '../markdown/about.ts';
import { parseBlocks } from '../markdown/blocks.ts';
import type { ForgetOnPage } from '../markdown/forget/page.ts';
import { tellsOf } from '../markdown/forget/about.ts';
import { setFrontMatter } from '../markdown/front-matter.ts';
import { setOverview } from '../markdown/overview.ts';
import { parseClaims, titleFromPath } from '../markdown/page.ts';
import { parsePageHead } from '../markdown/page-head.ts';
import type { PageText } from '../vault/view.ts';

/**
 * `text`: the page without what is forgotten. A word that it shares with that alone, and not with what is left, tells.
 */
export function withoutTellingAbout(
  page: Pick<PageText, 'path' | 'claims'>,
  text: string,
  { isForgotten, factOf }: Pick<ForgetOnPage, 'isForgotten' | 'factOf'>,
): string {
  const { title, description, broken } = parsePageHead(page.path, text);
  if (description === '' || broken !== null || isDefaultAbout(description, [title, titleFromPath(page.path)]))
    return text;
  const gone = page.claims.flatMap((claim) => {
    const facts = claim.facts.filter(isForgotten);
    return facts.length === 0 ? [] : [claim.text, ...facts.flatMap((fact) => factOf(fact)?.text ?? [])];
  });
  const left = parseClaims('', parseBlocks(text)).map((claim) => claim.text);
  if (!tellsOf(description, gone, [title, titleFromPath(page.path), ...left])) return text;
  const about = aboutTopic(title);
  return setOverview(setFrontMatter(text, { description: about }), about);
}
