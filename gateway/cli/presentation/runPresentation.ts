import { loadEnvironment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { UsageError } from '../usageError.ts';
import { printPresentation } from './printPresentation.ts';

interface PresentationOptions {
  /** The path before all pages of the site. */
  readonly base: string;
}

/**
 * Prints TypeScript with the locations and main documents of the model for the Studio's Presentation tool.
 * @throws ConfigError, ModelError, UsageError for a base that is no path
 */
export async function runPresentation({ base }: PresentationOptions): Promise<void> {
  if (!/^(\/[\w.~-]+)*\/?$/.test(base))
    throw new UsageError(`--base: expected a path such as /content, got ${base}`);
  const config = readConfig(loadEnvironment().env);
  const { model } = await readTypeDefs(config.schemaDir, undefined, config.locales);
  process.stdout.write(printPresentation(model, base.replace(/\/$/, '')));
}
