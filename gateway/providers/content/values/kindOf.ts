import { isText } from '../../../core/validators.ts';

const MAX_TYPE_CHARACTERS = 100;

/** Returns the kind of a stored or projected value: `none`, `string`, `list`, `object hero`, `reference`, `reference to hero`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') return typeof value;
  const { _ref, _type, '@type': type = _type, '@id': id } = value as Readonly<Record<string, unknown>>;
  const name = typeof type === 'string' ? ` ${type.slice(0, MAX_TYPE_CHARACTERS)}` : '';
  if (isText(id)) return `reference to${name}`;
  return isText(_ref) ? 'reference' : `object${name}`;
}
