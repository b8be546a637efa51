import type { House } from '../../support/stack.ts';

/** Where an attack goes that takes more than one request. */
export interface Target {
  /** Of the gateway. */
  readonly url: string;
  /** The providers behind it. */
  readonly house: Pick<House, 'config' | 'editor' | 'env'>;
}

/** An attack that takes more than one request, or words that no client sends. */
export interface Campaign {
  readonly name: string;
  /** Whether it waits for seconds, as the command has them and the tests have not. */
  readonly isSlow?: boolean;
  /** Whether it needs the connections that its address has, which others would take. */
  readonly isAlone?: boolean;
  /** Whether it attacks the app's pages, which have to be built. */
  readonly ofPages?: boolean;
  /** @returns what was wrong with what came of it; undefined where it came to nothing, as it should */
  run(target: Target): Promise<string | undefined>;
}

/** The first thing that is wrong. */
export const firstFault = (faults: readonly (string | undefined | false)[]): string | undefined =>
  faults.find((fault): fault is string => typeof fault === 'string');
