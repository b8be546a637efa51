import type { EditorView } from '@codemirror/view';
import * as cm6Graphql from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';

/** Gives an editor the schema for completion and validation. */
export const updateSchema = cm6Graphql.updateSchema as unknown as (
  view: EditorView,
  schema: GraphQLSchema | undefined,
) => void;

/**
 * Reports the part of the schema that the cursor is at to `onShowInDocs`. The package declares its functions with the CommonJS types
 * of CodeMirror, which differ from those of the modules.
 */
export const reportPosition = cm6Graphql.showInDocsCommand as unknown as (view: EditorView) => boolean;
