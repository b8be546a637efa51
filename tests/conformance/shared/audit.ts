import { test } from '@jest/globals';

/** A requirement of a provider's API, as data: it runs against an emulator and against the provider. */
export interface Audit<Target> {
  /** Stable, `<service>-<feature>-<number>`, e.g. `content-query-003`. */
  readonly id: string;
  /** MUST for documented behaviour, SHOULD for observed behaviour. */
  readonly level: 'MUST' | 'SHOULD';
  /** Behaviour in the present tense, e.g. `responds 401 to a wrong token`. */
  readonly name: string;
  /** @throws Error with expected and actual behaviour when the target fails the requirement */
  run(target: Target): Promise<void>;
}

/** Declares one test for each audit. Its title names provider, feature and behaviour. */
export function testAudits<Target>(
  provider: string,
  audits: readonly Audit<Target>[],
  target: () => Target,
): void {
  for (const audit of audits) {
    const { id, level, name } = audit;
    const feature = id.split('-').slice(1, -1).join(' ');
    test(`${provider} ${feature}: ${name} (${id}, ${level})`, () => audit.run(target()));
  }
}
