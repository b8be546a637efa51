import type { WebSocket } from 'ws';
import { HttpError } from '../../services/auth/authErrors.ts';
import type { Authenticator, Credentials, Principal } from '../../services/auth/authenticate.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';

/** Why a connection is ended, by the codes of RFC 6455 (section 7.4.1) and of graphql-transport-ws. */
export const CLOSE_CODES = {
  closing: [1012, 'the gateway is closing; connect again'],
  missed: [1012, 'news has been missed; connect again and read again what is shown'],
  flooding: [1008, 'more is said than is read; say less at once'],
  slow: [1013, 'the client takes less than it is told; connect again and subscribe to less'],
  unknown: [1013, 'keys cannot be looked at just now; try again later'],
  full: [1013, 'this key has as many connections as it may; close one of them or try again later'],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

/** Refused: what the client came with is not good, or no longer. */
const FORBIDDEN = 4403;
/** Bytes of a reason that a closing frame holds. */
const LONGEST_REASON = 123;

export type CloseReason = keyof typeof CLOSE_CODES;

/** One client's connection, for as long as it is open. */
export interface Session {
  /** Who is there; undefined until the client has said. */
  readonly principal: Principal | undefined;
  /** Takes what the client says of itself; false, and the end, where that is refused. */
  connect(params: Readonly<Record<string, unknown>> | undefined): Promise<boolean>;
  /** Looks whether the client is still let in, and ends the connection where it is not. */
  reauthenticate(): Promise<boolean>;
  close(ending: CloseReason): void;
}

/** What a client may say in `connectionParams` as it would in headers: a browser sends no headers to a WebSocket. */
const SAID = ['authorization', 'x-api-key', 'x-perspective'] as const;

interface SessionOptions {
  readonly socket: Pick<WebSocket, 'close' | 'once'>;
  /** The address that was asked for the connection, with its query. */
  readonly url: string;
  /** What the client came with, before it has said anything. */
  readonly credentials: Credentials;
  readonly authenticate: Authenticator['authenticate'];
  /** Takes a place for the key; undefined where none is left. */
  acquireForKey(key: string): (() => void) | undefined;
}

/** A connection that has just been opened. It ends with the key that it came with. */
export function createSession({ socket, url, credentials, authenticate, acquireForKey }: SessionOptions): Session {
  let said = credentials;
  let visitor: Principal | undefined;
  const close = (ending: CloseReason) => {
    const [code, reason] = CLOSE_CODES[ending];
    socket.close(code, reason);
  };
  const refuse = (reason: string) => socket.close(FORBIDDEN, shortened(reason));
  const look = async (): Promise<boolean> => {
    try {
      visitor = await authenticate(said);
      return true;
    } catch (error) {
      const isAway = error instanceof HttpError && error.status === 503;
      if (isAway) close('unknown');
      else refuse((error as Error).message);
      return false;
    }
  };
  return {
    get principal() {
      return visitor;
    },
    async connect(params) {
      if (hasKeyInUrl(url)) {
        refuse(KEY_IN_URL_MESSAGE);
        return false;
      }
      said = { ...credentials, headers: { ...credentials.headers, ...readParams(params) } };
      if (!(await look())) return false;
      const { kind, name } = (visitor as Principal).caller;
      if (kind === 'anonymous') return true;
      const leave = acquireForKey(name);
      if (leave) socket.once('close', leave);
      else close('full');
      return leave !== undefined;
    },
    reauthenticate: look,
    close,
  };
}

function readParams(params: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const byName = new Map(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    SAID.flatMap((name) => {
      const value = byName.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function shortened(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > LONGEST_REASON) text = text.slice(0, -1);
  return text;
}
