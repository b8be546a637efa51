interface SourcesFetchOptions {
  /** The address of the Studio, for links that open it outside of its Presentation tool. */
  readonly studioUrl: string;
  /** Sends the requests, with what authenticates them. Default: that of the browser. */
  readonly fetch?: typeof fetch;
}

/**
 * Creates the `fetch` of a GraphQL client in a preview: it asks for the sources of the values, and adds them to the texts of the
 * responses as invisible characters, which overlays read.
 */
export const createSourcesFetch =
  ({ studioUrl, fetch: send = fetch }: SourcesFetchOptions): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-content-source-map', '1');
    const [response, { readResponse }] = await Promise.all([
      send(input, { ...init, headers }),
      import('./responseSources.ts'),
    ]);
    const text = await response.clone().text();
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(text);
    } catch {
      return response;
    }
    const { extensions } = body as { extensions?: { contentSourceMaps?: unknown } };
    if (!extensions?.contentSourceMaps) return response;
    const { contentSourceMaps: _, ...others } = extensions;
    const { status, statusText } = response;
    return Response.json(
      { ...body, data: readResponse(body, studioUrl), extensions: others },
      {
        status,
        statusText,
        headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
      },
    );
  };
