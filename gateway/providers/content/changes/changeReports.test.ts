import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ChangedDocument } from '../../../core/change.ts';
import { type ChangeReports, createChangeReports } from './changeReports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.parse('2026-11-01T00:00:00Z');

let now: number;
let missed: number;
let reports: ChangeReports;
beforeEach(() => {
  now = START;
  missed = 0;
  reports = createChangeReports({
    now: () => now,
    onMissed() {
      missed += 1;
    },
  });
});

const changedNow = (id = 'a'): ChangedDocument => ({
  id,
  type: 'film',
  revision: String(now),
  updatedAt: new Date(now).toISOString(),
});
const pollWith = (
  changed: readonly ChangedDocument[],
  delivered: readonly ChangedDocument[] = [],
  hasDeletions = false,
) => reports.polled({ changed, delivered, hasDeletions });
const after = (ms: number) => {
  now += ms;
  return reports.reportedBy();
};

describe('reports of changes: live events', () => {
  test('report changes while the stream is connected', () => {
    expect(reports.reportedBy()).toBe('polling');
    reports.connected(true);
    expect(reports.reportedBy()).toBe('live_events');
    reports.connected(false);
    expect(reports.reportedBy()).toBe('polling');
  });

  test('that precede or follow the poll that finds their change are relied on', () => {
    reports.connected(true);
    now += HOUR_MS;
    reports.eventArrived();
    now += MINUTE_MS;
    pollWith([changedNow()]);
    expect(after(HOUR_MS)).toBe('live_events');
    pollWith([changedNow()]);
    now += 10_000;
    reports.eventArrived();
    expect(after(HOUR_MS)).toBe('live_events');
    expect(missed).toBe(0);
  });

  test.each([
    ['a change', () => pollWith([changedNow()])],
    ['a deletion', () => pollWith([], [], true)],
  ])('that miss %s are not relied on for a day, not even on a new connection', (_case, poll) => {
    reports.connected(true);
    now += HOUR_MS;
    poll();
    expect(after(31_000)).toBe('polling');
    expect(missed).toBe(1);
    reports.connected(false);
    reports.connected(true);
    reports.eventArrived();
    expect(after(23 * HOUR_MS)).toBe('polling');
    expect(after(2 * HOUR_MS)).toBe('live_events');
  });

  test('need not report changes from before the connection', () => {
    const before = changedNow();
    now += 2 * MINUTE_MS;
    reports.connected(true);
    pollWith([before]);
    expect(after(MINUTE_MS)).toBe('live_events');
  });
});

describe('reports of changes: webhooks', () => {
  beforeEach(() => {
    now += HOUR_MS;
  });

  test('report changes once a poll has found a delivered change', () => {
    pollWith([]);
    reports.delivered('a');
    expect(reports.reportedBy()).toBe('polling');
    const document = changedNow();
    pollWith([document], [document]);
    expect(after(HOUR_MS)).toBe('webhooks');
  });

  test('that follow the poll within half a minute report changes', () => {
    pollWith([changedNow()]);
    now += 20_000;
    reports.delivered('a');
    expect(after(HOUR_MS)).toBe('webhooks');
  });

  test('do not report changes after a lost delivery, until the next delivery', () => {
    const first = changedNow();
    pollWith([first], [first]);
    pollWith([changedNow('b')]);
    expect(after(31_000)).toBe('polling');
    const next = changedNow('c');
    pollWith([next], [next]);
    expect(reports.reportedBy()).toBe('webhooks');
  });

  test('are not enough while polls fail: nothing would find a lost delivery', () => {
    const document = changedNow();
    pollWith([document], [document]);
    reports.pollFailed();
    expect(reports.reportedBy()).toBe('polling');
    pollWith([]);
    expect(reports.reportedBy()).toBe('webhooks');
  });
});
