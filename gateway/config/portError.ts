/** A port that a server listens on. */
export interface ListeningPort {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable: string;
}

/** Returns the error of a server that cannot listen, with the variable to change; other errors as they are. */
export function portError(error: unknown, { host, port, variable }: ListeningPort): Error {
  const reason = {
    EADDRINUSE: `port ${port} is in use; stop the process that uses it, or set ${variable} to another port`,
    EACCES: `port ${port} is reserved for administrators; set ${variable} to a port above 1023`,
    EADDRNOTAVAIL: `HOST: expected an address of this machine, got ${JSON.stringify(host)}; set it to 127.0.0.1, or to 0.0.0.0 for all addresses`,
    ENOTFOUND: `HOST: expected a host name that can be resolved, got ${JSON.stringify(host)}; set it to 127.0.0.1`,
  }[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? (error as Error) : new Error(reason, { cause: error });
}
