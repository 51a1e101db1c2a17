// Lessons of archived decisions in a model's words, one call an entity, as questions to a person. A line that says more
// than the decisions it names is left out and counted.
import type { Asks, ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt, integerSchema, listSchema, objectSchema, textSchema } from '../../../llm/prompt.ts';
import { eventDay } from '../../../model/fact.ts';
import { isObject, itemsOf } from '../../../model/json.ts';
import type { Sentence } from '../../../model/page.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import { askAboutLessons, holdLessons, type LessonGroup } from '../../../vault/lessons.ts';
import type { WrittenLessons } from '../../engine.ts';
import { numbersIn, pick, textIn } from './read-answer.ts';

const SCHEMA = objectSchema({
  lessons: listSchema(objectSchema({ text: textSchema, decisions: listSchema(integerSchema) })),
});
const ANSWER_TOKENS = 800;

/** Throws nothing that the asker does not. */
export async function writeLessons(
  groups: readonly LessonGroup[],
  { system, asks }: { readonly system: string; readonly asks: Asks },
): Promise<WrittenLessons> {
  const reviews: ReviewProposal[] = [];
  let leftOut = 0;
  for (const group of groups) {
    const request = requestFor(group, system);
    if (!asks.fits(request, ANSWER_TOKENS)) continue;
    const asked = await asks.ask(request, `lessons about ${group.name}`);
    if (asked.kind === 'cut' || (asked.kind === 'failed' && asked.all !== true)) continue;
    if (asked.kind !== 'answer') break;
    const said = readAnswer(asked.value, group);
    const lines = holdLessons(said, group.episodes);
    leftOut += said.length - lines.length;
    if (lines.length > 0) reviews.push(askAboutLessons(group.episodes, lines));
  }
  const notices = leftOut === 0 ? [] : [`lessons that the decisions they name do not support, left out: ${leftOut}`];
  return { reviews, notices };
}

function requestFor({ name, episodes }: LessonGroup, system: string): ModelRequest {
  const rows = episodes.map(({ fact, outcome }, at) =>
    JSON.stringify({
      n: at + 1,
      day: eventDay(fact),
      decided: fact.text,
      outcome: outcome?.value,
      ended: outcome?.ended,
      lesson: outcome?.lesson,
    }),
  );
  const data = `{"about":${JSON.stringify(name)},\n"decisions":[\n${rows.join(',\n')}\n]}`;
  return {
    name: 'lessons',
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nWrite the lessons. Answer with JSON alone.`,
    schema: SCHEMA,
  };
}

/** Takes any value. A number that was not shown names a fact of no decision. */
function readAnswer(value: unknown, { episodes }: LessonGroup): Sentence[] {
  const factsOf = (n: number): readonly string[] => {
    const episode = episodes[n - 1];
    return episode === undefined ? [''] : [episode.fact.id, ...(episode.outcome ? [episode.outcome.fact.id] : [])];
  };
  return itemsOf(isObject(value) ? value.lessons : value).flatMap((row): Sentence[] => {
    const text = textIn(pick(row, 'text', 'lesson'))?.replace(/^[-*•] +/, '');
    return text === undefined ? [] : [{ text, facts: numbersIn(pick(row, 'decisions', 'n')).flatMap(factsOf) }];
  });
}
