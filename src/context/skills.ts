// Skills in a bundle: a path is replaced by the published skill that cites it, as text and only once, or left out.
import { keyword } from '../index/keywords.ts';
import type { OpenIndex } from '../index/view.ts';
import { foldReviews } from '../model/review.ts';
import { citedIn, type Overview, parseOverview } from '../page/overview.ts';
import { confined } from '../vault/confine.ts';
import { skillFolder } from '../vault/derived-pages.ts';
import { namesIn, readText } from '../vault/disk.ts';
import { readReviews } from '../vault/reviews.ts';
import { absolute, type Vault } from '../vault/vault.ts';
import type { Found } from './found.ts';
import { titleFromPath } from '../page/page.ts';

interface Offered {
  readonly path: string;
  readonly text: string;
  readonly paths: readonly string[];
}

interface Skills {
  /** Replaces the first hit of each skill, a path or its page, by the skill, and drops the others. */
  readonly offer: <F extends Found>(hits: readonly F[]) => (F | Found)[];
  readonly withoutPaths: <F extends Pick<Found, 'id'>>(hits: readonly F[]) => F[];
}

/** Reads no page if the index contains no path. */
export function openSkills(vault: Vault, { tables, read }: Pick<OpenIndex, 'tables' | 'read'>): Skills {
  const paths = new Set([...tables.keyword(keyword('kind', 'path'))].flatMap((row) => read(row)?.id ?? []));
  if (paths.size === 0) return { offer: (hits) => [...hits], withoutPaths: (hits) => [...hits] };
  let known: readonly Offered[] | null = null;
  return {
    withoutPaths: (hits) => hits.filter(({ id }) => !paths.has(id)),
    offer: <F extends Found>(hits: readonly F[]) => {
      const given = new Set<Offered>();
      return hits.flatMap<F | Found>((hit) => {
        if (!paths.has(hit.id) && !hit.path.startsWith(skillFolder(vault.zones.wiki))) return [hit];
        known ??= readSkills(vault);
        const skill = known.find((one) => one.path === hit.path || one.paths.includes(hit.id));
        if (skill === undefined) return paths.has(hit.id) ? [] : [hit];
        if (given.has(skill)) return [];
        given.add(skill);
        const { id, score, tags } = hit;
        const { path, text } = skill;
        return [
          { id, score, tags, path, text, kind: 'text', line: 1, date: null, category: null, title: '', sources: [] },
        ];
      });
    },
  };
}

/** The pages of skills that cite approved paths. */
function readSkills(vault: Vault): Offered[] {
  const approved = new Set(
    [...foldReviews(readReviews(vault)).values()]
      .filter(({ kind, status }) => kind === 'skill' && status === 'approved')
      .flatMap(({ facts }) => facts),
  );
  const folder = skillFolder(vault.zones.wiki);
  return namesIn(absolute(vault, folder)).flatMap((name): Offered[] => {
    const path = `${folder}${name}`;
    const text = name.endsWith('.md') ? readText(confined(vault, path)) : null;
    const overview = text === null ? null : parseOverview(text);
    const paths = overview === null ? [] : citedIn(overview).filter((id) => approved.has(id));
    return overview === null || paths.length === 0 ? [] : [{ path, text: textOf(path, overview), paths }];
  });
}

/** `Release the package. Steps: …; …. Avoid: ….` */
const textOf = (path: string, { parts }: Overview): string =>
  [
    `${titleFromPath(path)}.`,
    ...parts.map(({ heading, sentences }) => `${heading ?? ''}: ${sentences.map(({ text }) => text).join('; ')}.`),
  ].join(' ');
