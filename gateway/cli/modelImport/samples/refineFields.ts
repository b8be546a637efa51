import pluralize from 'pluralize';
import { isObject } from '../../../core/validators.ts';
import { listSize } from '../derived/listSizes.ts';
import { isTypeGuess } from '../mapping/valueTypes.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  type Note,
  pathOfType,
  updateField,
} from '../model/importedModel.ts';
import type { FieldStatistics, SampleStatistics } from './sampleStatistics.ts';

/** Fewer values show no rule: neither that a value is never absent, nor that all values are dates or whole numbers. */
const MIN_OBJECTS = 5;
/** The share of the sampled lists that are no longer than the assumed size. */
const LIST_SIZE_QUANTILE = 0.9;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/;

/** Corrects the types of fields by the values in sampled documents: scalars, required values, sizes of lists. */
export function refineFields(model: ImportedModel, statistics: SampleStatistics): void {
  for (const type of model.types.values())
    for (const field of type.fields) {
      const samples = statistics.get(`${type.name}.${field.name}`);
      // The values of a localized field are lists or objects with a value for each language.
      if (!samples || samples.objects === 0 || field.isLocalized) continue;
      const scalar = scalarChanges(field, samples);
      if (scalar) replaceGuess(model, `${pathOfType(type)}.${field.attribute}`, field, scalar.comments);
      updateField(type, field.name, {
        ...scalar,
        ...presenceChanges(type, field, samples),
        ...sizeChanges(field, samples),
      });
    }
}

const GUESS = 'Guess: ';

/** Replaces the guesses in the report that follow from a name by the guesses that follow from samples. */
function replaceGuess(
  model: ImportedModel,
  path: string,
  { comments }: ImportedField,
  corrected: readonly string[],
): void {
  const texts = (all: readonly string[]) =>
    all.flatMap((comment) => (comment.startsWith(GUESS) ? [comment.slice(GUESS.length)] : []));
  // A comment is a sentence; not every note ends with a full stop.
  const sentence = (words: string) => words.replace(/\.$/, '');
  const former = new Set(texts(comments).map(sentence));
  const kept = model.notes.filter((note) => note.path !== path || !former.has(sentence(note.text)));
  const added = texts(corrected).map((text): Note => ({ kind: 'guess', path, text }));
  model.notes.splice(0, model.notes.length, ...kept, ...added);
}

/** Returns the type of a scalar that the samples show, with a comment that says so; undefined if they show nothing. */
function scalarChanges(
  field: ImportedField,
  { values }: FieldStatistics,
): Pick<ImportedField, 'typeName' | 'comments'> | undefined {
  const all = values.flat();
  const typeName = field.kind === 'scalar' && all.length > 0 ? sampledType(field, all) : undefined;
  const otherComments = field.comments.filter((comment) => !isTypeGuess(comment));
  const isGuessed = otherComments.length < field.comments.length;
  const isMixed = typeName === 'String' && mixtureComment(all) !== undefined;
  if (typeName === undefined || (typeName === field.typeName && !isGuessed && !isMixed)) return undefined;
  const isWide = typeName === 'String' || typeName === 'Float';
  const comment = isWide
    ? typeName === 'String' && mixtureComment(all)
    : `${GUESS}${typeName}, as in ${pluralize('sampled value', all.length, true)}.`;
  return { typeName, comments: comment ? [...otherComments, comment] : otherComments };
}

/** Returns a comment for a text whose values are days or times, except a few; undefined for other texts. */
function mixtureComment(values: readonly unknown[]): string | undefined {
  const count = (pattern: RegExp) =>
    values.filter((value) => typeof value === 'string' && pattern.test(value)).length;
  const [times, days] = [count(TIME), count(DAY)];
  if ((times + days) * 2 <= values.length) return undefined;
  const typeName = times >= days ? 'DateTime' : 'Date';
  const isPure = Math.max(times, days) === values.length;
  const advice = isPure ? 'if all values are' : 'and correct the other values';
  const kinds = [
    ...(times > 0 ? [pluralize('time', times, true)] : []),
    ...(days > 0 ? [pluralize('day', days, true)] : []),
    ...(times + days < values.length ? [pluralize('other value', values.length - times - days, true)] : []),
  ];
  const few = isPure ? 'few ' : '';
  return `${GUESS}String, as the ${few}sampled values are ${kinds.join(', ')}. Declare ${typeName} ${advice}.`;
}

function sampledType(
  { typeName, directives }: ImportedField,
  values: readonly unknown[],
): string | undefined {
  if (typeName === 'Int' || typeName === 'Float') {
    if (!values.every(isInt)) return 'Float';
    // A few prices, or a price that is 0 everywhere, can be whole numbers by accident.
    const isProven = values.length >= MIN_OBJECTS && new Set(values).size > 1;
    return typeName === 'Int' || isProven ? 'Int' : undefined;
  }
  // The slug of a document is no date.
  if (!/^(String|DateTime|Date)$/.test(typeName) || directives.length > 0) return undefined;
  const are = (pattern: RegExp) => values.every((value) => typeof value === 'string' && pattern.test(value));
  const narrow = are(DAY) ? 'Date' : are(TIME) ? 'DateTime' : 'String';
  // A few texts can be dates by accident, unless the name says so too.
  return narrow === typeName || values.length >= MIN_OBJECTS ? narrow : 'String';
}

const isInt = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;

/**
 * Only values that the studio requires and that no sampled document lacks are non-null: the rule of the studio is older or newer
 * than some documents. A missing value in an inline object would remove the document that contains it. References,
 * images, files and videos are null if their document is missing, and an unknown choice would remove the whole document. A value
 * without a type can be anything.
 */
const canBeRequired = (type: ImportedType, field: ImportedField): boolean =>
  type.kind === 'document' &&
  field.isRequiredInStudio === true &&
  !field.isList &&
  field.typeName !== 'JSON' &&
  ['scalar', 'object', 'geoPoint'].includes(field.kind);

function presenceChanges(
  type: ImportedType,
  field: ImportedField,
  { objects, values }: FieldStatistics,
): Partial<ImportedField> {
  // A faulty value would remove the whole document.
  const isPresent =
    objects === values.length && objects >= MIN_OBJECTS && values.every((value) => isOfKind(field, value));
  return isPresent && canBeRequired(type, field) ? { isRequired: true } : {};
}

const KINDS: Readonly<Record<string, string>> = { Boolean: 'boolean', Int: 'number', Float: 'number' };

/** Returns whether a value is of the kind that a field declares, as far as a faulty value removes more than itself. */
function isOfKind({ kind, typeName }: ImportedField, value: unknown): boolean {
  if (kind === 'object') return isObject(value);
  return kind !== 'scalar' || typeof value === (KINDS[typeName] ?? 'string');
}

function sizeChanges(field: ImportedField, { values }: FieldStatistics): Partial<ImportedField> {
  const sizes = values.filter(Array.isArray).map(({ length }) => length);
  if (sizes.length < MIN_OBJECTS) return {};
  const sorted = sizes.sort((a, b) => a - b);
  const size = Math.max(1, sorted[Math.ceil(sorted.length * LIST_SIZE_QUANTILE) - 1] ?? 1);
  const directive = listSize(field, size);
  return directive === undefined ? {} : { directives: [...field.directives, directive] };
}
