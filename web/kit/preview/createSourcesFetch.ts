interface SourcesFetchOptions {
  /** The address of the Studio, for links that open it outside of its Presentation tool. */
  readonly studioUrl: string;
  /** Sends the requests, with what authenticates them. */
  readonly fetch: typeof fetch;
}

/**
 * An operation that has no source map, in JSON, where `\n` can precede it. Other texts that match are queries, whose response then
 * has none either.
 */
const OTHER_OPERATION = /(?:\\n|\b)(?:mutation|subscription)\b[^{]*\{/;

/**
 * Creates the `fetch` of a GraphQL client in a preview: it asks for the sources of the values, and adds them to the texts of the
 * responses as invisible characters, which overlays read.
 */
export const createSourcesFetch =
  ({ studioUrl, fetch: send }: SourcesFetchOptions): typeof fetch =>
  async (input, init) => {
    if (typeof init?.body === 'string' && OTHER_OPERATION.test(init.body)) return send(input, init);
    const headers = headersOf(input, init);
    headers.set('x-content-source-map', '1');
    const [response, { readResponse }] = await Promise.all([
      send(input, { ...init, headers }),
      import('./overlays/responseSources.ts'),
    ]);
    const type = response.headers.get('content-type') ?? '';
    // An event stream has no end.
    if (!/[/+]json\b/.test(type)) return response;
    const body = JSON.parse(await response.clone().text()) as Record<string, unknown>;
    const { extensions } = body as { extensions?: { contentSourceMaps?: unknown } };
    if (!extensions?.contentSourceMaps) return response;
    const { contentSourceMaps: _, ...remainingExtensions } = extensions;
    const { status, statusText } = response;
    return Response.json(
      { ...body, data: readResponse(body, studioUrl), extensions: remainingExtensions },
      { status, statusText, headers: { 'content-type': type } },
    );
  };

/** Returns the headers of a request. */
export const headersOf = (input: RequestInfo | URL, init: RequestInit | undefined): Headers =>
  new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
