import { ROOT, type Stack, type StackOptions, startStack } from '../../../support/stack.ts';

const FOLDER = `${ROOT}tests/support/fixtures/languages`;

/** Starts a stack of the languages model. */
export const startLanguagesStack = (options: StackOptions = {}): Promise<Stack> =>
  startStack({
    schemaDir: `${FOLDER}/schema`,
    seedDir: `${FOLDER}/seed`,
    ...options,
    env: { LOCALES: 'en,de,de-CH:de', ...options.env },
  });
