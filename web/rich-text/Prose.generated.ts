/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { FigureFragment } from './Figure.generated.ts';
import type { InteractiveFigureFragment } from '../figures/InteractiveFigure.generated.ts';
import type * as Types from '../apollo/schema.generated.ts';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ProseFragment = { __typename: 'RichText', blocks: Array<
    | { __typename: 'CodeListing', code: string, language: string | null, html: string | null, key: string }
    | { __typename: 'EmbeddedFilm', key: string, film: { __typename: 'Film', id: string } | null }
    | { __typename: 'Figure', key: string, image: { __typename: 'Image', url: string | null, srcSet: string | null, width: number, height: number, alt: string | null, caption: string | null, placeholder: string | null } | null }
    | { __typename: 'Formula', key: string, tex: string }
    | { __typename: 'InteractiveFigure', figure: Types.FigureKind, caption: string | null, key: string, parameters: Array<{ __typename: 'FigureParameter', name: string, value: number }> }
    | { __typename: 'Quotation', text: string, attribution: string | null, source: string | null, key: string }
    | { __typename: 'RichTextPicture', key: string, image: { __typename: 'Image', url: string | null, srcSet: string | null, width: number, height: number, alt: string | null, caption: string | null, placeholder: string | null } | null }
    | { __typename: 'TextBlock', key: string, style: string, listItem: string | null, level: number | null, markDefs: Array<
        | { __typename: 'Footnote', key: string, text: { __typename: 'RichText', blocks: Array<
              | { __typename: 'CodeListing', key: string }
              | { __typename: 'EmbeddedFilm', key: string }
              | { __typename: 'Figure', key: string }
              | { __typename: 'Formula', key: string, tex: string }
              | { __typename: 'InteractiveFigure', key: string }
              | { __typename: 'Quotation', key: string }
              | { __typename: 'RichTextPicture', key: string }
              | { __typename: 'TextBlock', key: string, style: string, listItem: string | null, level: number | null, children: Array<
                  | { __typename: 'Formula', tex: string }
                  | { __typename: 'RichTextPicture' }
                  | { __typename: 'TextSpan', text: string, marks: Array<string> }
                  | { __typename: 'UnknownRichTextNode' }
                 | null>, markDefs: Array<
                  | { __typename: 'Footnote', key: string }
                  | { __typename: 'InternalLink', key: string, document:
                      | { __typename: 'Article', slug: string, id: string }
                      | { __typename: 'Collection', slug: string, id: string }
                      | { __typename: 'Contributor', id: string }
                      | { __typename: 'Film', slug: string, id: string }
                      | { __typename: 'Person', slug: string, id: string }
                      | { __typename: 'Topic', slug: string, id: string }
                      | { __typename: 'Video', id: string }
                     | null }
                  | { __typename: 'RichTextLink', key: string, href: string | null }
                  | { __typename: 'UnknownRichTextNode', key: string }
                 | null> }
              | { __typename: 'UnknownRichTextNode', key: string }
             | null> } | null }
        | { __typename: 'InternalLink', key: string, document:
            | { __typename: 'Article', slug: string, id: string }
            | { __typename: 'Collection', slug: string, id: string }
            | { __typename: 'Contributor', id: string }
            | { __typename: 'Film', slug: string, id: string }
            | { __typename: 'Person', slug: string, id: string }
            | { __typename: 'Topic', slug: string, id: string }
            | { __typename: 'Video', id: string }
           | null }
        | { __typename: 'RichTextLink', key: string, href: string | null }
        | { __typename: 'UnknownRichTextNode', key: string }
       | null>, children: Array<
        | { __typename: 'Formula', tex: string }
        | { __typename: 'RichTextPicture' }
        | { __typename: 'TextSpan', text: string, marks: Array<string> }
        | { __typename: 'UnknownRichTextNode' }
       | null> }
    | { __typename: 'UnknownRichTextNode', key: string }
   | null> } & { ' $fragmentName'?: 'ProseFragment' };

export type ProseBlock_CodeListing_Fragment = { __typename: 'CodeListing', code: string, language: string | null, html: string | null, key: string } & { ' $fragmentName'?: 'ProseBlock_CodeListing_Fragment' };

export type ProseBlock_EmbeddedFilm_Fragment = { __typename: 'EmbeddedFilm', key: string, film: { __typename: 'Film', id: string } | null } & { ' $fragmentName'?: 'ProseBlock_EmbeddedFilm_Fragment' };

export type ProseBlock_Figure_Fragment = { __typename: 'Figure', key: string, image: { __typename: 'Image', url: string | null, srcSet: string | null, width: number, height: number, alt: string | null, caption: string | null, placeholder: string | null } | null } & { ' $fragmentName'?: 'ProseBlock_Figure_Fragment' };

