import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as it was sent: its encoding is not decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Returns a GraphQL request by POST. A text is sent as it is, another body as JSON. */
export const graphqlPost = (body: unknown, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Returns a GraphQL request by GET. */
export const graphqlGet = (
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): RawRequest => ({ path: `/graphql?${new URLSearchParams(parameters)}`, headers });

/** Sends a request, by default on a connection of its own. */
export async function rawRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
  agent = new Agent({ keepAlive: false }),
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const outgoing = request(`${origin}${path}`, { method, headers, agent }, (response) => {
    buffer(response).then(
      (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
      reject,
    );
  });
  outgoing.once('error', reject);
  outgoing.end(body);
  return promise;
}
