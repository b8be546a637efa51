import type { Test } from '@jest/test-result';
import sequencer from '@jest/test-sequencer';

// The types describe the CommonJS build; the ES module exports the class itself.
const Sequencer = sequencer as unknown as typeof sequencer.default;

/** Starts the browser tests first: they take longest, and the other tests fill the remaining time of all workers. */
export default class BrowserTestsFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const isBrowserTest = ({ context }: Test) => context.config.displayName?.name === 'browser';
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => Number(isBrowserTest(b)) - Number(isBrowserTest(a)));
  }
}
