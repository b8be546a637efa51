/** ESLint rules for the contract, its sources, and the operations of the app. */
import graphql from '@graphql-eslint/eslint-plugin';
import { contractFile } from '../../../gateway/cli/contract/files.ts';
import { loadEnvironment, schemaFolder } from '../../../gateway/config/environment.ts';

const model = schemaFolder(loadEnvironment().env);
const contract = contractFile(model);

const base = {
  plugins: { '@graphql-eslint': graphql },
  languageOptions: {
    parser: graphql.parser,
    parserOptions: {
      // The parser reads the schema once for all files, so all groups share this one.
      graphQLConfig: {
        schema: contract,
        documents: ['web/{ui,features,figures,rich-text,server}/**/*.graphql'],
      },
    },
  },
};

/** Rules for the types of the contract and of its sources. */
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
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],
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
  { ...base, files: ['schema/core/*.graphql', `${model}/*.graphql`], rules: typeRules },
  {
    ...base,
    files: ['web/{ui,features,figures,rich-text,server}/**/*.graphql', 'web/explorer/examples/*.graphql'],
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      // Generated types require the selections that they need.
      '@graphql-eslint/require-selections': 'off',
      // Links in the footnotes of an article are at level 10 in the feed of a topic.
      '@graphql-eslint/selection-set-depth': ['error', { maxDepth: 10 }],
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
