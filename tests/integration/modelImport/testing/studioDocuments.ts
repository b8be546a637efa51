import type { ObjectAttribute, ObjectTypeNode, TypeNode } from 'groq-js';
import type { StudioSchema } from '../../../../gateway/cli/modelImport/extract/readExtract.ts';
import { isObject } from '../../../../gateway/core/validators.ts';
import type { Json } from '../../../support/documentShape.ts';

/** Objects that contain themselves end here. */
const MAX_DEPTH = 12;
const CREATED_AT = '2026-01-31T10:00:00Z';
/** An id of an image of 40 × 30 pixels. There is no document with it. */
const IMAGE_ID = 'image-0123456789abcdef0123456789abcdef01234567-40x30-png';
const VIDEO_ASSET = 'mux.videoAsset';
const FILE_ASSET = 'sanity.fileAsset';
const FILE_ID = 'file-0123456789abcdef0123456789abcdef01234567-pdf';
/** The original name of all files. */
export const FILE_NAME = 'programme.pdf';

/** The id of the media asset of all videos. */
export const ASSET_ID = 'assetOfAllVideosInStudio';

/**
 * Generates documents of a studio in which every attribute has a value: two of each type, one of each type in `singles`.
 * References are to the first document of their type, lists have an item of each of their kinds.
 */
export function studioDocuments(schema: StudioSchema, singles: ReadonlySet<string>): Json[] {
  const documents: Json[] = [];
  for (const [type, node] of schema.documents) {
    if (type === 'sanity.imageAsset') continue;
    const count = singles.has(type) || type.includes('.') ? 1 : 2;
    for (let n = 1; n <= count; n += 1) documents.push(createDocument(schema, type, node, n));
  }
  return documents;
}

/** Ids have fewer characters than types. */
const idOf = (type: string, n = 1): string =>
  `${type.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0)}_`)}-${n}`;

function createDocument(schema: StudioSchema, type: string, node: ObjectTypeNode, n: number): Json {
  let keys = 0;
  const scope: Scope = { schema, n, nextKey: () => `k${++keys}`, depth: 0, attribute: type };
  const content = valuesOf(node.attributes, scope);
  return {
    ...content,
    ...(type === VIDEO_ASSET && { assetId: ASSET_ID, status: 'ready' }),
    ...(type === FILE_ASSET && { originalFilename: FILE_NAME }),
    _id: type === FILE_ASSET ? FILE_ID : idOf(type, n),
    _type: type,
    _createdAt: CREATED_AT,
    _updatedAt: CREATED_AT,
    _rev: `rev-${n}`,
  };
}

interface Scope {
  readonly schema: StudioSchema;
  /** The number of the document of its type. */
  readonly n: number;
  readonly nextKey: () => string;
  readonly depth: number;
  readonly attribute: string;
}

const valuesOf = (attributes: Readonly<Record<string, ObjectAttribute>>, scope: Scope): Json =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([attribute, { value }]) => {
      const own = nodeValue(value, { ...scope, attribute, depth: scope.depth + 1 });
      return own === undefined ? [] : [[attribute, own]];
    }),
  );

function nodeValue(node: TypeNode, scope: Scope): unknown {
  const { schema, n, attribute, depth, nextKey } = scope;
  switch (node.type) {
    case 'string':
      return node.value ?? textFor(attribute, n, nextKey);
    case 'number':
      return node.value ?? (isCounted(attribute) ? 1 : n + 0.5);
    case 'boolean':
      return node.value ?? true;
    case 'null':
      return undefined;
    case 'unknown':
      return { any: `value ${n}` };
    case 'inline': {
      const declared = schema.types.get(node.name) ?? schema.documents.get(node.name);
      return declared && depth <= MAX_DEPTH ? nodeValue(declared, { ...scope, depth: depth + 1 }) : undefined;
    }
    case 'union':
      return node.of.map((member) => nodeValue(member, scope)).find((value) => value !== undefined);
    case 'array': {
      if (depth > MAX_DEPTH) return [];
      const items = membersOf(node.of, schema).map((member) => nodeValue(member, scope));
      if (items.length === 0) return undefined;
      const present = items.filter((item) => item !== undefined);
      return (present.some(isBlock) ? present.flatMap(richTextPart) : present).map((item) =>
        withKey(item, nextKey),
      );
    }
    case 'object':
      return objectOf(node, scope);
  }
}

const isTyped = (value: unknown): value is Json => isObject(value) && typeof value._type === 'string';
const isBlock = (value: unknown): value is Json => isTyped(value) && value._type === 'block';

/** Returns an item of a rich text; nothing for another kind of value, which the gateway reports. */
function richTextPart(item: unknown): readonly Json[] {
  if (!isTyped(item)) return [];
  if (!isBlock(item)) return [item];
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isTyped) : value);
  return [{ ...item, children: list(item.children), markDefs: list(item.markDefs) }];
}

/** Returns the members of a union, also of those in it; else the value itself. */
const membersOf = (node: TypeNode, schema: StudioSchema): readonly TypeNode[] => {
  if (node.type === 'union') return node.of.flatMap((member) => membersOf(member, schema));
  const declared = node.type === 'inline' ? schema.types.get(node.name) : undefined;
  return declared?.type === 'union' ? membersOf(declared, schema) : [node];
};

function objectOf({ attributes, rest, dereferencesTo }: ObjectTypeNode, scope: Scope): Json | undefined {
  const inner = rest && rest.type !== 'unknown' ? nodeValue(rest, scope) : undefined;
  if (rest !== undefined && rest.type !== 'unknown' && inner === undefined) return undefined;
  const reference = dereferencesTo === undefined ? {} : { _ref: refTo(dereferencesTo), _weak: undefined };
  const own = { ...(inner as Json | undefined), ...valuesOf(attributes, scope), ...reference };
  // JSON has no undefined: a strong reference to a missing image would be rejected.
  return JSON.parse(JSON.stringify(own)) as Json;
}

/** Objects in arrays have keys in every dataset. Those of values in several languages are the languages. */
const withKey = (item: unknown, nextKey: () => string): unknown => {
  if (typeof item !== 'object' || item === null) return item;
  if (/^internationalizedArray/.test(String((item as Json)._type))) return { ...item, _key: 'en' };
  return '_key' in item ? item : { ...item, _key: nextKey() };
};

function refTo(type: string): string {
  if (type === 'sanity.imageAsset') return IMAGE_ID;
  return type === FILE_ASSET ? FILE_ID : idOf(type);
}

const isCounted = (attribute: string): boolean =>
  /(year|order|rank|quantity|count|level|rows|columns|stock|weekday)$/i.test(attribute);

function textFor(attribute: string, n: number, nextKey: () => string): string {
  if (attribute === '_key') return nextKey();
  if (/[a-z]At$/.test(attribute)) return CREATED_AT;
  return `${attribute} ${n}`;
}
