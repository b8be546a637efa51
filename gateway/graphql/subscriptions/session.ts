import type { WebSocket } from 'ws';
import { HttpError } from '../../services/auth/authErrors.ts';
import type { Authenticator, Credentials, Principal } from '../../services/auth/authenticate.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';
import { truncateCloseReason } from './closeReason.ts';
import { readConnectionParams } from './connectionParams.ts';

/** Close codes (RFC 6455, 7.4.1) and reasons, by the value of the `reason` label in the metrics. */
const CLOSE_CODES = {
  shutdown: [1012, 'the gateway is closing; connect again'],
  missed_changes: [1012, 'changes were missed; connect again and read again what is shown'],
  flooding: [1008, 'too many messages; send less at once'],
  slow_client: [1013, 'the client reads too slowly; connect again and subscribe to less'],
  auth_rate_limited: [1013, 'too many invalid keys from this address; try again later with a valid one'],
  auth_unavailable: [1013, 'keys cannot be verified at the moment; try again later'],
  key_limit: [1013, 'this key has too many connections; close one or try again later'],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

/**
 * Close codes for a rejected client. `graphql-ws` connects again after 4403 ("Forbidden"), but another attempt with the same
 * parameters would be rejected as well.
 */
const UNAUTHORIZED = 4401;
const BAD_REQUEST = 4400;

export type CloseReason = keyof typeof CLOSE_CODES;

/** The connection of one client. */
export interface Session {
  /** Undefined until the client has sent `connection_init`. */
  readonly principal: Principal | undefined;
  /** Returns a header of the upgrade request or of `connection_init` by its lower-case name. */
  header(name: string): unknown;
  /** Authenticates the client with the payload of `connection_init`. @returns false if it was rejected and closed */
  connect(params: Readonly<Record<string, unknown>> | undefined): Promise<boolean>;
  /** Authenticates the client again. @returns false if it was rejected and closed */
  reauthenticate(): Promise<boolean>;
  close(reason: CloseReason): void;
}

interface SessionOptions {
  readonly socket: Pick<WebSocket, 'close' | 'once'>;
  /** The URL of the upgrade request. */
  readonly url: string;
  /** Headers and address of the upgrade request. */
  readonly credentials: Credentials;
  readonly authenticate: Authenticator['authenticate'];
  /** Takes a connection slot of the key; undefined if none is free. */
  acquireForKey(key: string): (() => void) | undefined;
}

/** Creates the session of a new connection. */
export function createSession({
  socket,
  url,
  credentials: upgradeCredentials,
  authenticate,
  acquireForKey,
}: SessionOptions): Session {
  let credentials = upgradeCredentials;
  let principal: Principal | undefined;
  const close = (reason: CloseReason) => {
    const [code, text] = CLOSE_CODES[reason];
    socket.close(code, text);
  };
  const reject = (error: unknown) => {
    const status = error instanceof HttpError ? error.status : undefined;
    if (status === 503) return close('auth_unavailable');
    if (status === 429) return close('auth_rate_limited');
    const code = status === 400 ? BAD_REQUEST : UNAUTHORIZED;
    socket.close(code, truncateCloseReason((error as Error).message));
  };
  const reauthenticate = async (): Promise<boolean> => {
    try {
      principal = await authenticate(credentials);
      return true;
    } catch (error) {
      reject(error);
      return false;
    }
  };
  return {
    get principal() {
      return principal;
    },
    header: (name) => (credentials.headers as Readonly<Record<string, unknown>>)[name],
    async connect(params) {
      try {
        if (hasKeyInUrl(url)) throw new HttpError(400, 'KEY_IN_URL', KEY_IN_URL_MESSAGE);
        const headers = { ...upgradeCredentials.headers, ...readConnectionParams(params) };
        credentials = { ...upgradeCredentials, headers };
      } catch (error) {
        reject(error);
        return false;
      }
      if (!(await reauthenticate())) return false;
      const { kind, name } = (principal as Principal).caller;
      if (kind === 'anonymous') return true;
      const release = acquireForKey(name);
      if (release) socket.once('close', release);
      else close('key_limit');
      return release !== undefined;
    },
    reauthenticate,
    close,
  };
}
