import type { Stack } from '../../support/stack.ts';

/** The gateway that an attack runs against. */
export interface AttackTarget {
  readonly url: string;
  /** The providers behind the gateway, and its configuration. */
  readonly stack: Pick<Stack, 'config' | 'editor' | 'env' | 'setFaults'>;
  /** Aborts an attack that consists of one request. */
  readonly signal?: AbortSignal;
  /** Receives each response of an attack that consists of one request. */
  onResponse?(response: AttackResponse): void;
}

/** The response to one request of an attack. */
export interface AttackResponse {
  readonly status: number;
  /** `extensions.code` of the first error; undefined for responses without one. */
  readonly code: unknown;
  readonly text: string;
  readonly durationMs: number;
}

/** An attack on the gateway, and the behaviour that the gateway must show. */
export interface Attack {
  readonly name: string;
  readonly requirement: string;
  /** The attack takes several seconds: only `npm run attacks` runs it. */
  readonly isSlow?: boolean;
  /** The attack uses up the connections of its address, so no other attack may run at the same time. */
  readonly isExclusive?: boolean;
  /** The attack requests pages of the app, which `npm run build` builds. */
  readonly needsBuiltApp?: boolean;
  /** Runs the attack. Returns expected and actual behaviour when the gateway fails the requirement, else undefined. */
  run(target: AttackTarget): Promise<string | undefined>;
}

/** Returns the first failure of several checks. */
export const firstFailure = (failures: readonly (string | undefined | false)[]): string | undefined =>
  failures.find((failure): failure is string => typeof failure === 'string');
