/** A response with errors, or without GraphQL. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** The errors of the response. `extensions.code` says what to do. */
  readonly errors: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  /** The part of the data that has no errors. */
  readonly data: unknown;

  constructor(status: number, { errors = [], data }: Partial<Pick<RequestError, 'errors' | 'data'>>) {
    super(errors[0]?.message ?? `expected a GraphQL response, got status ${status}`);
    this.status = status;
    this.errors = errors;
    this.data = data;
  }
}

/** A text with the types of its data and variables, such as `TypedDocumentString` of GraphQL Code Generator. */
export interface TypedText<Data, Variables> extends Pick<string, 'length' | 'toString'> {
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** Sends an operation. @throws RequestError if the response has errors */
export interface GraphRequest {
  <Data>(query: string, variables?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Data>;
  <Data, Variables extends object>(
    query: TypedText<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Data>;
}

/**
 * Creates a function that sends operations with `fetch`, for apps without a GraphQL client. Hooks of the kit accept any
 * client: they take functions that return promises.
 * @param url of the API
 * @param headers for example `Authorization` and `graphql-client-name`
 * @param send sends the requests, for example `createPreviewFetch()`; default: `fetch`
 */
export const createRequest =
  (
    url: string,
    headers: Readonly<Record<string, string>> = {},
    send: typeof fetch = (input, init) => fetch(input, init),
  ): GraphRequest =>
  async (query: { toString(): string }, variables: object = {}, signal?: AbortSignal) => {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...headers,
      },
      body: JSON.stringify({ query: query.toString(), variables }),
      ...(signal && { signal }),
    });
    const body = await response.json().catch(() => ({}));
    if (body.errors || !body.data) throw new RequestError(response.status, body);
    return body.data;
  };
