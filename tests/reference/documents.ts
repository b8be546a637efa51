import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import type { Doc } from './dataset.ts';
import type { Chance } from './generator/chance.ts';
import { DAYS, SCALAR_VALUES } from './scalarValues.ts';

const WORDS = ['ember', 'tide', 'Harbour', 'glass', 'Motion', 'zeal', 'öre', 'quiet'];
const LQIP = 'data:image/png;base64,AA==';

/** Options of `randomDocuments`. */
export interface RandomDocumentsOptions {
  /** Number of documents of each type. */
  readonly count: number;
  /** The share of attributes that are missing, null or of another type. */
  readonly faulty: number;
}

/**
 * Creates random documents of a model, with faults of real datasets: missing values, references that dangle, are weak
 * or lead to other types than declared, drafts and versions, rows that tie under every order.
 */
export function randomDocuments(
  model: Model,
  chance: Chance,
  { count, faulty }: RandomDocumentsOptions,
): Doc[] {
  const idOf = (type: ModelType, i: number) => `${lowerFirst(type.name)}-${i}`;
  const anyId = () => idOf(chance.pick(model.documents), chance.between(0, count - 1));
  const text = () => [chance.pick(WORDS), chance.pick(WORDS)].join(' ');

  const reference = (target: string | undefined): Record<string, unknown> => {
    const types = possibleDocuments(model, target ?? 'Node');
    const id = chance.in(0.1)
      ? chance.pick(['nowhere', `drafts.${anyId()}`, anyId()])
      : idOf(chance.pick(types), chance.between(0, count - 1));
    return { _type: 'reference', _ref: id, ...(chance.in(0.2) && { _weak: true }) };
  };

  const picture = () => ({
    _type: 'image',
    asset: { _ref: `image-${chance.between(0, 1)}-40x30-png` },
    alt: text(),
  });

  const block = (_: unknown, i: number) => {
    const _key = `b${i}`;
    if (chance.in(0.1)) return { ...picture(), _key };
    if (chance.in(0.1)) return { _type: 'figure', _key, image: picture() };
    const marks = chance.in(0.4)
      ? [
          {
            _key: 'm',
            _type: 'link',
            ...(chance.in(0.5) ? { reference: reference('Node') } : reference('Node')),
          },
        ]
      : [];
    return chance.in(0.2)
      ? { _type: 'quotation', _key, reference: reference('Node') }
      : { _type: 'block', _key, markDefs: marks, children: [{ _type: 'span', _key: 's', text: text() }] };
  };

  const scalar = (field: ModelField): unknown => {
    if (field.typeName === 'DateTime')
      return `${chance.pick(DAYS)}T${chance.pick(['08:00:00Z', '08:00:00.000Z', '10:00:00+02:00', '08:00:00.500Z'])}`;
    return chance.pick(SCALAR_VALUES.get(field.typeName) ?? WORDS);
  };

  const one = (field: ModelField, depth: number): unknown => {
    switch (field.shape) {
      case 'enum': {
        const { values = [] } = enumNode(model, field.typeName);
        return chance.in(faulty) ? 'unheard-of' : chance.pick(values.map((value) => value.name.value));
      }
      case 'image':
        return {
          _type: 'image',
          ...(chance.in(0.9) && { asset: { _ref: `image-${chance.between(0, 1)}-40x30-png` } }),
          ...(chance.in(0.5) && { alt: text(), hotspot: { x: 0.5, y: 0.25, width: 1, height: 1 } }),
        };
      case 'richText':
        return Array.from({ length: chance.between(0, 3) }, block);
      case 'document':
      case 'connection':
        return reference(field.target);
      case 'object':
        return inline(model.types.get(field.typeName) as ModelType, depth + 1);
      case 'union': {
        const members = model.unions.get(field.typeName) ?? [];
        const name = members.length > 0 ? chance.pick(members) : 'Node';
        const type = model.types.get(name);
        if (type && !type.document) return inline(type, depth + 1);
        return chance.in(faulty) ? { _type: 'neverDeclared', text: 'x' } : reference(name);
      }
      default:
        return scalar(field);
    }
  };

  const filled = (field: ModelField, depth: number): unknown => {
    if (chance.in(faulty)) {
      const odd = [undefined, null, { odd: true }, [1, { odd: true }]];
      // Scalars of several kinds under one order have no order that a cursor could hold.
      return chance.pick(field.shape === 'scalar' && !field.isList ? odd : [...odd, 7.5, 'odd']);
    }
    if (!field.isList && field.shape !== 'connection') return one(field, depth);
    const items = Array.from({ length: chance.between(0, 4) }, () => one(field, depth));
    return items.map((item, i) =>
      typeof item === 'object' && item !== null && chance.in(0.9) ? { ...item, _key: `k${i}` } : item,
    );
  };

  const inline = (type: ModelType, depth: number): Record<string, unknown> => ({
    _type: lowerFirst(type.name),
    ...attributes(type, depth),
  });

  const attributes = (type: ModelType, depth: number): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const field of type.fields.values()) {
      const isDeep = depth > 1 && (field.shape === 'object' || field.shape === 'union');
      if (field.origin.kind === 'attribute' && field.name !== 'id' && !isDeep && !chance.in(0.15))
        values[field.name] = filled(field, depth);
    }
    return values;
  };

  const documents = model.documents.flatMap((type) =>
    Array.from({ length: count }, (_, i): Doc => {
      const minute = String(chance.between(10, 20));
      return {
        ...attributes(type, 0),
        _id: idOf(type, i),
        _type: type.document?.type as string,
        _createdAt: `2026-02-01T08:${minute}:00Z`,
        _updatedAt: `2026-03-01T09:${minute}:00Z`,
        _rev: `rev-${i}`,
        ...(type.fields.has('slug') && {
          slug: { _type: 'slug', current: `${lowerFirst(type.name)}-slug-${i}` },
        }),
      };
    }),
  );
  const hidden = documents.slice(0, 6).flatMap((doc, i) => [
    {
      ...doc,
      _id: `${i % 2 ? 'drafts' : 'versions.r1'}.${doc._id}`,
      title: 'never to be seen',
      name: 'never to be seen',
    },
  ]);
  const pictures = [0, 1].map(
    (i): Doc => ({
      _id: `image-${i}-40x30-png`,
      _type: 'sanity.imageAsset',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      metadata: { lqip: `${LQIP}${i}`, palette: { dominant: { background: '#123' } } },
    }),
  );
  return [...documents, ...hidden, ...pictures];
}

function enumNode(
  model: Model,
  name: string,
): { values?: readonly { name: { value: string } }[] | undefined } {
  for (const definition of model.definitions.definitions)
    if (definition.kind === 'EnumTypeDefinition' && definition.name.value === name) return definition;
  return {};
}
