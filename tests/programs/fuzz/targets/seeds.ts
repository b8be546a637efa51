import { ROOT } from '../../../support/stack.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { createIsolatedProcess } from '../isolated/isolatedProcess.ts';
import { hostileSeed, readValidSeed } from '../values/seeds.ts';

/** Seeds of the content emulator and the media emulator: served, or rejected with file and position. */
export const seeds: FuzzTarget = {
  name: 'seeds',
  async open() {
    const valid = readValidSeed(`${ROOT}schema/sample/seed`);
    const isolated = createIsolatedProcess();
    return {
      async run(random) {
        const input = hostileSeed(random, valid);
        return { input, failures: await isolated.check({ check: 'seeds', input }) };
      },
      close: async () => isolated.close(),
    };
  },
};
