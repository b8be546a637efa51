import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const shared = {
  rootDir,
  roots: ['gateway', 'web', 'tests', 'schema'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: '<rootDir>/tests/support/testEnvironment.ts',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/web/dist'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/web/testing/classNames.ts',
    '\\.css$': '<rootDir>/web/testing/styleSheetUrl.ts',
  },
} satisfies Config;

export default {
  rootDir,
  testTimeout: 30_000,
  testSequencer: '<rootDir>/tests/support/browserTestsFirst.ts',
  reporters: ['default', '<rootDir>/tests/support/retryReporter.ts'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{gateway,web,schema}/**/*.test.ts?(x)'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/tests/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/tests/e2e'],
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/buildApp.ts',
      setupFilesAfterEnv: ['<rootDir>/tests/support/retryTwice.ts'],
    },
  ],
} satisfies Config;
