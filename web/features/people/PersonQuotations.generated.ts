/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { createQueryHook, createSuspenseQueryHook } from '../../data/queryHooks.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type PersonQuotationsQueryVariables = Exact<{
  slug: string;
}>;


export type PersonQuotationsQuery = { person: { __typename: 'Person', id: string, articles: { __typename: 'ArticleConnection', nodes: Array<{ __typename: 'Article', id: string, slug: string, title: string, body: { __typename: 'RichText', blocks: Array<
            | { __typename: 'CodeListing' }
            | { __typename: 'EmbeddedFilm' }
            | { __typename: 'Formula' }
            | { __typename: 'Illustration' }
            | { __typename: 'InteractiveFigure' }
            | { __typename: 'Quotation', key: string | null, text: string, attribution: string | null, source: string | null }
            | { __typename: 'RichTextPicture' }
            | { __typename: 'TextBlock' }
            | { __typename: 'UnknownRichTextNode' }
           | null> } | null } | null> } | null, films: { __typename: 'FilmConnection', nodes: Array<{ __typename: 'Film', id: string, articles: { __typename: 'ArticleConnection', nodes: Array<{ __typename: 'Article', id: string, slug: string, title: string, body: { __typename: 'RichText', blocks: Array<
                | { __typename: 'CodeListing' }
                | { __typename: 'EmbeddedFilm' }
                | { __typename: 'Formula' }
                | { __typename: 'Illustration' }
                | { __typename: 'InteractiveFigure' }
                | { __typename: 'Quotation', key: string | null, text: string, attribution: string | null, source: string | null }
                | { __typename: 'RichTextPicture' }
                | { __typename: 'TextBlock' }
                | { __typename: 'UnknownRichTextNode' }
               | null> } | null } | null> } | null } | null> } | null } | null };

export type QuotingArticleFragment = { __typename: 'Article', id: string, slug: string, title: string, body: { __typename: 'RichText', blocks: Array<
      | { __typename: 'CodeListing' }
      | { __typename: 'EmbeddedFilm' }
      | { __typename: 'Formula' }
      | { __typename: 'Illustration' }
      | { __typename: 'InteractiveFigure' }
      | { __typename: 'Quotation', key: string | null, text: string, attribution: string | null, source: string | null }
      | { __typename: 'RichTextPicture' }
      | { __typename: 'TextBlock' }
      | { __typename: 'UnknownRichTextNode' }
     | null> } | null };

export const QuotingArticleFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QuotingArticle"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}}]}}]}}]} as unknown as DocumentNode<QuotingArticleFragment, unknown>;
export const PersonQuotationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonQuotations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"person"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"articles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"QuotingArticle"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"films"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"24"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"articles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"QuotingArticle"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QuotingArticle"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PersonQuotationsQuery, PersonQuotationsQueryVariables>;
export const usePersonQuotationsQuery = /*#__PURE__*/ createQueryHook(PersonQuotationsDocument);
export const usePersonQuotationsSuspenseQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonQuotationsDocument);