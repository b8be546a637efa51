import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ROOT } from '../../../support/stack.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { createIsolatedProcess } from '../isolated/isolatedProcess.ts';
import { hostileEnvironment } from '../values/environments.ts';

/** The text of `.env`: a valid configuration, or the list of all its faults without secrets. */
export const environment: FuzzTarget = {
  name: 'environment',
  async open() {
    const example = parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')) as Record<string, string>;
    const isolated = createIsolatedProcess();
    return {
      async run(random) {
        const input = hostileEnvironment(random, example);
        return { input, failures: await isolated.check({ check: 'environment', input }) };
      },
      close: async () => isolated.close(),
    };
  },
};
