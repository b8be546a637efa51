import { readTypeDefs, type TypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import type { Doc } from './dataset.ts';
import { generateDocuments } from './generator/generate.ts';
import { Random } from './generator/random.ts';
import { randomDocuments } from './randomDocuments.ts';
import type { Expressions } from './values.ts';

/** A model with documents and implementations of its `@groq` expressions. */
export interface ModelCase {
  readonly name: string;
  readonly defs: TypeDefs;
  readonly documents: readonly Doc[];
  readonly expressions: Expressions;
}

const firstMatch = (documents: readonly Doc[], matches: (doc: Doc) => boolean, by: string) =>
  documents
    .filter((doc) => matches(doc) && !/^(drafts|versions)\./.test(doc._id))
    .toSorted((a, b) => (String(a[by]) < String(b[by]) ? -1 : 1))[0];

/** Returns the recipes model with random documents. @param invalidShare the share of attributes with invalid values */
export async function recipesCase(seed: string, invalidShare: number): Promise<ModelCase> {
  const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/recipes/schema`);
  const documents = randomDocuments(defs.model, new Random(seed), { count: 14, invalidShare });
  const named = documents.filter((doc) => typeof doc.name === 'string');
  return {
    name: 'recipes',
    defs,
    documents,
    expressions: {
      "*[_type == 'beverage' && strong == true] | order(name asc)[0]": () =>
        firstMatch(named, (doc) => doc._type === 'beverage' && doc.strong === true, 'name') ?? null,
    },
  };
}

/** Returns the latest articles that refer to a person outside of their people. */
const mentionsOf = (documents: readonly Doc[], personId: string) => {
  const isPerson = (reference: unknown) => (reference as Doc | null)?._ref === personId;
  return documents
    .filter(({ _id, _type, people, ...attributes }) => {
      const isPublished = !/^(drafts|versions)\./.test(_id);
      const isExplained = Array.isArray(people) && people.some(isPerson);
      const isLinked = JSON.stringify(attributes).includes(`"_ref":${JSON.stringify(personId)}`);
      return _type === 'article' && isPublished && isLinked && !isExplained;
    })
    .toSorted((a, b) => {
      const order = String(b.publishedAt).localeCompare(String(a.publishedAt));
      return order || (a._id < b._id ? -1 : 1);
    })
    .slice(0, 12);
};

/** Returns the sample model with generated documents. */
export async function publicationCase(count: number): Promise<ModelCase> {
  const defs = await readTypeDefs(`${ROOT}schema/model`);
  const documents = [...generateDocuments(count)] as unknown as Doc[];
  return {
    name: 'publication',
    defs,
    documents,
    expressions: {
      "*[_type == 'article' && references(^._id) && !(^._id in coalesce(people[]._ref, []))] | order(publishedAt desc, _id asc)[0...12]":
        ({ _id }) => mentionsOf(documents, _id),
      '{born, died}': ({ born, died }) => ({ born, died }),
      '{code, language}': ({ code, language }) => ({ code, language }),
      "body[_type == 'film'].reference": ({ body }) =>
        Array.isArray(body)
          ? body.filter((node) => node?._type === 'film').map(({ reference }) => reference)
          : null,
    },
  };
}

/** Returns the pages model, which has unions of objects with any `_type` and of core types. */
export async function pagesCase(seed: string, invalidShare: number): Promise<ModelCase> {
  const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/pages/schema`);
  const documents = randomDocuments(defs.model, new Random(seed), { count: 14, invalidShare });
  return { name: 'pages', defs, documents, expressions: {} };
}

/** Returns the venues model, which has files and geopoints in fields, lists, unions, objects and rich text. */
export async function venuesCase(seed: string, invalidShare: number): Promise<ModelCase> {
  const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/venues/schema`);
  const documents = randomDocuments(defs.model, new Random(seed), { count: 14, invalidShare });
  return { name: 'venues', defs, documents, expressions: {} };
}

/** Returns the edge cases model, which has GROQ keywords as names, and many kinds of unions and expressions. */
export async function edgeCasesModel(seed: string, invalidShare: number): Promise<ModelCase> {
  const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/edgeCases/schema`);
  const documents = randomDocuments(defs.model, new Random(seed), { count: 16, invalidShare });
  const isGreat = (value: unknown) => typeof value === 'number' && value > 2;
  return {
    name: 'edge cases',
    defs,
    documents,
    expressions: {
      "*[_type == 'some-parent'] | order(_id asc)[0]": () =>
        firstMatch(documents, (doc) => doc._type === 'some-parent', '_id') ?? null,
      "select(asc > 2 => @['in'])": (doc) => (isGreat(doc.asc) ? doc.in : null),
      'select(asc > 2 => desc)': (doc) => (isGreat(doc.asc) ? doc.desc : null),
      null: () => null,
      'weight * 2 // twice': ({ weight }) => (typeof weight === 'number' ? weight * 2 : null),
    },
  };
}
