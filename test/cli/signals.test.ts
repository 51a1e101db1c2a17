// What a signal does: stops who works, ends who waits for a person or was asked before.
import { beforeEach, expect, test } from 'vitest';
import { createEnding, type Ending, type EndingSignal } from '../../src/cli/signals.ts';

let listeners: Map<EndingSignal, () => void>;
let atExit: () => void;
let exits: number[];
let now: number;
let ending: Ending;
const send = (signal: EndingSignal, later = 1000): void => {
  now += later;
  listeners.get(signal)?.();
};
beforeEach(() => {
  [listeners, exits, now] = [new Map(), [], 0];
  ending = createEnding({
    on: (signal, listener) => void listeners.set(signal, listener),
    onExit: (listener) => void (atExit = listener),
    exit: (status) => void exits.push(status),
    elapsed: () => now,
  });
});

test('nothing is listened to before somebody cares', () => {
  expect(listeners.size).toBe(0);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s stops who works, with %i in the end, and ends at once when it comes again', (signal, status) => {
  const cancel = ending.cancellable();
  expect(ending.statusOf(130)).toBe(130);
  send(signal);
  expect([cancel.requested, cancel.signal?.aborted, exits]).toEqual([true, true, []]);
  expect([ending.statusOf(130), ending.statusOf(0), ending.statusOf(3)]).toEqual([status, 0, 3]);
  send(signal);
  expect(exits).toEqual([status]);
});

test('what is sent twice at one time is sent once', () => {
  ending.cancellable();
  send('SIGTERM');
  send('SIGTERM', 1);
  send('SIGHUP', 1);
  expect(exits).toEqual([]);
  send('SIGINT', 300);
  expect(exits).toEqual([130]);
});

test('the one that was asked for last hears it', () => {
  const first = ending.cancellable();
  send('SIGINT');
  const second = ending.cancellable();
  expect([first.requested, second.requested]).toEqual([true, false]);
  send('SIGINT');
  expect([second.requested, exits]).toEqual([true, []]);
});

test('who did not ask to be told is ended, and what must not stay behind is seen to, the latest first', () => {
  const done: string[] = [];
  ending.atEnd(() => void done.push('lock'));
  const callOff = ending.atEnd(() => void done.push('never'));
  ending.atEnd(() => void done.push('program'));
  callOff();
  send('SIGTERM');
  expect(exits).toEqual([143]);
  atExit();
  expect(done).toEqual(['program', 'lock']);
});

test('while a person is asked a signal ends all; Ctrl-C of an editor is its own', async () => {
  const cancel = ending.cancellable();
  await ending.whileAsking(async () => {
    send('SIGTERM');
    await Promise.resolve();
  });
  await ending.whileAsking(async () => {
    send('SIGINT');
    expect(exits).toEqual([143]);
    send('SIGHUP');
    await Promise.resolve();
  }, true);
  expect([exits, cancel.requested]).toEqual([[143, 129], false]);
  send('SIGINT');
  expect([exits, cancel.requested]).toEqual([[143, 129], true]);
});

test('nobody is asked after a signal that was not theirs', async () => {
  ending.cancellable();
  send('SIGHUP');
  await ending.whileAsking(async () => await Promise.resolve());
  expect(exits).toEqual([129]);
});
