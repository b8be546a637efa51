import { type JsonPath, jsonPaths, setAtPath } from '../../faults/faultyProxy.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileRichText } from '../values/hostileRichText.ts';
import { hostileValue } from '../values/hostileValues.ts';

const QUERIES = [
  `{ film(by: { slug: "lorenz" }) { id title year publishedAt synopsis { json plainText readingMinutes } chapters { start title }
    credits { role person { name portrait { url(width: 9) srcSet(widths: [9, 900]) width height placeholder color hotspot { x y } } } }
    topics { title films(first: 2) { totalCount edges { cursor node { title } } } } collections(first: 1) { pageInfo { endCursor } nodes { title } } } }`,
  `{ articles(first: 2) { totalCount edges { cursor node { title cover { url alt caption } body { json plainText readingMinutes
    b: blocks { ... on RichTextNode { key } ... on TextBlock { style level c: children { ... on TextSpan { text marks } ... on Formula { tex } }
      markDefs { ... on RichTextLink { href } ... on InternalLink { document { id } } ... on Footnote { text { blocks { __typename } } } } }
      ... on Illustration { image { url } } ... on EmbeddedFilm { film { title } } ... on UnknownRichTextNode { type json } }
    links { documents { __typename id } references { ref document { id } } images { key image { url } } } } } } } }`,
  `{ search(query: "chaos", first: 2, facets: [TYPE, YEAR, TOPICS]) { totalCount edges { cursor highlights { field segments { text matched } } }
    facets { key values { value count } stats { min max } } } moments(query: "point", first: 2) { totalCount nodes { start end language snippet { text } } }
    suggest(query: "l", first: 2) { queries { text } } facetValues(key: TOPICS, first: 2) { value count } }`,
];

/** Responses of the providers with a hostile value at a random place. */
export const responses: FuzzTarget = {
  name: 'responses',
  async open(gateways) {
    const { gateway, proxies } = await gateways.proxied();
    return {
      async run(random) {
        const query = random.pick(QUERIES);
        const value = random.boolean(0.3) ? hostileRichText(random) : hostileValue(random);
        const position = random.float();
        const replaced: JsonPath[] = [];
        for (const proxy of proxies)
          proxy.transformBodies((body) => {
            const paths = jsonPaths(body);
            const path = paths[Math.floor(position * paths.length)];
            if (path) replaced.push(path);
            return path ? setAtPath(body, path, value) : body;
          });
        await gateway.query(query, {}, ['UPSTREAM_REJECTED']);
        for (const proxy of proxies) proxy.transformBodies();
        return { input: { query, value, replaced }, failures: await gateway.takeFailures() };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => undefined,
    };
  },
};
