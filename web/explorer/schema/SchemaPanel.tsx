import type { DefinitionNode, GraphQLError, GraphQLSchema } from 'graphql';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { OperationText } from '../document/operations.ts';
import { type ParsedDocument, parseDocument } from '../selection/parseDocument.ts';
import { isExecutable, type Place, rootOf } from '../selection/place.ts';
import { placeAtCursor } from '../selection/placeAtCursor.ts';
import type { OperationTab } from '../tabs/tabs.ts';
import { EntryPage } from './EntryPage.tsx';
import { placeOfRoot, withoutArgument } from './entries.ts';
import { PlacePage } from './PlacePage.tsx';
import { Row } from './Row.tsx';
import { RowList } from './Rows.tsx';
import { searchSchema } from './searchSchema.ts';
import type { Cursor, Page, Pages } from './usePages.ts';

interface SchemaPanelProps {
  readonly schema: GraphQLSchema;
  readonly tab: OperationTab;
  readonly cursor: Cursor | undefined;
  readonly pages: Pages;
  change(operation: OperationText): void;
}

/** Renders the schema: the place of the operation at the cursor, whose fields can be selected, other parts, and a search. */
const SchemaPanel = ({ schema, tab, cursor, pages, change }: SchemaPanelProps) => {
  const [text, setText] = useState('');
  const searchId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFocusMoved = useRef(false);
  const document = useMemo(() => parsed(tab.query), [tab.query]);
  const definitions = document instanceof Error ? undefined : document.definitions;
  const { current } = pages;
  const isOfOtherTab = current?.kind === 'place' && current.tabId !== tab.id;
  const page = (isOfOtherTab ? undefined : current) ?? startPage(tab, definitions ?? []);

  useEffect(() => {
    if (!cursor || pages.followed.current === cursor) return;
    pages.followed.current = cursor;
    if (page.kind !== 'place' || document instanceof Error) return;
    const found = placeAtCursor(document, cursor.offset);
    if (found) pages.replace({ kind: 'place', tabId: tab.id, place: found.place, marked: found.selection });
  });

  // Those who use a keyboard or a screen reader go on at the heading of the page that they opened.
  useEffect(() => {
    if (isFocusMoved.current) heading.current?.focus();
    isFocusMoved.current = false;
  });

  const move = (show: (() => void) | undefined) => {
    isFocusMoved.current = true;
    setText('');
    show?.();
  };
  const openPlace = (place: Place) => move(() => pages.open({ kind: 'place', tabId: tab.id, place }));
  const openEntry = (coordinate: string) => {
    const entry = withoutArgument(coordinate);
    const place = placeOfRoot(schema, entry);
    if (place) openPlace(place);
    else move(() => pages.open({ kind: 'entry', coordinate: entry }));
  };

  return (
    <div className="schema">
      <search className="schema-bar">
        <button
          type="button"
          className="icon"
          aria-label="Back"
          disabled={!pages.back}
          onClick={() => move(pages.back)}
        >
          ←
        </button>
        <button
          type="button"
          className="icon"
          aria-label="Forward"
          disabled={!pages.forward}
          onClick={() => move(pages.forward)}
        >
          →
        </button>
        <label htmlFor={searchId} className="hidden">
          Search the schema
        </label>
        <input
          id={searchId}
          type="search"
          value={text}
          placeholder="Search the schema"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      {document instanceof Error && page.kind === 'place' && (
        <p className="hint" role="status">
          Fields can be selected once the document parses. {messageOf(document)}
        </p>
      )}
      {text.trim() !== '' ? (
        <SearchResults schema={schema} text={text} open={openEntry} />
      ) : page.kind === 'entry' ? (
        <EntryPage schema={schema} coordinate={page.coordinate} headingRef={heading} open={openEntry} />
      ) : (
        <PlacePage
          schema={schema}
          operation={tab}
          definitions={definitions}
          place={page.place}
          marked={page.marked}
          headingRef={heading}
          openPlace={openPlace}
          openEntry={openEntry}
          change={change}
        />
      )}
    </div>
  );
};

// The module is loaded by `lazy`.
export default SchemaPanel;

interface SearchResultsProps {
  readonly schema: GraphQLSchema;
  readonly text: string;
  open(coordinate: string): void;
}

const SearchResults = ({ schema, text, open }: SearchResultsProps) => {
  const entries = searchSchema(schema, text);
  return (
    <>
      <h2 aria-live="polite">{countOf(entries)}</h2>
      <RowList>
        {entries.map(({ coordinate, type, description }) => (
          <Row
            key={coordinate}
            name={coordinate}
            open={() => open(coordinate)}
            type={type}
            description={description}
          />
        ))}
      </RowList>
    </>
  );
};

function countOf({ length }: readonly unknown[]): string {
  if (length === 0) return 'Nothing in the schema has this in its name or description.';
  return length === 1 ? '1 result' : `${length} results`;
}

/** Returns the page of the chosen operation, or of the first one. */
function startPage({ id, operationName }: OperationTab, definitions: readonly DefinitionNode[]): Page {
  const roots = definitions.filter(isExecutable).map(rootOf);
  const operations = roots.filter((root) => 'operation' in root);
  const root = operations.find(({ name }) => name === operationName) ??
    operations[0] ?? { operation: 'query' };
  return { kind: 'place', tabId: id, place: { root, steps: [] } };
}

function parsed(query: string): ParsedDocument | GraphQLError {
  try {
    return parseDocument(query);
  } catch (error) {
    return error as GraphQLError;
  }
}

const messageOf = ({ message, locations }: GraphQLError): string =>
  `Line ${locations?.[0]?.line}: ${message}`;
