import type { GraphQLResolveInfo } from 'graphql';
import { type FindSources, ofText, sourcesAt, withSources } from '../../../core/valueSources.ts';
import { kindOf } from '../values/kindOf.ts';
import { excessMismatch, type IssueReceiver, Mismatch, mismatchError } from '../values/mismatch.ts';
import { ASSET_DOCUMENT } from './assetProjection.ts';

/** A projected image or file. Its values have any type if a document is faulty. */
export interface AssetSource {
  readonly asset?: { readonly _ref: string } | null;
  readonly alt?: unknown;
  readonly caption?: unknown;
  /** The selected attributes of the asset's document; absent without one. */
  readonly [ASSET_DOCUMENT]?: Readonly<Record<string, unknown>> | null;
}

/** Resolves a text; null if there is none. @throws GraphQLError CONTENT_MISMATCH for a value other than a text */
type TextResolver = (
  source: AssetSource,
  args: unknown,
  context: IssueReceiver,
  info: GraphQLResolveInfo,
) => string | null;

/** Creates the resolver of a text of the image itself. */
export const ownText = (name: 'alt' | 'caption'): TextResolver =>
  withSources<TextResolver>(
    (source, _args, context, info) => readText(source[name], name, { row: source, context, info }),
    ofText((source) => sourcesAt(source, name)),
  );

/** Creates the resolver of a text of the asset's document. */
export const assetText = (name: string): TextResolver =>
  withSources<TextResolver>(
    ({ asset, [ASSET_DOCUMENT]: document }, _args, context, info) =>
      readText(document?.[name], name, { row: { '@id': asset?._ref }, context, info }),
    isFileName(name) ? assetSources(name) : ofText(assetSources(name)),
  );

const isFileName = (name: string): boolean => name === 'originalFilename';

/** Returns the function that finds the sources of an attribute of the asset's document. */
export const assetSources =
  (name: string): FindSources =>
  (source) =>
    sourcesAt((source as AssetSource)[ASSET_DOCUMENT], name);

interface TextLocation {
  /** The object with the text. */
  readonly row: object;
  readonly context: IssueReceiver;
  readonly info: GraphQLResolveInfo;
}

function readText(value: unknown, name: string, { row, context, info }: TextLocation): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  const mismatch = excessMismatch(value, 'String') ?? new Mismatch('String', kindOf(value));
  throw mismatchError(mismatch, { row, field: { name, source: { kind: 'attribute' } }, info }, context);
}
