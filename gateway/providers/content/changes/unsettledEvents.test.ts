import { expect, test } from '@jest/globals';
import { createUnsettledEvents } from './unsettledEvents.ts';

/** Polls until nothing is left to wait for. @returns the times of the polls in seconds, and the states that ended them */
function pollTimes(
  begin: (events: ReturnType<typeof createUnsettledEvents>) => void,
  hasChangesAt: (seconds: number) => boolean = () => false,
) {
  let ms = 0;
  const events = createUnsettledEvents(() => ms);
  begin(events);
  const times: number[] = [];
  for (;;) {
    times.push(ms / 1_000);
    const state = events.afterPoll(hasChangesAt(ms / 1_000));
    if (state.kind !== 'lagging') return { times, end: state.kind };
    ms += state.delayMs;
  }
}

test('unsettled events: six polls in two minutes look for changes whose events may have been missed', () => {
  const gap = pollTimes((events) => events.mayHaveMissed());
  expect(gap).toEqual({ times: [0, 0.5, 2, 8, 32, 128], end: 'none' });
  // Several changes may have been missed, so a found one does not end the polls.
  expect(
    pollTimes(
      (events) => events.mayHaveMissed(),
      (seconds) => seconds === 2,
    ),
  ).toEqual(gap);
});

test('unsettled events: polls for an event end when its change was found, and repeat every 4 s before', () => {
  const found = pollTimes(
    (events) => events.add(['content:type:film']),
    (seconds) => seconds === 0,
  );
  expect(found).toEqual({ times: [0, 0.5], end: 'settled' });
  const unmatched = pollTimes((events) => events.add(['content:type:film']));
  expect(unmatched.times.length).toBeGreaterThan(30);
  expect(unmatched.end).toBe('unmatched');
});

test('unsettled events: polls for a gap go on after the change of an event was found', () => {
  const { times } = pollTimes(
    (events) => {
      events.mayHaveMissed();
      events.add(['content:type:film']);
    },
    (seconds) => seconds === 0,
  );
  expect(times).toEqual([0, 0.5, 2, 8, 32, 128]);
});
