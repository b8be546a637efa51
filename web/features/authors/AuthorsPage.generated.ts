/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { createQueryHook, createSuspenseQueryHook } from '../../data/queryHooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type AuthorsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type AuthorsPageQuery = { contributors: { __typename: 'ContributorConnection', nodes: Array<{ __typename: 'Contributor', id: string, slug: string | null, name: string, role: string | null, biography: string | null, articles: { __typename: 'ArticleConnection', totalCount: number } | null } | null> } | null };


export const AuthorsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuthorsPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contributors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"biography"}},{"kind":"Field","name":{"kind":"Name","value":"articles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AuthorsPageQuery, AuthorsPageQueryVariables>;
export const useAuthorsPageQuery = /*#__PURE__*/ createQueryHook(AuthorsPageDocument);
export const useAuthorsPageSuspenseQuery = /*#__PURE__*/ createSuspenseQueryHook(AuthorsPageDocument);