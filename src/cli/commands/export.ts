// `memvault export`: facts as JSON lines, pages as one markdown file, or the most useful facts as a section of
// AGENTS.md. Never exports private or forgotten facts.
import { LEAST_CHARS } from '../../context/bundle.ts';
import { harmless, inMarks } from '../../context/found.ts';
import { renderMarkdown } from '../../export/markdown.ts';
import { keyword } from '../../index/keywords.ts';
import { isWanted } from '../../inspect/facts.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { toJson } from '../../model/controls.ts';
import { checkOrder } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';
import { plural } from '../../model/text.ts';
import { MOST_ROOM, replaceSummary } from '../../page/memory-file.ts';
import { SUMMARY_MARKERS } from '../../page/own-part.ts';
import type { Context } from '../../tasks/context.ts';
import { tagTableFor } from '../../tasks/refresh-index.ts';
import { lastingItems } from '../../vault/memory-file.ts';
import { type Outlet, outletOf } from '../../vault/outlet.ts';
import { readView, type View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { filtersOf } from '../filter-flags.ts';
import { type Command, isOn, numberValue, usage, type Values } from '../spec.ts';

const FORMS = ['jsonl', 'markdown', 'agents-md'] as const;
/** Default size of the section for AGENTS.md, in characters. */
const USUAL = 4000;

export const run: Command = async (context, { values }) => {
  const form = FORMS.find((one) => isOn(values, one));
  if (form === undefined) throw usage('export needs a form', 'say --jsonl, --markdown or --agents-md');
  const room = numberValue(values, 'max-chars', LEAST_CHARS) ?? USUAL;
  const view = readView(context.vault);
  const outlet = outletOf(view);
  const isChosen = await chosenBy(context, values);
  const isFiltered = isChosen !== null;
  const takes = (fact: Fact): boolean => outlet.fact(fact) && (isChosen === null || isChosen(fact));
  const { answer } = context;
  if (form === 'jsonl') {
    const facts = view.facts.filter(takes).map(toLine);
    answer.document({ facts });
    answer.print(facts.map((fact) => `${toJson(fact)}\n`).join(''));
    answer.remark(renderCount(facts.length, view.facts.filter((fact) => !outlet.fact(fact)).length));
    return EXIT.done;
  }
  const text =
    form === 'markdown'
      ? renderPages(context, view, outlet, isFiltered ? takes : null)
      : renderPart(context, view, takes, room);
  answer.document({ text });
  answer.print(text);
  if (text === '')
    answer.remark('Nothing to export: no page contains such a fact. memvault dream puts facts on pages.');
  return EXIT.done;
};

/** The facts that the filters select; null without filters. */
async function chosenBy(context: Context, values: Values): Promise<((fact: Fact) => boolean) | null> {
  const { project, ...filter } = filtersOf(values, context.world.now());
  const { since, until, categories, tags } = filter;
  checkOrder(since, until);
  if (project === null && since === null && until === null && categories.length + tags.length === 0) return null;
  const tagTable = tags.length === 0 ? undefined : await tagTableFor(context, '', true);
  return (fact) =>
    isWanted(fact, { pending: false, as: null, since, until, categories, tags, ...(tagTable && { tagTable }) }) &&
    (project === null || keyword('project', fact.fields.project ?? '') === keyword('project', project));
}

/** The input format of `log --jsonl`. */
const toLine = ({ id, text, category, tags, day, time, session, fields }: Fact) => ({
  id,
  content: text,
  category,
  tags,
  date: day,
  ...(time !== null && { time }),
  ...(session !== null && { session }),
  fields,
});

const renderCount = (facts: number, left: number): string =>
  plural(facts, 'fact') + (left === 0 ? '' : `; ${left} private or forgotten left out`);

/** `takes`: null without filters. */
function renderPages(
  { vault: { zones } }: Context,
  view: View,
  outlet: Outlet,
  takes: ((fact: Fact) => boolean) | null,
): string {
  const { inbox, projects, wiki, personal, archives } = zones;
  const isTaken = (ids: readonly string[]): boolean =>
    ids.some((id) => {
      const fact = view.factById.get(id);
      return fact !== undefined && takes?.(fact) === true;
    });
  const pages = [...view.pages.values()].map(({ path, text, head }) => ({
    path,
    title: head.title,
    lines: outlet.lines(path, text),
  }));
  return renderMarkdown(pages, [personal, projects, wiki, archives, inbox], takes === null ? null : isTaken);
}

const LEAD = 'What memvault knows, written by `memvault export --agents-md`. `memvault search WORDS` finds more.\n';

/** Wrapped in the markers of MEMORY.md, so that it can be replaced later. */
function renderPart({ vault, world }: Context, view: View, takes: (fact: Fact) => boolean, chars: number): string {
  const { start, end } = SUMMARY_MARKERS;
  const isOpen = (facts: readonly Fact[], text: string): boolean =>
    facts.some(takes) && !isSecret({ text, category: '', tags: [], fields: {} });
  const frame = `${LEAD}\n${inMarks('\n')}\n`;
  const items = lastingItems(vault, view, world.now(), isOpen);
  const part = replaceSummary(`${start}\n${end}`, items, { lines: MOST_ROOM.lines, chars: chars - frame.length }) ?? '';
  const words = part.slice(start.length + 1, -end.length);
  return words === '' ? '' : `${start}\n${LEAD}\n${inMarks(`\n${harmless(words)}`)}${end}\n`;
}
