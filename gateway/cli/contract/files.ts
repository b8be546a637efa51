import { dirname, join } from 'node:path';

/** Returns the file with the public schema of a model, which is beside the folder of the model. */
export const contractFile = (schemaDir: string): string => join(dirname(schemaDir), 'contract.graphql');

/** Returns the file with the contract of the last release; it is absent before the first. */
export const releasedFile = (schemaDir: string): string => join(dirname(schemaDir), 'released.graphql');
