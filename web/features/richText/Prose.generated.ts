/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { bindFragment } from '../../graphql/hooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ProseFragment = { __typename: 'RichText', json: unknown, links: { __typename: 'RichTextLinks', references: Array<{ __typename: 'RichTextReference', ref: string, document:
        | { __typename: 'Article', slug: string, id: string }
        | { __typename: 'Collection', slug: string, id: string }
        | { __typename: 'Film', slug: string, id: string }
        | { __typename: 'Person', slug: string, id: string }
        | { __typename: 'Topic', slug: string, id: string }
       }> } } & { ' $fragmentName'?: 'ProseFragment' };

export type ProseLink_Article_Fragment = { __typename: 'Article', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Article_Fragment' };

export type ProseLink_Collection_Fragment = { __typename: 'Collection', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Collection_Fragment' };

export type ProseLink_Film_Fragment = { __typename: 'Film', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Film_Fragment' };

export type ProseLink_Person_Fragment = { __typename: 'Person', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Person_Fragment' };

export type ProseLink_Topic_Fragment = { __typename: 'Topic', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Topic_Fragment' };

export type ProseLinkFragment =
  | ProseLink_Article_Fragment
  | ProseLink_Collection_Fragment
  | ProseLink_Film_Fragment
  | ProseLink_Person_Fragment
  | ProseLink_Topic_Fragment
;

export const ProseLinkFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]} as unknown as DocumentNode<ProseLinkFragment, unknown>;
export const ProseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Prose"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichText"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"json"}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"references"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseLink"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]} as unknown as DocumentNode<ProseFragment, unknown>;
export const useProseFragment = /*#__PURE__*/ bindFragment(ProseFragmentDoc, 'Prose');
export const useProseLinkFragment = /*#__PURE__*/ bindFragment(ProseLinkFragmentDoc, 'ProseLink');