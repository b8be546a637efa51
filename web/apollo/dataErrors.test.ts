import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { expect, test } from '@jest/globals';
import { problemsOf } from './dataErrors.ts';

const failure = (...errors: { path: string[]; code?: string; service?: string }[]) =>
  new CombinedGraphQLErrors({
    data: {},
    errors: errors.map(({ path, code, service }) => ({
      message: 'ECONNREFUSED 10.0.0.7:443',
      path,
      extensions: { ...(code && { code }), ...(service && { service }) },
    })),
  });

test('a fault names the service in words a reader knows, and never the message of the machine', () => {
  const [problem] = problemsOf(
    failure({ path: ['film', 'related'], code: 'UPSTREAM_UNAVAILABLE', service: 'search' }),
  );
  expect(problem).toMatchObject({ path: 'film.related', code: 'UPSTREAM_UNAVAILABLE', service: 'search' });
  expect(problem?.message).toMatch(/^Search cannot be reached/);
});

test('a code that is not known yet still says that something is missing', () => {
  const [problem] = problemsOf(failure({ path: ['film'], code: 'SOMETHING_NEW', service: 'media' }));
  expect(problem?.message).toBe('The film library could not be shown.');
});

test('a service that failed fifty times is mentioned once', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    path: ['films', 'nodes', String(at), 'video'],
    code: 'UPSTREAM_TIMEOUT',
    service: 'media',
  }));
  expect(problemsOf(failure(...many))).toHaveLength(1);
});

test('no answer at all is a problem of its own, and no fault is no problem', () => {
  expect(problemsOf(new TypeError('fetch failed'))[0]?.code).toBe('UNREACHABLE');
  expect(problemsOf(undefined)).toEqual([]);
});

test('a graph that refuses says why, also where its answer is no answer of an operation', () => {
  const refusal = (bodyText: string) =>
    new ServerError('Response not successful', { response: new Response(null, { status: 503 }), bodyText });
  const busy = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 2 } }] };
  expect(problemsOf(refusal(JSON.stringify(busy)))).toMatchObject([{ code: 'OVERLOADED', retryAfter: 2 }]);
  expect(problemsOf(refusal('<html>a proxy’s own page'))[0]?.code).toBe('UNREACHABLE');
});
