import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import { print } from 'graphql';
import type { introspection } from './introspection';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string; JSON: unknown; Scope: string };
}>();

const PERSON = graphql(`
  query Person($by: PersonBy!) {
    person(by: $by) {
      name
      born
      films(first: 1) {
        nodes {
          title
        }
      }
    }
  }
`);

type Result = ResultOf<typeof PERSON>;
type Variables = VariablesOf<typeof PERSON>;

/** Queries a person with the types of the schema. */
export async function readPerson(url: string) {
  const variables: Variables = { by: { slug: 'joseph-fourier' } };
  // @ts-expect-error: `PersonBy` is @oneOf, so that it has a field
  void ({ by: {} } satisfies Variables);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(PERSON), variables }),
  });
  const { data } = (await response.json()) as { data: Result };
  // @ts-expect-error: `died` was not selected
  data.person?.died;
  const born: string | null | undefined = data.person?.born;
  return { name: data.person?.name, born, films: data.person?.films?.nodes };
}
