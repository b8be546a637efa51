import type { Random } from '../../reference/generator/random.ts';

/** A kind of input, and the program that reads it. */
export interface FuzzTarget {
  readonly name: string;
  /** Starts the program under test. */
  open(): Promise<FuzzSession>;
}

/** A program under test. */
export interface FuzzSession {
  /** Sends one input, which depends on nothing but the random source. Returns what went wrong, one text for each failure. */
  run(random: Random): Promise<readonly string[]>;
  /** Returns failures that no single input shows, such as memory growth. */
  finish?(): Promise<readonly string[]>;
  close(): Promise<void>;
}
