import { dataErrorsOf, httpStatusOf, retryAfterSecondsOf } from '../../apollo/dataErrors.ts';

/** Default `Retry-After`, if the errors name no delay. */
const RETRY_AFTER_SECONDS = 60;

/** The page of the gateway that describes the error codes. */
const ERROR_PAGE = '/docs/errors';

/** Returns an error in the format of GraphQL responses. It is not cacheable. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  retryAfterSeconds?: number,
): Response =>
  new Response(
    JSON.stringify({
      errors: [
        {
          message,
          extensions: {
            code,
            retryAfter: retryAfterSeconds,
            url: `${ERROR_PAGE}#${code.toLowerCase()}`,
          },
        },
      ],
    }),
    {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      },
    },
  );

/**
 * Returns the error of a resource whose query failed.
 * @param error the error that Apollo Client reports; undefined if the data is missing without an error
 */
export const upstreamErrorResponse = (error: unknown): Response => {
  const errors = dataErrorsOf(error);
  const status = httpStatusOf(errors);
  const code = errors[0]?.code ?? 'UPSTREAM_UNAVAILABLE';
  if (status === 403)
    return errorResponse(status, code, 'expected public content, got content that requires an API key');
  const retryAfterSeconds = retryAfterSecondsOf(errors) ?? RETRY_AFTER_SECONDS;
  const reason = status === 429 ? 'rate limit of this address exceeded' : 'the GraphQL API is unavailable';
  return errorResponse(status, code, `${reason}; retry in ${retryAfterSeconds} s`, retryAfterSeconds);
};
