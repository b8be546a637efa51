import type { GraphQLObjectType } from 'graphql';
import { type Conditions, collectFields, type Selection } from '../../../core/selection.ts';
import { type Groq, groqObject, groqWhen } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { WITHOUT_ASSET } from './assetReference.ts';

/** A core type of objects that refer to an asset: images and files. */
export interface AssetType {
  readonly name: 'Image' | 'File';
  /** The `_type` of the asset's document. */
  readonly documentType: string;
  /** Attributes of the object itself. */
  readonly attributes: readonly string[];
  /** Attributes of the asset's document, by the field that needs them. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Returns the projection of an image or a file; the reference to its asset is followed only if a field needs metadata. */
export function assetProjection(
  projector: Projector,
  { name, documentType, attributes, metadata }: AssetType,
  selections: readonly Selection[],
): Groq {
  const type = projector.schema.getType(name) as GraphQLObjectType;
  const conditions = new Map<string, Conditions[]>();
  for (const { node, when } of [...collectFields(projector, type, selections).values()].flat()) {
    const attribute = metadata[node.name.value];
    if (!attribute) continue;
    projector.documentTypes.add(documentType);
    // All aliases of a field share one attribute.
    conditions.set(attribute, [...(conditions.get(attribute) ?? []), when]);
  }
  const selected = [...conditions].map(([attribute, when]) => groqWhen(when, attribute));
  return groqObject([...attributes, `"${WITHOUT_ASSET}": select(!defined(asset) => @)`, ...selected]);
}
