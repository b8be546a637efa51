/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { createQueryHook, createSuspenseQueryHook } from '../../../data/queryHooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type MomentStillQueryVariables = Exact<{
  id: string | number;
  time: number;
}>;


export type MomentStillQuery = { node:
    | { __typename: 'Article', id: string }
    | { __typename: 'Collection', id: string }
    | { __typename: 'Contributor', id: string }
    | { __typename: 'Film', id: string, video: { __typename: 'Video', id: string, playback: { __typename: 'Playback', still960: string | null, still1600: string | null } | null } | null }
    | { __typename: 'Person', id: string }
    | { __typename: 'Topic', id: string }
    | { __typename: 'Video', id: string }
   | null };


export const MomentStillDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MomentStill"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"time"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"playback"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"still960"},"name":{"kind":"Name","value":"posterUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"960"}},{"kind":"Argument","name":{"kind":"Name","value":"time"},"value":{"kind":"Variable","name":{"kind":"Name","value":"time"}}}]},{"kind":"Field","alias":{"kind":"Name","value":"still1600"},"name":{"kind":"Name","value":"posterUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"1600"}},{"kind":"Argument","name":{"kind":"Name","value":"time"},"value":{"kind":"Variable","name":{"kind":"Name","value":"time"}}}]}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<MomentStillQuery, MomentStillQueryVariables>;
export const useMomentStillQuery = /*#__PURE__*/ createQueryHook(MomentStillDocument);
export const useMomentStillSuspenseQuery = /*#__PURE__*/ createSuspenseQueryHook(MomentStillDocument);