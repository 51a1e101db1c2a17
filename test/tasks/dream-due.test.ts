import { describe, expect, it } from 'vitest';
import { decideDue, type GateInput } from '../../src/tasks/dream-due.ts';

const now = new Date(2026, 6, 10, 3, 0);
const input = (more: Partial<GateInput>): GateInput => ({
  now,
  lastSuccess: new Date(2026, 6, 9, 3, 0),
  pendingDays: ['2026-07-09'],
  pendingFacts: 20,
  undoneFacts: 0,
  waitingFacts: 0,
  queued: 0,
  wasStopped: false,
  minFacts: 20,
  maxWaitDays: 3,
  maxDays: 14,
  ...more,
});
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`);

describe('a dream is due', () => {
  it.each([
    ['when enough facts wait', {}, true],
    ['not when too few wait', { pendingFacts: 19 }, false],
    ['when the oldest has waited long enough', { pendingFacts: 1, pendingDays: ['2026-07-07'] }, true],
    ['not a day before that', { pendingFacts: 1, pendingDays: ['2026-07-08'] }, false],
    ['not when nothing is pending', { pendingFacts: 0, pendingDays: [] }, false],
    ['not twice on one local day', { lastSuccess: new Date(2026, 6, 10, 0, 1) }, false],
    ['the day after a late run', { lastSuccess: new Date(2026, 6, 9, 23, 59) }, true],
    ['before the first run', { lastSuccess: null }, true],
    ['whatever a run of a day to come says', { lastSuccess: new Date(2026, 7, 1, 3, 0) }, true],
    [
      'not twice on one local day, though the clock went back an hour',
      { lastSuccess: new Date(2026, 6, 10, 4, 0) },
      false,
    ],
    ['not for what a person undid alone', { pendingFacts: 0, pendingDays: [], undoneFacts: 30 }, false],
    ['again on one day after a dream that was stopped', { lastSuccess: now, wasStopped: true, pendingFacts: 1 }, true],
    [
      'not after a dream that was stopped and left nothing',
      { wasStopped: true, pendingFacts: 0, pendingDays: [] },
      false,
    ],
    ['not for what waits for a model until tomorrow', { pendingFacts: 0, pendingDays: [], waitingFacts: 30 }, false],
    ['for what came beside it', { pendingFacts: 20, waitingFacts: 30 }, true],
    ['without the gate for a backlog', { pendingDays: days(15), pendingFacts: 15, lastSuccess: now }, true],
    ['as usual up to the limit of days', { pendingDays: days(14), pendingFacts: 14, lastSuccess: now }, false],
  ] satisfies [string, Partial<GateInput>, boolean][])('%s', (_, more, due) => {
    const decided = decideDue(input(more));
    expect(decided.due).toBe(due);
    expect(decided.reason).not.toBe('');
  });

  it('and says so when the clock went back, due or not', () => {
    for (const more of [{}, { pendingFacts: 1 }, { pendingFacts: 0, pendingDays: [] }]) {
      expect(decideDue(input({ ...more, lastSuccess: new Date(2026, 7, 1, 3, 0) })).reason).toMatch(
        /\(the last dream is dated 2026-08-01, which is yet to come: the clock went back\)$/,
      );
    }
    expect(decideDue(input({})).reason).toBe('20 facts are pending');
  });

  it('and says what waits for a model, and what a stopped dream left', () => {
    expect(decideDue(input({ pendingFacts: 0, pendingDays: [], waitingFacts: 3 })).reason).toBe(
      '3 facts wait for the model, which is asked again tomorrow',
    );
    expect(decideDue(input({ pendingFacts: 1, wasStopped: true })).reason).toBe(
      'the last dream was stopped before its end; 1 fact is pending',
    );
  });

  it('and says that only what was undone is pending', () => {
    expect(decideDue(input({ pendingFacts: 0, pendingDays: [], undoneFacts: 1 })).reason).toBe(
      'nothing is pending but 1 fact that you undid; memvault dream decides it again',
    );
  });
});
