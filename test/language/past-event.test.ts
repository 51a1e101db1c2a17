import { expect, test } from 'vitest';
import { tellsPastEvent } from '../../src/language/event-time.ts';

test.each([
  ['Zosia lost her first milk tooth at breakfast', true],
  ['Zosia walked to school alone for the first time', true],
  ['The machines on Fly.io were shut down', true],
  ['Tomás drew three versions of the calendar', true],
  ['The trip is booked: 2026-09-18 to 2026-09-20', true],
  ['Booking opens on 2026-10-01 at 9:00', true],
  ['Booking opens tomorrow', true],
  ['Booking opens on 2026-10-06 at 9:00', false],
  ['Tidepool is deployed to Hetzner since 2026-09-14', false],
  ['Beata moved the weekly meeting to Mondays at 9:30', false],
  ['Bookings are confirmed by e-mail', false],
  ['The printed list is a page', false],
  ['Hours used on Tidepool so far: 96 of 120', false],
  ['Physiotherapy for the left shoulder is on Wednesdays', false],
  ["Wade's hung up his keys", false],
  ['User needs a ladder', false],
  ['爷爷昨天出院了', true],
  ['奶奶每周日下午两点打视频电话', false],
  ['奶奶和爷爷明年春天要来住两个月', false],
])('%s is over: %s', (text, isOver) => {
  expect(tellsPastEvent(text, '2026-09-30', '2026-10-05')).toBe(isOver);
});

test('a word of megabytes is no event', () => {
  expect(tellsPastEvent('y'.repeat(5_000_000), '2026-09-30', '2026-10-05')).toBe(false);
});
