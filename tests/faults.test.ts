import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type House, openHouse, type TwinName } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ cache: false });
});
afterAll(() => house.close());

const EVERYTHING = `{
  films(first: 2, orderBy: YEAR_ASC) { nodes { title } }
  film(slug: "lorenz") { title video { duration } related { title } }
  search(query: "lorenz", facets: [TYPE]) { totalCount edges { node { __typename } } facets { values { value count } } }
}`;

describe('a provider that fails takes its own fields and no other', () => {
  test.each<[TwinName, string, string[]]>([
    ['content', 'status', ['films', 'film']],
    ['content', 'reset', ['films', 'film']],
    ['content', 'garbage', ['films', 'film']],
    ['content', 'shape', ['films', 'film']],
    ['search', 'status', ['search', 'film.related']],
    ['search', 'reset', ['search', 'film.related']],
    ['search', 'garbage', ['search', 'film.related']],
    ['search', 'shape', ['search', 'film.related']],
  ])('%s answering with %s', async (twin, kind, lost) => {
    await house.faults(twin, [{ kind: kind as 'status', status: 503 }]);
    const { data, errors, status } = await house.ask(EVERYTHING);
    await house.faults(twin);
    expect(status).toBe(200);
    for (const path of lost) {
      expect(
        path
          .split('.')
          .reduce<Record<string, unknown> | null>((at, key) => (at as never)?.[key] ?? null, data),
      ).toBeNull();
      const error = errors.find((one) => one.path?.join('.') === path);
      expect(error?.extensions).toMatchObject({ code: expect.stringMatching(/^UPSTREAM_/), service: twin });
      expect(error?.message).toContain(twin);
    }
    if (twin === 'content') {
      expect(data.search.totalCount).toBeGreaterThan(0);
      expect(data.search.facets[0].values.length).toBeGreaterThan(0);
      expect(data.search.edges[0].node).toBeNull();
    } else {
      expect(data.films.nodes).toHaveLength(2);
      expect(data.film.title).toBeTruthy();
      expect(data.film.video.duration).toBeGreaterThan(1);
    }
    expect((await house.ask(EVERYTHING)).errors).toEqual([]);
  });

  test('a provider that never answers costs its deadline and not more', async () => {
    await house.faults('search', [{ kind: 'hang' }]);
    const begun = Date.now();
    const { data, errors } = await house.ask(EVERYTHING);
    await house.faults('search');
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(data.films.nodes).toHaveLength(2);
    expect(errors.map((error) => error.extensions?.code)).toContain('UPSTREAM_TIMEOUT');
  });

  test('a caption file that cannot be read takes the transcript alone', async () => {
    await house.faults('media', [{ kind: 'status', status: 500, path: '/text/' }]);
    const { data, errors } = await house.ask(
      '{ film(slug: "ripples") { title video { duration playback { hlsUrl } transcript { text } } } }',
    );
    await house.faults('media');
    expect(data.film.video.transcript).toBeNull();
    expect(data.film.video.playback.hlsUrl).toMatch(/m3u8/);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path).toEqual(['film', 'video', 'transcript']);
  });

  test('no answer and no error tells a secret', async () => {
    const { content, media, search } = house.config;
    const secrets = [
      content.readToken,
      content.writeToken,
      media.tokenSecret,
      media.signingKey?.privateKey,
      search.searchKey,
      search.writeKey,
    ];
    const texts: string[] = [];
    for (const twin of ['content', 'media', 'search'] as const) {
      await house.faults(twin, [{ kind: 'status', status: 401, body: { message: secrets.join(' ') } }]);
      texts.push(JSON.stringify(await house.ask(EVERYTHING)));
      await house.faults(twin);
    }
    for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret);
  });
});

describe('a killed twin', () => {
  test.each<TwinName>(['media', 'search', 'content'])('leaves the fields of the others: %s', async (name) => {
    const own = await openHouse({ cache: false });
    try {
      await own.twins[name].close();
      const { data, errors } = await own.ask(EVERYTHING);
      if (name !== 'content') expect(data.film.title).toBeTruthy();
      if (name !== 'search') expect(data.search.totalCount).toBeGreaterThan(0);
      if (name === 'content') expect(data.film).toBeNull();
      // The mirror holds the account's assets, so films keep their durations.
      if (name === 'media') expect(data.film.video.duration).toBeGreaterThan(1);
      expect(errors.every((error) => error.extensions?.service === name)).toBe(true);
    } finally {
      await own.close();
    }
  });
});
