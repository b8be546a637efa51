import pluralize from 'pluralize';
import { loadEnvironment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { computedFieldNames, readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { createContentClient } from '../../providers/content/client.ts';
import { startEmulators } from '../emulators.ts';
import { stopAllOnSignal, stopAllProcesses } from '../processes.ts';
import { createWaitNotice } from '../waitNotice.ts';
import { checkContent } from './checkContent.ts';
import { reportText } from './reportText.ts';

interface ModelCheckOptions {
  /** Prints JSON. */
  readonly json: boolean;
}

/**
 * Compares the documents of the configured dataset with the model, and prints a report.
 * @returns the exit code: 1 if a value does not fit
 * @throws ConfigError, ModelError, UpstreamError
 */
export async function runModelCheck({ json }: ModelCheckOptions): Promise<number> {
  stopAllOnSignal();
  try {
    const { env, emulators } = loadEnvironment();
    const config = readConfig(env);
    const { model, computed } = await readTypeDefs(config.schemaDir, undefined, config.locales);
    const computedFields = computedFieldNames(computed);
    await startEmulators(
      emulators.filter((provider) => provider === 'content'),
      env,
    );
    using notice = createWaitNotice('Sanity', console.error);
    const report = await checkContent(createContentClient(config.content), model, computedFields, (count) =>
      notice.waitFor(`Sanity, after ${pluralize('document', count, true)}`),
    );
    console.log(json ? JSON.stringify(report, null, 2) : reportText(report));
    return report.mismatches.length > 0 ? 1 : 0;
  } finally {
    await stopAllProcesses();
  }
}
