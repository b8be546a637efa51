import type { GraphQLSchema } from 'graphql';
import type { Model, ModelField, ModelType } from '../../../core/model/model.ts';
import { listOrder, orderArgument } from '../model/listOrder.ts';
import { type ReadableField, readableFields } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { fieldsWithRole, isFilmPosition, isForReaders, isUrl } from '../model/roles.ts';
import { OBJECT_NAMES } from '../model/typeRoles.ts';
import { fileView, geoPointView, imageView } from './assetViews.ts';
import { createConnectionView } from './connectionView.ts';
import { type FieldView, fieldViews } from './fieldView.ts';
import type { Choice } from './linkParts.ts';
import { createLinkView, type DocumentLink, readLink } from './linkView.ts';
import { listKindOf, memberNames } from './listKind.ts';
import { createListView } from './listView.ts';
import { createObjectView } from './objectView.ts';
import { createQuestionView } from './questionView.ts';
import { createRichTextView } from './richTextView.ts';
import { positionView, viewOfEnum, viewOfScalar } from './scalarViews.ts';
import { TYPE_NAME } from './selection.ts';
import { createTableView, type TableRows } from './tableView.ts';
import { createUnionView } from './unionView.ts';
import { videoView } from './videoView.ts';
import {
  type Data,
  type Detail,
  type FieldNesting,
  MAX_DEPTH,
  type PageContext,
  type View,
  type Views,
} from './view.ts';

/** Objects of a type within objects of the same type are shown up to this level. */
const RECURSIVE_LEVELS = 2;
/** The levels of fields of a connection: `nodes` has the level of the connection, `totalCount` counts as another. */
const CONNECTION_LEVELS = 2;
/** The levels of fields of a card: the fields of its authors are the deepest. */
const CARD_LEVELS = 3;
/** The levels of fields of a video. */
const VIDEO_LEVELS = 2;

export interface ViewsOptions {
  readonly model: Model;
  /** The schema of callers without a key. */
  readonly schema: GraphQLSchema;
  readonly types: ReaderTypes;
}

/**
 * Creates the views of a model at a level of detail.
 * @param cardOf creates the views of documents in lists and in inline objects; single documents of a document are links
 */
