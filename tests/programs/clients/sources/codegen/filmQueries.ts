import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { graphql, useFragment } from './gql';
import type { FilmByQueryVariables, FilmsSinceQueryVariables } from './gql/graphql';

const FilmTitle = graphql(/* GraphQL */ `
  fragment FilmTitle on Film {
    title
    topics {
      slug
    }
  }
`);

const FilmsSince = graphql(/* GraphQL */ `
  query FilmsSince($year: Int!, $direction: OrderDirection!) {
    films(filter: { year: { gte: $year } }, orderBy: { field: YEAR, direction: $direction }, first: 2) {
      nodes {
        year
        ...FilmTitle
      }
    }
  }
`);

/** A lookup, for its types. */
export const FilmBy = graphql(/* GraphQL */ `
  query FilmBy($by: FilmBy!) {
    film(by: $by) {
      title
    }
  }
`);

/** Queries films with the generated types. */
export async function readFilms(url: string) {
  const variables: FilmsSinceQueryVariables = { year: 1980, direction: 'ASC' };
  // @ts-expect-error: the variable is a number
  void ({ year: '1980', direction: 'ASC' } satisfies FilmsSinceQueryVariables);
  // @ts-expect-error: a lookup takes one of its fields
  void ({ by: {} } satisfies FilmByQueryVariables);
  const { films } = await execute(url, FilmsSince, variables);
  // The list and its nodes are null only with an error, which `execute` throws.
  return films.nodes.map((node) => {
    // @ts-expect-error: only the fragment has the title
    node.title;
    const film = useFragment(FilmTitle, node);
    const title: string = film.title;
    return { title, year: node.year, topics: film.topics.map((topic) => topic?.slug) };
  });
}

async function execute<Result, Variables>(
  url: string,
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as { data: Result; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
