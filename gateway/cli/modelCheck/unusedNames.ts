import { isCoreType, type Model, type ModelType } from '../../core/model/model.ts';
import { isStored } from '../../providers/content/groq/groq.ts';

/**
 * Returns the names in a model that no document has: document types, fields of types with data, and members of unions and
 * values of enums of fields with data. Objects in rich text of core are omitted.
 * @param used names with data: `Type`, `Type.field`, `Union.Member`, and the stored texts of enums as `Enum.text`
 */
export function unusedNames(model: Model, used: ReadonlySet<string>): readonly string[] {
  const types = [...model.types.values()].filter((type) => !isCoreType(type));
  const withData = types.filter(({ name }) => used.has(name));
  return [
    ...types.filter(({ name, richText }) => !used.has(name) && !richText).map(({ name }) => name),
    ...withData.flatMap((type) => unusedFields(type, used)),
    ...withData.flatMap((type) => unusedValues(model, type, used)),
  ].filter((name, i, all) => all.indexOf(name) === i);
}

const unusedFields = ({ name, fields }: ModelType, used: ReadonlySet<string>): string[] =>
  [...fields.values()]
    .filter((field) => isStored(field) || field.source.kind === 'asset')
    .map((field) => `${name}.${field.name}`)
    .filter((field) => !used.has(field));

/** Returns the unused members and values of the unions and enums of fields with data. */
const unusedValues = (model: Model, { name, fields }: ModelType, used: ReadonlySet<string>): string[] =>
  [...fields.values()].flatMap((field) => {
    if (!used.has(`${name}.${field.name}`)) return [];
    const { shape, typeName } = field;
    if (shape === 'enum')
      return [...(model.enums.get(typeName) ?? [])].flatMap(([value, stored]) =>
        used.has(`${typeName}.${stored}`) ? [] : [`${typeName}.${value}`],
      );
    const names = shape === 'union' ? (model.unions.get(typeName) ?? []) : [];
    return names.map((value) => `${typeName}.${value}`).filter((value) => !used.has(value));
  });
