import type { Model, ModelField, ModelType } from '../../../../gateway/core/model/model.ts';
import type { Random } from '../../../reference/generator/random.ts';
import { hostileRichText } from './hostileRichText.ts';
import { hostileNumber, hostileText, hostileValue, mutate, toStorable } from './hostileValues.ts';

/** The share of attributes with a value of any type. */
const MUTATED_SHARE = 0.05;
const MANY = 20_000;
const IMAGE_IDS = [
  'image-a-40x30-png',
  'image-a-0x0-png',
  'image-a-1x99999999999999999999-png',
  'image-a-2147483648x1-png',
  'image--1x1-png',
  'image-a-1x1-',
  'file-a-png',
  'film-lorenz',
];

/** A document for the mutation API. */
export interface StorableDocument {
  _id: string;
  _type: string;
  [attribute: string]: unknown;
}

/** Returns a document of a type with hostile attributes. Its slug is mostly `slug`. */
export function hostileDocument(
  random: Random,
  model: Model,
  type: ModelType,
  _id: string,
  slug: string,
): StorableDocument {
  const attributes: Record<string, unknown> = mutate(
    random,
    attributesOf(random, model, type, 0),
    MUTATED_SHARE,
  );
  const label = type.fields.has('title') ? 'title' : 'name';
  return {
    // Documents without a label would be errors in most places.
    ...(random.boolean(0.8) && { [label]: 'Fuzz' }),
    ...(toStorable(attributes) as object),
    slug: { _type: 'slug', current: random.boolean(0.9) ? slug : hostileText(random) },
    _id,
    _type: type.document?.type as string,
  };
}

function attributesOf(random: Random, model: Model, type: ModelType, depth: number): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of type.fields.values()) {
    const name = field.source.kind === 'asset' ? field.source.attribute : field.name;
    if (!['attribute', 'asset'].includes(field.source.kind) || name === 'id' || random.boolean(0.2)) continue;
    const isMany = field.isList || field.shape === 'connection';
    const length = random.boolean(0.03) ? MANY : random.integer(0, 4);
    values[name] = isMany
      ? Array.from({ length }, (_, i) => withKey(attributeOf(random, model, field, depth), i))
      : attributeOf(random, model, field, depth);
  }
  return values;
}

const withKey = (value: unknown, i: number): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { _key: `k${i}`, ...value } : value;

function attributeOf(random: Random, model: Model, field: ModelField, depth: number): unknown {
  switch (field.shape) {
    case 'richText':
      return hostileRichText(random);
    case 'image':
      return hostileImage(random);
    case 'video':
      return {
        _type: 'mux.video',
        asset: { _ref: random.pick(['missing', 'film-lorenz', hostileText(random)]) },
      };
    case 'document':
    case 'connection':
    case 'union':
      return { _ref: random.pick(['film-lorenz', 'topic-chaos', 'person-lorenz', 'missing']) };
    case 'object': {
      const type = model.types.get(field.typeName);
      return type && depth < 3 ? attributesOf(random, model, type, depth + 1) : hostileValue(random);
    }
    default:
      return scalarOf(random, field.typeName);
  }
}

function scalarOf(random: Random, typeName: string): unknown {
  if (random.boolean(0.1)) return hostileValue(random);
  if (typeName === 'Int' || typeName === 'Float') return hostileNumber(random);
  if (typeName === 'Boolean') return random.boolean(0.5);
  if (typeName === 'Date')
    return random.pick(['1900-01-01', '0000-00-00', '9999-12-31', '-000001-01-01', hostileText(random)]);
  if (typeName === 'DateTime')
    return random.pick([
      '2026-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:60Z',
      hostileText(random),
    ]);
  return hostileText(random);
}

/** Returns an image value with hostile texts, crop and hotspot, often of an asset that does not exist. */
export function hostileImage(random: Random): object {
  const share = () => (random.boolean(0.5) ? random.float() : hostileNumber(random));
  return {
    _type: 'image',
    asset: { _ref: random.pick(IMAGE_IDS) },
    alt: hostileText(random),
    caption: hostileText(random),
    ...(random.boolean(0.6) && { crop: { left: share(), right: share(), top: share(), bottom: share() } }),
    ...(random.boolean(0.6) && { hotspot: { x: share(), y: share(), width: share(), height: share() } }),
  };
}

/** Returns the document of an image asset with hostile metadata. */
export function hostileImageAsset(random: Random): StorableDocument {
  const metadata = mutate(
    random,
    {
      lqip: random.pick([
        'data:image/png;base64,AA==',
        `data:image/png;base64,${'A'.repeat(250_000)}`,
        hostileText(random),
      ]),
      palette: { dominant: { background: random.pick(['#123456', 'red;}', hostileText(random)]) } },
      dimensions: {
        width: hostileNumber(random),
        height: hostileNumber(random),
        aspectRatio: hostileNumber(random),
      },
    },
    MUTATED_SHARE,
  );
  return { ...(toStorable({ metadata }) as object), _id: 'image-a-40x30-png', _type: 'sanity.imageAsset' };
}
