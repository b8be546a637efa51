import type { ObjectAttribute, ObjectTypeNode, TypeNode } from 'groq-js';
import { isForeignReference } from '../../../core/model/references.ts';
import {
  FILE_ASSET,
  IMAGE_ASSET,
  TEXT_BLOCK,
  VIDEO_ASSET,
  VIDEO_OBJECT,
} from '../../../core/model/unionMembers.ts';
import { mergeShapes, unionMembers } from './mergeShapes.ts';
import type { StudioSchema } from './readExtract.ts';
import type { Attributes, ObjectShape, RichTextShape, Shape } from './shape.ts';

/** Attributes of images and files that the core types or the content service handle. */
const ASSET_ATTRIBUTES: ReadonlySet<string> = new Set(['_type', '_key', 'asset', 'media', 'hotspot', 'crop']);
/** The texts of `Image`. */
const IMAGE_TEXTS: ReadonlySet<string> = new Set(['alt', 'caption']);

/** Creates a function that returns the shape of a value of the studio. */
export function shapeReader(schema: StudioSchema): (node: TypeNode) => Shape {
  const known = new Map<string, Shape>();
  return (node) => readShape(node, { schema, known, declaredAs: undefined });
}

interface Scope {
  readonly schema: StudioSchema;
  /** The shapes of declared types by name. A type whose shape is being read contains only itself if it names itself again. */
  readonly known: Map<string, Shape>;
  readonly declaredAs: string | undefined;
}

function readShape(node: TypeNode, scope: Scope): Shape {
  const { declaredAs } = scope;
  switch (node.type) {
    case 'string':
    case 'number': {
      const kind = node.type === 'string' ? 'text' : 'number';
      return node.value === undefined ? { kind } : { kind, values: [node.value], declaredAs };
    }
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'absent', reason: 'the studio has no value for it' };
    case 'unknown':
      return { kind: 'json', reason: 'the extract does not describe the value' };
    case 'inline':
      return readInline(node.name, scope);
    case 'array':
      return readList(node.of, scope);
    case 'union':
      return mergeShapes(shapesOf(node, scope), declaredAs);
    case 'object':
      return readObject(node, scope);
  }
}

function readInline(name: string, scope: Scope): Shape {
  const { schema, known } = scope;
  const shape = known.get(name);
  if (shape) return shape;
  const declared = schema.types.get(name) ?? schema.documents.get(name);
  if (!declared) return { kind: 'json', reason: `the extract has no type ${name}` };
  known.set(name, { kind: 'json', reason: `the type ${name} contains only itself` });
  const read = readShape(declared, { ...scope, declaredAs: name });
  known.set(name, read);
  return read;
}

function readList(item: TypeNode, scope: Scope): Shape {
  const items = shapesOf(item, scope);
  const blocks = items.filter(isBlock);
  if (blocks.length > 0) return readText(items, blocks, scope);
  const of = mergeShapes(items, undefined);
  if (of.kind === 'list' || of.kind === 'richText') return { kind: 'json', reason: 'lists of lists' };
  return of.kind === 'json' || of.kind === 'absent' ? of : { kind: 'list', of, declaredAs: scope.declaredAs };
}

/** Returns the shape of a list as Portable Text. @param blocks the items of the list with text */
function readText(items: readonly Shape[], blocks: readonly ObjectShape[], scope: Scope): RichTextShape {
  const itemsOf = (name: string) => {
    const of = blocks.flatMap(({ attributes }) => {
      const list = attributes[name]?.value;
      return list?.type === 'array' ? [list.of] : [];
    });
    return shapesOf({ type: 'union', of }, scope);
  };
  return {
    kind: 'richText',
    blocks: items.filter((shape) => !isBlock(shape)),
    inline: itemsOf('children').filter((shape) => typeOf(shape) !== 'span'),
    annotations: itemsOf('markDefs'),
  };
}

const typeOf = (shape: Shape): string | undefined => ('type' in shape ? shape.type : undefined);

const isBlock = (shape: Shape): shape is ObjectShape => shape.kind === 'object' && shape.type === TEXT_BLOCK;

