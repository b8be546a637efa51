import { dataErrorsOf, httpStatusOf, retryAfterSecondsOf } from '../../data/dataErrors.ts';

/** Default `Retry-After`, if the errors name no delay. */
const RETRY_AFTER_SECONDS = 60;

interface ResourceErrorOptions {
  /** The HTTP status. */
  readonly status: number;
  readonly code: string;
  /** Expected, actual, fix. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** The reason why a resource cannot be served. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError';
  readonly #options: ResourceErrorOptions;

  constructor(options: ResourceErrorOptions) {
    super(options.message);
    this.#options = options;
  }

  /**
   * Returns an error in the format of GraphQL responses. It is not cacheable.
   * @param errorUrl returns the address of the description of an error code
   */
  toResponse(errorUrl: (code: string) => string): Response {
    const { status, code, message, retryAfterSeconds: retryAfter } = this.#options;
    const body = { errors: [{ message, extensions: { code, retryAfter, url: errorUrl(code) } }] };
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    });
  }
}

/**
 * Returns the error of a resource whose query failed.
 * @param error the error that Apollo Client reports; undefined if the data is missing without an error
 */
export const upstreamError = (error: unknown): ResourceError => {
  const errors = dataErrorsOf(error);
  const status = httpStatusOf(errors);
  const code = errors[0]?.code ?? 'UPSTREAM_UNAVAILABLE';
  if (status === 403)
    return new ResourceError({
      status,
      code,
      message: 'expected public content, got content that requires an API key',
    });
  const retryAfterSeconds = retryAfterSecondsOf(errors) ?? RETRY_AFTER_SECONDS;
  const reason = status === 429 ? 'rate limit of this address exceeded' : 'the GraphQL API is unavailable';
  return new ResourceError({
    status,
    code,
    message: `${reason}; retry in ${retryAfterSeconds} s`,
    retryAfterSeconds,
  });
};
