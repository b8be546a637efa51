import { dirname, join } from 'node:path';

/** Returns the file with the public schema of a model, which is beside the folder of the model. */
export const contractFile = (schemaDir: string): string => join(dirname(schemaDir), 'contract.graphql');
