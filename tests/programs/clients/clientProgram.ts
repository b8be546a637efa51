/** A program that uses the graph with one client, as an application does. */
export interface ClientProgram {
  readonly client: string;
  /** The package of the client; undefined if it is none. */
  readonly package?: string;
  /** The behaviour that the program asserts. */
  readonly asserts: string;
  /** True if it installs an app from the registry: it runs with `--all`, or if it is selected by name. */
  readonly isLong?: boolean;
  /**
   * @param folder a folder with copies of the sources of the program, for generated code
   * @throws SkippedError if the program cannot run here
   * @throws Error if the client does not work with the graph
   */
  run(graph: TestedGraph, folder: string): Promise<void>;
}

/** The reason why a program cannot run here. */
export class SkippedError extends Error {}

/** A gateway in its own process over emulators, with the sample publication. */
export interface TestedGraph {
  readonly origin: string;
  /** The address of the graph over HTTP. */
  readonly url: string;
  readonly webSocketUrl: string;
  /** An API key with the scope `read:published`. */
  readonly apiKey: string;
  /** Waits until the gateway has one active subscription. */
  waitForSubscription(): Promise<void>;
  /** Publishes a film under another title. @param slug of the film */
  setTitle(slug: string, title: string): Promise<void>;
  /** Ends the gateway as a deployment does, and starts it again at the same address. */
  restart(): Promise<void>;
}
