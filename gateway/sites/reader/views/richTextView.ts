import type { GraphQLSchema } from 'graphql';
import type { Blocks } from '../../../../schema/rich-text/nodes.ts';
import { storedBlocks } from '../../../../schema/rich-text/storedBlocks.ts';
import type { Model, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { RICH_TEXT_UNIONS, typeNamesAt, UNKNOWN_NODE } from '../../../core/model/richTextKinds.ts';
import { isUnit } from '../model/roles.ts';
import { renderRichText } from './richTextMarkup.ts';
import type { ObjectsAt, RichTextParts } from './richTextParts.ts';
import { type Member, type SelectedMember, selectionOf, selectMembers, TYPE_NAME } from './selection.ts';
import { type Detail, type FieldNesting, isData, MAX_DEPTH, type View, type Views } from './view.ts';

/** The levels of fields in `blocks { children { text } }`. */
const LEVELS = 3;
const JSON_LEVELS = 1;
const TEXT_BLOCK = 'TextBlock';
const TEXT_SPAN = 'TextSpan';

interface RichTextOptions {
  readonly model: Model;
  readonly schema: GraphQLSchema;
  readonly views: Views;
  readonly detail: Detail;
  readonly linkOf: RichTextParts['linkOf'];
}

/** The objects at a position of a text, with the fields that the operation selects. */
interface SelectedObjects extends ObjectsAt {
  readonly fields: readonly string[];
}

/** Creates the view of rich text with the objects that the model declares. */
export function createRichTextView(nesting: FieldNesting, options: RichTextOptions): View | undefined {
  const hasObjects = nesting.texts < options.detail.texts;
  // The JSON of a text within a text contains all notes within it, at the cost of one field.
  if (nesting.depth + LEVELS > MAX_DEPTH || (nesting.texts > 0 && !hasObjects))
    return nesting.depth + JSON_LEVELS > MAX_DEPTH ? undefined : createStoredTextView(options);
  const inner: FieldNesting = { ...nesting, texts: nesting.texts + 1 };
  const at = (
    position: RichTextPosition,
    depth: number,
    first: { name: string; fields: string[] } | undefined,
  ) => objectsAt(position, { ...inner, depth }, { ...options, hasObjects, first });
  const inline = at('INLINE', nesting.depth + 2, { name: TEXT_SPAN, fields: ['text', 'marks'] });
  const annotations = at('ANNOTATION', nesting.depth + 2, undefined);
  const blocks = at('BLOCK', nesting.depth + 1, {
    name: TEXT_BLOCK,
    fields: [
      'style',
      'listItem',
      'level',
      `children ${selectionOf(inline.fields)}`,
      `markDefs ${selectionOf([...annotations.fields, '... on RichTextNode { key }'])}`,
    ],
  });
  const parts: RichTextParts = { blocks, inlines: inline, annotations, linkOf: options.linkOf };
  return {
    arguments: '',
    fields: [`blocks ${selectionOf(blocks.fields)}`],
    isWide: () => true,
    render: (value, context) =>
      isData(value) && Array.isArray(value.blocks)
        ? renderRichText(value.blocks.filter(isData) as Blocks, parts, context)
        : undefined,
  };
}

/** Creates the view of rich text from its JSON: its text and notes, and the words of its objects. */
function createStoredTextView({ linkOf }: Pick<RichTextOptions, 'linkOf'>): View {
  const none: ObjectsAt = { read: () => undefined, readUnknown: () => undefined };
  const parts: RichTextParts = { blocks: none, inlines: none, annotations: none, linkOf };
  return {
    arguments: '',
    fields: ['json'],
    isWide: () => true,
    render: (value, context) =>
      isData(value) ? renderRichText(storedBlocks(value.json), parts, context) : undefined,
  };
}

function objectsAt(
  position: RichTextPosition,
  nesting: FieldNesting,
  {
    model,
    schema,
    views,
    detail,
    hasObjects,
    first,
  }: RichTextOptions & {
    readonly hasObjects: boolean;
    readonly first: { readonly name: string; readonly fields: readonly string[] } | undefined;
  },
): SelectedObjects {
  const visible = schema.getType(RICH_TEXT_UNIONS[position]);
  const names = visible ? [...typeNamesAt(model, position).values()] : [];
  const members = names.flatMap((name) => {
    const type = model.types.get(name);
    const isCore = CORE_OBJECTS.has(name);
    const view = type && (hasObjects || isCore) ? views.ofObject(type, nesting) : undefined;
    // The words in a sentence are those of its texts.
    const fields =
      position === 'INLINE' ? view?.fields.filter((field) => !isChoice(type, field)) : view?.fields;
    return view && fields && schema.getType(name) ? [{ name, fields, view }] : [];
  });
  const unknown: Member = { name: UNKNOWN_NODE, fields: ['type', 'json'] };
  const select = selectMembers([...(first ? [first] : []), ...members, unknown], {
    schema,
    hasAliases: detail.hasAliases,
    ...(first && { first }),
  });
  const selectedUnknown = select(unknown);
  const selected = new Map<string, SelectedMember & { readonly view: View }>(
    members.map((member) => [member.name, { ...select(member), view: member.view }]),
  );
  return {
    fields: [
      TYPE_NAME,
      ...(first ? [select(first).text] : []),
      ...[...selected.values()].map(({ text }) => text),
      selectedUnknown.text,
    ],
    readUnknown: (value) => {
      if (value[TYPE_NAME] !== UNKNOWN_NODE) return undefined;
      const { type, json } = selectedUnknown.read(value);
      return { type: String(type ?? ''), json: isData(json) ? json : {} };
    },
    read(value) {
      const member = selected.get(String(value[TYPE_NAME]));
      return member && { view: member.view, data: { ...member.read(value), [TYPE_NAME]: value[TYPE_NAME] } };
    },
  };
}

/** Returns whether a selected field is an enum other than a unit. */
const isChoice = (type: ModelType | undefined, name: string): boolean =>
  type?.fields.get(name)?.shape === 'enum' && !isUnit(name);

/** The objects in the text of every studio, which are shown also in a text within a text. */
const CORE_OBJECTS: ReadonlySet<string> = new Set(['RichTextLink', 'RichTextPicture']);
