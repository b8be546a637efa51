import { print } from 'graphql';
import type { ModelType } from '../../../../gateway/core/model/model.ts';
import type { Json } from '../../../support/documentShape.ts';
import { ASSET_ID, FILE_NAME } from './studioDocuments.ts';

/** A selection, and the values that the documents have for it. */
export interface Part {
  readonly text: string;
  /** Returns the value in a response for a stored value. */
  read(value: unknown): unknown;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The image of all generated documents. */
export const IMAGE: Part = {
  text: '{ width alt caption }',
  read: (value) =>
    isObject(value) && isObject(value.asset)
      ? { width: 40, alt: value.alt ?? null, caption: value.caption ?? null }
      : null,
};

export const FILE: Part = {
  text: '{ extension originalFilename }',
  read: (value) =>
    isObject(value) && isObject(value.asset) ? { extension: 'pdf', originalFilename: FILE_NAME } : null,
};

export const GEO_POINT: Part = {
  text: '{ lat lng alt }',
  read: (value) => (isObject(value) ? { lat: value.lat, lng: value.lng, alt: value.alt ?? null } : null),
};

export const VIDEO: Part = {
  text: '{ assetId }',
  read: (value) => (isObject(value) ? { assetId: ASSET_ID } : null),
};

/** Returns the names of fields that types have with different types, which one selection can have under aliases only. */
export function clashesOf(types: readonly ModelType[]): ReadonlySet<string> {
  const printed = new Map<string, string>();
  const clashes = new Set<string>();
  for (const field of types.flatMap(({ fields }) => [...fields.values()])) {
    const own = `${print(field.node.type)} ${field.shape === 'object' ? field.typeName : ''}`;
    if ((printed.get(field.name) ?? own) !== own) clashes.add(field.name);
    printed.set(field.name, own);
  }
  return clashes;
}
