import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Ref } from 'react';
import { kindOf, referencePath } from './entries.ts';
import { PageHeader } from './PageHeader.tsx';
import { NameButton, Row } from './Row.tsx';
import { Rows } from './Rows.tsx';
import { usedBy } from './usedBy.ts';

interface EntryPageProps {
  readonly schema: GraphQLSchema;
  /** For example `Film` or `Film.title`. */
  readonly coordinate: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Opens a part of the schema. */
  open(coordinate: string): void;
}

/** Renders the documentation of a type, or of a field or value of a type. */
export const EntryPage = (props: EntryPageProps) => {
  const { schema, coordinate } = props;
  const [typeName = '', member] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (!type) return <p className="hint">The schema has no {coordinate}.</p>;
  return member === undefined ? (
    <TypePage {...props} type={type} />
  ) : (
    <MemberPage {...props} type={type} member={member} />
  );
};

const TypePage = ({
  schema,
  coordinate,
  headingRef,
  open,
  type,
}: EntryPageProps & { type: GraphQLNamedType }) => {
  const members = membersOf(type);
  const possibleTypes = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <>
      <PageHeader
        title={type.name}
        headingRef={headingRef}
        description={type.description}
        path={referencePath(schema, coordinate)}
        after={
          <span className="kind">
            {isInputObjectType(type) && type.isOneOf ? 'input, exactly one of' : kindOf(type)}
          </span>
        }
      />
      <Rows title="Values">
        {(isEnumType(type) ? type.getValues() : []).map((value) => (
          <Row key={value.name} {...value} />
        ))}
      </Rows>
      <Rows title="Fields">
        {members.map((field) => (
          <MemberRow
            key={field.name}
            member={field}
            open={() => open(`${type.name}.${field.name}`)}
            openType={open}
          />
        ))}
      </Rows>
      <Rows title="Possible types">
        {possibleTypes.map(({ name }) => (
          <Row key={name} name={name} open={() => open(name)} />
        ))}
      </Rows>
      <Rows title="Used by">
        {usedBy(schema, type).map((user) => (
          <Row key={user} name={user} open={() => open(user)} />
        ))}
      </Rows>
    </>
  );
};

interface MemberPageProps extends EntryPageProps {
  readonly type: GraphQLNamedType;
  readonly member: string;
}

const MemberPage = ({ schema, coordinate, headingRef, open, type, member }: MemberPageProps) => {
  const value = isEnumType(type) ? type.getValue(member) : undefined;
  const field = membersOf(type).find(({ name }) => name === member);
  const found = value ?? field;
  if (!found) return <p className="hint">The schema has no {coordinate}.</p>;
  return (
    <>
      <nav className="path" aria-label="Path">
        <NameButton name={type.name} open={() => open(type.name)} className="name" />
      </nav>
      <PageHeader
        title={member}
        headingRef={headingRef}
        description={found.description}
        deprecationReason={found.deprecationReason}
        path={referencePath(schema, coordinate)}
        after={field && <FieldType type={field.type} open={open} />}
      />
      <Rows title="Arguments">
        {(field && 'args' in field ? field.args : []).map((argument) => (
          <MemberRow key={argument.name} member={argument} openType={open} />
        ))}
      </Rows>
    </>
  );
};

interface MemberRowProps {
  readonly member: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;
  readonly open?: () => void;
  openType(coordinate: string): void;
}

const MemberRow = ({ member, open, openType }: MemberRowProps) => (
  <Row
    name={member.name}
    open={open}
    type={String(member.type)}
    openType={() => openType(getNamedType(member.type).name)}
    description={member.description}
    deprecationReason={member.deprecationReason}
  />
);

interface FieldTypeProps {
  readonly type: GraphQLField<unknown, unknown>['type'] | GraphQLInputField['type'];
  open(coordinate: string): void;
}

/** Renders the type of a field as a button that opens it. */
export const FieldType = ({ type, open }: FieldTypeProps) => (
  <NameButton name={String(type)} open={() => open(getNamedType(type).name)} className="type" />
);

const membersOf = (
  type: GraphQLNamedType,
): readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields())
    : [];
