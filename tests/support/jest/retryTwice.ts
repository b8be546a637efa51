import { jest } from '@jest/globals';

/** A browser on a busy machine can miss a deadline; `retryReporter.ts` counts what is retried. */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