/** Returns the shapes of the members of a union and of the unions in it. */
const shapesOf = (node: TypeNode, scope: Scope): readonly Shape[] =>
  unionMembers(node, scope.schema.types).map((member) =>
    readShape(member, { ...scope, declaredAs: undefined }),
  );

function readObject(node: ObjectTypeNode, scope: Scope): Shape {
  const { attributes, dereferencesTo, isOpen, declaredAs } = withRest(node, scope);
  const type = literalOf(attributes._type?.value) || undefined;
  if (isForeignReference({ _type: type }))
    return { kind: 'json', reason: 'a reference to a document of another dataset' };
  if (dereferencesTo !== undefined || (attributes._ref !== undefined && type !== undefined))
    return {
      kind: 'reference',
      to: dereferencesTo === undefined ? [] : [dereferencesTo],
      type: type ?? 'reference',
    };
  if (type === 'slug') return { kind: 'slug' };
  if (type === 'geopoint') return { kind: 'geopoint' };
  const asset = attributes.asset && readShape(attributes.asset.value, { ...scope, declaredAs: undefined });
  const target = asset?.kind === 'reference' ? asset.to[0] : undefined;
  if (type === VIDEO_OBJECT || target === VIDEO_ASSET) return { kind: 'video' };
  if (type === 'image' || target === IMAGE_ASSET)
    return { kind: 'image', type, declaredAs, attributes: extras(attributes, IMAGE_TEXTS, scope) };
  if (type === 'file' || target === FILE_ASSET)
    return { kind: 'file', type, declaredAs, attributes: extras(attributes, new Set(), scope) };
  const own = Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('_')));
  if (isOpen && Object.keys(own).length === 0)
    return { kind: 'json', reason: 'the extract does not describe the object' };
  return { kind: 'object', type: type === 'reference' ? undefined : type, declaredAs, attributes: own };
}

/**
 * Returns the attributes of an object and of the types from which it takes attributes.
 * @param within the types that take the attributes of one another, to find cycles
 */
function withRest(
  node: ObjectTypeNode,
  scope: Scope,
  within: readonly string[] = [],
): {
  readonly attributes: Attributes;
  readonly dereferencesTo: string | undefined;
  readonly isOpen: boolean;
  readonly declaredAs: string | undefined;
} {
  const { attributes, dereferencesTo, rest } = node;
  const alone = {
    attributes,
    dereferencesTo,
    isOpen: rest?.type === 'unknown',
    declaredAs: scope.declaredAs,
  };
  if (rest === undefined || rest.type === 'unknown') return alone;
  const name = rest.type === 'inline' ? rest.name : undefined;
  let inner: TypeNode | undefined = rest;
  const seen = [...within];
  // A declared type can be the name of another declared type.
  while (inner?.type === 'inline') {
    if (seen.includes(inner.name)) return { ...alone, isOpen: true };
    seen.push(inner.name);
    inner = scope.schema.types.get(inner.name);
  }
  if (inner?.type !== 'object') return { ...alone, isOpen: true };
  const other = withRest(inner, { ...scope, declaredAs: name ?? scope.declaredAs }, seen);
  return {
    attributes: { ...other.attributes, ...attributes },
    dereferencesTo: dereferencesTo ?? other.dereferencesTo,
    isOpen: other.isOpen,
    declaredAs: other.declaredAs,
  };
}

/** Returns the attributes of an image or a file that its core type lacks. */
function extras(attributes: Attributes, texts: ReadonlySet<string>, scope: Scope): Attributes {
  const isCoreText = (name: string, { value }: ObjectAttribute) =>
    texts.has(name) && readShape(value, { ...scope, declaredAs: undefined }).kind === 'text';
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, attribute]) =>
        !ASSET_ATTRIBUTES.has(name) && !name.startsWith('_') && !isCoreText(name, attribute),
    ),
  );
}

/** Returns the text that a value always has; undefined for other values. */
const literalOf = (node: TypeNode | undefined): string | undefined =>
  node?.type === 'string' ? node.value : undefined;
