import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildASTSchema, type GraphQLSchema, isEnumType, isInputObjectType } from 'graphql';
import { readTypeDefs } from '../buildSchema.ts';
import { createVisibleSchemas } from './visibleSchema.ts';

const PRIVATE = '@requiresScopes(scopes: [["read:private"]])';
const DRAFTS = '@requiresScopes(scopes: [["read:drafts"]])';
const SDL = `
  type Course @document {
    title: String!
    code: String ${PRIVATE}
    enrollments: EnrollmentConnection @inverse(field: "course")
    best: Student
    involved: Person
  }
  type Student @document @lookup(by: ["email"]) ${PRIVATE} {
    name: String
    email: String ${PRIVATE}
    born: Date
    notes: String ${DRAFTS}
    contact: Contact
    address: Address
    enrollments: EnrollmentConnection @inverse(field: "student")
    file: File
    mentor: Person
  }
  type Enrollment @document ${PRIVATE} { student: Student course: Course grade: Float audit: Audit }
  type Audit @document ${DRAFTS} { text: String }
  type Contact ${PRIVATE} { phone: String }
  type Address { city: String street: String ${PRIVATE} }
  union Person = Student | Course
`;

let schema: GraphQLSchema;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scoped-filters-'));
  writeFileSync(join(folder, 'model.graphql'), SDL);
  try {
    schema = buildASTSchema((await readTypeDefs(folder)).typeDefs, { assumeValidSDL: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function namesIn(name: string): readonly string[] {
  const type = schema.getType(name);
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

const COMBINATIONS = ['defined', 'and', 'or', 'not'];
const SYSTEM = ['createdAt', 'updatedAt', ...COMBINATIONS];

describe('filters and orders of a type that requires scopes', () => {
  test('have the fields that every reader of the type can read', () => {
    expect(namesIn('StudentFilter')).toEqual([
      ...['id', 'name', 'email', 'born', 'contact', 'address', 'enrollments', 'file', 'mentor'],
      ...SYSTEM,
    ]);
    expect(namesIn('EnrollmentFilter')).toEqual(['id', 'student', 'course', 'grade', ...SYSTEM]);
    expect(namesIn('StudentOrderField')).toEqual(['NAME', 'EMAIL', 'BORN', 'CREATED_AT', 'UPDATED_AT']);
    expect(namesIn('StudentBy')).toEqual(['id', 'email']);
    expect(namesIn('ContactFilter')).toEqual(['phone', ...COMBINATIONS]);
    expect(namesIn('AddressFilter')).toEqual(['city', ...COMBINATIONS]);
  });

  test('are in no filter of a type that others can read', () => {
    expect(namesIn('CourseFilter')).toEqual(['id', 'title', ...SYSTEM]);
    expect(namesIn('CourseOrderField')).toEqual(['TITLE', 'CREATED_AT', 'UPDATED_AT']);
  });

  test('are not in the schema of callers without the scopes', () => {
    const visible = createVisibleSchemas(schema)(['read:published']);
    const hidden = Object.keys(schema.getTypeMap()).filter((name) => !visible.getType(name));
    expect(hidden).toEqual(
      expect.arrayContaining([
        'StudentFilter',
        'StudentOrderField',
        'StudentBy',
        'EnrollmentFilter',
        'ContactFilter',
      ]),
    );
    expect(visible.getType('CourseFilter')).toBeDefined();
  });
});
