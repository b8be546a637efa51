import { ROOT } from '../../../support/stack.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { createIsolatedProcess } from '../isolated/isolatedProcess.ts';
import { hostileModel, readModelFiles } from '../values/models.ts';

/** SDL of models: a schema, or faults with file and line. */
export const models: FuzzTarget = {
  name: 'models',
  async open() {
    const files = readModelFiles(`${ROOT}schema/model`);
    const isolated = createIsolatedProcess();
    return {
      async run(random) {
        const input = hostileModel(random, files);
        const failures = await isolated.check({ check: 'model', input });
        const changed = Object.entries(input).filter(([name, text]) => files[name] !== text);
        const removed = Object.keys(files).filter((name) => !(name in input));
        return { input: { ...Object.fromEntries(changed), removed }, failures };
      },
      close: async () => isolated.close(),
    };
  },
};
