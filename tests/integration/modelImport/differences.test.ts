import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compareModel } from '../../../gateway/cli/modelImport/compare/compareModel.ts';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importModel } from '../../../gateway/cli/modelImport/importModel.ts';
import { readCoreSdl, readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { STUDIOS } from './testing/startStudio.ts';

for (const { name, file, isPresent, reason } of STUDIOS)
  (isPresent ? test : test.skip)(
    `model import: the imported model of the studio ${name} has no differences from it${reason}`,
    async () => {
      const schema = readExtract(readFileSync(file, 'utf8'), file);
      const { files } = await importModel(schema, { core: readCoreSdl().definitions });
      const folder = mkdtempSync(join(tmpdir(), 'differences-'));
      try {
        for (const [own, sdl] of files) writeFileSync(join(folder, own), sdl);
        const { model } = await readTypeDefs(folder);
        expect(compareModel(schema, model, new Set())).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
