/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/schema.generated.ts';

import { createQueryHook, createSuspenseQueryHook } from '../../data/queryHooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type LibraryFilmsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type LibraryFilmsQuery = { nodes: Array<
    | { __typename: 'Article', id: string }
    | { __typename: 'Collection', id: string }
    | { __typename: 'Contributor', id: string }
    | { __typename: 'Film', id: string, slug: string, title: string, accent: string | null, video: { __typename: 'Video', id: string, duration: number | null, status: Types.VideoStatus, aspectRatio: number | null, playback: { __typename: 'Playback', still480: string | null, still960: string | null, still1600: string | null, preview: string | null, animated: string | null } | null } | null }
    | { __typename: 'Person', id: string }
    | { __typename: 'Topic', id: string }
    | { __typename: 'Video', id: string }
   | null> | null };


export const LibraryFilmsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LibraryFilms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LibraryFilmCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilmStill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"accent"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"aspectRatio"}},{"kind":"Field","name":{"kind":"Name","value":"playback"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"still480"},"name":{"kind":"Name","value":"posterUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"480"}}]},{"kind":"Field","alias":{"kind":"Name","value":"still960"},"name":{"kind":"Name","value":"posterUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"960"}}]},{"kind":"Field","alias":{"kind":"Name","value":"still1600"},"name":{"kind":"Name","value":"posterUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"1600"}}]},{"kind":"Field","alias":{"kind":"Name","value":"preview"},"name":{"kind":"Name","value":"mp4Url"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"maxHeight"},"value":{"kind":"IntValue","value":"480"}}]},{"kind":"Field","alias":{"kind":"Name","value":"animated"},"name":{"kind":"Name","value":"animatedUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"480"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LibraryFilmCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"accent"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilmStill"}}]}}]} as unknown as DocumentNode<LibraryFilmsQuery, LibraryFilmsQueryVariables>;
export const useLibraryFilmsQuery = /*#__PURE__*/ createQueryHook(LibraryFilmsDocument);
export const useLibraryFilmsSuspenseQuery = /*#__PURE__*/ createSuspenseQueryHook(LibraryFilmsDocument);