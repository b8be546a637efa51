/** The level of a requirement (RFC 2119). */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A request to the audited server, as data. */
export interface AuditRequest {
  /** POST by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters in the URL. */
  readonly url?: Readonly<Record<string, string>>;
  /** A text is sent as it is, other values as JSON. */
  readonly body?: unknown;
}

/** The requirements of the response. */
export interface Expectation {
  /** A status, or the bounds of an allowed range. */
  readonly status: number | readonly [minimum: number, maximum: number];
  /** The media type, without parameters. */
  readonly type?: string;
  /** A media type that the response must not have. */
  readonly notType?: string;
  /** Headers and their values; a pattern matches anywhere. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** True if the body has `data`. */
  readonly data?: 'present' | 'absent';
}

/** A requirement of GraphQL over HTTP, September 2026. */
export interface Audit {
  /** Stable. */
  readonly id: string;
  readonly level: Level;
  readonly requirement: string;
  readonly request: AuditRequest;
  readonly expected: Expectation;
  /** Audits of graphql-http that expect something else of the same request. */
  readonly supersedes?: readonly string[];
}
