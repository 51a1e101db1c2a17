// What tells commands how sure a fact is today, beside its line: settings, marks and tracked recalls.
import { type Memory } from '../index/ranking/factors.ts';
import { DEFAULT_FADING } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { foldMarks } from '../model/page.ts';
import { readLastRecalls } from '../vault/recalls.ts';
import { readMarks } from '../vault/reviews.ts';
import type { Context } from './context.ts';

export function readMemory({ vault, world }: Pick<Context, 'vault' | 'world'>): Memory {
  return {
    today: dayOf(world.now()),
    fading: DEFAULT_FADING,
    marks: foldMarks(readMarks(vault)),
    lastRecall: readLastRecalls(vault),
  };
}