export type ProseBlock_Formula_Fragment = { __typename: 'Formula', key: string, tex: string } & { ' $fragmentName'?: 'ProseBlock_Formula_Fragment' };

export type ProseBlock_InteractiveFigure_Fragment = { __typename: 'InteractiveFigure', figure: Types.FigureKind, caption: string | null, key: string, parameters: Array<{ __typename: 'FigureParameter', name: string, value: number }> } & { ' $fragmentName'?: 'ProseBlock_InteractiveFigure_Fragment' };

export type ProseBlock_Quotation_Fragment = { __typename: 'Quotation', text: string, attribution: string | null, source: string | null, key: string } & { ' $fragmentName'?: 'ProseBlock_Quotation_Fragment' };

export type ProseBlock_RichTextPicture_Fragment = { __typename: 'RichTextPicture', key: string, image: { __typename: 'Image', url: string | null, srcSet: string | null, width: number, height: number, alt: string | null, caption: string | null, placeholder: string | null } | null } & { ' $fragmentName'?: 'ProseBlock_RichTextPicture_Fragment' };

export type ProseBlock_TextBlock_Fragment = { __typename: 'TextBlock', key: string, style: string, listItem: string | null, level: number | null, markDefs: Array<
    | { __typename: 'Footnote', key: string, text: { __typename: 'RichText', blocks: Array<
          | { __typename: 'CodeListing', key: string }
          | { __typename: 'EmbeddedFilm', key: string }
          | { __typename: 'Figure', key: string }
          | { __typename: 'Formula', key: string, tex: string }
          | { __typename: 'InteractiveFigure', key: string }
          | { __typename: 'Quotation', key: string }
          | { __typename: 'RichTextPicture', key: string }
          | { __typename: 'TextBlock', key: string, style: string, listItem: string | null, level: number | null, children: Array<
              | { __typename: 'Formula', tex: string }
              | { __typename: 'RichTextPicture' }
              | { __typename: 'TextSpan', text: string, marks: Array<string> }
              | { __typename: 'UnknownRichTextNode' }
             | null>, markDefs: Array<
              | { __typename: 'Footnote', key: string }
              | { __typename: 'InternalLink', key: string, document:
                  | { __typename: 'Article', slug: string, id: string }
                  | { __typename: 'Collection', slug: string, id: string }
                  | { __typename: 'Contributor', id: string }
                  | { __typename: 'Film', slug: string, id: string }
                  | { __typename: 'Person', slug: string, id: string }
                  | { __typename: 'Topic', slug: string, id: string }
                  | { __typename: 'Video', id: string }
                 | null }
              | { __typename: 'RichTextLink', key: string, href: string | null }
              | { __typename: 'UnknownRichTextNode', key: string }
             | null> }
          | { __typename: 'UnknownRichTextNode', key: string }
         | null> } | null }
    | { __typename: 'InternalLink', key: string, document:
        | { __typename: 'Article', slug: string, id: string }
        | { __typename: 'Collection', slug: string, id: string }
        | { __typename: 'Contributor', id: string }
        | { __typename: 'Film', slug: string, id: string }
        | { __typename: 'Person', slug: string, id: string }
        | { __typename: 'Topic', slug: string, id: string }
        | { __typename: 'Video', id: string }
       | null }
    | { __typename: 'RichTextLink', key: string, href: string | null }
    | { __typename: 'UnknownRichTextNode', key: string }
   | null>, children: Array<
    | { __typename: 'Formula', tex: string }
    | { __typename: 'RichTextPicture' }
    | { __typename: 'TextSpan', text: string, marks: Array<string> }
    | { __typename: 'UnknownRichTextNode' }
   | null> } & { ' $fragmentName'?: 'ProseBlock_TextBlock_Fragment' };

export type ProseBlock_UnknownRichTextNode_Fragment = { __typename: 'UnknownRichTextNode', key: string } & { ' $fragmentName'?: 'ProseBlock_UnknownRichTextNode_Fragment' };

export type ProseBlockFragment =
  | ProseBlock_CodeListing_Fragment
  | ProseBlock_EmbeddedFilm_Fragment
  | ProseBlock_Figure_Fragment
  | ProseBlock_Formula_Fragment
  | ProseBlock_InteractiveFigure_Fragment
  | ProseBlock_Quotation_Fragment
  | ProseBlock_RichTextPicture_Fragment
  | ProseBlock_TextBlock_Fragment
  | ProseBlock_UnknownRichTextNode_Fragment
;

export type NoteBlock_CodeListing_Fragment = { __typename: 'CodeListing', key: string } & { ' $fragmentName'?: 'NoteBlock_CodeListing_Fragment' };

