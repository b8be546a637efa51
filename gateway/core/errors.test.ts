import { expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { formatError } from './errors.ts';

test('formatError: hides the message of an error without a code', () => {
  const error = new GraphQLError('cannot read /secret', {
    path: ['film'],
    originalError: new Error('cannot read /secret'),
  });
  const formatted = { message: error.message, path: ['film'], extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  expect(formatError(formatted, error)).toEqual({
    message: 'internal error at this field; the cause is in the log',
    path: ['film'],
    extensions: { code: 'INTERNAL_SERVER_ERROR', url: '/docs/errors#internal_server_error' },
  });
});

test('formatError: keeps the code and the figures of an error, and adds the link', () => {
  const extensions = { code: 'PAGE_SIZE', argument: 'first', limit: 100, actual: 101 };
  const error = new GraphQLError('expected a page of 0 to 100 rows, got 101', { extensions });
  expect(formatError({ message: error.message, extensions }, error)).toEqual({
    message: error.message,
    extensions: { ...extensions, url: '/docs/errors#page_size' },
  });
});
