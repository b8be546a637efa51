/** Operations of the sample model whose requests are counted. */
export const PAGES = {
  'a page': '{ film(by: { slug: "lorenz" }) { title tagline topics { title } credits { person { name } } } }',
  'a page with a video': '{ film(by: { slug: "lorenz" }) { title video { status duration } } }',
  'a page with `@related`': '{ film(by: { slug: "lorenz" }) { title related { title } } }',
  'a list of twenty': '{ films(first: 20) { nodes { title tagline } } }',
} as const;

const search = (text: string) =>
  `{ search(query: "${text}") { nodes { __typename ... on Film { title } ... on Article { title } } } }`;

/** Searches one after another, as a reader types them. */
export const SEARCHES: readonly (readonly [name: string, query: string])[] = [
  ['a search', search('wav')],
  ['its next letter, with overlapping hits', search('wave')],
  ['another spelling with the same hits', search('Wave')],
  ['the same search again', search('wave')],
];
