import { makeExecutableSchema } from '@graphql-tools/schema';
import DataLoader from 'dataloader';
import { groq, readAssets } from './clients.js';

/** `RELATIONS=joined`: the query of films contains topics and people, instead of a request for each relation. */
const isJoined = process.env.RELATIONS === 'joined';

const typeDefs = `
  type Query {
    films(first: Int! = 20, filter: FilmFilter, orderBy: [FilmOrder!]): FilmConnection!
    rateLimit: RateLimit
  }
  input FilmFilter { year: IntFilter }
  input IntFilter { gte: Int }
  input FilmOrder { field: FilmOrderField! }
  enum FilmOrderField { YEAR }
  type FilmConnection { nodes: [Film!]! }
  type Film {
    id: ID!
    title: String!
    slug: String!
    year: Int
    topics: [Topic!]!
    credits: [Credit!]!
    video: Video
  }
  type Topic { id: ID! title: String! slug: String! }
  type Credit { role: String! person: Person }
  type Person { id: ID! name: String! slug: String! }
  type Video { duration: Float }
  type RateLimit { limit: Int! }
`;

const TOPIC = '{_id, title, "slug": slug.current}';
const PERSON = '{_id, name, "slug": slug.current}';
const RELATIONS = isJoined
  ? `"topics": topics[]->${TOPIC}, "credits": credits[]{role, "person": person->${PERSON}}`
  : '"topics": topics[]._ref, "credits": credits[]{role, "person": person._ref}';
const FIELDS = `{_id, title, "slug": slug.current, year, video, ${RELATIONS}}`;

const filmsBySize = new Map();

/** Returns the query of a page of films, which is compiled once. */
function filmsQuery(size) {
  const known = filmsBySize.get(size);
  if (known) return known;
  const query = groq(
    `*[_type == "film" && year >= $year] | order(year asc, _id asc)[0...${size}]${FIELDS}`,
    'year',
  );
  filmsBySize.set(size, query);
  return query;
}

const topicsQuery = groq(`*[_type == "topic" && _id in $ids]${TOPIC}`, 'ids');
const peopleQuery = groq(`*[_type == "person" && _id in $ids]${PERSON}`, 'ids');
const assets = await readAssets();

function createLoader(query) {
  return new DataLoader(async (ids) => {
    const rows = new Map((await query(ids)).map((row) => [row._id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

/** Creates the context of an operation: a DataLoader for each relation. */
export const createContext = () => ({
  topics: createLoader(topicsQuery),
  people: createLoader(peopleQuery),
  assets: new DataLoader(async (ids) => ids.map((id) => assets.get(id) ?? null)),
});

const id = (typeName) => (row) => Buffer.from(`${typeName}:${row._id}`).toString('base64url');

const batchedRelations = {
  topics: (film, _args, { topics }) => topics.loadMany(film.topics),
  person: (credit, _args, { people }) => people.load(credit.person),
};

const resolvers = {
  Query: {
    films: async (_root, { first, filter }) => ({ nodes: await filmsQuery(first)(filter.year.gte) }),
    rateLimit: () => null,
  },
  Film: {
    id: id('Film'),
    video: (film, _args, { assets }) => assets.load(film.video),
    ...(!isJoined && { topics: batchedRelations.topics }),
  },
  Credit: isJoined ? {} : { person: batchedRelations.person },
  Topic: { id: id('Topic') },
  Person: { id: id('Person') },
};

/** The part of the sample graph that the scenarios query. */
export const schema = makeExecutableSchema({ typeDefs, resolvers });
