import { ROOT, type Stack, startStack } from '../../../support/stack.ts';

const FOLDER = `${ROOT}tests/support/fixtures/languages`;

/** Starts a stack of the languages model. */
export const startLanguagesStack = (options: Parameters<typeof startStack>[0] = {}): Promise<Stack> =>
  startStack({
    schemaDir: `${FOLDER}/schema`,
    seedDir: `${FOLDER}/seed`,
    ...options,
    env: { LOCALES: 'en,de,de-CH:de', ...options.env },
  });