export function createViews(
  { model, schema, types }: ViewsOptions,
  detail: Detail,
  cardOf: (type: ReaderType) => View,
): Views {
  const linkOf = (data: Data, context: PageContext): DocumentLink | undefined => {
    const type = types.get(String(data[TYPE_NAME]));
    return type && readLink(type, data, context);
  };

  /** The views of core types, which models can replace. */
  const coreView = (name: string, nesting: FieldNesting): View | undefined => {
    if (name === 'Image') return ifFits(imageView, nesting, 1);
    if (name === 'File') return ifFits(fileView, nesting, 1);
    if (name === 'GeoPoint') return ifFits(geoPointView, nesting, 1);
    if (name === 'Video') return ifFits(videoView, nesting, VIDEO_LEVELS);
    if (name === 'RichText') return createRichTextView(nesting, { model, schema, views, detail, linkOf });
    return undefined;
  };

  /** Returns the enums of an object with their stored texts. */
  const choicesOf = (fields: readonly ReadableField[]): readonly Choice[] =>
    fields.flatMap(({ name, model: field }) =>
      field.shape === 'enum' && !field.isList
        ? [{ name, texts: model.enums.get(field.typeName) ?? new Map() }]
        : [],
    );

  /** Returns the rows of an object that is a table; undefined for other objects. @param inner the nesting of its fields */
  const tableRowsOf = (
    fields: readonly ReadableField[],
    shown: readonly FieldView[],
    inner: FieldNesting,
  ): TableRows | undefined => {
    const [rowsField] = fieldsWithRole(fields, 'rows');
    const rows = shown.find(({ field }) => field === rowsField);
    const row = model.types.get(rowsField?.model.typeName ?? '');
    if (!rows || !row) return undefined;
    const ofRow = readableFields(row, schema);
    // An enum beside the cells says what kind of row it is.
    const ownFields = ofRow.filter((field) => field.model.shape !== 'enum' && isForReaders(field, ofRow));
    const [cells] = fieldsWithRole(ownFields, 'cells');
    if (!cells || ownFields.length > 1) return undefined;
    const rowNesting = { ...inner, depth: inner.depth + 1, objects: [...inner.objects, row.name] };
    const cellView = itemView(cells.model, rowNesting);
    const [headRows] = fieldsWithRole(fields, 'headRows');
    return cellView && { rows, cells, cellView, headRows };
  };

  const views: Views = {
    ofField({ model: field }, nesting) {
      const isObjectList = field.isList && (field.shape === 'object' || field.shape === 'union');
      if (isObjectList && !detail.hasObjectLists) return undefined;
      const item = itemView(field, nesting);
      if (!item || field.shape === 'connection' || !field.isList) return item;
      return createListView(item, listKindOf(model, field), field.isSliced);
    },
    ofObject(type, nesting) {
      const level = nesting.objects.length;
      const isRepeated = nesting.objects.filter((name) => name === type.name).length >= RECURSIVE_LEVELS;
      if (level >= detail.objects || isRepeated || nesting.depth >= MAX_DEPTH) return undefined;
      const inner = { ...nesting, depth: nesting.depth + 1, objects: [...nesting.objects, type.name] };
      const fields = readableFields(type, schema);
      const shown = fieldViews(fields, views, inner);
      const table = tableRowsOf(fields, shown, inner);
      return table
        ? createTableView(shown, table)
        : createObjectView(type, shown, { choices: choicesOf(fields), all: fields });
    },
    ofMember(name, nesting) {
      const type = model.types.get(name);
      if (!type) return schema.getType(name) ? coreView(name, nesting) : undefined;
      const document = types.get(name);
      if (document) return documentView(document, nesting);
      return type.document ? undefined : views.ofObject(type, nesting);
    },
  };

  /** Returns the view of a question with its answer, as a text within a text; undefined for other documents. */
  const questionView = (type: ReaderType, nesting: FieldNesting): View | undefined => {
    const { answer } = type;
    const inner = {
      depth: nesting.depth + 1,
      objects: [...nesting.objects, type.name],
      texts: nesting.texts + 1,
    };
    const view = answer && detail.texts > 0 ? views.ofField(answer, inner) : undefined;
    return answer && view && createQuestionView(type, { field: answer, view });
  };

  /** Topics are links, and so are the documents to which a link leads. */
  const documentView = (type: ReaderType, nesting: FieldNesting): View | undefined => {
    const isLinked = type.role === 'topic' || isLinkType(model.types.get(nesting.objects.at(-1) ?? ''));
    const card = () => (detail.hasCards ? ifFits(cardOf(type), nesting, CARD_LEVELS) : undefined);
    return (
      (isLinked ? undefined : (questionView(type, nesting) ?? card())) ??
      ifFits(createLinkView(type), nesting, 1)
    );
  };

  /** The documents that refer to another one have no order of their own. */
  const orderOf = ({ source, target = '' }: ModelField): string => {
    const type = source.kind === 'inverse' ? types.get(target) : undefined;
    return type ? orderArgument(listOrder(schema, type)) : '';
  };

  const itemView = (field: ModelField, nesting: FieldNesting): View | undefined => {
    const { shape, typeName, target } = field;
    switch (shape) {
      case 'scalar':
        return isFilmPosition(field, nesting.objects.at(-1) ?? '') ? positionView : viewOfScalar(field);
      case 'enum':
        return viewOfEnum(field, model.enums.get(typeName) ?? new Map());
      case 'image':
      case 'file':
      case 'geoPoint':
      case 'video':
      case 'richText':
        return coreView(typeName, nesting);
      case 'connection': {
        const link = views.ofMember(target ?? '', nesting);
        return link && ifFits(createConnectionView(link, orderOf(field)), nesting, CONNECTION_LEVELS);
      }
      case 'document': {
        const document = types.get(typeName);
        // Beside the other facts of a document.
        if (document && !field.isList && nesting.objects.length === 1)
          return ifFits(createLinkView(document), nesting, 1);
        return views.ofMember(typeName, nesting);
      }
      case 'object':
        return views.ofMember(typeName, nesting);
      case 'union':
        return createUnionView(memberNames(model, field), nesting, { views, schema, detail });
    }
  };

  return views;
}

const ifFits = (view: View, { depth }: FieldNesting, levels: number): View | undefined =>
  depth + levels <= MAX_DEPTH ? view : undefined;

/** Returns whether the objects of a type are links. */
const isLinkType = (type: ModelType | undefined): boolean =>
  type !== undefined &&
  type.document === undefined &&
  (OBJECT_NAMES.link.test(type.name) || [...type.fields.values()].some(isUrl));
