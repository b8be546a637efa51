import type { Locale } from '../../../core/locales.ts';
import { formatTime } from '../../../core/model/dateTime.ts';
import { type Model, type ModelField, REFERENCE_KEY } from '../../../core/model/model.ts';
import {
  attributesInLanguages,
  type RecordPart,
  type RecordRow,
  recordParts,
  recordText,
} from '../../../core/model/searchRecord.ts';
import { isObject } from '../../../core/validators.ts';
import { valueKind } from '../groq/valueKinds.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Converts the values of an index row, so that equal values are equal in the index: texts of facets and keys have composed letters,
 * and times are in UTC. Other texts stay as they are, because results show them. A value of another kind than the model declares is
 * none.
 */
export function readRecordValues(model: Model, row: RecordRow): RecordRow {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  if (!type) return row;
  return { ...row, ...partValues(model, recordParts(model, type), row), '@label': readLabel(row['@label']) };
}

const readLabel = (label: unknown): unknown =>
  isObject(label)
    ? Object.fromEntries(Object.entries(label).map(([tag, text]) => [tag, textOrNull(text)]))
    : textOrNull(label);

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** @param within the language of the enclosing value */
const partValues = (model: Model, parts: readonly RecordPart[], source: Values, within?: Locale): Values =>
  Object.fromEntries(
    parts.flatMap((part) =>
      attributesInLanguages(model, part.name, part.field.localized !== undefined, within).map(
        ({ name, locale }) => [name, partValue(model, part, source[name], locale)],
      ),
    ),
  );

function partValue(model: Model, part: RecordPart, stored: unknown, locale: Locale | undefined): unknown {
  const read = (value: unknown) => itemValue(model, part, value, locale);
  if (!part.isList) return read(stored);
  return Array.isArray(stored) ? stored.map(read).filter((item) => item !== null) : null;
}

function itemValue(model: Model, { field, value }: RecordPart, stored: unknown, locale?: Locale): unknown {
  if (value.kind === 'richText') return textOrNull(stored);
  if (value.kind === 'object')
    return isObject(stored) ? partValues(model, value.parts, stored, locale) : null;
  if (value.kind === 'reference') return isObject(stored) ? referenceValue(stored) : null;
  return scalarValue(model, field, stored);
}

/** Converts the key of a reference. Its id and its labels stay as they are. */
const referenceValue = ({ id, ...texts }: Values): Values => ({
  id,
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const value = textOrNull(text);
      return [name, name === REFERENCE_KEY && value !== null ? recordText(value) : value];
    }),
  ),
});

function scalarValue(model: Model, field: ModelField, stored: unknown): unknown {
  const isValue = valueKind(model, field)?.isValue;
  if (stored === null || !isValue?.(stored)) return null;
  if (typeof stored !== 'string') return stored;
  if (field.typeName === 'DateTime') return formatTime(new Date(stored));
  return field.searchable?.facet ? recordText(stored) : stored;
}
