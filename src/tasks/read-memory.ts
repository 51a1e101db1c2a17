// What tells commands how sure a fact is today, beside its line: settings, marks and tracked recalls.
import type { Memory } from '../index/ranking/sureness.ts';
import { dayOf } from '../model/day.ts';
import { foldMarks } from '../model/page.ts';
import { readLastRecalls } from '../vault/recalls.ts';
import { readMarks } from '../vault/reviews.ts';
import type { Context } from './context.ts';

export function readMemory({ vault, settings, world }: Pick<Context, 'vault' | 'settings' | 'world'>): Memory {
  return {
    today: dayOf(world.now()),
    fading: settings.maintain,
    marks: foldMarks(readMarks(vault)),
    lastRecall: readLastRecalls(vault),
  };
}
