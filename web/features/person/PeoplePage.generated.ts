/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { PersonCardFragment } from './PersonCard.generated.ts';
import { bindQuery } from '../../graphql/bindQuery.ts';
import { bindSuspenseQuery } from '../../graphql/hooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type PeoplePageQueryVariables = Exact<{ [key: string]: never; }>;


export type PeoplePageQuery = { people: { __typename: 'PersonConnection', totalCount: number, nodes: Array<(
      { __typename: 'Person', id: string }
      & { ' $fragmentRefs'?: { 'PersonCardFragment': PersonCardFragment } }
    ) | null> } | null };


export const PeoplePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PeoplePage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"people"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"NAME_ASC"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Portrait"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Image"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"480"}},{"kind":"Argument","name":{"kind":"Name","value":"height"},"value":{"kind":"IntValue","value":"480"}}]},{"kind":"Field","name":{"kind":"Name","value":"srcSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"widths"},"value":{"kind":"ListValue","values":[{"kind":"IntValue","value":"120"},{"kind":"IntValue","value":"240"},{"kind":"IntValue","value":"480"},{"kind":"IntValue","value":"800"}]}},{"kind":"Argument","name":{"kind":"Name","value":"aspectRatio"},"value":{"kind":"IntValue","value":"1"}}]},{"kind":"Field","name":{"kind":"Name","value":"alt"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"knownFor"}},{"kind":"Field","name":{"kind":"Name","value":"born"}},{"kind":"Field","name":{"kind":"Name","value":"died"}},{"kind":"Field","name":{"kind":"Name","value":"portrait"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Portrait"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]} as unknown as DocumentNode<PeoplePageQuery, PeoplePageQueryVariables>;
export const usePeoplePageQuery = /*#__PURE__*/ bindQuery(PeoplePageDocument);
export const usePeoplePageSuspenseQuery = /*#__PURE__*/ bindSuspenseQuery(PeoplePageDocument);