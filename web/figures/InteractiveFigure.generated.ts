/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../data/schema.generated.ts';

import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type InteractiveFigureFragment = { __typename: 'InteractiveFigure', kind: Types.FigureKind, caption: string | null, parameters: Array<{ __typename: 'FigureParameter', name: string, value: number } | null> };

export const InteractiveFigureFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractiveFigure"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InteractiveFigure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"caption"}}]}}]} as unknown as DocumentNode<InteractiveFigureFragment, unknown>;