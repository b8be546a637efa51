import type { EditorState, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as cm6Graphql from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';

/**
 * Gives an editor the schema for completion and validation. The package declares its functions with the CommonJS types of CodeMirror,
 * which differ from the types of the modules.
 */
export const updateSchema = cm6Graphql.updateSchema as unknown as (
  view: EditorView,
  schema: GraphQLSchema | undefined,
) => void;

/** Returns the schema of an editor; undefined until it is loaded. */
export const schemaOf = cm6Graphql.getSchema as unknown as (state: EditorState) => GraphQLSchema | undefined;

/** Returns the line and the character of a position in a text. */
export const offsetToPosition = cm6Graphql.offsetToPos as unknown as (
  text: Text,
  offset: number,
) => cm6Graphql.Position;
