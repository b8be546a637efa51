import type { ModelField } from '../../core/model/model.ts';
import { hasMember, IMAGE_OBJECT, inlineMembers, TEXT_BLOCK, VIDEO_OBJECT } from '../../core/model/unions.ts';
import type { Selection } from '../../core/selection.ts';
import { attributesByType } from './groq/attributesByType.ts';
import { fieldGroq, isStored } from './groq/fieldGroq.ts';
import { type Groq, groq, groqObject } from './groq/groq.ts';
import type { Projector } from './groq/projector.ts';
import { documentsProjection } from './groq/references.ts';
import { imageProjection } from './images.ts';
import { richTextProjection } from './richText.ts';
import { VIDEO_ASSET } from './tags.ts';

/** The attribute of a projected video with the id of its media asset. */
export const ASSET_ID = '@asset';

/** Returns the projection of a union of document types, inline objects and core types. Their `_type` decides which one it is. */
export function unionProjection(
  projector: Projector,
  field: ModelField,
  selections: readonly Selection[],
): Groq {
  const { model } = projector;
  const union = field.target as string;
  const documents = projector.target(union, selections);
  const inline = inlineMembers(model, union);
  const core = coreMembers(projector, union, selections);
  const hasText = hasMember(model, union, 'RichText');
  if (inline.length === 0 && core.length === 0 && !hasText) return documentsProjection(field, documents);
  const objects = attributesByType(
    inline.map((type) => ({ type: type.typeAttribute, attributes: projector.fields(type, selections) })),
  );
  const object = groqObject(['"@type": _type', ...objects, ...core]);
  const text = hasText ? groq`${textBlock(projector, selections)}, ` : '';
  const member = groq`select(defined(_ref) => coalesce(@->${documents}, @{_ref}), ${text}@${object})`;
  const source = fieldGroq(field);
  const projected = field.isList
    ? groq`(${source}[]{"_": ${member}})[]._`
    : groq`${source}{"_": ${member}}._`;
  // The value itself if it is no object, so that its kind is known.
  const value = isStored(field) ? groq`coalesce(${projected}, ${source})` : projected;
  if (field.isList || !hasText) return value;
  return groq`select(defined(${source}[]) => ${richTextProjection(projector, source, selections)}, ${value})`;
}

const ofType = (type: string, projection: Groq): Groq =>
  groq`_type == ${JSON.stringify(type)} => ${projection}`;

function coreMembers(projector: Projector, union: string, selections: readonly Selection[]): Groq[] {
  const { model, documentTypes } = projector;
  const isMember = (name: string) => hasMember(model, union, name);
  const images = isMember('Image') ? [ofType(IMAGE_OBJECT, imageProjection(projector, selections))] : [];
  if (!isMember('Video')) return images;
  documentTypes.add(VIDEO_ASSET);
  return [...images, ofType(VIDEO_OBJECT, `{"${ASSET_ID}": asset->assetId}`)];
}

/** Returns an alternative of `select`: a block of text as a rich text of one block. */
const textBlock = (projector: Projector, selections: readonly Selection[]): Groq =>
  groq`_type == "${TEXT_BLOCK}" => {"text": [@]}{"_": ${richTextProjection(projector, 'text', selections)}}._`;
