import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { scheduleRetry } from './useRetryBackoff.ts';

const GLOBALS = ['document', 'addEventListener', 'removeEventListener'];
const NAVIGATOR = Object.getOwnPropertyDescriptor(globalThis, 'navigator') ?? {};
let page: EventTarget;

beforeEach(() => {
  jest.useFakeTimers();
  page = new EventTarget();
  Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), { hidden: false }),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
  Object.defineProperty(globalThis, 'navigator', NAVIGATOR);
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
});

test('search retry: a new connection ends the delay, but not the delay that the gateway asks for', () => {
  const retry = jest.fn();
  scheduleRetry(30_000, 10_000, retry);
  jest.advanceTimersByTime(4_000);
  page.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(5_999);
  expect(retry).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(60_000);
  expect(retry).toHaveBeenCalledTimes(1);
});

test('search retry: a new connection retries after the last delay', () => {
  const retry = jest.fn();
  scheduleRetry(undefined, 0, retry);
  jest.advanceTimersByTime(120_000);
  expect(retry).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(1);
});
