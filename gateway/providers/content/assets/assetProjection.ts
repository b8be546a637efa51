import { collectFields } from '../../../core/collectFields.ts';
import { type Conditions, type Selection, selectionsOf } from '../../../core/selection.ts';
import { type Groq, groq, groqObject, groqWhen } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { WITHOUT_ASSET } from './assetReference.ts';

/** A core type of objects that refer to an asset: images and files. */
export interface AssetType {
  readonly name: 'Image' | 'File';
  /** The `_type` of the asset's document. */
  readonly documentType: string;
  /** Attributes of the object itself. */
  readonly attributes: readonly string[];
  readonly metadata: AssetMetadata;
}

/** The attributes of the asset's document, in GROQ, by the field that needs them, or by the fields of an object that it returns. */
export interface AssetMetadata {
  readonly [fieldName: string]: string | { readonly type: string; readonly metadata: AssetMetadata };
}

/** The attribute of a projected image or file with the selected attributes of the asset's document. */
export const ASSET_DOCUMENT = '@document';

/** Returns the projection of an image or a file; the reference to its asset is followed only if a field needs metadata. */
export function assetProjection(
  projector: Projector,
  { name, documentType, attributes, metadata }: AssetType,
  selections: readonly Selection[],
): Groq {
  const conditions = new Map<string, Conditions[]>();
  collectAttributes(projector, { type: name, metadata }, selections, conditions);
  if (conditions.size > 0) projector.documentTypes.add(documentType);
  const selected = groqObject([...conditions].map(([attribute, when]) => groqWhen(when, attribute)));
  return groqObject([
    ...attributes,
    `"${WITHOUT_ASSET}": select(!defined(asset) => @)`,
    groqWhen([...conditions.values()].flat(), groq`"${ASSET_DOCUMENT}": asset->${selected}`),
  ]);
}

/** Adds the attributes that selections of a type need. All aliases of a field share one attribute. */
function collectAttributes(
  projector: Projector,
  { type, metadata }: { readonly type: string; readonly metadata: AssetMetadata },
  selections: readonly Selection[],
  conditions: Map<string, Conditions[]>,
): void {
  for (const selected of [...collectFields(projector, type, selections).values()].flat()) {
    const source = metadata[selected.node.name.value];
    if (typeof source === 'object')
      collectAttributes(projector, source, selectionsOf([selected]), conditions);
    else if (source) conditions.set(source, [...(conditions.get(source) ?? []), selected.when]);
  }
}
