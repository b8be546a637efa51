import type { Test } from '@jest/test-result';
import sequencer from '@jest/test-sequencer';

// The types describe the CommonJS build; the ES module exports the class itself.
const Sequencer = sequencer as unknown as typeof sequencer.default;

/** The projects, from the one with the longest files. */
const PROJECTS = ['browser', 'integration', 'unit'];

/**
 * Starts the browser tests first and the unit tests last: their files are short, so that all workers end at about the same
 * time. Jest alone starts a small file late in its first run, however long its tests take.
 */
export default class SlowProjectsFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const positionOf = ({ context }: Test) => PROJECTS.indexOf(context.config.displayName?.name ?? '');
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}
