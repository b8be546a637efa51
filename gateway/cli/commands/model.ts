import { defineCommand, defineGroup } from './defineCommand.ts';

/** `trivium model import <file>`: the schema of a Sanity studio as a model. */
const importCommand = defineCommand({
  command: 'import <file>',
  describe: 'Write SDL for the schema of a Sanity studio, or compare a model with it',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'The output of `sanity schema extract`',
      })
      .option('out', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder of the SDL; default: SCHEMA_DIR',
      })
      .option('diff', {
        type: 'boolean',
        describe: 'List the differences from the model in SCHEMA_DIR; exit with 1 if there is one',
      })
      .option('update', {
        type: 'boolean',
        describe: 'Add what the studio has and the model lacks, and change nothing else',
        conflicts: 'diff',
      })
      .option('dry-run', {
        type: 'boolean',
        describe: 'Print what --update would change, and write nothing',
        implies: 'update',
      })
      .option('dataset', {
        type: 'boolean',
        describe:
          'Read documents of the dataset, or of the content emulator; default: if the settings name an account',
      })
      .option('singleton', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'The _type of a document type with one document',
      })
      .option('public', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'A type or attribute that the import would protect as data about people, e.g. person.email',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  async handler(options) {
    const { runModelImport } = await import('../modelImport/runModelImport.ts');
    process.exitCode = await runModelImport(options);
  },
});

/** `trivium model check` */
const checkCommand = defineCommand({
  command: 'check',
  describe: 'Compare every document of the dataset with the model; exit with 1 if a value does not fit',
  builder: (yargs) =>
    yargs.option('json', { describe: 'Print the report as JSON', type: 'boolean', default: false }),
  async handler({ json }) {
    const { runModelCheck } = await import('../modelCheck/runModelCheck.ts');
    process.exitCode = await runModelCheck({ json });
  },
});

/** `trivium model presentation` */
const presentationCommand = defineCommand({
  command: 'presentation',
  describe: "Print the pages of documents as TypeScript for the Studio's Presentation tool",
  builder: (yargs) =>
    yargs.option('base', {
      type: 'string',
      default: '',
      defaultDescription: 'none',
      requiresArg: true,
      describe: 'The path before all pages: /content for the reader',
    }),
  async handler({ base }) {
    const { runPresentation } = await import('../presentation/runPresentation.ts');
    await runPresentation({ base });
  },
});

/** `trivium model` */
export const modelCommand = defineGroup(
  'model',
  'Import a model from a Sanity studio, check it against the dataset, or describe its pages to the Studio',
  [importCommand, checkCommand, presentationCommand],
);
