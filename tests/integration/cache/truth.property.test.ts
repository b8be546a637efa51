import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { Store } from '../../../gateway/emulators/content/documents/store.ts';
import { tagsOfDocumentChange } from '../../../gateway/providers/content/tags.ts';
import { Chance } from '../../reference/generator/chance.ts';
import { askGraph, type House, openHouse } from '../../support/stack.ts';
import { writerOf } from '../../support/writer.ts';

const EDITS = Number(process.env.CACHE_EDITS ?? 30);

/** Questions that read documents in every way there is: by slug, id, type, reference, back reference, filter, order, text. */
const QUESTIONS: readonly string[] = [
  `query ($film: String!) { film(slug: $film) { title tagline year topics { title } related { title year }
    credits { role person { name slug films(first: 5) { totalCount nodes { title } } } }
    articles { nodes { title } } } }`,
  '{ films(first: 50, orderBy: YEAR_ASC) { totalCount nodes { slug title year topics { slug title } } } }',
  '{ films(first: 50, filter: { topics: { in: ["waves", "chaos"] } }) { totalCount nodes { title } } }',
  '{ films(first: 50, filter: { year: { gte: 1900 } }) { totalCount } people(first: 50) { nodes { name slug } } }',
  `query ($person: String!) { person(slug: $person) { name films(first: 20) { totalCount edges { node { title } } } } }`,
  `query ($article: String!) { article(slug: $article) { title body { plainText
    links { documents { __typename ... on Film { title } ... on Person { name } ... on Topic { title } } } } } }`,
  'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Film { title } ... on Person { name } } }',
  `{ search(query: "", facets: [TOPICS]) { nodes { __typename ... on Film { title } ... on Article { title } }
    facets { values { label count } } } }`,
  '{ topics(first: 50) { nodes { slug title films(first: 3) { totalCount nodes { title } } } } }',
];

let house: House;
let uncached: Gateway;
let store: Store;
let writer: SanityClient;
let variables: Record<string, unknown>;

beforeAll(async () => {
  const load = jest.spyOn(Store.prototype, 'load');
  house = await openHouse({ env: { CONSUME_CHANGES: 'off' } });
  store = load.mock.contexts[0] as Store;
  load.mockRestore();
  const { config } = house;
  uncached = await createGateway({ ...config, cache: { ...config.cache, ttlSeconds: 0 } });
  await uncached.warm;
  writer = writerOf(house);
  const { data } = await house.ask(
    '{ films(first: 50) { nodes { id } } people(first: 40) { nodes { id } } }',
  );
  const ids = [...data.films.nodes, ...data.people.nodes].map(({ id }: { id: string }) => id);
  variables = { film: 'lorenz', person: 'edward-lorenz', article: 'sensitive-dependence', ids };
});
afterAll(async () => {
  await uncached.close();
  await house.close();
});

/** Whoever is told of the changes by their tags, as live events name them, or by their types, as webhooks do. */
const NEWS: Record<string, (event: Parameters<Parameters<Store['subscribe']>[0]>[0]) => string[]> = {
  'sync tags': ({ tags }) => tags.published.map((tag) => `content:${tag}`),
  'document types': ({ changes }) =>
    changes
      .filter(({ id }) => !id.includes('.'))
      .flatMap(({ before, after }) => [before, after].flatMap((document) => document?._type ?? []))
      .flatMap(tagsOfDocumentChange),
};

describe.each(Object.entries(NEWS))('after purging by %s', (name, tagsOf) => {
  test(`every answer is what the providers say, through ${EDITS} edits of all kinds`, async () => {
    const chance = new Chance(`cache ${name}`);
    let news: string[] = [];
    const end = store.subscribe((event) => news.push(...tagsOf(event)));
    let changed = 0;
    let survived = 0;
    let before = await answers(house.url);
    try {
      for (let edit = 0; edit < EDITS; edit++) {
        news = [];
        const what = await editSomething(chance);
        const purged = news;
        await house.cache.purge(purged);
        await house.forget();
        const kept = await answers(house.url);
        survived += (await house.requests()).content.length < QUESTIONS.length ? 1 : 0;
        const truth = await answers(uncached.url);
        for (const [i, question] of QUESTIONS.entries())
          if (kept[i] !== truth[i])
            throw new Error(
              `after ${what}, purged ${purged.join()}\n${question}\nkept  ${kept[i]}\ntruth ${truth[i]}`,
            );
        if (truth.some((answer, i) => answer !== before[i])) changed += 1;
        before = truth;
      }
    } finally {
      end();
    }
    // The edits were such that answers changed, and the purges such that others stood.
    expect(changed).toBeGreaterThan(EDITS / 4);
    expect(survived).toBeGreaterThan(EDITS / 4);
  }, 120_000);
});

const answers = (url: string): Promise<string[]> =>
  Promise.all(QUESTIONS.map((question) => answerOf(url, question)));

/** On a machine that is busy a provider may be late; that says nothing of what is true. */
async function answerOf(url: string, question: string, attempts = 5): Promise<string> {
  const answer = await askGraph(url, question, variables);
  const isLate = answer.errors.some(({ extensions }) => extensions?.code === 'UPSTREAM_TIMEOUT');
  return isLate && attempts > 1 ? answerOf(url, question, attempts - 1) : JSON.stringify(answer);
}

/** One transaction of an editor; what the service refuses has changed nothing. */
async function editSomething(chance: Chance): Promise<string> {
  const type = chance.pick(['film', 'film', 'person', 'topic', 'article', 'collection']);
  const documents: { _id: string }[] = await writer.fetch(
    '*[_type == $type] | order(_id asc){_id}',
    { type },
    { perspective: 'published' },
  );
  const n = chance.between(1, 1e6);
  // The last of a type may have been deleted.
  const { _id } = documents.length > 0 ? chance.pick(documents) : { _id: `${type}-${n}` };
  const anyTopic = async () => {
    const ids: string[] = await writer.fetch('*[_type == "topic"]._id');
    return chance.pick(ids.toSorted());
  };
  const edits: readonly (() => Promise<unknown>)[] = [
    () =>
      writer
        .patch(_id)
        .set({ title: `Title ${n}`, name: `Name ${n}` })
        .commit(),
    () =>
      writer
        .patch(_id)
        .set({ year: 1800 + (n % 220) })
        .commit(),
    () =>
      writer
        .patch(_id)
        .set({ 'slug.current': `slug-${n}` })
        .commit(),
    () => writer.patch(_id).unset(['tagline', 'credits[0]', 'topics[0]']).commit(),
    async () =>
      writer
        .patch(_id)
        .set({ topics: [{ _key: `k${n}`, _type: 'reference', _ref: await anyTopic() }] })
        .commit(),
    () =>
      writer.create({
        _type: type,
        title: `New ${n}`,
        name: `New ${n}`,
        year: 1950,
        slug: { _type: 'slug', current: `new-${n}` },
      }),
    () => writer.delete(_id),
    () => writer.createOrReplace({ _id: `drafts.${_id}`, _type: type, title: `Draft ${n}` }),
  ];
  const edit = chance.between(0, edits.length - 1);
  const outcome = await (edits[edit] as () => Promise<unknown>)().then(
    () => 'done',
    (error: Error) => `refused: ${error.message.slice(0, 80)}`,
  );
  return `edit ${edit} of ${type} ${_id} (${outcome})`;
}