export type NoteBlock_EmbeddedFilm_Fragment = { __typename: 'EmbeddedFilm', key: string } & { ' $fragmentName'?: 'NoteBlock_EmbeddedFilm_Fragment' };

export type NoteBlock_Figure_Fragment = { __typename: 'Figure', key: string } & { ' $fragmentName'?: 'NoteBlock_Figure_Fragment' };

export type NoteBlock_Formula_Fragment = { __typename: 'Formula', key: string, tex: string } & { ' $fragmentName'?: 'NoteBlock_Formula_Fragment' };

export type NoteBlock_InteractiveFigure_Fragment = { __typename: 'InteractiveFigure', key: string } & { ' $fragmentName'?: 'NoteBlock_InteractiveFigure_Fragment' };

export type NoteBlock_Quotation_Fragment = { __typename: 'Quotation', key: string } & { ' $fragmentName'?: 'NoteBlock_Quotation_Fragment' };

export type NoteBlock_RichTextPicture_Fragment = { __typename: 'RichTextPicture', key: string } & { ' $fragmentName'?: 'NoteBlock_RichTextPicture_Fragment' };

export type NoteBlock_TextBlock_Fragment = { __typename: 'TextBlock', key: string, style: string, listItem: string | null, level: number | null, children: Array<
    | { __typename: 'Formula', tex: string }
    | { __typename: 'RichTextPicture' }
    | { __typename: 'TextSpan', text: string, marks: Array<string> }
    | { __typename: 'UnknownRichTextNode' }
   | null>, markDefs: Array<
    | { __typename: 'Footnote', key: string }
    | { __typename: 'InternalLink', key: string, document:
        | { __typename: 'Article', slug: string, id: string }
        | { __typename: 'Collection', slug: string, id: string }
        | { __typename: 'Contributor', id: string }
        | { __typename: 'Film', slug: string, id: string }
        | { __typename: 'Person', slug: string, id: string }
        | { __typename: 'Topic', slug: string, id: string }
        | { __typename: 'Video', id: string }
       | null }
    | { __typename: 'RichTextLink', key: string, href: string | null }
    | { __typename: 'UnknownRichTextNode', key: string }
   | null> } & { ' $fragmentName'?: 'NoteBlock_TextBlock_Fragment' };

export type NoteBlock_UnknownRichTextNode_Fragment = { __typename: 'UnknownRichTextNode', key: string } & { ' $fragmentName'?: 'NoteBlock_UnknownRichTextNode_Fragment' };

export type NoteBlockFragment =
  | NoteBlock_CodeListing_Fragment
  | NoteBlock_EmbeddedFilm_Fragment
  | NoteBlock_Figure_Fragment
  | NoteBlock_Formula_Fragment
  | NoteBlock_InteractiveFigure_Fragment
  | NoteBlock_Quotation_Fragment
  | NoteBlock_RichTextPicture_Fragment
  | NoteBlock_TextBlock_Fragment
  | NoteBlock_UnknownRichTextNode_Fragment
;

export type ProseInline_Formula_Fragment = { __typename: 'Formula', tex: string } & { ' $fragmentName'?: 'ProseInline_Formula_Fragment' };

export type ProseInline_RichTextPicture_Fragment = { __typename: 'RichTextPicture' } & { ' $fragmentName'?: 'ProseInline_RichTextPicture_Fragment' };

export type ProseInline_TextSpan_Fragment = { __typename: 'TextSpan', text: string, marks: Array<string> } & { ' $fragmentName'?: 'ProseInline_TextSpan_Fragment' };

export type ProseInline_UnknownRichTextNode_Fragment = { __typename: 'UnknownRichTextNode' } & { ' $fragmentName'?: 'ProseInline_UnknownRichTextNode_Fragment' };

export type ProseInlineFragment =
  | ProseInline_Formula_Fragment
  | ProseInline_RichTextPicture_Fragment
  | ProseInline_TextSpan_Fragment
  | ProseInline_UnknownRichTextNode_Fragment
;

export type ProseAnnotation_Footnote_Fragment = { __typename: 'Footnote', key: string } & { ' $fragmentName'?: 'ProseAnnotation_Footnote_Fragment' };

export type ProseAnnotation_InternalLink_Fragment = { __typename: 'InternalLink', key: string, document:
    | { __typename: 'Article', slug: string, id: string }
    | { __typename: 'Collection', slug: string, id: string }
    | { __typename: 'Contributor', id: string }
    | { __typename: 'Film', slug: string, id: string }
    | { __typename: 'Person', slug: string, id: string }
    | { __typename: 'Topic', slug: string, id: string }
    | { __typename: 'Video', id: string }
   | null } & { ' $fragmentName'?: 'ProseAnnotation_InternalLink_Fragment' };

