import { problemsOf, retryAfterOf, statusOf } from '../../apollo/dataErrors.ts';

/** Seconds after which a program may ask again where the graph did not say when it can answer. */
const RETRY_AFTER = 60;

/** An answer to a program that gets none: an error in the shape of the graph's. Stores keep nothing of it. */
export const refuse = (status: number, code: string, message: string, retryAfter?: number): Response =>
  new Response(JSON.stringify({ errors: [{ message, extensions: { code, retryAfter } }] }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  });

/**
 * What is said where the graph did not answer: whose matter it is, and to programs when to come again.
 * @param error what the graph's client reports; nothing where it answered without what was asked
 */
export const unanswered = (error: unknown): Response => {
  const problems = problemsOf(error);
  const status = statusOf(problems);
  const code = problems[0]?.code ?? 'UPSTREAM_UNAVAILABLE';
  if (status === 403)
    return refuse(status, code, 'expected a magazine that is open to everybody, got one that is not');
  const retryAfter = retryAfterOf(problems) ?? RETRY_AFTER;
  const reason =
    status === 429 ? 'more has been asked for than the budget of this address' : 'the graph did not answer';
  return refuse(status, code, `${reason}; ask again in ${retryAfter} s`, retryAfter);
};
