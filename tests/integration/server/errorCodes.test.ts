import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorUrl } from '../../../gateway/core/errorUrl.ts';
import { ROOT } from '../../support/stack.ts';
import { documentedErrors } from './testing/documentedErrors.ts';
import { FAILING_REQUESTS } from './testing/failingRequests.ts';
import { WRONG_REQUESTS } from './testing/wrongRequests.ts';

/** Sources of the gateway. Errors of emulators are those of their providers. */
const SOURCES = globSync('gateway/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/emulators/**', '**/generated/**'],
});

const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(pattern)].map(([, name]) => name as string);

/** A member of a union. */
const MEMBER = /^ {2}\| '([A-Z][A-Z_]+)'/gm;

/** Codes in the unions of error codes, and codes that are written out. */
const codes = new Set([
  ...['gateway/core/errors.ts', 'gateway/core/errorBody.ts'].flatMap((file) => namesIn(file, MEMBER)),
  ...SOURCES.flatMap((file) => namesIn(file, /code: '([A-Z][A-Z_]+)'/g)),
]);

/** Codes without a row in a table of requests: the files that test them, which must contain the code. */
const OTHER_TESTS: Readonly<Record<string, string>> = {
  // In the same file as the table.
  RATE_LIMITED: 'tests/integration/server/wrongRequests.test.ts',
  // Only callers without a key are restricted, so it would apply to all rows.
  DOCUMENT_NOT_TRUSTED: 'tests/integration/limits/persistedQueries.test.ts',
  // Needs an event stream.
  CONFLICT: 'tests/integration/subscriptions/sharedEventStreams.test.ts',
  // Blocks the event loop for seconds.
  OVERLOADED: 'tests/integration/server/overload.test.ts',
  // Needs a hundred keys.
  TOO_MANY_KEYS: 'tests/integration/auth/keyAdminLimits.test.ts',
  TOO_MANY_LINKS: 'gateway/services/auth/previews.test.ts',
  // Needs a key that may read drafts.
  NEEDS_PERSPECTIVE: 'tests/integration/projection/drafts.test.ts',
  // Parsing the response can exceed the timeout first.
  UPSTREAM_TOO_LARGE: 'tests/integration/limits/rejectedQueries.test.ts',
  // Needs a fault of the storage, or of the gateway itself.
  INBOX_UNAVAILABLE: 'gateway/http/routes/webhooks.test.ts',
  INTERNAL_SERVER_ERROR: 'gateway/core/errors.test.ts',
};

test('docs/errors.md: documents every error code', () => {
  const documented = documentedErrors();
  expect(codes.size).toBeGreaterThan(15);
  expect([...codes].filter((code) => !documented.has(code))).toEqual([]);
});

test('docs/limits.md: documents every reason of a rejection', () => {
  const reasons = namesIn('gateway/core/rejected.ts', MEMBER);
  expect(reasons.length).toBeGreaterThan(5);
  expect(namesIn('docs/limits.md', /^\| `([A-Z_]+)` \| `(?:RATE_LIMITED|TOO_MANY_REQUESTS)` \|/gm)).toEqual(
    reasons,
  );
});

test('docs/errors.md: has an anchor for every error code, and for nothing else', () => {
  const text = readFileSync(`${ROOT}docs/errors.md`, 'utf8');
  const anchors = [...text.matchAll(/<a id="([^"]*)"><\/a>`([A-Z_]+)`/g)].map(([, id, code]) => [code, id]);
  const expected = [...documentedErrors().keys()].map((code) => [code, errorUrl(code).split('#')[1]]);
  expect(anchors).toEqual(expected);
  expect(text.match(/<a id=/g)).toHaveLength(expected.length);
});

test('docs/errors.md: a request or another test causes every error', () => {
  const requested = [
    ...WRONG_REQUESTS.map(([, , , code]) => code),
    ...FAILING_REQUESTS.map(({ code }) => code),
  ];
  const untested = [...documentedErrors().keys()].filter((code) => !requested.includes(code));
  expect(untested.toSorted()).toEqual(Object.keys(OTHER_TESTS).toSorted());
  const missing = Object.entries(OTHER_TESTS).filter(
    ([code, file]) => !readFileSync(`${ROOT}${file}`, 'utf8').includes(code.replace('UPSTREAM_', '')),
  );
  expect(missing).toEqual([]);
});
