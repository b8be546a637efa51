import { jest } from '@jest/globals';

/**
 * Tests of processes, timers and browsers can miss a deadline on a busy machine. `retryReporter.ts` lists what is retried, so
 * that a test that needs it is seen.
 */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