export type ProseAnnotation_RichTextLink_Fragment = { __typename: 'RichTextLink', key: string, href: string | null } & { ' $fragmentName'?: 'ProseAnnotation_RichTextLink_Fragment' };

export type ProseAnnotation_UnknownRichTextNode_Fragment = { __typename: 'UnknownRichTextNode', key: string } & { ' $fragmentName'?: 'ProseAnnotation_UnknownRichTextNode_Fragment' };

export type ProseAnnotationFragment =
  | ProseAnnotation_Footnote_Fragment
  | ProseAnnotation_InternalLink_Fragment
  | ProseAnnotation_RichTextLink_Fragment
  | ProseAnnotation_UnknownRichTextNode_Fragment
;

export type ProseLink_Article_Fragment = { __typename: 'Article', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Article_Fragment' };

export type ProseLink_Collection_Fragment = { __typename: 'Collection', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Collection_Fragment' };

export type ProseLink_Contributor_Fragment = { __typename: 'Contributor', id: string } & { ' $fragmentName'?: 'ProseLink_Contributor_Fragment' };

export type ProseLink_Film_Fragment = { __typename: 'Film', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Film_Fragment' };

export type ProseLink_Person_Fragment = { __typename: 'Person', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Person_Fragment' };

export type ProseLink_Topic_Fragment = { __typename: 'Topic', slug: string, id: string } & { ' $fragmentName'?: 'ProseLink_Topic_Fragment' };

export type ProseLink_Video_Fragment = { __typename: 'Video', id: string } & { ' $fragmentName'?: 'ProseLink_Video_Fragment' };

export type ProseLinkFragment =
  | ProseLink_Article_Fragment
  | ProseLink_Collection_Fragment
  | ProseLink_Contributor_Fragment
  | ProseLink_Film_Fragment
  | ProseLink_Person_Fragment
  | ProseLink_Topic_Fragment
  | ProseLink_Video_Fragment
;

export const ProseInlineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseInline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextInline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextSpan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"marks"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}}]} as unknown as DocumentNode<ProseInlineFragment, unknown>;
export const ProseLinkFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]} as unknown as DocumentNode<ProseLinkFragment, unknown>;
export const ProseAnnotationFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseAnnotation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextAnnotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"href"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InternalLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseLink"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]} as unknown as DocumentNode<ProseAnnotationFragment, unknown>;
export const NoteBlockFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NoteBlock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"listItem"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"children"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseInline"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"markDefs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseAnnotation"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseInline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextInline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextSpan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"marks"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseAnnotation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextAnnotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"href"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InternalLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseLink"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]} as unknown as DocumentNode<NoteBlockFragment, unknown>;
export const ProseBlockFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseBlock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NoteBlock"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markDefs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Footnote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NoteBlock"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodeListing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"html"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Figure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"image"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Figure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InteractiveFigure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InteractiveFigure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextPicture"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"image"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Figure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EmbeddedFilm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"film"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseInline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextInline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextSpan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"marks"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseAnnotation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextAnnotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"href"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InternalLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseLink"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NoteBlock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"listItem"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"children"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseInline"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"markDefs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseAnnotation"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Figure"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Image"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"1280"}}]},{"kind":"Field","name":{"kind":"Name","value":"srcSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"widths"},"value":{"kind":"ListValue","values":[{"kind":"IntValue","value":"640"},{"kind":"IntValue","value":"960"},{"kind":"IntValue","value":"1280"},{"kind":"IntValue","value":"1600"}]}}]},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"alt"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractiveFigure"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InteractiveFigure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figure"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"caption"}}]}}]} as unknown as DocumentNode<ProseBlockFragment, unknown>;
export const ProseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Prose"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichText"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseBlock"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseInline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextInline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextSpan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"marks"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseLink"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Film"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Article"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Topic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Collection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseAnnotation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextAnnotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"href"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InternalLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseLink"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NoteBlock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"listItem"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"children"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseInline"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"markDefs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProseAnnotation"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Formula"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tex"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Figure"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Image"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"width"},"value":{"kind":"IntValue","value":"1280"}}]},{"kind":"Field","name":{"kind":"Name","value":"srcSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"widths"},"value":{"kind":"ListValue","values":[{"kind":"IntValue","value":"640"},{"kind":"IntValue","value":"960"},{"kind":"IntValue","value":"1280"},{"kind":"IntValue","value":"1600"}]}}]},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"alt"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractiveFigure"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InteractiveFigure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figure"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"caption"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProseBlock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NoteBlock"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextBlock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markDefs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Footnote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NoteBlock"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodeListing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"html"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Figure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"image"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Figure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InteractiveFigure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InteractiveFigure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RichTextPicture"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"image"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Figure"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quotation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EmbeddedFilm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"film"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ProseFragment, unknown>;
export type { FigureFragment, InteractiveFigureFragment };