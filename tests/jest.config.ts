import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';
import { FULL_SUITES } from './support/jest/fullSuites.ts';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** Packages that `nativeModules.ts` loads, besides the gateway: those that the gateway shares with tests, and large ones. */
const NATIVE_PACKAGES = [
  '@apollo/server',
  '@graphql-tools/[^/]+',
  '@mux/[^/]+',
  '@sanity/[^/]+',
  'algoliasearch',
  'fastify',
  'graphql',
  'graphql-ws',
  'groq-js',
  'ioredis',
  'jose',
  'pino',
  'playwright-core',
  'sharp',
  'ws',
];

type ProjectConfig = Partial<Config> & { readonly testPathIgnorePatterns?: string[] };

const shared = {
  rootDir,
  roots: ['gateway', 'web', 'tests', 'schema'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: '<rootDir>/tests/support/jest/testEnvironment.ts',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    [`/node_modules/(${NATIVE_PACKAGES.join('|')})/.*js$`]: '<rootDir>/tests/support/jest/nativeModules.ts',
    '/gateway/(?!.*(/testing/|\\.test\\.ts$)).*\\.ts$': '<rootDir>/tests/support/jest/nativeModules.ts',
    '^.+\\.tsx?$': '@swc/jest',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${NATIVE_PACKAGES.join('|')})/)`],
  modulePathIgnorePatterns: [
    '<rootDir>/web/dist',
    '<rootDir>/web/kit/dist',
    '<rootDir>/tests/programs/bench/peers/node_modules',
  ],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/web/testing/classNames.ts',
    '\\.(css|webp)$': '<rootDir>/web/testing/fileUrl.ts',
  },
} satisfies Config;

/** All suites of each project. */
export const allProjects = [
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
    setupFilesAfterEnv: ['<rootDir>/tests/support/jest/retry.ts'],
  },
  {
    ...shared,
    displayName: 'browser',
    testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
    globalSetup: '<rootDir>/tests/support/jest/buildApp.mts',
    setupFilesAfterEnv: ['<rootDir>/tests/support/jest/retry.ts'],
  },
] satisfies Config['projects'];

/** What `npm test` and `npm run test:full` share. */
export const base = {
  rootDir,
  // Hooks that start a gateway take half a minute on a machine that others use too.
  testTimeout: 120_000,
  // Three workers per two processors: suites wait for gateways and clocks a part of their time, and browsers use several processes.
  maxWorkers: Math.ceil(1.5 * Math.min(availableParallelism(), 4)),
  // A worker leaves its event loop at once, but Node then needs half a second to free the memory of many test files.
  workerGracefulExitTimeout: 5_000,
  testSequencer: '<rootDir>/tests/support/jest/slowProjectsFirst.ts',
  reporters: ['default', '<rootDir>/tests/support/jest/retryReporter.ts'],
} satisfies Config;

export default {
  ...base,
  projects: allProjects.map(({ testPathIgnorePatterns = [], ...project }: ProjectConfig) => ({
    ...project,
    testPathIgnorePatterns: [
      ...testPathIgnorePatterns,
      ...Object.keys(FULL_SUITES).map((path) => `<rootDir>/${path}$`),
    ],
  })),
} satisfies Config;
