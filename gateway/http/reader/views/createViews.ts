import type { GraphQLSchema } from 'graphql';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { readableFields } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { fileView, geoPointView, imageView } from './assetViews.ts';
import { createConnectionView } from './connectionView.ts';
import { createLinkView, type DocumentLink, readLink } from './linkView.ts';
import { listKindOf, memberNames } from './listKind.ts';
import { createListView } from './listView.ts';
import { createObjectView, fieldViews } from './objectView.ts';
import { createRichTextView } from './richTextView.ts';
import { viewOfEnum, viewOfScalar } from './scalarViews.ts';
import { TYPE_NAME } from './selection.ts';
import { createUnionView } from './unionView.ts';
import { videoView } from './videoView.ts';
import {
  type Data,
  type Detail,
  MAX_DEPTH,
  type PageContext,
  type Place,
  type View,
  type Views,
} from './view.ts';

/** Objects of a type within objects of the same type are shown up to this level. */
const RECURSIVE_LEVELS = 2;
/** The levels of fields of a video. */
const VIDEO_LEVELS = 2;

export interface ViewsOptions {
  readonly model: Model;
  /** What everybody sees. */
  readonly schema: GraphQLSchema;
  readonly types: ReaderTypes;
}

/**
 * Creates the views of a model at a level of detail.
 * @param cardOf creates the views of documents in lists of documents; default: links
 */
export function createViews(
  { model, schema, types }: ViewsOptions,
  detail: Detail,
  cardOf?: (type: ReaderType) => View,
): Views {
  const linkOf = (data: Data, context: PageContext): DocumentLink | undefined => {
    const type = types.get(String(data[TYPE_NAME]));
    return type && readLink(type, data, context);
  };

  /** The views of core types, which models can replace. */
  const coreView = (name: string, place: Place): View | undefined => {
    if (name === 'Image') return ifFits(imageView, place, 1);
    if (name === 'File') return ifFits(fileView, place, 1);
    if (name === 'GeoPoint') return ifFits(geoPointView, place, 1);
    if (name === 'Video') return ifFits(videoView, place, VIDEO_LEVELS);
    if (name === 'RichText') return createRichTextView(place, { model, schema, views, detail, linkOf });
    return undefined;
  };

  const views: Views = {
    ofField({ model: field }, place) {
      const item = itemView(field, place);
      if (!item || field.shape === 'connection' || !field.isList) return item;
      const kind = listKindOf(model, field);
      return createListView(item, kind === 'links' && cardOf ? 'cards' : kind, field.isSliced);
    },
    ofObject(type, place) {
      const level = place.objects.length;
      const isRepeated = place.objects.filter((name) => name === type.name).length >= RECURSIVE_LEVELS;
      if (level >= detail.objects || isRepeated || place.depth >= MAX_DEPTH) return undefined;
      const inner = { ...place, depth: place.depth + 1, objects: [...place.objects, type.name] };
      return createObjectView(type, fieldViews(readableFields(type, schema), views, inner));
    },
    ofMember(name, place) {
      const type = model.types.get(name);
      if (!type) return schema.getType(name) ? coreView(name, place) : undefined;
      const document = types.get(name);
      if (document) return ifFits((cardOf ?? createLinkView)(document), place, 1);
      return type.document ? undefined : views.ofObject(type, place);
    },
  };

  const itemView = (field: ModelField, place: Place): View | undefined => {
    const { shape, typeName, target } = field;
    switch (shape) {
      case 'scalar':
        return viewOfScalar(field);
      case 'enum':
        return viewOfEnum(model.enums.get(typeName) ?? new Map());
      case 'image':
        return coreView('Image', place);
      case 'file':
        return coreView('File', place);
      case 'geoPoint':
        return coreView('GeoPoint', place);
      case 'video':
        return coreView('Video', place);
      case 'richText':
        return coreView('RichText', place);
      case 'connection': {
        const link = views.ofMember(target ?? '', place);
        return link && createConnectionView(link);
      }
      case 'document':
      case 'object':
        if (typeName !== 'Node') return views.ofMember(target ?? typeName, place);
        break;
    }
    return createUnionView(memberNames(model, field), place, { views, schema, detail });
  };

  return views;
}

const ifFits = (view: View, { depth }: Place, levels: number): View | undefined =>
  depth + levels <= MAX_DEPTH ? view : undefined;
