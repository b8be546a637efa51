import { conditionOrNegation, type Filter } from './operators.ts';
import { assetIdsGroq } from './references.ts';
import type { Visibility } from './visibility.ts';

/** Returns the condition of a value whose filter has `defined` alone. @param isPresent the condition that there is a value */
export const presenceCondition = (isPresent: string, { defined }: Filter): string =>
  defined == null ? '' : conditionOrNegation(isPresent, defined === true);

/** Returns the condition that an image or a file has an asset of its kind, in a list that one has. */
export function hasAsset(path: string, shape: 'image' | 'file', isList: boolean): string {
  const isOfKind = (value: string) =>
    `string::startsWith(${value}asset._ref, "${shape}-") && !defined(${value}asset._dataset)`;
  return isList ? `count(${path}[${isOfKind('')}]) > 0` : isOfKind(`${path}.`);
}

/** Returns the condition that an attribute has a media asset, or a list of them. */
export function hasVideo(name: string, isList: boolean, visibility: Visibility): string {
  const ids = assetIdsGroq(name, isList, visibility);
  const isId = (value: string) => `(${value} + "") != ""`;
  return isList
    ? `count((${ids})[defined(@ + "") && @ != ""]) > 0`
    : `(defined(${ids} + "") && ${isId(ids)})`;
}
