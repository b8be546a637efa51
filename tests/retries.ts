import { jest } from '@jest/globals';

/**
 * Continuous integration runs on machines that are shared: a browser or a provider's deadline can be late there for no
 * fault of the code. What fails is told and tried again; what fails three times is broken. Elsewhere nothing is repeated.
 */
if (process.env.CI === 'true') jest.retryTimes(2, { logErrorsBeforeRetry: true });
