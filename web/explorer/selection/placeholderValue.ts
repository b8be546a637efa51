import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

/** Returns a value of a type that shows its form, with the required fields of objects. */
export function placeholderValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return placeholderValue(type.ofType);
  if (isListType(type)) return [placeholderValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return Object.fromEntries(needed.map((field) => [field.name, placeholderValue(field.type)]));
  }
  if (type.name === 'Int' || type.name === 'Float') return 1;
  return type.name === 'Boolean' ? false : '';
}
