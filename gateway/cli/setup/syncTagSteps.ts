import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { packageFile } from '../../core/packageFiles.ts';
import { SECRET_MISSING } from './sanityWebhook.ts';
import { checkAddress } from './setUpWebhooks.ts';

/**
 * Returns the steps that deploy the function of `deploy/sanity`, with the values of this deployment and without secrets. Only
 * Sanity's own command can deploy it.
 * @throws ConfigError; Error without a secret, or for an address that Sanity cannot reach
 */
export function syncTagSteps(env: Environment): string {
  const config = readConfig(env);
  checkAddress(config);
  const { projectId, dataset, webhookSecret } = config.content;
  if (webhookSecret === undefined) throw new Error(SECRET_MISSING);
  return [
    `A Sanity function sends each change of ${projectId}.${dataset} to ${config.publicUrl}/webhooks/sync-tags.`,
    'Sanity allows one function of this type for a dataset. To deploy it:',
    `  1. cp -R ${packageFile('deploy/sanity')} trivium-sync-tags && cd trivium-sync-tags && npm install`,
    '  2. npx sanity@latest login',
    `  3. npx sanity@latest blueprints init . --project-id ${projectId} --stack-name ${dataset}`,
    `  4. export SANITY_PROJECT_ID=${projectId} SANITY_DATASET=${dataset}`,
    `     export TRIVIUM_URLS=${config.publicUrl}     # with commas, if several gateways read this dataset`,
    '     export SANITY_WEBHOOK_SECRET=…     # the secret of the gateway',
    '  5. npx sanity@latest blueprints deploy',
    'To check it, publish a change, and run:',
    '  npx sanity@latest functions logs sync-tags',
  ].join('\n');
}
