import { test } from '@jest/globals';

/** One thing a provider promises, as data: it can be run against an emulator or against the provider itself. */
export interface Audit<Target> {
  /** Stable for ever, e.g. `content-query-003`. */
  readonly id: string;
  /** What the provider documents is a MUST; what it is merely seen to do is a SHOULD. */
  readonly level: 'MUST' | 'SHOULD';
  /** A sentence about behaviour, e.g. `answers 401 to a wrong token`. */
  readonly name: string;
  /** Resolves when the target keeps the promise; throws what was expected and what came when it does not. */
  run(target: Target): Promise<void>;
}

/** Makes each audit a test of its own. */
export function testAudits<Target>(audits: readonly Audit<Target>[], target: () => Target): void {
  test.each(audits.map((audit) => [audit.id, audit.level, audit.name, audit] as const))(
    '%s %s %s',
    async (_id, _level, _name, audit) => audit.run(target()),
  );
}
