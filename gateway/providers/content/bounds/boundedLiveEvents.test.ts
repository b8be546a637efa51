import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveEvent } from '@sanity/client';
import { Subject } from 'rxjs';
import { within } from '../../../../tests/support/within.ts';
import type { Change } from '../../../core/change.ts';
import { type ContentSync, createContentSync } from '../sync.ts';

let events: Subject<LiveEvent>;
let sync: ContentSync;
/** The changes whose publication has begun. */
let changes: Change[];
/** Completes the publication that is in progress. */
let complete: () => void;
/** Called when a publication has begun. */
let onPublish: () => void;

beforeEach(() => {
  events = new Subject();
  changes = [];
  complete = () => undefined;
  onPublish = () => undefined;
  sync = createContentSync({
    client: { query: async () => ({ result: { changed: [], total: 0 } }) as never },
    liveEvents(onConnection) {
      onConnection('open');
      return events;
    },
    onReportedBy: () => undefined,
    onMissedEvent: () => undefined,
    onLiveRequest: () => undefined,
    documentTypes: ['film'],
    dataset: 'production',
    checkpoint: { read: async () => '2026-01-01T00:00:00Z', write: async () => undefined },
    onFirstPoll: async () => undefined,
    hasGap: async () => false,
    onDeletions: async () => undefined,
    hold: async () => undefined,
    onError: (error) => expect(error).toBeUndefined(),
    listen: () => () => undefined,
    publish(change) {
      changes.push(change);
      return new Promise((resolve) => {
        complete = resolve;
        onPublish();
      });
    },
  });
  sync.start();
  events.next({ type: 'welcome' });
});
afterEach(async () => {
  const closed = sync.close();
  const completing = setInterval(() => complete(), 10);
  await closed;
  clearInterval(completing);
});

const message = (...tags: unknown[]) => ({ type: 'message', id: '1', tags }) as LiveEvent;

describe('live events', () => {
  test('that arrive while a change is published are one change', async () => {
    events.next(message('first'));
    await within(2_000, () => expect(changes).toHaveLength(1));
    expect(changes[0]?.tags).toEqual(['content:first']);
    for (let i = 0; i < 10_000; i += 1) events.next(message('a', `b${i % 10}`));
    complete();
    await within(2_000, () => expect(changes).toHaveLength(2));
    expect(changes[1]).not.toHaveProperty('shouldInvalidateAll');
    expect(changes[1]?.tags).toHaveLength(11);
    events.next(message('last'));
    complete();
    await within(2_000, () => expect(changes).toHaveLength(3));
    expect(changes[2]?.tags).toEqual(['content:last']);
  });

  test('are published at most every 100 ms', async () => {
    const order: string[] = [];
    onPublish = () => {
      order.push('published');
      // Timers may fire a millisecond early.
      setTimeout(() => order.push('98 ms later'), 98);
      complete();
    };
    for (let i = 1; i <= 3; i += 1) {
      events.next(message(`tag${i}`));
      await within(1_000, () => expect(changes).toHaveLength(i), 1);
    }
    expect(order).toEqual(['published', '98 ms later', 'published', '98 ms later', 'published']);
  });

  test.each([
    ['a restart', () => [message('a'), { type: 'restart', id: '2' } as LiveEvent, message('b')]],
    ['more than 1,000 tags', () => Array.from({ length: 1_001 }, (_, i) => message(`tag${i}`))],
    ['tags of more than 20,000 characters', () => [message('a'), message('b'.repeat(20_000))]],
    ['tags that are no strings', () => [message('a', { b: 'c' })]],
    ['no list of tags', () => [{ ...message(), tags: null } as unknown as LiveEvent]],
  ])('with %s invalidate everything', async (_excess, createEvents) => {
    events.next(message('first'));
    await within(2_000, () => expect(changes).toHaveLength(1));
    for (const event of createEvents()) events.next(event);
    complete();
    await within(2_000, () => expect(changes).toHaveLength(2));
    expect(changes[1]).toMatchObject({ shouldInvalidateAll: true, tags: [] });
  });

  test('before `goaway` are published, and those after it are not', async () => {
    events.next(message('first'));
    await within(2_000, () => expect(changes).toHaveLength(1));
    events.next(message('before'));
    events.next({ type: 'goaway', id: '3', reason: 'too many connections' } as LiveEvent);
    expect(events.observed).toBe(false);
    complete();
    await within(500, () => expect(changes).toHaveLength(2));
    expect(changes[1]?.tags).toEqual(['content:before']);
  });
});
