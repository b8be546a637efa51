import { existsSync } from 'node:fs';
import { allProjects, base } from './jest.config.ts';
import { FULL_SUITES } from './support/jest/fullSuites.ts';

const missing = Object.keys(FULL_SUITES).filter((path) => !existsSync(`${base.rootDir}${path}`));
if (missing.length > 0)
  throw new Error(`expected the suites of fullSuites.ts, got no file ${missing.join(', ')}`);

// The workers inherit the variables.
process.env.RANDOM_CASES ??= '3';
process.env.RANDOM_SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
const { RANDOM_CASES, RANDOM_SEED } = process.env;
process.stderr.write(`random cases: RANDOM_SEED=${RANDOM_SEED} RANDOM_CASES=${RANDOM_CASES}\n`);

/** All suites, also those of a release, with more random cases and the seed of the day. */
export default { ...base, projects: allProjects };
