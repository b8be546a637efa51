import { describe, expect, test } from '@jest/globals';
import { createTitleLog } from './titleLog.ts';

describe('event log', () => {
  test('accepts the old and the new title while an edit is pending', () => {
    const eventLog = createTitleLog(new Map([['film', 'First']]));
    const before = performance.now();
    eventLog.begin('film', 'Second');
    const during = performance.now();
    expect(eventLog.check('film', 'First', before, during)).toEqual({ isKnown: true });
    expect(eventLog.check('film', 'Second', before, performance.now())).toEqual({ isKnown: true });
  });

  test('reports since when a title is stale', () => {
    const eventLog = createTitleLog(new Map([['film', 'First']]));
    const before = performance.now();
    const edit = eventLog.begin('film', 'Second');
    const during = performance.now();
    edit.commit();
    const after = performance.now() + 1;
    expect(eventLog.check('film', 'Second', after, after)).toEqual({ isKnown: true });
    expect(eventLog.check('film', 'First', before, after)).toEqual({ isKnown: true });
    expect(eventLog.check('film', 'First', after, after).staleSince).toBeGreaterThan(during);
  });

  test('rejects a title that the document never had, or did not have yet', () => {
    const eventLog = createTitleLog(new Map([['film', 'First']]));
    const before = performance.now();
    eventLog.begin('film', 'Second').commit();
    const after = performance.now() + 1;
    expect(eventLog.check('film', 'Draft', after, after)).toEqual({ isKnown: false });
    expect(eventLog.check('film', null, after, after)).toEqual({ isKnown: false });
    expect(eventLog.check('film', 'Second', before - 2, before - 1)).toEqual({ isKnown: false });
  });

  test('ignores an edit that was rolled back', () => {
    const eventLog = createTitleLog(new Map([['guest', null]]));
    eventLog.begin('guest', 'Rejected').rollback();
    const now = performance.now() + 1;
    expect(eventLog.check('guest', 'Rejected', now, now)).toEqual({ isKnown: false });
    expect(eventLog.check('guest', null, now, now)).toEqual({ isKnown: true });
    expect(eventLog.current().get('guest')).toBeNull();
  });
});
