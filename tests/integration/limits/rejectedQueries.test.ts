import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false, env: { CONSUME_CHANGES: 'off' } });
});
afterEach(async () => {
  await stack.setFaults('content');
  await stack.clearRequests();
});
afterAll(() => stack.close());

const contentRequests = async () => (await stack.requests()).content.length;
const queryRejected = { extensions: { code: 'UPSTREAM_QUERY_REJECTED', service: 'content' } };

test('content query: rejects a matches filter with more wildcards than Sanity accepts, and only that field', async () => {
  const { data, errors } = await stack.query(
    `{ ok: films(first: 1) { nodes { title } }
       most: films(filter: { title: { matches: "a* b* c* d* e* f*" } }) { totalCount }
       more: films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }`,
  );
  expect(data).toMatchObject({ ok: { nodes: [{}] }, most: { totalCount: 0 }, more: null });
  expect(errors).toMatchObject([{ path: ['more'], extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(errors).toHaveLength(1);
  expect(await contentRequests()).toBe(1);
});

test('content query: rejects a filter with 1500 conditions without an upstream request', async () => {
  const filter = { or: Array.from({ length: 1500 }, (_, n) => ({ title: { eq: `no ${n}` } })) };
  const { errors } = await stack.query(
    'query ($filter: FilmFilter) { films(filter: $filter) { totalCount } }',
    {
      filter,
    },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(await contentRequests()).toBe(0);
});

test('content query: splits a query that Sanity rejects as too large, and resolves all fields', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ title: { eq: `no ${n}` } }));
  await stack.setFaults('content', [{ kind: 'status', status: 400, times: 1 }]);
  const names = Array.from({ length: 20 }, (_, n) => `f${n}`);
  const { data, errors } = await stack.query(
    `query ($many: [FilmFilter!]) { films { totalCount }
      ${names.map((name) => `${name}: films(filter: { slug: { ne: "${name}" }, or: $many }) { totalCount }`).join('\n')} }`,
    { many },
  );
  expect(errors).toEqual([]);
  expect(names.map((name) => data[name].totalCount)).toEqual(names.map(() => 0));
  expect(data.films.totalCount).toBeGreaterThan(10);
  expect(await contentRequests()).toBeGreaterThan(1);
  expect(await contentRequests()).toBeLessThanOrEqual(21);
});

test('content query: fails only the fields whose own query Sanity rejects', async () => {
  await stack.setFaults('content', [{ kind: 'status', status: 400, times: 2 }]);
  const { data, errors } = await stack.query(
    '{ films { totalCount } film(by: { slug: "lorenz" }) { title } }',
  );
  expect(errors).toMatchObject([queryRejected]);
  expect(errors[0]?.message).toBe(
    'the content service rejected the query of this field; select fewer of its fields in one operation, simplify its filter, or select a smaller page',
  );
  expect(Object.values(data).filter((value) => value === null)).toHaveLength(1);
  expect(await contentRequests()).toBe(3);
});

test('content query: bounds the retries of rejected queries, and logs no error for rejected or too large responses', async () => {
  await stack.setFaults('content', [{ kind: 'status', status: 400 }]);
  const { errors } = await stack.query(
    `{ ${Array.from({ length: 30 }, (_, n) => `f${n}: film(by: { slug: "${n}" }) { title }`).join(' ')} }`,
  );
  expect(errors).toHaveLength(30);
  for (const error of errors) expect(error).toMatchObject(queryRejected);
  expect(await contentRequests()).toBe(21);
  await stack.setFaults('content', [{ kind: 'endless' }]);
  const { errors: tooLarge } = await stack.query('{ films { nodes { title } } }');
  // Parsing the response can exceed the timeout first.
  const code = expect.stringMatching(/^UPSTREAM_(TOO_LARGE|TIMEOUT)$/);
  expect(tooLarge).toMatchObject([{ extensions: { code, service: 'content' } }]);
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  expect(metrics).toMatch(
    /upstream_request_duration_seconds_count\{[^}]*outcome="UPSTREAM_QUERY_REJECTED"\} [1-9]/,
  );
  expect(metrics).not.toMatch(
    /upstream_request_duration_seconds_count\{[^}]*outcome="UPSTREAM_REJECTED"\} [1-9]/,
  );
  expect(metrics).not.toMatch(/log_lines_total\{level="error"\} [1-9]/);
});
