import { startStack } from '../../../support/stack.ts';
import { jsonPaths, openFaultyProxy, setAtPath } from '../../faults/faultyProxy.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileRichText } from '../values/hostileRichText.ts';
import { hostileValue } from '../values/hostileValues.ts';
import { openObservedGateway } from './observedGateway.ts';

const QUERIES = [
  `{ film(slug: "lorenz") { id title year publishedAt synopsis { json plainText readingMinutes } chapters { start title }
    credits { role person { name portrait { url(width: 9) srcSet(widths: [9, 900]) width height placeholder color hotspot { x y } } } }
    topics { title films(first: 2) { totalCount edges { cursor node { title } } } } collections(first: 1) { pageInfo { endCursor } nodes { title } } } }`,
  `{ articles(first: 2) { totalCount edges { cursor node { title cover { url alt caption } body { json plainText readingMinutes
    links { documents { __typename id } references { ref document { id } } images { key image { url } } } } } } } }`,
  `{ search(query: "chaos", first: 2, facets: [TYPE, YEAR, TOPICS]) { totalCount edges { cursor highlights { field segments { text matched } } }
    facets { key values { value count } stats { min max } } } moments(query: "point", first: 2) { totalCount nodes { start end language snippet { text } } }
    suggest(query: "l", first: 2) { queries { text } } facetValues(key: TOPICS, first: 2) { value count } }`,
];

/** Responses of the content and the search service with a hostile value at a random place. */
export const responses: FuzzTarget = {
  name: 'responses',
  async open() {
    const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
    const proxies = [
      await openFaultyProxy(stack.emulators.content.url),
      await openFaultyProxy(stack.emulators.search.url),
    ];
    const gateway = await openObservedGateway({
      ...stack.env,
      SANITY_API_HOST: proxies[0]?.url as string,
      ALGOLIA_HOST: proxies[1]?.url as string,
      ALGOLIA_WRITE_KEY: '',
      CACHE_TTL: '0',
      RATE_LIMIT_ANONYMOUS: 'off',
    });
    return {
      async run(random) {
        const query = random.pick(QUERIES);
        const value = random.boolean(0.3) ? hostileRichText(random) : hostileValue(random);
        const position = random.float();
        for (const proxy of proxies)
          proxy.transformBodies((body) => {
            const paths = jsonPaths(body);
            const path = paths[Math.floor(position * paths.length)];
            return path ? setAtPath(body, path, value) : body;
          });
        await gateway.query(query, {}, ['UPSTREAM_REFUSED']);
        return gateway.takeFailures();
      },
      finish: async () => gateway.memoryFailures(),
      async close() {
        await gateway.close();
        for (const proxy of proxies) proxy.close();
        await stack.close();
      },
    };
  },
};
