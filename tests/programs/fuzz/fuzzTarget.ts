import type { Random } from '../../reference/generator/random.ts';
import type { SharedGateways } from './sharedGateways.ts';

/** A kind of input, and the program that reads it. */
export interface FuzzTarget {
  readonly name: string;
  /** Starts the program under test. @param gateways gateways that several targets use, one after another */
  open(gateways: SharedGateways): Promise<FuzzSession>;
}

/** A program under test. */
export interface FuzzSession {
  /** Sends one input, which depends on nothing but the random source. */
  run(random: Random): Promise<CaseResult>;
  /** Returns failures that no single input shows, such as memory growth. */
  finish?(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** One input and what went wrong with it, one text for each failure. */
export interface CaseResult {
  /** A text, or a value that is printed as JSON. */
  readonly input: unknown;
  readonly failures: readonly string[];
}
