import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_MEMBERS } from '../../../core/model/unionMembers.ts';
import type { MissingPart } from '../compare/compareModel.ts';
import {
  attributePath,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
} from '../model/importedModel.ts';
import type { TypePairs } from './pairTypes.ts';

/** The file in the folder of a model with the parts that the last import or update knew. */
export const LOCK_FILE = 'import.lock';

const HEADER = `# Written by trivium model import; commit it. The parts of the studio that the model was offered: what is listed here and is not in
# the model was removed on purpose, and --update leaves it out. Remove a line to have it offered again. A line with @requiresScopes is
# a type or an attribute with data about people, which the team may have made public; the line without a name is in every lock.`;

/** Returns the name of a field in the lock: the name of its attribute or reference, so that a renamed field is the same part. */
export const fieldKey = ({ name }: ImportedType, field: ImportedField): string => {
  const { inverse, path } = field;
  if (inverse) return `${name} <- ${inverse.source}.${inverse.path.join('.')}`;
  return `${name}.${path.length > 0 ? attributePath(field).join('.') : field.name}`;
};

/** Returns the name of a value of an enum or of a member of a union in the lock. */
export const memberKey = ({ name, texts }: ImportedType, member: string): string =>
  `${name}: ${JSON.stringify(texts.get(member) ?? member)}`;

/** Returns the name in the lock of the scope of a type, or of an attribute as `Type.attribute`. */
export const sensitiveKey = (coordinate: string): string => `${coordinate} ${SCOPE}`;

const SCOPE = '@requiresScopes';

/** Returns whether a line of the lock names a type or an attribute with data about people. */
export const isSensitiveKey = (key: string): boolean => key.endsWith(` ${SCOPE}`);

/** Returns whether a lock lists data about people. Locks of earlier versions do not, and say nothing about what the team has made public. */
export const listsSensitiveKeys = (known: ReadonlySet<string>): boolean =>
  known.has(SCOPE) || [...known].some(isSensitiveKey);

/**
 * Returns the parts of an imported model, by the names that the import gives.
 * @param known the parts that the last import knew. Data about people among them stays known while its type or attribute exists: the
 *   samples of this import may not show it.
 */
export const partsOf = (
  { types, sensitive }: ImportedModel,
  known: ReadonlySet<string> = new Set(),
): ReadonlySet<string> =>
  new Set([
    SCOPE,
    ...[...sensitive].map(sensitiveKey),
    ...[...types.values()].flatMap(sensitiveKeysOf).filter((key) => known.has(key)),
    ...[...types.values()].flatMap((type) => [
      type.name,
      ...type.fields.map((field) => fieldKey(type, field)),
      ...type.members.map((member) => memberKey(type, member)),
    ]),
  ]);

/** Returns the lines that a type and its attributes have in the lock if they have data about people. */
const sensitiveKeysOf = ({ name, fields }: ImportedType): readonly string[] =>
  [name, ...fields.flatMap(({ attribute }) => (attribute === undefined ? [] : `${name}.${attribute}`))].map(
    sensitiveKey,
  );

/** Reads the parts that the last import knew; empty without a lock. */
export function readLock(folder: string): ReadonlySet<string> {
  const file = join(folder, LOCK_FILE);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : [];
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

export const writeLock = (folder: string, parts: ReadonlySet<string>): void =>
  writeFileSync(join(folder, LOCK_FILE), `${[HEADER, ...[...parts].sort()].join('\n')}\n`);

/** Returns the names in the lock of a part that a model lacks; none if the import has no such part. */
export function lockKeys(part: MissingPart, { types }: ImportedModel, pairs: TypePairs): readonly string[] {
  const all = [...types.values()];
  if ('type' in part)
    return all
      .filter(({ kind, type }) => (kind === 'document' || kind === 'richText') && type === part.type)
      .map(({ name }) => name);
  const owners = all.filter(({ name }) => pairs.get(name) === part.owner);
  if ('attributes' in part) return owners.flatMap((type) => keysAt(types, type, part.attributes));
  return owners.flatMap((owner) =>
    owner.members
      .filter((member) => storedName(types, owner, member) === part.member)
      .map((member) => memberKey(owner, member)),
  );
}

/** Returns whether a part is an attribute whose values no import can express. */
export function isLeftOutByImports(part: MissingPart, { types }: ImportedModel, pairs: TypePairs): boolean {
  if (!('attributes' in part)) return false;
  const isLeftOut = (type: ImportedType, [first = '', ...rest]: readonly string[]): boolean => {
    if (rest.length === 0) return type.leftOut.includes(first);
    const objects = type.fields.flatMap(({ attribute, typeName }) =>
      attribute === first ? (types.get(typeName) ?? []) : [],
    );
    return objects.some((object) => isLeftOut(object, rest));
  };
  const owners = [...types.values()].filter(({ name }) => pairs.get(name) === part.owner);
  return owners.some((owner) => isLeftOut(owner, part.attributes));
}

/** Returns the names of the fields at a path of attributes. */
function keysAt(
  types: ImportedModel['types'],
  type: ImportedType,
  path: readonly string[],
): readonly string[] {
  const [first, ...rest] = path;
  const fields = type.fields.filter((field) => {
    const [own, ...innerNames] = attributePath(field);
    return own === first && innerNames.length === 0;
  });
  if (rest.length === 0) return fields.map((field) => fieldKey(type, field));
  return fields.flatMap(({ typeName }) => {
    const object = types.get(typeName);
    return object ? keysAt(types, object, rest) : [];
  });
}

const CORE_TYPES: ReadonlyMap<string, string> = new Map(
  [...CORE_MEMBERS].map(([type, name]) => [name, type]),
);

/** Returns the text of a value of an enum, or the `_type` of a member of a union. */
const storedName = (types: ImportedModel['types'], { texts }: ImportedType, member: string): string =>
  texts.get(member) ?? types.get(member)?.type ?? CORE_TYPES.get(member) ?? member;
