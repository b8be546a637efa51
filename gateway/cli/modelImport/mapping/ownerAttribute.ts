import pluralize from 'pluralize';
import type { ImportedType } from '../model/importedModel.ts';
import { pascalCase } from '../model/words.ts';

/** The attribute that contains a value, and the type with this attribute. */
export interface OwnerAttribute {
  readonly owner: ImportedType;
  readonly name: string;
  readonly isList: boolean;
}

/** Returns a name for the type of an attribute's value, or of one item of a list: the names of the owner and of the attribute. */
export const valueTypeName = ({ owner, name, isList }: OwnerAttribute): string =>
  `${owner.name}${pascalCase(isList ? pluralize.singular(name) : name)}`;
