import { WebSocket } from 'ws';
import { HttpError } from '../../../core/httpError.ts';
import { cutToBytes } from '../../../core/text/textBoundaries.ts';
import {
  type Authenticator,
  type Credentials,
  malformedAuthorization,
  PRINCIPAL_HEADERS,
  type Principal,
} from '../../../services/auth/authenticate.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../../services/auth/keysInUrls.ts';
import { PREVIEW_HEADER } from '../../../services/auth/previewUse.ts';
import { CLIENT_HEADERS } from '../../../services/usage/usageRecorder.ts';
import { CLOSE_REASONS, type CloseReason, createSession, type Session } from '../session.ts';

/** Close codes (RFC 6455, 7.4.1). */
const CLOSE_CODES: Readonly<Record<CloseReason, number>> = {
  shutdown: 1012,
  missed_changes: 1012,
  flooding: 1008,
  slow_client: 1013,
  auth_rate_limited: 1013,
  auth_unavailable: 1013,
  key_limit: 1013,
};

/**
 * Close codes for a rejected client. `graphql-ws` connects again after 4403 ("Forbidden"), but another attempt with the same
 * parameters would be rejected as well.
 */
const UNAUTHORIZED = 4401;
const BAD_REQUEST = 4400;

/** The WebSocket connection of one client. */
export interface WebSocketSession extends Session {
  /** Authenticates the client with the payload of `connection_init`. @returns false if it was rejected and closed */
  connect(params: Readonly<Record<string, unknown>> | undefined): Promise<boolean>;
}

interface WebSocketSessionOptions {
  readonly socket: Pick<WebSocket, 'close' | 'once' | 'readyState'>;
  /** The URL of the upgrade request. */
  readonly url: string;
  /** Headers and address of the upgrade request. */
  readonly credentials: Credentials;
  readonly authenticate: Authenticator['authenticate'];
  /** Takes a connection slot of the key; undefined if none is free. */
  acquireForKey(key: string): (() => void) | undefined;
}

/** Creates the session of a new WebSocket connection. */
export function createWebSocketSession({
  socket,
  url,
  credentials: upgradeCredentials,
  authenticate,
  acquireForKey,
}: WebSocketSessionOptions): WebSocketSession {
  let credentials = upgradeCredentials;
  const close = (reason: CloseReason) => socket.close(CLOSE_CODES[reason], CLOSE_REASONS[reason]);
  const reject = (error: Error) => {
    const code = error instanceof HttpError && error.status === 400 ? BAD_REQUEST : UNAUTHORIZED;
    socket.close(code, truncateCloseReason(error.message));
  };
  const session = createSession({ credentials: () => credentials, authenticate, close, reject });
  return Object.assign(session, {
    async connect(params: Readonly<Record<string, unknown>> | undefined) {
      try {
        if (hasKeyInUrl(url)) throw new HttpError(400, 'KEY_IN_URL', KEY_IN_URL_MESSAGE);
        const headers = { ...upgradeCredentials.headers, ...readConnectionParams(params) };
        credentials = { ...upgradeCredentials, headers };
      } catch (error) {
        reject(error as Error);
        return false;
      }
      if (!(await session.authenticate())) return false;
      const { kind, name } = (session.principal as Principal).caller;
      if (kind === 'anonymous') return true;
      const release = acquireForKey(name);
      if (!release) close('key_limit');
      else if (socket.readyState === WebSocket.CLOSED) release();
      else socket.once('close', release);
      return release !== undefined;
    },
  });
}

/** Headers that a client may send in `connectionParams`, because browsers cannot set headers of a WebSocket. */
const HEADER_PARAMS: readonly string[] = [...PRINCIPAL_HEADERS, ...CLIENT_HEADERS];

/** For messages: previews are rejected later, because a WebSocket has the cookie also from pages of other sites. */
const ACCEPTED = PRINCIPAL_HEADERS.filter((name) => name !== PREVIEW_HEADER).join(', ');

/** Names under which clients send credentials in other formats. */
const CREDENTIAL_NAME = /(auth|token|key|secret|bearer|headers)$/i;

/**
 * Returns the headers in the payload of `connection_init`, by lower-case names. Other parameters are ignored, unless they
 * seem to contain credentials: a client with an ignored key would be anonymous.
 * @throws HttpError `BAD_USER_INPUT` or `UNAUTHENTICATED`
 */
function readConnectionParams(
  params: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const header = name.toLowerCase();
    if (!HEADER_PARAMS.includes(header)) {
      if (CREDENTIAL_NAME.test(name)) throw badParameter(`got ${JSON.stringify(name.slice(0, 30))}`);
      continue;
    }
    if (typeof value !== 'string') throw badParameter(`got ${header} without a text`);
    // Over HTTP, other schemes are left to a proxy in front; no proxy reads these parameters.
    if (header === 'authorization' && !/^Bearer /i.test(value)) throw malformedAuthorization(value);
    headers[header] = value;
  }
  return headers;
}

const badParameter = (got: string): HttpError =>
  new HttpError(400, 'BAD_USER_INPUT', `connectionParams: expected credentials in ${ACCEPTED}, ${got}`);

/** Maximum length of a reason in a close frame (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** Cuts a reason to the length of a close frame. Reasons can repeat the client's input, and `ws` throws if a reason is longer. */
export const truncateCloseReason = (reason: string): string => cutToBytes(reason, MAX_REASON_BYTES);
