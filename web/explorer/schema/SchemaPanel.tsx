import type { GraphQLSchema } from 'graphql';
import { useId, useState } from 'react';
import { findEntry, type SchemaEntry, searchSchema } from './searchSchema.ts';

/** The part of the schema at the cursor of the editor. */
export interface SchemaPosition {
  readonly field: string | undefined;
  /** The type of the field, with its modifiers. */
  readonly type: string | undefined;
  readonly parentType: string | undefined;
}

interface SchemaPanelProps {
  readonly schema: GraphQLSchema;
  readonly position: SchemaPosition | undefined;
}

/** Renders a search over the schema, and what the cursor is at, with links to the reference. */
const SchemaPanel = ({ schema, position }: SchemaPanelProps) => {
  const [text, setText] = useState('');
  const searchId = useId();
  const atCursor = position && entryAt(schema, position);
  const entries = searchSchema(schema, text);
  return (
    <div className="schema">
      <label htmlFor={searchId} className="hidden">
        Search the schema
      </label>
      <input
        id={searchId}
        type="search"
        value={text}
        placeholder="Search types and fields"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      {atCursor && (
        <>
          <h2>At the cursor</h2>
          <SchemaEntries entries={[atCursor]} />
        </>
      )}
      <h2>{text.trim() === '' ? 'Root fields' : 'Results'}</h2>
      {entries.length === 0 && <p className="hint">No type or field has this in its name.</p>}
      <SchemaEntries entries={entries} />
      <p className="hint">
        <a href="/docs/reference">Reference</a> · <a href="/schema.graphql">SDL</a>
      </p>
    </div>
  );
};

// The module is loaded by `lazy`.
export default SchemaPanel;

const SchemaEntries = ({ entries }: { readonly entries: readonly SchemaEntry[] }) => (
  <ul className="entries">
    {entries.map(({ coordinate, type, description, path }) => (
      <li key={coordinate}>
        <a href={path} target="explorer-reference">
          {coordinate}
        </a>
        <code>{type}</code>
        {description && <p>{description.replaceAll(/\s+/g, ' ')}</p>}
      </li>
    ))}
  </ul>
);

/** Returns the entry of the field at the cursor, else that of its type. */
const entryAt = (
  schema: GraphQLSchema,
  { field, type, parentType }: SchemaPosition,
): SchemaEntry | undefined =>
  (field === undefined ? undefined : findEntry(schema, nameOf(parentType), field)) ??
  findEntry(schema, nameOf(type));

/** Returns the name of a type without its modifiers. */
const nameOf = (type = ''): string => type.replaceAll(/[[\]!]/g, '');
