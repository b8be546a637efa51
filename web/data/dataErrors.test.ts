import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { expect, test } from '@jest/globals';
import { type DataError, dataErrorsOf } from './dataErrors.ts';
import { errorHeading, errorMessages } from './errorMessages.ts';

const graphQLErrors = (...errors: { path: string[]; code?: string; service?: string }[]) =>
  new CombinedGraphQLErrors({
    data: {},
    errors: errors.map(({ path, code, service }) => ({
      message: 'ECONNREFUSED 10.0.0.7:443',
      path,
      extensions: { ...(code && { code }), ...(service && { service }) },
    })),
  });

test('data errors: name the service in the message, and never contain the upstream message', () => {
  const [error] = dataErrorsOf(
    graphQLErrors({ path: ['film', 'related'], code: 'UPSTREAM_UNAVAILABLE', service: 'search' }),
  );
  expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', service: 'search' });
  expect(errorMessages([error as DataError])).toEqual([expect.stringMatching(/^Search cannot be reached/)]);
});

test('data errors: have a message for unknown codes', () => {
  const errors = dataErrorsOf(graphQLErrors({ path: ['film'], code: 'SOMETHING_NEW', service: 'media' }));
  expect(errorMessages(errors)).toEqual(['The video service could not be shown.']);
});

test('data errors: merge errors with the same code and service', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    path: ['films', 'nodes', String(at), 'video'],
    code: 'UPSTREAM_TIMEOUT',
    service: 'media',
  }));
  expect(dataErrorsOf(graphQLErrors(...many))).toHaveLength(1);
});

test('data errors: have the code UNREACHABLE without a response, and are empty without an error', () => {
  expect(dataErrorsOf(new TypeError('fetch failed'))[0]?.code).toBe('UNREACHABLE');
  expect(dataErrorsOf(undefined)).toEqual([]);
});

test('data errors: read the errors of a response with an error status', () => {
  const serverError = (bodyText: string) =>
    new ServerError('Response not successful', { response: new Response(null, { status: 503 }), bodyText });
  const overloaded = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 2 } }] };
  expect(dataErrorsOf(serverError(JSON.stringify(overloaded)))).toMatchObject([
    { code: 'OVERLOADED', retryAfterSeconds: 2 },
  ]);
  expect(dataErrorsOf(serverError('<html>of a proxy'))[0]?.code).toBe('UNREACHABLE');
});

test.each([
  ['RATE_LIMITED', 'Too many requests'],
  ['UPSTREAM_THROTTLED', 'Too many requests'],
  ['CALL_LIMIT_REACHED', 'Too many requests'],
  ['OVERLOADED', 'The server is overloaded'],
  ['FORBIDDEN', 'You don’t have access'],
  ['UNAUTHENTICATED', 'You don’t have access'],
  ['DOCUMENT_NOT_TRUSTED', 'This page is out of date'],
  ['UPSTREAM_UNAVAILABLE', 'fallback'],
  ['UNREACHABLE', 'fallback'],
])('data errors: %s is named in the heading: %s', (code, heading) => {
  const errors = [{ code, service: null }];
  expect(errorHeading(errors, ['fallback', ''])[0]).toBe(heading);
});
