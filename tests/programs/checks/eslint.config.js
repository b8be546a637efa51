/** What the GraphQL of this repository is held to: the contract as clients read it, its sources, and the app's operations. */
import graphql from '@graphql-eslint/eslint-plugin';

const contract = 'schema/contract.graphql';

/** Apollo Client's own directives are written in operations and never reach the graph. */
const clientDirectives = 'tests/programs/checks/clientDirectives.graphql';

const base = {
  plugins: { '@graphql-eslint': graphql },
  languageOptions: {
    parser: graphql.parser,
    parserOptions: {
      // Read once for all files: a schema per group would be that of the first.
      graphQLConfig: {
        schema: [contract, clientDirectives],
        documents: ['web/{components,features,rich-text,server}/**/*.graphql'],
      },
    },
  },
};

/** What holds for every type, whether it is read as the contract or as one of its sources. */
const typeRules = {
  '@graphql-eslint/naming-convention': [
    'error',
    {
      types: 'PascalCase',
      FieldDefinition: 'camelCase',
      InputValueDefinition: 'camelCase',
      Argument: 'camelCase',
      DirectiveDefinition: 'camelCase',
      EnumValueDefinition: 'UPPER_CASE',
      'FieldDefinition[parent.name.value=Query]': {
        forbiddenPrefixes: ['get', 'list', 'query'],
        forbiddenSuffixes: ['Query'],
      },
    },
  ],
  '@graphql-eslint/no-typename-prefix': 'error',
  '@graphql-eslint/require-deprecation-reason': 'error',
};

export default [
  {
    ...base,
    files: [contract],
    rules: {
      ...typeRules,
      '@graphql-eslint/require-description': ['error', { rootField: true, DirectiveDefinition: true }],
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/require-type-pattern-with-oneof': 'error',
      '@graphql-eslint/relay-page-info': 'error',
      '@graphql-eslint/relay-connection-types': 'error',
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
    },
  },
  { ...base, files: ['schema/core/*.graphql', 'schema/model/*.graphql'], rules: typeRules },
  {
    ...base,
    files: ['web/{components,features,rich-text,server}/**/*.graphql', 'web/explorer/examples/*.graphql'],
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      // The generated types ask for it where they need it.
      '@graphql-eslint/require-selections': 'off',
      '@graphql-eslint/naming-convention': [
        'error',
        {
          VariableDefinition: 'camelCase',
          OperationDefinition: 'PascalCase',
          FragmentDefinition: { style: 'PascalCase' },
        },
      ],
    },
  },
];
