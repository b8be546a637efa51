import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { renewBeforeExpiry } from './renewBeforeExpiry.ts';

const NOW = Date.parse('2026-03-14T09:00:00Z');
const SECOND_MS = 1000;
const inSeconds = (seconds: number) => new Date(NOW + seconds * SECOND_MS).toISOString();

const renewals: number[] = [];
const renew = async () => {
  renewals.push((Date.now() - NOW) / SECOND_MS);
};

beforeEach(() => {
  renewals.length = 0;
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('renewal of signed URLs', () => {
  test('begins a minute before the expiry, and repeats until it is stopped', async () => {
    const stop = renewBeforeExpiry(inSeconds(600), renew);
    await jest.advanceTimersByTimeAsync(539 * SECOND_MS);
    expect(renewals).toEqual([]);
    await jest.advanceTimersByTimeAsync(61 * SECOND_MS);
    expect(renewals).toEqual([540, 600]);
    stop();
    await jest.advanceTimersByTimeAsync(600 * SECOND_MS);
    expect(renewals).toEqual([540, 600]);
  });

  test('waits a minute if the clock of the device is late', async () => {
    renewBeforeExpiry(inSeconds(-3600), renew);
    await jest.advanceTimersByTimeAsync(125 * SECOND_MS);
    expect(renewals).toEqual([60, 120]);
  });

  test('repeats after a failure', async () => {
    let attempts = 0;
    renewBeforeExpiry(inSeconds(120), async () => {
      attempts += 1;
      throw new Error('offline');
    });
    await jest.advanceTimersByTimeAsync(185 * SECOND_MS);
    expect(attempts).toBe(3);
  });
});
