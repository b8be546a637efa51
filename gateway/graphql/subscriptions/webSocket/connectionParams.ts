import { HttpError } from '../../../core/httpError.ts';
import { malformedAuthorization, PRINCIPAL_HEADERS } from '../../../services/auth/authenticate.ts';
import { PREVIEW_HEADER } from '../../../services/auth/previewUse.ts';
import { CLIENT_HEADERS } from '../../../services/usage/usageRecorder.ts';

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
export function readConnectionParams(
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
