import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import type { Doc } from './dataset.ts';
import type { Random } from './generator/random.ts';
import { IRREGULAR_VALUES } from './kinds/irregularValues.ts';
import { DATES, SCALAR_VALUES } from './scalarValues.ts';

const WORDS = ['ember', 'tide', 'Harbour', 'glass', 'Motion', 'zeal', 'öre', 'o\u0308re', 'Tide', 'quiet'];
const LQIP = 'data:image/png;base64,AA==';

const isLeaf = ({ shape }: ModelField): boolean => shape === 'scalar' || shape === 'enum';

/** Options of `randomDocuments`. */
export interface RandomDocumentsOptions {
  /** Number of documents of each type. */
  readonly count: number;
  /** The share of attributes that are missing, null or of another type. */
  readonly invalidShare: number;
}

/**
 * Creates random documents of a model, with the irregularities of real datasets: missing and invalid values, references
 * that dangle, are weak or have an undeclared type, drafts and versions, and documents with equal sort keys.
 */
export function randomDocuments(
  model: Model,
  random: Random,
  { count, invalidShare }: RandomDocumentsOptions,
): Doc[] {
  const idOf = (type: ModelType, i: number) => `${lowerFirst(type.name)}-${i}`;
  const randomId = () => idOf(random.pick(model.documents), random.integer(0, count - 1));
  const randomText = () => [random.pick(WORDS), random.pick(WORDS)].join(' ');

  const reference = (target: string | undefined): Record<string, unknown> => {
    const types = possibleDocuments(model, target ?? 'Node');
    const id = random.boolean(0.1)
      ? random.pick(['nonexistent', `drafts.${randomId()}`, randomId()])
      : idOf(random.pick(types), random.integer(0, count - 1));
    return { _type: 'reference', _ref: id, ...(random.boolean(0.2) && { _weak: true }) };
  };

  const imageBlock = () => ({
    _type: 'image',
    asset: { _ref: `image-${random.integer(0, 1)}-40x30-png` },
    alt: randomText(),
  });

  const video = () => ({
    _type: 'mux.video',
    ...(random.boolean(0.9) && { asset: { _ref: `video-${random.integer(0, 2)}` } }),
  });

  const file = () => ({
    _type: 'file',
    ...(random.boolean(0.9) && { asset: { _ref: `file-${random.integer(0, 1)}-pdf` } }),
  });

  const geoPoint = () => ({
    _type: 'geopoint',
    lat: random.integer(0, 4),
    lng: random.integer(0, 4),
    ...(random.boolean(0.5) && { alt: random.integer(0, 100) }),
  });

  const hasKind = (name: string) => [...model.types.values()].some(({ richText }) => richText?.type === name);

  const block = (_: unknown, i: number) => {
    const _key = `b${i}`;
    if (hasKind('file') && random.boolean(0.2)) return { ...file(), _key };
    if (hasKind('geopoint') && random.boolean(0.2)) return { ...geoPoint(), _key };
    if (random.boolean(0.1)) return { ...imageBlock(), _key };
    if (random.boolean(0.1)) return { _type: 'figure', _key, image: imageBlock() };
    if (hasKind('quote') && random.boolean(0.2))
      return { _type: 'quote', _key, text: randomText(), attribution: randomText(), source: 7 };
    if (random.boolean(0.15))
      return {
        _type: 'call-out',
        _key,
        author: reference('Node'),
        links: [{ _key: 'l', pages: [reference('Node')] }],
      };
    const marks: object[] = random.boolean(0.4)
      ? [
          {
            _key: 'm',
            _type: random.pick(['link', 'custom.link']),
            customLink: { page: reference('Node') },
            ...(random.boolean(0.5) ? { reference: reference('Node') } : reference('Node')),
          },
        ]
      : [];
    if (hasKind('footnote') && random.boolean(0.3))
      marks.push({
        _key: 's',
        _type: 'footnote',
        text: [{ _type: 'block', children: [{ _type: 'span', text: randomText() }] }],
      });
    const isNoted = hasKind('footnote') && random.boolean(0.5);
    return random.boolean(0.2)
      ? { _type: 'quotation', _key, reference: reference('Node') }
      : {
          _type: 'block',
          _key,
          markDefs: marks,
          children: [{ _type: 'span', _key: 's', text: randomText(), ...(isNoted && { marks: ['s'] }) }],
        };
  };

  const scalarValue = (field: ModelField): unknown => {
    if (field.typeName === 'DateTime')
      return `${random.pick(DATES)}T${random.pick(['08:00:00Z', '08:00:00.000Z', '10:00:00+02:00', '08:00:00.500Z'])}`;
    return random.pick(SCALAR_VALUES.get(field.typeName) ?? WORDS);
  };

  const singleValue = (field: ModelField, depth: number): unknown => {
    switch (field.shape) {
      case 'enum': {
        const texts = [...(model.enums.get(field.typeName)?.values() ?? [])];
        return random.boolean(invalidShare) ? 'undeclared' : random.pick(texts);
      }
      case 'image':
        return {
          _type: 'image',
          ...(random.boolean(0.9) && { asset: { _ref: `image-${random.integer(0, 1)}-40x30-png` } }),
          ...(random.boolean(0.5) && {
            alt: randomText(),
            hotspot: { x: 0.5, y: 0.25, width: 1, height: 1 },
          }),
        };
      case 'file':
        return file();
      case 'geoPoint':
        return geoPoint();
      case 'richText':
        return Array.from({ length: random.integer(0, 3) }, block);
      case 'document':
      case 'connection':
        return reference(field.target);
      case 'object':
        return inlineObject(model.types.get(field.typeName) as ModelType, depth + 1);
      case 'union': {
        const members = model.unions.get(field.typeName) ?? [];
        const name = members.length > 0 ? random.pick(members) : 'Node';
        const type = model.types.get(name);
        if (type && !type.document) return inlineObject(type, depth + 1);
        if (name === 'Image') return imageBlock();
        if (name === 'File') return file();
        if (name === 'GeoPoint') return geoPoint();
        if (name === 'Video') return video();
        if (name === 'RichText')
          return field.isList ? block(undefined, 0) : [0, 1].map((i) => block(undefined, i));
        return random.boolean(invalidShare) ? { _type: 'undeclared', text: 'x' } : reference(name);
      }
      default:
        return scalarValue(field);
    }
  };

  const fieldValue = (field: ModelField, depth: number): unknown => {
    if (random.boolean(invalidShare)) return random.pick(IRREGULAR_VALUES);
    if (!field.isList && field.shape !== 'connection') return singleValue(field, depth);
    const items = Array.from({ length: random.integer(0, 4) }, () =>
      isLeaf(field) && random.boolean(invalidShare)
        ? (random.pick(IRREGULAR_VALUES) ?? null)
        : singleValue(field, depth),
    );
    return items.map((item, i) =>
      typeof item === 'object' && item !== null && random.boolean(0.9) ? { ...item, _key: `k${i}` } : item,
    );
  };

  const inlineObject = (type: ModelType, depth: number): Record<string, unknown> => ({
    _type: type.typeAttribute,
    ...attributes(type, depth),
  });

  const attributes = (type: ModelType, depth: number): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const field of type.fields.values()) {
      const isDeep = depth > 1 && (field.shape === 'object' || field.shape === 'union');
      if (field.source.kind === 'attribute' && field.name !== 'id' && !isDeep && !random.boolean(0.15))
        values[field.name] = fieldValue(field, depth);
    }
    return values;
  };

  const documents = model.documents.flatMap((type) =>
    Array.from({ length: count }, (_, i): Doc => {
      const minute = String(random.integer(10, 20));
      return {
        ...attributes(type, 0),
        _id: idOf(type, i),
        _type: type.document?.type as string,
        _createdAt: `2026-02-01T08:${minute}:00Z`,
        _updatedAt: `2026-03-01T09:${minute}:00Z`,
        _rev: `rev-${i}`,
        ...(type.fields.has('slug') && {
          slug: {
            _type: 'slug',
            current: `${lowerFirst(type.name)}-slüg-${i}`.normalize(i % 2 ? 'NFC' : 'NFD'),
          },
        }),
      };
    }),
  );
  const unpublished = documents.slice(0, 6).flatMap((doc, i) => [
    {
      ...doc,
      _id: `${i % 2 ? 'drafts' : 'versions.r1'}.${doc._id}`,
      title: 'unpublished',
      name: 'unpublished',
    },
  ]);
  const imageAssets = [0, 1].map(
    (i): Doc => ({
      _id: `image-${i}-40x30-png`,
      _type: 'sanity.imageAsset',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      originalFilename: `photo ${i}.png`,
      size: 1000 + i,
      ...(i === 1 && { altText: 'the alternative of the asset', title: 'the title', creditLine: 'a credit' }),
      metadata: {
        lqip: `${LQIP}${i}`,
        blurHash: `hash ${i}`,
        isOpaque: i === 1,
        palette: { dominant: { background: '#123', foreground: '#fff', population: 1.5 }, muted: {} },
        ...(i === 1 && { exif: { DateTimeOriginal: '2017-03-25T18:30:00.000Z', FNumber: 2.8, ISO: 100 } }),
        location: { lat: 45.07, lng: 7.69 },
      },
    }),
  );
  const videoAssets = [0, 1].map(
    (i): Doc => ({
      _id: `video-${i}`,
      _type: 'mux.videoAsset',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      assetId: `asset-${i}`,
    }),
  );
  const fileAssets = [0, 1].map(
    (i): Doc => ({
      _id: `file-${i}-pdf`,
      _type: 'sanity.fileAsset',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      originalFilename: `programme ${i}.pdf`,
      mimeType: 'application/pdf',
      size: 1000 + i,
    }),
  );
  return [...documents, ...unpublished, ...imageAssets, ...videoAssets, ...fileAssets];
}
