import { type DefinitionNode, type GraphQLSchema, isRequiredArgument, type OperationTypeNode } from 'graphql';
import type { Ref } from 'react';
import type { OperationText } from '../document/operations.ts';
import { addArgument, deselect, removeArgument, select } from '../selection/changeSelection.ts';
import {
  definitionOf,
  idOf,
  isExecutable,
  nodesAt,
  type Place,
  type Root,
  rootOf,
  type Step,
  typesAt,
  within,
} from '../selection/place.ts';
import { argumentsAt, fieldRows, fragmentRows } from '../selection/rows.ts';
import { FieldType } from './EntryPage.tsx';
import { referencePath } from './entries.ts';
import { PageHeader } from './PageHeader.tsx';
import { NameButton, Row, type RowSelection, SelectionBox } from './Row.tsx';
import { Rows } from './Rows.tsx';

interface PlacePageProps {
  readonly schema: GraphQLSchema;
  readonly operation: OperationText;
  /** Undefined while the document does not parse. */
  readonly definitions: readonly DefinitionNode[] | undefined;
  readonly place: Place;
  /** The selection at the cursor. */
  readonly marked: Step | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
  openPlace(place: Place): void;
  openEntry(coordinate: string): void;
  change(operation: OperationText): void;
}

/** Renders a place of the operation: the field there, its arguments, and what can be selected, with checkboxes that change the document. */
export const PlacePage = (props: PlacePageProps) => {
  const { schema, operation, definitions, marked, headingRef, openPlace, openEntry, change } = props;
  const known = definitions ?? [];
  const place = withCurrentName(known, props.place);
  const types = typesAt(schema, place);
  if (!types) return <p className="hint">The schema does not have this place of the document.</p>;
  const { type, field, parentType } = types;
  const last = place.steps.at(-1);
  const selection = (at: Place, isSelected: boolean): RowSelection => ({
    isSelected,
    toggle: definitions && (() => change((isSelected ? deselect : select)(schema, operation, at))),
  });
  const openStep = (step: Step) => openPlace(placeOfStep(known, within(place, step)));
  return (
    <>
      <Path place={place} open={openPlace} />
      <PageHeader
        title={last ? idOf(last) : labelOf(place.root)}
        headingRef={headingRef}
        description={field?.description ?? type.description}
        deprecationReason={field?.deprecationReason}
        path={referencePath(schema, field && parentType ? `${parentType.name}.${field.name}` : type.name)}
        before={
          last && <SelectionBox name={idOf(last)} {...selection(place, nodesAt(known, place).length > 0)} />
        }
        after={field && <FieldType type={field.type} open={openEntry} />}
      />
      {field && <ArgumentRows {...props} field={field} />}
      <Rows title="Fields">
        {fieldRows(known, place, type).map(
          ({ step, isSelected, field: { type: fieldType, ...rest }, fragments }) => (
            <Row
              key={idOf(step)}
              name={isSelected ? idOf(step) : rest.name}
              open={() => openStep(step)}
              type={String(fieldType)}
              description={rest.description}
              deprecationReason={rest.deprecationReason}
              selection={selection(within(place, step), isSelected)}
              isMarked={marked !== undefined && idOf(step) === idOf(marked)}
            >
              {fragments.length > 0 && <span className="kind">in ...{fragments.join(', ...')}</span>}
            </Row>
          ),
        )}
      </Rows>
      <Rows title="Fragments">
        {fragmentRows(schema, known, place, type).map(({ step, isSelected }) => (
          <Row
            key={idOf(step)}
            name={idOf(step)}
            open={() => openStep(step)}
            selection={selection(within(place, step), isSelected)}
            isMarked={marked !== undefined && idOf(step) === idOf(marked)}
          />
        ))}
      </Rows>
      {!last && (
        <Rows title="Other operations and fragments">
          {otherRoots(schema, known, place.root).map((root) => (
            <Row key={labelOf(root)} name={labelOf(root)} open={() => openPlace({ root, steps: [] })} />
          ))}
        </Rows>
      )}
    </>
  );
};

type ArgumentRowsProps = PlacePageProps & {
  readonly field: NonNullable<NonNullable<ReturnType<typeof typesAt>>['field']>;
};

const ArgumentRows = ({
  schema,
  operation,
  definitions,
  place,
  field,
  openEntry,
  change,
}: ArgumentRowsProps) => {
  const values = argumentsAt(definitions ?? [], place);
  return (
    <Rows title="Arguments">
      {field.args.map((argument) => {
        const { name } = argument;
        const value = values.get(name);
        const changeArgument = value === undefined ? addArgument : removeArgument;
        return (
          <Row
            key={name}
            name={name}
            type={String(argument.type)}
            openType={() => openEntry(argument.type.toString().replaceAll(/[[\]!]/g, ''))}
            description={argument.description}
            deprecationReason={argument.deprecationReason}
            selection={{
              isSelected: value !== undefined,
              toggle: definitions && (() => change(changeArgument(schema, operation, place, name))),
            }}
          >
            {value !== undefined && <code className="value">{value}</code>}
            {isRequiredArgument(argument) && <span className="kind">required</span>}
          </Row>
        );
      })}
    </Rows>
  );
};

/** Renders the places that contain a place as buttons that open them. */
const Path = ({ place: { root, steps }, open }: { readonly place: Place; open(place: Place): void }) => {
  if (steps.length === 0) return null;
  const labels = [labelOf(root), ...steps.slice(0, -1).map(idOf)];
  return (
    <nav className="path" aria-label="Path">
      <ol>
        {labels.map((label, index) => (
          <li key={index}>
            <NameButton
              name={label}
              open={() => open({ root, steps: steps.slice(0, index) })}
              className="name"
            />
          </li>
        ))}
      </ol>
    </nav>
  );
};

const labelOf = (root: Root): string =>
  'fragment' in root ? `fragment ${root.fragment}` : `${root.operation} ${root.name ?? ''}`.trim();

/** Returns a place with the name that its operation has now. */
function withCurrentName(definitions: readonly DefinitionNode[], place: Place): Place {
  const definition = definitionOf(definitions, place.root);
  return definition ? { ...place, root: rootOf(definition) } : place;
}

/** Returns the place that a step leads to: a named fragment leads to its definition. */
function placeOfStep(definitions: readonly DefinitionNode[], place: Place): Place {
  const last = place.steps.at(-1);
  if (!last || !('spread' in last)) return place;
  const root = definitions
    .filter(isExecutable)
    .map(rootOf)
    .find((other) => 'fragment' in other && other.fragment === last.spread);
  return root ? { root, steps: [] } : place;
}

/** Returns the definitions of a document besides a root, and the types of operations that the document lacks. */
function otherRoots(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  current: Root,
): readonly Root[] {
  const roots = definitions.filter(isExecutable).map(rootOf);
  const lacking = (['query', 'mutation', 'subscription'] as const)
    .filter((operation) => schema.getRootType(operation as OperationTypeNode))
    .filter((operation) => !roots.some((root) => 'operation' in root && root.operation === operation))
    .map((operation) => ({ operation }));
  return [...roots, ...lacking].filter((root) => labelOf(root) !== labelOf(current));
}
