declare module 'negotiator' {
  /** Content negotiation by the headers of a request (RFC 9110, section 12). */
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> });
    /** Returns the media type that the client prefers; undefined if it accepts none. */
    mediaType<Type extends string>(available: readonly Type[]): Type | undefined;
  }
}
