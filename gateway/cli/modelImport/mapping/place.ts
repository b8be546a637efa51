import pluralize from 'pluralize';
import type { ImportedType } from '../model/importedModel.ts';
import { pascalCase } from '../model/words.ts';

/** The attribute with a value. */
export interface Place {
  readonly owner: ImportedType;
  readonly attribute: string;
  readonly isList: boolean;
}

/** Returns the name of a type for the value of an attribute: that of the owner and the attribute, of one item for a list. */
export const nameAt = ({ owner, attribute, isList }: Place): string =>
  `${owner.name}${pascalCase(isList ? pluralize.singular(attribute) : attribute)}`;
