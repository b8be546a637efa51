import type { ModelField } from '../../core/model/model.ts';
import {
  CORE_MEMBERS,
  hasMember,
  inlineTypes,
  TEXT_BLOCK,
  VIDEO_ASSET,
} from '../../core/model/unionMembers.ts';
import type { Selection } from '../../core/selection.ts';
import { fileProjection } from './assets/files.ts';
import { imageProjection } from './assets/images.ts';
import { videoProjection } from './assets/videos.ts';
import { attributesByType } from './groq/attributesByType.ts';
import { fieldGroq, type Groq, groq, groqObject, isStored } from './groq/groq.ts';
import { itemKey } from './groq/listItems.ts';
import type { Projector } from './groq/projector.ts';
import { documentsProjection } from './groq/references.ts';
import { isFollowedText, REFERENCE_ATTRIBUTES } from './groq/visibility.ts';
import { richTextProjection } from './richText.ts';
import { GEO_POINT_PROJECTION } from './values/geoPoints.ts';

/**
 * Returns the projection of a union of document types, inline objects and core types. Their `_type` decides which one it is.
 * @param items GROQ for the value of the field, see `itemsGroq`
 */
export function unionProjection(
  projector: Projector,
  field: ModelField,
  items: Groq,
  selections: readonly Selection[],
): Groq {
  const { model } = projector;
  const union = field.target as string;
  const documents = projector.target(union, selections);
  const inline = inlineTypes(model, union);
  const core = coreMembers(projector, union, selections);
  const hasText = hasMember(model, union, 'RichText');
  if (inline.length === 0 && core.length === 0 && !hasText) return documentsProjection(field, documents);
  const objects = attributesByType(
    inline.map((type) => ({
      type: type.typeAttribute,
      attributes: [
        ...(field.isList ? itemKey(projector, type, selections) : []),
        ...projector.fields(type, selections),
      ],
    })),
  );
  const object = groqObject(['"@type": _type', ...objects, ...core]);
  const text = hasText ? groq`${textBlock(projector, selections)}, ` : '';
  const followed = groq`select(${isFollowedText()} => @->${documents})`;
  const member = groq`select(defined(_ref) => coalesce(${followed}, @${REFERENCE_ATTRIBUTES}), ${text}@${object})`;
  const source = fieldGroq(field);
  const projected = field.isList ? groq`(${items}{"_": ${member}})[]._` : groq`${source}{"_": ${member}}._`;
  // The value itself if it is no object, so that its kind is known.
  const value = isStored(field) ? groq`coalesce(${projected}, ${source})` : projected;
  if (field.isList || !hasText) return value;
  return groq`select(defined(${source}[]) => ${richTextProjection(projector, source, selections)}, ${value})`;
}

/** The projections of core types that are objects. */
const CORE_PROJECTIONS: Readonly<
  Record<string, ((projector: Projector, selections: readonly Selection[]) => Groq) | undefined>
> = {
  Image: imageProjection,
  File: fileProjection,
  GeoPoint: () => GEO_POINT_PROJECTION,
  Video({ documentTypes }) {
    documentTypes.add(VIDEO_ASSET);
    return videoProjection();
  },
};

const coreMembers = (projector: Projector, union: string, selections: readonly Selection[]): Groq[] =>
  [...CORE_MEMBERS].flatMap(([type, name]) => {
    const project = hasMember(projector.model, union, name) ? CORE_PROJECTIONS[name] : undefined;
    return project ? [groq`_type == ${JSON.stringify(type)} => ${project(projector, selections)}`] : [];
  });

/** Returns an alternative of `select`: a block of text as a rich text of one block. */
const textBlock = (projector: Projector, selections: readonly Selection[]): Groq =>
  groq`_type == "${TEXT_BLOCK}" => {"text": [@]}{"_": ${richTextProjection(projector, 'text', selections)}}._`;
