import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type HeldProxy, openHeldProxy } from '../../support/blockingProxy.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { writerOf } from '../../support/writer.ts';

let house: House;
let proxy: HeldProxy;
let now = Date.now();
const pass = (seconds: number) => {
  now += 1000 * seconds;
};

beforeAll(async () => {
  proxy = await openHeldProxy();
  house = await openHouse({
    now: () => now,
    // However slow the machine, failures of one case are no matter of the next.
    line: { maxConsecutiveFailures: Number.POSITIVE_INFINITY },
    indexed: false,
    env: { SANITY_API_HOST: proxy.url, CONSUME_CHANGES: 'off' },
  });
  proxy.target = house.emulators.content.url;
});
afterAll(async () => {
  await house.close();
  proxy.close();
});
afterEach(async () => {
  await house.faults('content');
  await house.cache.purgeAll();
  // Whatever silence the provider has asked for is over.
  pass(60);
});

const ask = async (name = 'Film') => {
  const query = `query ${name} { film(slug: "ripples") { title } }`;
  const answer = await fetch(`${house.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors, extensions } = (await answer.json()) as {
    data: { film: { title: string } | null };
    errors?: { extensions: { code: string } }[];
    extensions?: { freshness?: { stale: string[]; age: number } };
  };
  return {
    title: data.film?.title,
    code: errors?.[0]?.extensions.code,
    freshness: extensions?.freshness,
    control: answer.headers.get('cache-control'),
  };
};
/** Changes the film's title for the time of a piece of work. */
async function renamed(title: string, work: () => Promise<void>): Promise<void> {
  const film = await writerOf(house).fetch('*[_type == "film" && slug.current == "ripples"][0]');
  await writerOf(house).patch(film._id).set({ title }).commit();
  try {
    await work();
  } finally {
    await writerOf(house).patch(film._id).set({ title: film.title }).commit();
  }
}
const contentCalls = async () => (await house.requests()).content.length;

test('an answer whose time has passed is given once more, marked, while it is asked anew', async () => {
  const { title } = await ask();
  await renamed('Rings', async () => {
    pass(61);
    const stale = await ask();
    expect(stale).toMatchObject({ title, freshness: { stale: ['content'], age: 61 } });
    expect(stale.control).toBe('private, no-store');
    for (let wait = 0; (await ask()).title !== 'Rings' && wait < 100; wait++) await new Promise(setImmediate);
    expect(await ask()).toMatchObject({ title: 'Rings', freshness: undefined });
  });
});

test('of many who come when it has passed, one asks', async () => {
  await ask();
  pass(61);
  await house.forget();
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(await contentCalls()).toBe(1);
});

test('after that window everybody waits for the new one', async () => {
  await ask();
  await renamed('Rings', async () => {
    pass(91);
    expect(await ask()).toMatchObject({ title: 'Rings', freshness: undefined });
  });
});

describe('while the provider fails', () => {
  test('what is kept stands in for up to an hour, marked, and no longer', async () => {
    const { title } = await ask();
    await house.faults('content', [{ kind: 'status', status: 503 }]);
    pass(100);
    expect(await ask()).toMatchObject({
      title,
      code: undefined,
      freshness: { stale: ['content'], age: 100 },
    });
    pass(3500);
    expect(await ask()).toMatchObject({ title, freshness: { stale: ['content'] } });
    pass(100);
    expect(await ask()).toMatchObject({
      title: undefined,
      code: 'UPSTREAM_UNAVAILABLE',
      freshness: undefined,
    });
    await house.faults('content');
    expect(await ask()).toMatchObject({ title, freshness: undefined });
  });

  test('it is left alone for two seconds, or as long as it says', async () => {
    await ask();
    pass(100);
    await house.faults('content', [{ kind: 'status', status: 429, headers: { 'retry-after': '5' } }]);
    await ask();
    await house.forget();
    pass(4);
    expect((await ask()).freshness).toBeDefined();
    expect(await contentCalls()).toBe(0);
    pass(2);
    await ask();
    expect(await contentCalls()).toBe(1);
  });

  test.each(['reset', 'garbage', 'shape', 'truncate'] as const)(
    'with %s, nothing of it is kept',
    async (kind) => {
      await house.faults('content', [{ kind }]);
      expect(await ask()).toMatchObject({ title: undefined, code: expect.stringMatching(/^UPSTREAM_/) });
      await house.faults('content');
      expect((await ask()).title).toBeTruthy();
    },
  );

  test('what has been purged does not come back', async () => {
    await ask();
    await house.faults('content', [{ kind: 'status', status: 503 }]);
    await house.cache.purge(['content:type:film']);
    expect(await ask()).toMatchObject({ title: undefined, code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('a purge while an answer is on its way', () => {
  test('is not undone by it: who asks afterwards is told the truth, then and later', async () => {
    const held = proxy.hold();
    const early = ask();
    await held.given;
    await renamed('Rings', async () => {
      await house.cache.purge(['content:type:film']);
      held.release();
      expect((await early).title).not.toBe('Rings');
      expect((await ask()).title).toBe('Rings');
      expect((await ask('Other')).title).toBe('Rings');
    });
  });

  test('is not undone either when somebody asks again before it arrives', async () => {
    const held = proxy.hold();
    const early = ask();
    await held.given;
    await renamed('Rings', async () => {
      await house.cache.purge(['content:type:film']);
      const again = proxy.hold();
      const late = ask();
      await again.given;
      again.release();
      expect((await late).title).toBe('Rings');
      held.release();
      expect((await early).title).not.toBe('Rings');
      expect((await ask()).title).toBe('Rings');
    });
  });

  test('of something else leaves it as it is', async () => {
    const held = proxy.hold();
    const early = ask();
    await held.given;
    await house.cache.purge(['content:type:person']);
    held.release();
    const { title } = await early;
    await house.forget();
    expect((await ask()).title).toBe(title);
    expect(await contentCalls()).toBe(0);
  });
});

test('of several who wait for one answer, those who go take nothing from the others', async () => {
  const held = proxy.hold();
  const query = '{ film(slug: "ripples") { title year } }';
  const leader = ask(query);
  leader.answer.catch(() => {});
  await held.given;
  const others = [ask(query), ask(query)];
  await new Promise((done) => setTimeout(done, 50));
  leader.leave();
  await new Promise((done) => setTimeout(done, 50));
  held.release();
  for (const { answer } of others) expect((await answer).data.film).toBeTruthy();

  /** Over a connection of its own, which ends with it. */
  function ask(query: string): { answer: Promise<{ data: { film: unknown } }>; leave(): void } {
    const { promise, resolve, reject } = Promise.withResolvers<{ data: { film: unknown } }>();
    const sent = request(`${house.url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('response', (answer) => json(answer).then((body) => resolve(body as never), reject));
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
    return { answer: promise, leave: () => sent.destroy() };
  }
});
