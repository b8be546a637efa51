import { type DocumentNode, parse } from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import { MAX_REPRESENTATIONS } from '../../../core/relay.ts';

/**
 * Returns the types and fields of a subgraph of Apollo Federation (https://specs.apollo.dev/federation/v2.9).
 * @param hasVideos whether the schema has the type `Video`
 */
export const subgraphTypes = (model: Model, hasVideos: boolean): DocumentNode =>
  parse(`
    "The type and the key of an entity, e.g. \`{ __typename: \\"Film\\", id: \\"…\\" }\`. Other fields are ignored."
    scalar _Any

    "The types that other subgraphs can extend: those with a global id."
    union _Entity = ${[...model.documents.map(({ name }) => name), ...(hasVideos ? ['Video'] : [])].join(' | ')}

    "This API as a subgraph."
    type _Service {
      "The schema that the caller's scopes open, with the directives of Apollo Federation."
      sdl: String!
    }

    extend type Query {
      "This API as a subgraph, for the composition of supergraphs."
      _service: _Service!
      "The entities with these representations, in this order, with null for missing ones. At most ${MAX_REPRESENTATIONS}."
      _entities(
        "The types and keys of the entities."
        representations: [_Any!]!
      ): [_Entity]! @listSize(slicingArguments: ["representations"])
    }
  `);
