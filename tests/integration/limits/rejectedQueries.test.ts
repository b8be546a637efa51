import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type House, openHouse } from '../../support/stack.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false, cache: false, env: { CONSUME_CHANGES: 'off' } });
});
afterEach(async () => {
  await house.faults('content');
  await house.forget();
});
afterAll(() => house.close());

const asked = async () => (await house.requests()).content.length;
const refusal = { extensions: { code: 'UPSTREAM_QUERY_REFUSED', service: 'content' } };

test('words to match have as many stars as the content service takes; one more is refused, and nothing else', async () => {
  const { data, errors } = await house.ask(
    `{ ok: films(first: 1) { nodes { title } }
       most: films(filter: { title: { matches: "a* b* c* d* e* f*" } }) { totalCount }
       more: films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }`,
  );
  expect(data).toMatchObject({ ok: { nodes: [{}] }, most: { totalCount: 0 }, more: null });
  expect(errors).toMatchObject([{ path: ['more'], extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(errors).toHaveLength(1);
  expect(await asked()).toBe(1);
});

test('a filter of conditions by the thousand is refused before anybody is asked', async () => {
  const filter = { or: Array.from({ length: 1500 }, (_, n) => ({ title: { eq: `no ${n}` } })) };
  const { errors } = await house.ask(
    'query ($filter: FilmFilter) { films(filter: $filter) { totalCount } }',
    {
      filter,
    },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(await asked()).toBe(0);
});

test('fields that the content service answers one by one, and not together, are all answered', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ title: { eq: `no ${n}` } }));
  const names = Array.from({ length: 20 }, (_, n) => `f${n}`);
  const { data, errors } = await house.ask(
    `query ($many: [FilmFilter!]) { films { totalCount }
      ${names.map((name) => `${name}: films(filter: { slug: { ne: "${name}" }, or: $many }) { totalCount }`).join('\n')} }`,
    { many },
  );
  expect(errors).toEqual([]);
  expect(names.map((name) => data[name].totalCount)).toEqual(names.map(() => 0));
  expect(data.films.totalCount).toBeGreaterThan(10);
  expect(await asked()).toBeGreaterThan(1);
  expect(await asked()).toBeLessThanOrEqual(21);
});

test('of fields asked for at once only those fail whose own query is refused', async () => {
  await house.faults('content', [{ kind: 'status', status: 400, times: 2 }]);
  const { data, errors } = await house.ask('{ films { totalCount } film(slug: "lorenz") { title } }');
  expect(errors).toMatchObject([refusal]);
  expect(Object.values(data).filter((value) => value === null)).toHaveLength(1);
  expect(await asked()).toBe(3);
});

test('a service that takes nothing is asked a bounded number of times, and nobody is woken by that or by what is too large', async () => {
  await house.faults('content', [{ kind: 'status', status: 400 }]);
  const { errors } = await house.ask(
    `{ ${Array.from({ length: 30 }, (_, n) => `f${n}: film(slug: "${n}") { title }`).join(' ')} }`,
  );
  expect(errors).toHaveLength(30);
  for (const error of errors) expect(error).toMatchObject(refusal);
  expect(await asked()).toBe(21);
  await house.faults('content', [{ kind: 'endless' }]);
  const { errors: much } = await house.ask('{ films { nodes { title } } }');
  expect(much).toMatchObject([{ extensions: { code: 'UPSTREAM_TOO_LARGE', service: 'content' } }]);
  const metrics = await (await fetch(`${house.url}/metrics`)).text();
  expect(metrics).toMatch(
    /upstream_request_duration_seconds_count\{[^}]*outcome="UPSTREAM_QUERY_REFUSED"\} [1-9]/,
  );
  expect(metrics).not.toMatch(
    /upstream_request_duration_seconds_count\{[^}]*outcome="UPSTREAM_REFUSED"\} [1-9]/,
  );
  expect(metrics).not.toMatch(/log_lines_total\{level="error"\} [1-9]/);
});
