import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { compareModel } from '../../../gateway/cli/modelImport/compare/compareModel.ts';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importModel } from '../../../gateway/cli/modelImport/importModel.ts';
import { readModelFiles } from '../../../gateway/cli/modelImport/testing/modelFolder.ts';
import { readCoreSdl } from '../../../gateway/graphql/schema/buildSchema.ts';
import { STUDIOS } from './testing/startStudio.ts';

for (const { name, file, isPresent, reason } of STUDIOS)
  (isPresent ? test : test.skip)(
    `model import: the imported model of the studio ${name} has no differences from it${reason}`,
    async () => {
      const schema = readExtract(readFileSync(file, 'utf8'), file);
      const { files } = await importModel(schema, { core: readCoreSdl().definitions });
      const { model } = await readModelFiles(files);
      expect(compareModel(schema, model, new Set())).toEqual([]);
    },
  );
