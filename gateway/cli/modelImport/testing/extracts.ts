import type { ObjectAttribute, ObjectTypeNode, TypeNode } from 'groq-js';

type Fields = Readonly<Record<string, TypeNode>>;

export const text: TypeNode = { type: 'string' };
export const number: TypeNode = { type: 'number' };
export const boolean: TypeNode = { type: 'boolean' };
export const literal = (value: string): TypeNode => ({ type: 'string', value });
export const union = (...of: TypeNode[]): TypeNode => ({ type: 'union', of });
export const list = (of: TypeNode): TypeNode => ({ type: 'array', of });
export const inline = (name: string) => ({ type: 'inline' as const, name });

const attributes = (fields: Fields, isOptional: boolean): Record<string, ObjectAttribute> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { type: 'objectAttribute', value, ...(isOptional && { optional: true }) },
    ]),
  );

/** An object with optional attributes, and with a `_type` if there is one. */
export const object = (fields: Fields, type?: string): ObjectTypeNode => ({
  type: 'object',
  attributes: {
    ...attributes(fields, true),
    ...(type === undefined ? {} : attributes({ _type: literal(type) }, false)),
  },
});

/** An item of a list whose type is declared elsewhere. */
export const item = (name: string): ObjectTypeNode => ({
  ...object({ _key: text }),
  rest: inline(name),
});

export const reference = (to: string): ObjectTypeNode => ({
  ...object({ _ref: text }, 'reference'),
  dereferencesTo: to,
});

export const image = (fields: Fields = {}): ObjectTypeNode =>
  object({ asset: reference('sanity.imageAsset'), media: { type: 'unknown' }, ...fields }, 'image');

/** Portable Text with objects at each position. */
export const richText = (
  blocks: readonly TypeNode[] = [],
  inlineObjects: readonly TypeNode[] = [],
  annotations: readonly TypeNode[] = [],
): TypeNode =>
  list(
    union(
      object(
        {
          children: list(union(object({ text, marks: list(text) }, 'span'), ...inlineObjects)),
          style: literal('normal'),
          markDefs: annotations.length === 0 ? { type: 'null' } : list(union(...annotations)),
        },
        'block',
      ),
      ...blocks,
    ),
  );

/** A document type; attributes in `required` are never absent. */
export const document = (name: string, fields: Fields, required: Fields = {}) => ({
  name,
  type: 'document',
  attributes: {
    ...attributes({ _id: text, _type: literal(name), _createdAt: text, _updatedAt: text, _rev: text }, false),
    ...attributes(fields, true),
    ...attributes(required, false),
  },
});

export const declaration = (name: string, value: TypeNode) => ({ name, type: 'type', value });

/** A declared object type, whose `_type` is its name. */
export const declaredObject = (name: string, fields: Fields) => declaration(name, object(fields, name));

export const slug = declaredObject('slug', { current: text });
