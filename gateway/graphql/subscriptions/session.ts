import { HttpError } from '../../core/httpError.ts';
import type { Authenticator, Credentials, Principal } from '../../services/auth/authenticate.ts';

/**
 * The reasons for which the gateway closes a connection, by the value of the `reason` label in the metrics. Clients get
 * the text.
 */
export const CLOSE_REASONS = {
  shutdown: 'the gateway is closing; connect again',
  missed_changes: 'changes were missed; connect again and read again what is shown',
  flooding: 'too many messages; send less at once',
  slow_client: 'the client reads too slowly; connect again and subscribe to less',
  auth_rate_limited: 'too many invalid keys from this address; try again later with a valid one',
  auth_unavailable: 'keys cannot be verified at the moment; try again later',
  key_limit: 'this key has too many connections; close one or try again later',
} as const;

export type CloseReason = keyof typeof CLOSE_REASONS;

/** The connection of one client. */
export interface Session {
  /** Undefined until the client is authenticated. */
  readonly principal: Principal | undefined;
  /** Returns a header that the client has sent by its lower-case name. */
  header(name: string): unknown;
  /** Authenticates the client, for the first time or again. @returns false if it was rejected and closed */
  authenticate(): Promise<boolean>;
  close(reason: CloseReason): void;
}

interface SessionOptions {
  /** Undefined if the client is not authenticated yet. */
  readonly principal?: Principal;
  /** Returns the headers and the address of the client. */
  credentials(): Credentials;
  readonly authenticate: Authenticator['authenticate'];
  close(reason: CloseReason): void;
  /** Closes the connection because its credentials are malformed, invalid or insufficient. */
  reject(error: Error): void;
}

/** Creates the session of a connection. */
export function createSession({
  principal: known,
  credentials,
  authenticate,
  close,
  reject,
}: SessionOptions): Session {
  let principal = known;
  return {
    get principal() {
      return principal;
    },
    header: (name) => (credentials().headers as Readonly<Record<string, unknown>>)[name],
    async authenticate() {
      try {
        principal = await authenticate(credentials());
        return true;
      } catch (error) {
        const status = error instanceof HttpError ? error.status : undefined;
        if (status === 503) close('auth_unavailable');
        else if (status === 429) close('auth_rate_limited');
        else reject(error as Error);
        return false;
      }
    },
    close,
  };
}
